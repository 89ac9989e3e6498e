"""One hand: what was entered of it, what follows from that, and what is wrong with it.

In go a `HandRecord` and its `Deal` (rule set, seating, dealer); out comes a `Verdict`: points by
side, whether the bid was made, findings, and what is still to be asked. Judges by itself what
people recognise at once; what takes a search is `proof`. `entry` puts the records of several phones
together, `checks` finds what cannot be. Imports `rules`.
"""
