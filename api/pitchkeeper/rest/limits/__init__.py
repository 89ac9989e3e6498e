"""Limits: how many connections, requests and seconds of the server one client may have.

The throttle counts a request for its address and its device before its body is read; the quotas
count for all processes together, in PostgreSQL. An address has few `slots` for costly requests,
which rest before the next one, so that other addresses are answered in between; recordings,
disputes and sheets need no slot and never wait. `sockets` closes connections of an address that
holds too many, and `timeouts` ends slow requests. Imports `operations` and `database`.
"""
