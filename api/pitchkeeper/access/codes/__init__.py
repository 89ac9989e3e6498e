"""Codes of devices: recover a lost device, or move it to another phone.

In go a device or a code that somebody typed; out come a code that is shown once, and the device
that it is of, with a new token. `store` keeps hashes only. Tries are counted by `guessing`, with
those at invites. Imports the devices, the guessing and the invites of `access`.
"""
