"""One match: score it, agree on it, go back in it, leave it.

A handler of `routes` reads the request; a use case (in the rooms `hands`, `members`, `rules` and
the module `history`) decides with a pure `decide_*`; `access.changes` loads, saves and tries again,
and `changes` proves what is saved; `store` runs the statements of `saving`; `presenters` builds
`views`. Recording a hand thus passes `routes.hands`, `hands.scoring`, `changes`, `replay` (the line
of the journal) and `store`. `players` has statistics. A change, its line of the journal (all before
and after, so that any version can be read) and its tallies are one statement, written only if the
version is still the same. Imports `rulings`, `access`, `rest`, `workers` and `database`.
"""
