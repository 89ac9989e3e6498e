-- name: lock_housekeeping
-- Whether this session may keep house now.
SELECT pg_try_advisory_lock($1)

-- name: unlock_housekeeping
-- Let another session keep house.
SELECT pg_advisory_unlock($1)
