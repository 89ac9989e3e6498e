"""Members of matches and leagues, and the invites that admit others.

In go a device, a role and a code; out come invites and members, the same for matches and leagues:
each gives its own aggregate and changes. `store` counts what is left of an invite, `join_page` is
what a link with a code opens. Imports the aggregates, changes and roles of `access`.
"""
