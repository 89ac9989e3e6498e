"""What a table has agreed: a rule set as data, its clauses and its rulebook.

In go the choices of a house; out come a `RuleSet`, whose content hash names it for good, and the
clauses that say each choice in words, with what they rest on. No other code asks which preset it
is. Imports the ground modules only.
"""
