"""The server: HTTP and PostgreSQL around the rules.

The packages import in one direction: removal, documents, leagues, sync, matches, rulings, access,
rest, workers and database. Only `app` reads the environment; `services` builds the dependencies of
handlers with each package's own; `__main__` is the command, and `launcher` starts the server.
"""
