-- name: announce
-- Tell every worker that listens to a channel what is said on it.
SELECT pg_notify(said.channel, said.payload)
FROM unnest($1::text[], $2::text[]) AS said (channel, payload)

-- name: watch_matches
-- How far some matches are, and who is in them.
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
-- Who is in a match, and its journal after one version and up to another.
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
-- Add a stream to those of a device, of which the newest $3 are left.
INSERT INTO streams AS counted (device_id, stream_ids, touched_at)
VALUES ($1, ARRAY[$2::uuid], now())
ON CONFLICT (device_id) DO UPDATE
SET stream_ids = (counted.stream_ids || excluded.stream_ids)[
        greatest(cardinality(counted.stream_ids) + 2 - $3::integer, 1):
    ],
    touched_at = now()
RETURNING stream_ids

-- name: count_stream_no_more
-- A stream of a device is over.
UPDATE streams SET stream_ids = array_remove(stream_ids, $2::uuid) WHERE device_id = $1

-- name: list_streams
-- The streams of a device that are left.
SELECT stream_ids FROM streams WHERE device_id = $1

-- name: forget_streams
-- Count no streams of a device.
DELETE FROM streams WHERE device_id = $1

-- name: forget_old_streams
-- Up to $1 devices that opened their last stream long ago: it still goes on, but makes no room.
DELETE FROM streams
WHERE touched_at < now() - interval '30 days' AND device_id IN (
    SELECT device_id FROM streams
    WHERE touched_at < now() - interval '30 days'
    ORDER BY touched_at
    LIMIT $1
)
