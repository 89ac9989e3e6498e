"""A match as text and as a transcript, out of one server and into another.

In goes what happened in a match; out come bytes that read back as the same, and refusals at the
line and column where a text goes wrong. Imports `rulings`, `match`, `hand` and `rules`.
"""
