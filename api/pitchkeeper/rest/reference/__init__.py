"""The reference: what the API can do, for who writes a client, as pages that a phone opens at once.

In goes the contract as it is committed; out come routes of a list of all operations, a page of each
and of each model, and Swagger UI for one operation that is to be tried. The contract is a megabyte:
no page has more of it than it shows. Imports the modules of `rest` around it.
"""
