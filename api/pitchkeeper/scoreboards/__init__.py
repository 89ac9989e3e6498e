"""Scoreboards: what everybody sees who has a public link, without signing in.

In goes the secret of a link; out comes what a screen on the wall shows of a match or of a league
night, and nothing else: no ids, no members, no journal. Imports `matches` and `leagues`.
"""
