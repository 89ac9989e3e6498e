"""What a certificate of an impossible record is made of.

In go the clauses of a formula and a record; out come the steps by which they contradict each other
(`derivations`), the ground of each clause (`premises`), a sentence for each variable
(`variable_names`), and all of them as one formula and one proof (`legends`). Only `certificates`
asks for them. Imports `formula`, `solver` and `cases`.
"""
