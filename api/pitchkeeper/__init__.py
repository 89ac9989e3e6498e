"""HTTP and PostgreSQL around the rules.

The packages point one way: removal, documents, leagues, sync, matches, rulings, access, contract,
http, workers and database. `app` alone reads the environment; `services` is what handlers ask for,
of which each room builds its own; `openapi` writes the contract; `__main__` starts the server.
"""
