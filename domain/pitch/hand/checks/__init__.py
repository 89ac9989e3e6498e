"""What cannot be in one hand, found without a search: claims against piles, and the lemmas.

In go the facts of a record; out come findings that name the facts and the clause.
"""
