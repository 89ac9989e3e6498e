"""Other rules for a match that was opened with the wrong ones.

In go a match and a rule set; out come what it would make of every hand and, if the table wants it,
the match under it. Imports the state, the journal and the changes of a match.
"""
