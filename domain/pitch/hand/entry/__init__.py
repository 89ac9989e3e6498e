"""How a record comes together from several phones, and from earlier contracts.

In go records, or parts of one; out come the parts that each phone enters by itself, the facts that
two records tell differently, and claims of the first contract as they are now. Imports `records`.
"""
