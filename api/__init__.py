"""HTTP and PostgreSQL around the rules.

The packages point one way: contract, documents, leagues, sync, matches, rulings, access, http,
workers, database. `app` builds everything and alone reads the environment; `__main__` starts the
server; `erasure` removes what is known of a device from all of them.
"""
