"""A league: its charter, players, fixtures, results, table and money.

The rooms have the names of those of `matches`. Imports `matches`, `access`, `http` and `workers`.
"""
