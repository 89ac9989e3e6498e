"""The scores with which a match can end, and whether those of a fixture can be.

In go rules and what a match ended with; out come findings about scores that no hands can make.
"""
