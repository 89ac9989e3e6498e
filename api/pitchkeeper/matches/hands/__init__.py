"""The hands of a match: record, preview, confirm, dispute and settle them.

A use case takes a hand, an objection or a decision and the version that the device has seen, and
returns the match after it, or a preview. `scoring` (adjustments too) and `disputes` have the use
cases, `foreseen_answers` the scores that each answer to a question leads to. Imports the state, the
changes, the opening and the rematches of a match.
"""
