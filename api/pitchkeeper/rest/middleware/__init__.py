"""What wraps every request: its id, its line in the log, and how its answer is sent.

In goes whatever the server has read, in ASGI's own terms; out comes a request that is one, and an
answer with the headers, the tag and the packing that everybody gets. `requests` puts the others in
their order; `tracing` goes around all if a collector is named. Imports the operations and problems
of `rest` around it, and the headers that the throttle of `limits` has ready.
"""
