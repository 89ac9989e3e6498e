"""Live streams, and queues of commands that were made offline.

In go announcements and queues of commands; out come events and receipts. A change is announced
after its commit; every worker then reads the match once for all its streams, and polls versions for
missed announcements. A queue is carried out by the same use cases as the routes. Imports `leagues`
and `matches`.
"""
