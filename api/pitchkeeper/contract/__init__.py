"""The OpenAPI document: from the operations of all packages to one text.

In go operations, their examples and the types that they name; out comes the document that is
committed and served. `python -m openapi.generate` writes it. Imports `http` and the domain.

Litestar's own document was tried and stays off. Told all that a route can be told, it gives the id,
tag, summary, description and answer of an operation as we do. Of the 108 that we had it has none of
the 42 request bodies, for they are read strictly and not by a signature; of 92 lists of parameters
41 have the same names, none is named once and referred to; of 264 schemas 23 are equal; links, 304,
examples, shared headers and shared problems there are none. More than half of this package
(`schemas`, `parameters`, `docstrings`) would finish its components instead of msgspec's, and the
rest be written as before.

A bound is stated once: of a value in its type, from which what a path says of it takes its own, and
of a query in the signature of its handler, from which Litestar reads it as well.
"""
