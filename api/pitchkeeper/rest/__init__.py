"""A strict layer on Litestar: what all requests and operations have in common.

A request passes, in this order: the share of connections of its address, its id with its line in
the log, framing, the time limit, the limit of its address, the device and its limit, and the scan
of its body, which also says in words what is wrong. `middleware` wraps them all, `limits` bounds
the work of one client, `contract` writes the OpenAPI document and `reference` its pages. Reading a
text takes linear time; a test measures every regular expression. Knows neither matches nor leagues.
Imports `database` for quotas. The README beside this file says why each part exists.
"""
