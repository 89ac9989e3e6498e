"""Scoreboards: the public views of matches and leagues, without signing in.

The secret of a public link gives the scoreboard of a match or of a league night, without ids,
members or journal. Imports `matches` and `leagues`.
"""
