-- name: put_device_code
-- Keep the hash of a code for a device that is signed in; the one of that kind before it is dead.
INSERT INTO device_codes (device_id, kind, code_hash, made_at, expires_at)
SELECT device_id, $2, $3, $4, $5 FROM devices WHERE device_id = $1 AND revoked_at IS NULL
ON CONFLICT (device_id, kind) DO UPDATE SET
    code_hash = excluded.code_hash, made_at = excluded.made_at, expires_at = excluded.expires_at
RETURNING device_id

-- name: find_recovery
-- The device that a recovery code is of.
SELECT device_id FROM device_codes WHERE code_hash = $1 AND kind = 'recovery'

-- name: use_transfer
-- The device that a code of a transfer is of, which is used by this.
DELETE FROM device_codes
WHERE code_hash = $1 AND kind = 'transfer' AND expires_at > $2
RETURNING device_id

-- name: revoke_device_code
-- Forget a code of a device.
DELETE FROM device_codes WHERE device_id = $1 AND kind = $2

-- name: forget_device_codes
-- Forget all codes of a device.
DELETE FROM device_codes WHERE device_id = $1

-- name: forget_old_transfers
-- Forget up to $1 codes of transfers that nobody used in time.
DELETE FROM device_codes
WHERE (device_id, kind) IN (
    SELECT device_id, kind FROM device_codes WHERE expires_at < now() - interval '1 day' LIMIT $1
)
