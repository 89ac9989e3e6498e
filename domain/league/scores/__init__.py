"""The scores with which a match can end, and whether those of a fixture can be.

In go rules and reported points; out come findings about totals that no hands can make.
"""
