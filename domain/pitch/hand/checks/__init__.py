"""Contradictions in one hand that need no search, each stated by its entry in `hand.lemmas`.

In go the facts of a record; out come findings that name the facts and the clause.
"""
