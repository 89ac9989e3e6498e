"""Public links: anyone with the link sees a scoreboard without signing in.

In go an owner's command, or a secret that came with a request; out come links, and of which match
or league they are. `store` keeps hashes of secrets. Imports the aggregates, changes and roles of
`access`.
"""
