"""A season of a league: nights planned, results reported, standings, statistics and money.

The state of a league and the outcomes of its linked matches make a `LeagueSeason`, from which all
else follows. Imports the state, the journal and the changes of `leagues`, and `matches`.
"""
