"""One match: score it, agree on it, go back in it, leave it.

A handler of `routes` reads the request and writes its `MatchEdit` with a pure `decide_*` of `hands`
or `members`; what a decision needs besides the match a use case loads for it (also in `rules` and
`history`). `access.changes` loads, saves and retries, and `changes` proves the hands that are
saved; `store` runs the statements of `saving`; `presenters` builds `views` and `agreement_views`;
`players` has the statistics.

A change and its line of the journal (everything before and after, so that any version can be read)
are one statement. It writes nothing unless the match still has the version and `updated_at` that
the decision was made on.

Recording a hand passes `routes.hands` (with the edit that `app` makes of the request),
`hands.scoring`, `access.changes` (with its locks, `database.retries`), `changes`, `replay` (the
line of the journal), `saving`, `store` and the statements in `database/sql/matches.sql`; a hand
that waited in a phone comes in by `sync`. The first attempt does not read the match: if the request
has no Idempotency-Key and `memory` has the match, `decide_record` decides on the cached state, and
the save is the only round trip. If it saves nothing, refuses or changes nothing, the cached state
may be old, so from then on each attempt loads the match first.

Imports `rulings`, `access`, `rest`, `workers` and `database`.
"""
