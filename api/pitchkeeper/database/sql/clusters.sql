-- name: is_spread
-- Return whether this is a database of Citus.
SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')
