"""HTTP and PostgreSQL around the rules.

The packages point one way: removal, documents, leagues, sync, matches, rulings, access, contract,
http, workers and database. `app` builds everything and alone reads the environment, into the
`services` that handlers ask for; `openapi` writes the contract; `__main__` starts the server.
"""
