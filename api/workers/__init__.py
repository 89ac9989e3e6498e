"""Work beside the event loop: processes that prove, threads that reckon, and what they watch.

In go values; out come values, or a refusal when there is no room or time. Imports the domain.
"""
