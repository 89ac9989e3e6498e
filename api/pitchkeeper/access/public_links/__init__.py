"""Public links: who has one sees the scoreboard of a match or a league, without signing in.

In go an owner's command, or a secret that came with a request; out come links, and of which match
or league they are. `store` keeps hashes of secrets. Imports the aggregates, changes and roles of
`access`.
"""
