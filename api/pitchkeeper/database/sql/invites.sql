-- name: add_code
-- Insert a code for an invite; no row if the code is taken.
INSERT INTO codes (code, venue_id, invite_id, expires_at)
VALUES ($1, $2, $3, $4)
ON CONFLICT (code) DO NOTHING
RETURNING code

-- name: add_invite
-- Insert an invite under its code.
INSERT INTO invites (
    venue_id, invite_id, code, role, seat, made_at, expires_at, uses, uses_left, venue, made_by
)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10)

-- name: load_invite
-- Return an invite to a match or a league.
SELECT
    venue AS kind, venue_id AS aggregate_id, invite_id, code, role, seat, made_at, expires_at, uses, uses_left,
    revoked_at, made_by
FROM invites
WHERE venue_id = $1 AND invite_id = $2

-- name: list_invites
-- Return the invites to a match or a league, newest first.
SELECT
    venue AS kind, venue_id AS aggregate_id, invite_id, code, role, seat, made_at, expires_at, uses, uses_left,
    revoked_at, made_by
FROM invites
WHERE venue_id = $1 AND invite_id < $2
ORDER BY invite_id DESC
LIMIT $3

-- name: list_makers
-- Return the makers of the invites to a match or a league that are open.
SELECT made_by
FROM invites
WHERE venue_id = $1 AND expires_at > $2 AND uses_left > 0 AND revoked_at IS NULL

-- name: revoke_invite
-- Revoke an invite; one that was revoked before does not change.
UPDATE invites
SET revoked_at = coalesce(revoked_at, $3)
WHERE venue_id = $1 AND invite_id = $2
RETURNING
    venue AS kind, venue_id AS aggregate_id, invite_id, code, role, seat, made_at, expires_at, uses, uses_left,
    revoked_at, made_by

-- name: end_invites_of
-- Revoke what a device has made, because it may make no invites any more.
UPDATE invites
SET revoked_at = $3
WHERE venue_id = $1 AND made_by = $2 AND revoked_at IS NULL

-- name: find_code
-- Return the invite of a code.
SELECT venue_id AS aggregate_id, invite_id FROM codes WHERE code = $1

-- name: use_invite
-- Use a valid invite, once per device however often it tries; false if it is not valid.
SELECT use_invite($1, $2, $3, $4)

-- name: has_entered
-- Return whether a device has used an invite.
SELECT EXISTS (
    SELECT FROM entrances WHERE venue_id = $1 AND invite_id = $2 AND device_id = $3
)

-- name: forget_entrances
-- Delete the uses of invites by which a device joined a match or a league.
DELETE FROM entrances WHERE venue_id = $1 AND device_id = $2

-- name: forget_maker
-- Replace a device as the maker of invites to a match or a league by nobody, which ends them.
UPDATE invites SET made_by = $3 WHERE venue_id = $1 AND made_by = $2

-- name: forget_old_codes
-- Delete up to $1 codes that have been invalid for long; they can be drawn again.
DELETE FROM codes
WHERE code IN (
    SELECT code FROM codes
    WHERE expires_at < now() - interval '30 days'
    ORDER BY expires_at
    LIMIT $1
)

-- name: forget_old_invites
-- Delete up to $1 invites that ended long ago and were not revoked lately.
DELETE FROM invites
WHERE (venue_id, invite_id) IN (
    SELECT venue_id, invite_id FROM invites
    WHERE expires_at < now() - interval '30 days'
        AND (revoked_at IS NULL OR revoked_at < now() - interval '30 days')
    ORDER BY expires_at
    LIMIT $1
)

-- name: forget_old_entrances
-- Delete up to $1 uses of invites that ended long ago: no invite is valid for longer than a
-- week.
DELETE FROM entrances
WHERE (venue_id, invite_id, device_id) IN (
    SELECT venue_id, invite_id, device_id FROM entrances
    WHERE used_at < now() - interval '30 days'
    ORDER BY used_at
    LIMIT $1
)

-- name: list_codes
-- Return the codes of the invites to a match or a league.
SELECT code FROM invites WHERE venue_id = $1

-- name: remove_codes
-- Delete some codes, so that they can be drawn again, if they are still those of a match or a
-- league.
DELETE FROM codes WHERE code = ANY($1::text[]) AND venue_id = $2

-- name: remove_invites
-- Delete all invites to a match or a league, and their uses.
WITH e AS (DELETE FROM entrances WHERE venue_id = $1)
DELETE FROM invites WHERE venue_id = $1
