-- name: announce
-- Tell every worker that listens to a channel what is said on it.
SELECT pg_notify(said.channel, said.payload)
FROM unnest($1::text[], $2::text[]) AS said (channel, payload)

-- name: watch_matches
-- How far some matches are, and who is in them.
SELECT
    m.match_id,
    m.version,
    array(SELECT s.device_id FROM members AS s WHERE s.match_id = m.match_id) AS members
FROM matches AS m
WHERE m.match_id = ANY($1::uuid[]) AND m.deleted_at IS NULL

-- name: follow_match
-- Who is in a match, and its journal after one version and up to another.
SELECT
    array(SELECT s.device_id FROM members AS s WHERE s.match_id = m.match_id) AS members,
    (
        SELECT coalesce(jsonb_agg(
            jsonb_build_object(
                'version', j.version,
                'noted_at', j.noted_at,
                'device_id', j.device_id,
                'entry', j.entry
            )
            ORDER BY j.version
        ), '[]')
        FROM journal AS j
        WHERE j.match_id = m.match_id AND j.version > $2 AND j.version <= $3
    ) AS noted
FROM matches AS m
WHERE m.match_id = $1 AND m.deleted_at IS NULL
