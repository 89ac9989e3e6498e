"""How much of the server one client may have: connections, requests, and seconds.

The throttle counts a request for its address and its device, before anything is read; the quotas
count for all processes together, in PostgreSQL. Of what costs more than a look an address has few
`turns` at once, which rest before they are given to the next, so that others are answered in
between; recordings, disputes and sheets take none and never wait. Sockets are shut where one
address holds too many of them, and a request is given up in time, or when its body does not come.
Imports `operations` and `database`; headers tell what the throttle has found.
"""
