"""The page for the phone: what `web/` builds, served as it is.

In goes the folder of built files, read once when the app is built; out come routes, with the policy
that keeps scripts of others away. The page knows the server only by the contract, and the server
knows nothing of what the page shows. Imports `rest`.
"""
