"""Middleware around every request: its id, its log line, and how its response is sent.

`requests` puts the others in order around the app: `framing` refuses a request that is malformed or
too large, and `headers` and `compression` complete the response. `tracing` goes
around all of them if a collector is configured. Imports the operations and problems of `rest`, and
the response headers of the throttle in `limits`.
"""
