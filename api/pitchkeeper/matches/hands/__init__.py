"""The hands of a match: record, preview, adjust, confirm, dispute and settle them.

A use case takes a hand, an objection or a decision and the version that the device has seen, and
returns the match after it, or a preview. `scoring` also makes what `adjustments` decides. Imports
the state, the changes, the opening, the views and the rematches of a match.
"""
