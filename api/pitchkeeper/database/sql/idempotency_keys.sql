-- name: claim_key
-- Store the key of a command with the hash of its request and the time; an existing key stays.
INSERT INTO keys (device_id, key, fingerprint, command_id, claimed_at)
VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (device_id, key) DO UPDATE SET key = excluded.key
RETURNING fingerprint, command_id, claimed_at

-- name: forget_old_keys
-- Delete up to $1 keys of commands that nobody retries any more.
DELETE FROM keys
WHERE (device_id, key) IN (
    SELECT device_id, key FROM keys
    WHERE claimed_at < now() - interval '30 days'
    ORDER BY claimed_at
    LIMIT $1
)

-- name: load_key
-- Return the command of a device's key.
SELECT command_id FROM keys WHERE device_id = $1 AND key = $2
