"""HTTP and PostgreSQL around the rules.

The packages point one way: removal, documents, leagues, sync, matches, rulings, access, contract,
http, workers and database. `app` alone reads the environment; `services` is what handlers ask for,
of which each room builds its own; `__main__` is the command, `launcher` starts the server.
"""
