"""Hands folded into a score sheet, and who has won.

In go the rule set, the seating and the hands as recorded; out come a `Sheet`, what a change would
do to it, and tallies of what every seat did. Imports `hand` and `rules`.
"""
