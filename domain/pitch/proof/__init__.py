"""Whether any deal and play fits a record, and why none does.

In go a record and its deal; out come a `Proof` (a witness, or a smallest conflict with repairs),
the endings that are still possible, and what is certain. In the order in which it works:
`statements`, `formula`, `solver`, `cases`, `cores`, `outcomes`, `repairs`, `provers`. Imports
`hand` and `rules`.
"""
