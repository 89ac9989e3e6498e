-- name: ping
-- Whether the database answers.
SELECT 1

-- name: add_device
-- Keep a new device.
INSERT INTO devices (device_id, token_hash, created_at) VALUES ($1, $2, $3)

-- name: load_device
-- A device by its id.
SELECT device_id, token_hash, created_at FROM devices WHERE device_id = $1
