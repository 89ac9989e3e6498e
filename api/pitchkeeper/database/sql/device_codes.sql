-- name: put_device_code
-- Store the hash of a code for a device that is signed in by a token; it replaces the earlier
-- code of that kind.
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
-- Return when a valid code of a device was made, and when it expires.
SELECT made_at, expires_at
FROM device_codes
WHERE device_id = $1 AND kind = $2 AND code_hash = $3
    AND (kind = 'recovery' OR expires_at > $4 AND used_at IS NULL)

-- name: use_recovery
-- Use a recovery code: return its device, and what its responses are derived from.
UPDATE device_codes SET used_at = $2, salt = coalesce(salt, $3)
WHERE code_hash = $1 AND kind = 'recovery'
RETURNING device_id, salt

-- name: find_transfer
-- Return the device of a transfer code that can be used.
SELECT device_id
FROM device_codes
WHERE code_hash = $1 AND kind = 'transfer' AND expires_at > $2 AND used_at IS NULL

-- name: use_transfer
-- Use a transfer code, once.
UPDATE device_codes SET used_at = $2
WHERE code_hash = $1 AND kind = 'transfer' AND expires_at > $2 AND used_at IS NULL
RETURNING device_id

-- name: list_device_codes
-- Return when the codes of a device were made and used, the last of each kind.
SELECT kind, made_at, expires_at, used_at FROM device_codes WHERE device_id = $1 ORDER BY kind

-- name: revoke_device_code
-- Delete a code of a device; the use of a transfer stays stored.
DELETE FROM device_codes
WHERE device_id = $1 AND kind = $2 AND (kind = 'recovery' OR used_at IS NULL)

-- name: forget_device_codes
-- Delete all codes of a device.
DELETE FROM device_codes WHERE device_id = $1

-- name: forget_old_transfers
-- Delete up to $1 transfer codes that nobody used in time.
DELETE FROM device_codes
WHERE (device_id, kind) IN (
    SELECT device_id, kind
    FROM device_codes
    WHERE expires_at < now() - interval '1 day' AND used_at IS NULL
    LIMIT $1
)
