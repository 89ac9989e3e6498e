"""What a certificate of an impossible record is made of.

In go the clauses of a formula and a record; out come the steps by which they contradict each other
(`derivations`), the ground of each clause (`premises`) and a sentence for each variable
(`variable_names`). Only `certificates` puts them together. Imports `formula`, `solver` and `cases`.
"""
