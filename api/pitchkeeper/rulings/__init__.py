"""Rule sets and rulings without a match.

A handler takes a rule set and a question, and returns the ruling of the domain. Imports `access`,
`rest` and `workers`.
"""
