-- name: claim_cleanup
-- When it was done last, if it is this process's for $2: not in the last $3, and by nobody now.
INSERT INTO cleanups AS noted (name, claimed_until)
VALUES ($1, now() + $2::interval)
ON CONFLICT (name) DO UPDATE SET claimed_until = excluded.claimed_until
WHERE noted.claimed_until <= now()
    AND coalesce(noted.done_at, '-infinity') <= now() - $3::interval
RETURNING true

-- name: keep_cleanup
-- Go on cleaning up for another $2.
UPDATE cleanups SET claimed_until = now() + $2::interval WHERE name = $1

-- name: note_cleanup
-- It is done, and may be done again: when that was.
UPDATE cleanups SET claimed_until = now(), done_at = now() WHERE name = $1 RETURNING done_at
