"""The reference: pages about the API for client developers, small enough for a phone.

From the committed contract it builds an index of all operations, a page per operation and per
model, and Swagger UI for trying one operation. The contract is a megabyte, so each page contains
only the part that it shows. Imports the modules of `rest` around it.
"""
