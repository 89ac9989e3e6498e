-- name: lock_cleanup
-- Whether this session may clean up now.
SELECT pg_try_advisory_lock($1)

-- name: unlock_cleanup
-- Let another session clean up.
SELECT pg_advisory_unlock($1)
