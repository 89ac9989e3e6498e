-- name: put_public_link
-- Store a link under the hash of its secret; no row if it was revoked.
INSERT INTO public_links AS l (aggregate_id, link_id, kind, secret_hash, made_at)
VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (aggregate_id, link_id) DO UPDATE
SET secret_hash = excluded.secret_hash
WHERE l.revoked_at IS NULL
RETURNING aggregate_id, link_id, kind, made_at, revoked_at

-- name: list_public_links
-- Return the valid links to a match or a league, newest first.
SELECT aggregate_id, link_id, kind, made_at, revoked_at
FROM public_links
WHERE aggregate_id = $1 AND revoked_at IS NULL
ORDER BY made_at DESC, link_id DESC

-- name: load_public_link
-- Return a link to a match or a league, even if it was revoked.
SELECT aggregate_id, link_id, kind, made_at, revoked_at
FROM public_links
WHERE aggregate_id = $1 AND link_id = $2

-- name: find_public_link
-- Return the link of a secret, if it is valid.
SELECT aggregate_id, link_id, kind, made_at, revoked_at
FROM public_links
WHERE secret_hash = $1 AND revoked_at IS NULL

-- name: revoke_public_link
-- Revoke a link; one that was revoked before does not change.
UPDATE public_links
SET revoked_at = coalesce(revoked_at, $3)
WHERE aggregate_id = $1 AND link_id = $2

-- name: remove_public_links
-- Delete all links to a match or a league.
DELETE FROM public_links WHERE aggregate_id = $1

-- name: forget_old_public_links
-- Delete up to $1 links that were revoked long ago, so that no retry asks for them.
DELETE FROM public_links
WHERE (aggregate_id, link_id) IN (
    SELECT aggregate_id, link_id FROM public_links
    WHERE revoked_at < now() - interval '30 days'
    ORDER BY revoked_at
    LIMIT $1
)
