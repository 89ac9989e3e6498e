"""Phones that follow live, and phones that were away.

In go announcements and queues of commands; out come events and receipts. A change is announced
after its commit; every worker then reads the match once for all who follow it there, and finds what
an announcement missed by polling versions. A queue is carried out by the same use cases as the
routes. Imports `matches`.
"""
