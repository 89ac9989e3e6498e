"""The OpenAPI document, written from the operations of all packages, their types and examples.

`python -m openapi.generate` writes the document, which is committed and served. The README of
`rest` explains why Litestar's own document does not suffice. Imports the modules of `rest` around
it and the domain.

A bound is declared once: in the type of a value, also for path parameters, or in the signature of
a handler for query parameters, where Litestar reads it too.
"""
