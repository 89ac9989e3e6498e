"""Rule sets and rulings: what needs no match.

In go a rule set and a question; out comes what the domain answers, encoded as it is. Imports
`access`, `rest` and `workers`.
"""
