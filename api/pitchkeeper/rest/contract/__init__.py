"""The OpenAPI document: from the operations of all packages to one text.

In go operations, their examples and the types that they name; out comes the document that is
committed and served. `python -m openapi.generate` writes it. The README of `rest` says why
Litestar's own document does not do. Imports the modules of `rest` around it and the domain.

A bound is stated once: of a value in its type, from which what a path says of it takes its own, and
of a query in the signature of its handler, from which Litestar reads it as well.
"""
