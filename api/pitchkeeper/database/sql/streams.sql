-- name: announce
-- Notify every worker that listens to a channel.
SELECT pg_notify(said.channel, said.payload)
FROM unnest($1::text[], $2::text[]) AS said (channel, payload)

-- name: watch_matches
-- Return the versions and the members of some matches.
SELECT m.match_id, m.version, coalesce(s.members, '{}') AS members
FROM matches AS m
LEFT JOIN (
    SELECT match_id, array_agg(device_id) AS members
    FROM members
    WHERE match_id = ANY($1::uuid[])
    GROUP BY match_id
) AS s ON s.match_id = m.match_id
WHERE m.match_id = ANY($1::uuid[]) AND m.deleted_at IS NULL

-- name: follow_match
-- Return the members of a match, and its journal after one version and up to another.
SELECT
    array(SELECT s.device_id FROM members AS s WHERE s.match_id = $1) AS members,
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
        WHERE j.match_id = $1 AND j.version > $2 AND j.version <= $3
    ) AS noted
FROM matches AS m
WHERE m.match_id = $1 AND m.deleted_at IS NULL

-- name: count_stream
-- Add a stream to those of a device, and keep only the newest $3.
INSERT INTO streams AS counted (device_id, stream_ids, touched_at)
VALUES ($1, ARRAY[$2::uuid], now())
ON CONFLICT (device_id) DO UPDATE
SET stream_ids = (counted.stream_ids || excluded.stream_ids)[
        greatest(cardinality(counted.stream_ids) + 2 - $3::integer, 1):
    ],
    touched_at = now()
RETURNING stream_ids

-- name: count_stream_no_more
-- Remove a closed stream from those of a device.
UPDATE streams SET stream_ids = array_remove(stream_ids, $2::uuid) WHERE device_id = $1

-- name: list_streams
-- Return the streams of a device.
SELECT stream_ids FROM streams WHERE device_id = $1

-- name: forget_streams
-- Delete all streams of a device.
DELETE FROM streams WHERE device_id = $1

-- name: forget_old_streams
-- Delete the rows of up to $1 devices whose last stream was opened long ago.
DELETE FROM streams
WHERE touched_at < now() - interval '30 days' AND device_id IN (
    SELECT device_id FROM streams
    WHERE touched_at < now() - interval '30 days'
    ORDER BY touched_at
    LIMIT $1
)
