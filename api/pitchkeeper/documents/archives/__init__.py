"""Archives: a league with its matches, or all of a device, as one file for another server.

A file is lines of JSON, each a match, a league or the end, so that only one line is in memory, and
a transfer that breaks off can be resumed. Ids are kept unless somebody else has them; a file
contains no memberships. `documents.exports` writes the lines; `documents.imports` checks and saves
the matches. Imports `leagues` and `matches`.
"""
