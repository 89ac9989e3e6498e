"""PostgreSQL: the pool, named SQL, migrations, the embedded server, notifications, cleaning.

In go names of statements and their arguments; out come rows. Stores alone speak to it. Imports
nothing of the other packages.
"""
