"""Who is in a match, with which role, and whose seat is whose.

In go the device that asks and an invite or a claim; out comes the match with its members as they
then are. `membership` decides, `seats` and `names` have the use cases, `admission` is what invites
need of it. Imports the state, the journal and the changes of a match.
"""
