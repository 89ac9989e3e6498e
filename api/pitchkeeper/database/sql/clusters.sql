-- name: is_spread
-- Whether this is a database of Citus.
SELECT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus')
