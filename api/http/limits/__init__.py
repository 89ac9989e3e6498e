"""How much of the server one client may have: connections, requests, and seconds.

The throttle counts a request for its address and its device, before anything is read; the quotas
count for all processes together, in PostgreSQL. Sockets are shut where one address holds too many
of them, and a request is given up in time, or when its body does not come. Imports `operations` and
`database`; headers tell what the throttle has found.
"""
