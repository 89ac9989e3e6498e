"""The members of a match, their roles and their seats.

A decision takes the device that requests it and an invite, a claim or a role, and returns the match
with its members after that. `membership` has the refusals and the admission by an invite. Imports
the state, the journal and the changes of a match.
"""
