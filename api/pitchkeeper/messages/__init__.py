"""Messages: a catalogue for each language, and sentences of the domain as text.

Input: sentences as codes and arguments. Output: texts, and the patterns for clients that format
sentences themselves. A context variable holds the language of a request, so that no function has to
pass it on. Imports the domain, and nothing of HTTP.
"""
