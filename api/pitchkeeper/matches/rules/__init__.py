"""Other rules for a match that was opened with the wrong ones.

A use case takes a match and a rule set, and returns a preview of every hand under it, or the match
under it. Imports the state, the journal and the changes of a match.
"""
