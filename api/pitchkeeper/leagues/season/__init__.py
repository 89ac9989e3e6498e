"""A season of a league: nights planned, fixtures played, results, and what they come to.

In go the state of a league and what its matches say; out come fixtures and results that are kept,
and a `Season` for whoever shows standings, statistics and money. Imports the state, the journal
and the changes of `leagues`, and `matches`.
"""
