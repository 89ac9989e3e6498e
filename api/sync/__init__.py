"""Phones that follow live, and phones that were away.

In go announcements and queues of commands; out come events and receipts. Imports `matches`.
"""
