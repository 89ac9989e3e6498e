"""Questions settled at the table: a call, a play, a hand, who won, what went wrong.

In goes a question without names or history; out comes a `Ruling` with the clauses that decide and
the options on which it turns, which `hinges` finds by judging again under other rules. Imports
`match`, `proof`, `hand` and `rules`.
"""
