"""What every request and every operation have in common.

A request passes, in this order: the share of connections of its address, its id with its line in
the log, framing, the time limit, the limit of its address, the device and its limit, and the scan
of its body, which also says in words what is wrong. `middleware` wraps them all, `limits` has what
one client may have. Whatever looks at a text is linear; a test finds every expression and measures
it. Knows neither matches nor leagues. Imports `database` for quotas.
"""
