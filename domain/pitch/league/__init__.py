"""A league: what was agreed, what was played, who stands where, and the money.

In go a charter, its fixtures and what was reported of them; out come judgements of fixtures,
standings with what decided each tie, who can still win, fees and prizes. A result is counted, what
cannot be in it is found, and it is judged before anything adds it up: only settled fixtures reach
the table. Imports `hand` and `rules`.
"""
