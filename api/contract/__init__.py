"""The OpenAPI document: from the operations of all packages to one text.

In go operations; out comes the document that is served and committed. `python -m api.openapi`
writes it. Imports all that states an operation.
"""
