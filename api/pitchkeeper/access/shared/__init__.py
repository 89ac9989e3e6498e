"""Use cases and routes common to matches and leagues, which both mount.

`services` holds the use cases of one of the two: invitations, public links, and the `trash`.
`routes` returns their routes for a `Mount`, which says what differs. Imports `membership` and
`public_links`, and what they import.
"""
