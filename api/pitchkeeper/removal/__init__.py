"""What is erased, and what erases it.

In goes a device that wants to be forgotten; out comes what is left of its matches and leagues.
Imports `matches`, `leagues` and all below them; only the composition of the app imports it.
"""
