"""Archives: a league with its matches, or all of a device, as one file for another server.

A file is lines of JSON, each a match, a league or the end, so that both ways only one line is in
memory, and what was cut off can be asked for and sent again. Ids are kept unless somebody else has
them; nothing in it gives anybody a right. `documents.exports` writes the lines; they come in by
`documents.imports`. Imports `leagues` and `matches`.
"""
