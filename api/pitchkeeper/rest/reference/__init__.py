"""The reference: pages about the API for client developers, small enough for a phone.

From the committed contract and the guides it builds an index of all operations and a page per
operation, model, problem and guide. The contract is a megabyte, so each page contains only the part
that it shows. Imports the modules of `rest` around it.
"""
