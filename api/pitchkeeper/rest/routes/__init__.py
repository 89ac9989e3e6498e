"""Routes about the server itself: health, metrics, methods of a path and message catalogs.

Their responses are the same for every client. Imports the modules of `rest` around it, the metrics
and the catalogues.
"""
