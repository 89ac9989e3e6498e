"""HTTP and PostgreSQL around the rules.

The packages point one way: documents, leagues, sync, matches, rulings, access, contract, http,
workers and database. `app` builds everything and alone reads the environment, into the `services`
that handlers ask for; `__main__` starts the server; `erasure` and `trash` reach into all of them,
as `admission` does, which lets people into matches and leagues alike.
"""
