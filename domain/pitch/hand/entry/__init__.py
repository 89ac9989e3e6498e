"""The entry of a record by several phones, and from earlier contracts.

In go records, or parts of one; out come the parts that each phone enters, the facts on which two
records differ, and claims of the first contract as they are now. Imports `records`.
"""
