"""Who meets whom on which night, at which table, with the first deal.

In go the entrants of a league, what was planned before and a seed; out come fixtures whose repeats
are as few as `bounds` proves that they must be. Imports `league`.
"""
