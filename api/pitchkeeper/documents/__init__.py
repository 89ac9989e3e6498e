"""Exports, imports, score sheets, paper, pages and pictures.

A match leaves by `exports`: its state and journal become a transcript (`transcripts`), which is
written as JSON, as text or on a line of an archive; a table of CSV follows from its score sheet. It
comes in by `imports`: bytes are parsed to a transcript, checked, turned into a state and a journal
(`journals`) and saved by `store`, which reads and adds many at a time and judges none again.

A match or a table becomes a `Document` (facts, tables, notes, charts), which is then written as
HTML or set as PDF. `papers` caches what was written or drawn last, by what it was made from. A PDF
takes a tenth of a second without the interpreter's lock, and a long one seconds in a process of its
own: make it in a thread. Imports `leagues` and `matches`.
"""
