"""The OpenAPI document: from the operations of all packages to one text.

In go operations, their examples and the types that they name; out comes the document that is
committed and served. `python -m api.openapi` writes it. Imports `http` and the domain.

Litestar's own document was tried and stays off: told all that a route can be told, it gives the
id, tag, summary, description and answer of an operation as we do, but for 42 operations it leaves
out request bodies that are read strictly, links, 304, examples and shared headers, problems and
parameters, and 17 of 135 schemas come out equal. To mend that takes more than to make it.
"""
