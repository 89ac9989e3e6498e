-- name: ping
-- Whether the database answers.
SELECT 1

-- name: add_device
-- Keep a new device.
INSERT INTO devices (device_id, token_hash, created_at) VALUES ($1, $2, $3)

-- name: load_device
-- A device by its id, unless it has signed out.
SELECT device_id, token_hash, created_at, next_token_hash
FROM devices
WHERE device_id = $1 AND revoked_at IS NULL

-- name: load_device_name
-- What a device is called.
SELECT name FROM devices WHERE device_id = $1

-- name: rename_device
-- Call a device something, or with null nothing.
UPDATE devices SET name = $2 WHERE device_id = $1 AND revoked_at IS NULL RETURNING device_id

-- name: offer_token
-- Keep the hash of a token to come, for a device that shows its token of now.
UPDATE devices SET next_token_hash = $3
WHERE device_id = $1 AND token_hash = $2 AND revoked_at IS NULL
RETURNING device_id

-- name: adopt_token
-- Make the token that was offered the only one; the one before is dead, and what it let go.
WITH adopted AS (
    UPDATE devices SET token_hash = $2, next_token_hash = NULL
    WHERE device_id = $1 AND next_token_hash = $2 AND revoked_at IS NULL
    RETURNING device_id
)
DELETE FROM device_codes AS c USING adopted
WHERE c.device_id = $1 AND c.kind = 'transfer' AND c.used_at IS NULL

-- name: replace_token
-- Make a token the only one of a device that is signed in; those before are dead, and what they
-- let go.
WITH replaced AS (
    UPDATE devices SET token_hash = $2, next_token_hash = NULL
    WHERE device_id = $1 AND revoked_at IS NULL
    RETURNING device_id
),
ended AS (
    DELETE FROM device_codes AS c USING replaced
    WHERE c.device_id = $1 AND c.kind = 'transfer' AND c.used_at IS NULL
)
SELECT device_id FROM replaced

-- name: revoke_device
-- Sign a device out for good; its matches stay.
UPDATE devices SET revoked_at = $3, next_token_hash = NULL
WHERE device_id = $1 AND token_hash = $2 AND revoked_at IS NULL
RETURNING device_id

-- name: list_tokens
-- The hashes of the tokens of some devices, without those that have signed out.
SELECT device_id, token_hash FROM devices WHERE device_id = ANY($1::uuid[]) AND revoked_at IS NULL
