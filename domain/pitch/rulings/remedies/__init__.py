"""Remedies: the actions that rules prescribe for an irregularity, by its kind.

In goes the question, the rules and the table; out comes a `ReasonedRemedy`, which `remedies` finds
by the kind. No document mentions them, so every remedy is a default or a house rule. Imports the
questions and answers of `rulings`.
"""
