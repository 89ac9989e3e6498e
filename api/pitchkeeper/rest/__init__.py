"""A strict layer on Litestar: the common parts of all requests and operations.

A request passes the connection limit of its address, the request id and log line, framing, the
time limit, the rate limit of its address, authentication with the rate limit of the device, and the
checks of its body, in this order. `middleware` wraps the app, `limits` bounds the work of one
client, `contract` writes the OpenAPI document and `reference` its pages. Parsing takes linear time;
a test measures every regular expression. Knows neither matches nor leagues. Imports `database` for
quotas. The README beside this file gives the reason for each part.
"""
