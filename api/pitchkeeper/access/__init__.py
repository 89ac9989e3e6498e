"""Who calls, with which role, and each command once.

In go tokens and idempotency keys; out come devices and commands. What matches and leagues have in
common is here: `changes` loads, decides, and saves if nobody was faster; `membership` lets others
in, `public_links` lets them look, `shared` has the routes of both. `codes` bring a device back.
Tries at all codes are counted together. Imports `rest` and `database`.
"""
