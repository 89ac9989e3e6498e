"""Work beside the event loop: processes that prove and rule, threads for slow work, and caches.

In go values; out come values, or a refusal when there is no room or time. One process answers only
urgent questions about matches and another previews too; two more answer public questions; all are
forks of one that has loaded the domain. The client that has used the least processor time lately is
served first. `result_cache` stores results until their source changes. The domain limits searches,
so that they end the same everywhere; the timeout here counts from when the work begins and only
ends runaways. Imports the domain.
"""
