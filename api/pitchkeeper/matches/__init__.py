"""One match: score it, agree on it, go back in it, leave it.

`routes` read the request, a use case (of `hands`, `members`, `rules`, `history`) decides with a
pure function of the match as it is, `changes` loads, proves, saves and tries again, `store` runs
the SQL, `presenters` and `views` are what people see. A change, its line of the journal (all before
and after, so that any version can be told) and its tallies are one statement, written only if the
version is still the same. Imports `rulings`, `access`, `http`, `workers` and `database`.
"""
