-- name: claim_cleanup
-- Claim the cleanup for $2 and return its last time; no row if it was done in the last $3 or is
-- under way.
INSERT INTO cleanups AS noted (name, claimed_until)
VALUES ($1, now() + $2::interval)
ON CONFLICT (name) DO UPDATE SET claimed_until = excluded.claimed_until
WHERE noted.claimed_until <= now()
    AND coalesce(noted.done_at, '-infinity') <= now() - $3::interval
RETURNING true

-- name: keep_cleanup
-- Extend the claim of the cleanup by another $2.
UPDATE cleanups SET claimed_until = now() + $2::interval WHERE name = $1

-- name: note_cleanup
-- Store that the cleanup is done, and return when.
UPDATE cleanups SET claimed_until = now(), done_at = now() WHERE name = $1 RETURNING done_at
