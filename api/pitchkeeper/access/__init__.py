"""Callers, their roles, and commands that are carried out once.

In go tokens and idempotency keys; out come devices and commands. The parts common to matches and
leagues are here: `changes` loads, decides, and saves unless another write came first; an `Edit` is
a request for that, with what its device has seen. `membership` admits devices, `public_links` lets
anyone watch, and `shared` has the routes of both. `codes` recover a device. Attempts at all codes
count together. Imports `rest` and `database`.
"""
