"""Who calls, with which role, how others are let in, and each command once.

In go tokens, codes and idempotency keys; out come devices, memberships and commands. Imports `http`
and `database`.
"""
