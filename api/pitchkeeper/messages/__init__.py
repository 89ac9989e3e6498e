"""Words: a catalogue for each language, and sentences of the domain put into it.

In go sentences as codes and arguments; out come texts, and the patterns by which clients make
their own. The language of a request is its context's, so that nobody passes it on. Imports the
domain, and knows nothing of HTTP.
"""
