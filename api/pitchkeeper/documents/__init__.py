"""Exports, imports, score sheets, paper, pages and pictures.

A match leaves by `exports`: its state and journal become a transcript (`transcripts`), which is
written as JSON, as text or on a line of an archive; a table of CSV follows from its score sheet. It
comes in by `imports`: bytes are parsed to a transcript, checked, turned into a state and a journal
(`journals`) and saved by `store`, which reads and adds many at a time and judges none again.

A match, a league or a rule set becomes a `Document` (facts, tables, notes, charts), which is
rendered as HTML or PDF. `renditions` caches the latest files by their sources. A PDF takes a tenth
of a second without the interpreter's lock, and a long one takes seconds in a process of its own, so
render it in a thread. Imports `leagues` and `matches`.
"""
