"""A league: its charter, players, fixtures, results, table and money.

Modules are named as in `matches`; fixtures, results, standings and money are in `season`. A league
is kept in pieces, each a value at a place such as `fixture/12`; a change writes the pieces that
differ, with each before and after. Standings, chances and money are worked out whenever they are
asked for, from what was reported and what the linked matches say now, so nothing goes stale.
Imports `matches`, `access`, `rest` and `workers`.
"""
