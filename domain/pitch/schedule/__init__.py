"""Who meets whom on which night, at which table, with the first deal.

In go the entrants of a league, what was planned before and a seed, which is all the chance there
is; out come fixtures whose repeats are as few as `bounds` proves that they must be. A plan begins
with the circle method and is mended by local search; tables and first deals are shared out last.
What only results can decide, movements and finals, is planned slot by slot. Imports `league`.
"""
