"""Who calls, with which role, how others are let in, and each command once.

In go tokens, codes and idempotency keys; out come devices, memberships and commands. What matches
and leagues have in common is here: members, invites, and how a change is loaded, decided, and saved
if nobody was faster. Tries at all codes are counted together. A key tells the copies of a command
apart and remembers when the first came, so that an id made of the time is the same again. Imports
`http` and `database`.
"""
