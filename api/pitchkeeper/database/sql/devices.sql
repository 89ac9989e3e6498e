-- name: ping
-- Return a row if the database answers.
SELECT 1

-- name: add_device
-- Insert a new device.
INSERT INTO devices (device_id, token_hash, created_at) VALUES ($1, $2, $3)

-- name: load_device
-- Return a device by its id, unless it has signed out.
SELECT device_id, token_hash, created_at, next_token_hash
FROM devices
WHERE device_id = $1 AND revoked_at IS NULL

-- name: load_device_name
-- Return the name of a device.
SELECT name FROM devices WHERE device_id = $1

-- name: lock_name
-- Return the name of a device, to be stored with its new memberships in the same transaction: so a
-- device that is renamed meanwhile is renamed before, or has them renamed too.
SELECT name FROM devices WHERE device_id = $1 FOR SHARE

-- name: rename_device
-- Set the name of a device, or remove it with null; its members are renamed next.
UPDATE devices SET name = $2 WHERE device_id = $1 AND revoked_at IS NULL RETURNING device_id

-- name: offer_token
-- Store the hash of a new token, for a device that shows its present token.
UPDATE devices SET next_token_hash = $3
WHERE device_id = $1 AND token_hash = $2 AND revoked_at IS NULL
RETURNING device_id

-- name: adopt_token
-- Make the offered token the only one; the previous one becomes invalid, with all that it
-- allowed. A recovery code that the new token was offered for is replaced.
WITH adopted AS (
    UPDATE devices SET token_hash = $2, next_token_hash = NULL
    WHERE device_id = $1 AND next_token_hash = $2 AND revoked_at IS NULL
    RETURNING device_id
),
ended AS (
    DELETE FROM device_codes AS c USING adopted
    WHERE c.device_id = $1 AND c.kind = 'transfer' AND c.used_at IS NULL
),
replaced AS (
    UPDATE device_codes AS c
    SET code_hash = c.next_hash, made_at = c.used_at, next_hash = NULL, salt = NULL
    FROM adopted
    WHERE c.device_id = $1 AND c.kind = 'recovery' AND c.next_hash IS NOT NULL
)
SELECT device_id FROM adopted

-- name: recover_device
-- Offer a token and a recovery code to a device that used its present code; earlier tokens
-- become invalid, with all that they allowed.
WITH recovered AS (
    UPDATE devices SET token_hash = $2, next_token_hash = $3
    WHERE device_id = $1 AND revoked_at IS NULL AND EXISTS (
        SELECT FROM device_codes AS c
        WHERE c.device_id = $1 AND c.kind = 'recovery' AND c.code_hash = $4
    )
    RETURNING device_id
),
ended AS (
    DELETE FROM device_codes AS c USING recovered
    WHERE c.device_id = $1 AND c.kind = 'transfer' AND c.used_at IS NULL
),
offered AS (
    UPDATE device_codes AS c SET next_hash = $5
    FROM recovered
    WHERE c.device_id = $1 AND c.kind = 'recovery' AND c.code_hash = $4
)
SELECT device_id FROM recovered

-- name: revoke_device
-- Sign a device out for good; its matches stay.
UPDATE devices SET revoked_at = $3, next_token_hash = NULL
WHERE device_id = $1 AND token_hash = $2 AND revoked_at IS NULL
RETURNING device_id

-- name: list_tokens
-- Return the hashes of the tokens of some devices, without those that have signed out.
SELECT device_id, token_hash FROM devices WHERE device_id = ANY($1::uuid[]) AND revoked_at IS NULL
