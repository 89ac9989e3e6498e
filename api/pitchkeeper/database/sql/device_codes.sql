-- name: put_device_code
-- Keep the hash of a code for a device that is signed in by a token; the one of that kind before
-- it is dead.
INSERT INTO device_codes (device_id, kind, code_hash, made_at, expires_at)
SELECT device_id, $3, $4, $5, $6
FROM devices
WHERE device_id = $1 AND token_hash = $2 AND revoked_at IS NULL
ON CONFLICT (device_id, kind) DO UPDATE SET
    code_hash = excluded.code_hash,
    made_at = excluded.made_at,
    expires_at = excluded.expires_at,
    used_at = NULL,
    next_hash = NULL,
    salt = NULL
RETURNING device_id

-- name: load_device_code
-- When a code of a device was made, and until when it is good, if it is good now.
SELECT made_at, expires_at
FROM device_codes
WHERE device_id = $1 AND kind = $2 AND code_hash = $3
    AND (kind = 'recovery' OR expires_at > $4 AND used_at IS NULL)

-- name: use_recovery
-- The device that a recovery code is of, which is used by this, and what its answers rest on.
UPDATE device_codes SET used_at = $2, salt = coalesce(salt, $3)
WHERE code_hash = $1 AND kind = 'recovery'
RETURNING device_id, salt

-- name: find_transfer
-- The device that a code of a transfer is of that can be used.
SELECT device_id
FROM device_codes
WHERE code_hash = $1 AND kind = 'transfer' AND expires_at > $2 AND used_at IS NULL

-- name: use_transfer
-- Use a code of a transfer, once.
UPDATE device_codes SET used_at = $2
WHERE code_hash = $1 AND kind = 'transfer' AND expires_at > $2 AND used_at IS NULL
RETURNING device_id

-- name: list_device_codes
-- When the codes of a device were made and used, of each kind the last one.
SELECT kind, made_at, expires_at, used_at FROM device_codes WHERE device_id = $1 ORDER BY kind

-- name: revoke_device_code
-- Forget a code of a device; that a transfer was used stays to be read.
DELETE FROM device_codes
WHERE device_id = $1 AND kind = $2 AND (kind = 'recovery' OR used_at IS NULL)

-- name: forget_device_codes
-- Forget all codes of a device.
DELETE FROM device_codes WHERE device_id = $1

-- name: forget_old_transfers
-- Forget up to $1 codes of transfers that nobody used in time.
DELETE FROM device_codes
WHERE (device_id, kind) IN (
    SELECT device_id, kind
    FROM device_codes
    WHERE expires_at < now() - interval '1 day' AND used_at IS NULL
    LIMIT $1
)
