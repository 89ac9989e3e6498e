"""What people take away: exports, imports, score sheets, paper, pages, pictures.

In goes a match or a league as it is; out come bytes. A match or a table becomes a `Document`
(facts, tables, notes, charts), which is then written as HTML or set as PDF; CSV is made row by row.
`papers` caches what was written or drawn last, by what it was made from. Many matches leave and
come in by `store`, which judges none of them again. A PDF takes a tenth of a second without the
interpreter's lock, and a long one seconds in a process of its own: make it in a thread. Imports
`leagues` and `matches`.
"""
