"""Erasure of devices.

In goes a device to erase; out come its matches and leagues without it.
Imports `matches`, `leagues` and all below them; only the composition of the app imports it.
"""
