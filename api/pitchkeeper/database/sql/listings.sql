-- name: has_many_matches
-- Return whether a device has at least a number of matches.
SELECT count(*) >= $2
FROM (SELECT 1 FROM device_matches WHERE device_id = $1 AND is_listed LIMIT $2) AS counted

-- name: newest_of_device
-- Return the matches of a device, or those that left its list, from a match id downwards.
SELECT match_id
FROM device_matches
WHERE device_id = $1 AND match_id < $2 AND is_listed = $4
ORDER BY match_id DESC
LIMIT $3

-- name: oldest_of_device
-- Return the matches of a device, or those that left its list, from a match id upwards.
SELECT match_id
FROM device_matches
WHERE device_id = $1 AND match_id > $2 AND is_listed = $4
ORDER BY match_id
LIMIT $3

-- name: newest_of_state
-- Like `newest_of_device`, only won matches, or only those not won.
SELECT match_id
FROM device_matches
WHERE device_id = $1 AND match_id < $2 AND is_listed = $4 AND is_won = $5
ORDER BY match_id DESC
LIMIT $3

-- name: oldest_of_state
-- Like `oldest_of_device`, only won matches, or only those not won.
SELECT match_id
FROM device_matches
WHERE device_id = $1 AND match_id > $2 AND is_listed = $4 AND is_won = $5
ORDER BY match_id
LIMIT $3

-- name: changed_of_device
-- Return the matches of a device, or those that left its list, changed before a day: the last
-- days first, each complete.
SELECT match_id, changed_on
FROM device_matches
WHERE device_id = $1 AND changed_on < $2 AND is_listed = $4
ORDER BY changed_on DESC
FETCH FIRST $3 ROWS WITH TIES

-- name: changed_of_state
-- Like `changed_of_device`, only won matches, or only those not won.
SELECT match_id, changed_on
FROM device_matches
WHERE device_id = $1 AND changed_on < $2 AND is_listed = $4 AND is_won = $5
ORDER BY changed_on DESC
FETCH FIRST $3 ROWS WITH TIES

-- name: list_matches
-- Return the list rows of some matches that fit the filters and follow the end of the previous
-- page. A deleted match is listed to its owner while it can be restored.
SELECT match_id, version, summary, created_at, updated_at
FROM matches
WHERE match_id = ANY($1::uuid[])
    AND CASE
        WHEN $9::text IS DISTINCT FROM 'deleted' THEN deleted_at IS NULL
        ELSE deleted_at > now() - interval '30 days' AND match_id = ANY(
            ARRAY(
                SELECT s.match_id
                FROM members AS s
                WHERE s.match_id = ANY($1) AND s.device_id = $10::uuid AND s.role = 'owner'
            )
        )
    END
    AND ($4::text IS NULL OR ruleset_hash = $4 OR summary ->> 'ruleset' = $4)
    AND ($5::timestamptz IS NULL OR created_at >= $5)
    AND ($6::timestamptz IS NULL OR created_at < $6)
    AND ($7::timestamptz IS NULL OR (updated_at, match_id) < ($7, $8::uuid))
    AND (
        $11::text IS NULL
        -- Matches that have not changed since names are folded have no such text yet.
        OR position($11 IN coalesce(summary ->> 'folded', lower(summary ->> 'players'))) > 0
    )
    AND ($9 IS NULL OR $9 = 'deleted' OR (summary ->> 'winner' IS NOT NULL) = ($9 = 'won'))
ORDER BY
    CASE WHEN $2::text = 'updated' THEN updated_at END DESC,
    CASE WHEN $2 = 'oldest' THEN match_id END,
    match_id DESC
LIMIT $3

-- name: list_outcomes
-- Return the winners and the scores of some matches, including deleted and removed ones.
SELECT
    match_id,
    (summary ->> 'winner')::int AS winner,
    summary -> 'scores' AS scores,
    (summary ->> 'hands')::int > 0 AS has_begun,
    (summary ->> 'hands')::int AS hands,
    -- Hands of a deleted match are not proven until it is restored.
    NOT EXISTS (
        SELECT FROM hands AS h
        WHERE h.match_id = ANY($1::uuid[])
            AND h.match_id = m.match_id
            AND m.deleted_at IS NULL
            AND h.proof IS NULL
            AND NOT h.is_void
    ) AS is_proven
FROM matches AS m
WHERE match_id = ANY($1::uuid[])
UNION ALL
SELECT match_id, winner, scores, winner IS NOT NULL, 0, true
FROM outcomes
WHERE match_id = ANY($1::uuid[])

-- name: newest_leagues_of_device
-- Return the leagues of a device from a league id downwards.
SELECT league_id
FROM device_leagues
WHERE device_id = $1 AND league_id < $2 AND is_listed = $4
ORDER BY league_id DESC
LIMIT $3

-- name: oldest_leagues_of_device
-- Return the leagues of a device from a league id upwards.
SELECT league_id
FROM device_leagues
WHERE device_id = $1 AND league_id > $2 AND is_listed = $4
ORDER BY league_id
LIMIT $3

-- name: changed_leagues_of_device
-- Return the leagues of a device changed before a day: the last days first, each complete.
SELECT league_id, changed_on
FROM device_leagues
WHERE device_id = $1 AND changed_on < $2 AND is_listed = $4
ORDER BY changed_on DESC
FETCH FIRST $3 ROWS WITH TIES

-- name: named_leagues_of_device
-- Return the leagues of a device by their bar and a range of names, between two ids.
SELECT league_id, changed_on
FROM device_leagues
WHERE device_id = $1 AND is_listed = $2
    AND ($3::text IS NULL OR bar_key = $3)
    AND name_key >= $4 AND name_key < $5
    AND league_id > $6 AND league_id < $7

-- name: list_leagues
-- Like `list_matches`, for leagues of which the device is a member: a league is on the list
-- before it is joined.
SELECT l.league_id, l.version, l.summary, l.created_at, l.updated_at
FROM leagues AS l
JOIN league_pieces AS s
    ON s.league_id = ANY($1) AND s.league_id = l.league_id
    AND s.place = 'member/' || $10::uuid::text
WHERE l.league_id = ANY($1::uuid[])
    AND CASE
        WHEN $9::text IS DISTINCT FROM 'deleted' THEN l.deleted_at IS NULL
        ELSE l.deleted_at > now() - interval '30 days'
            AND s.piece -> 'member' ->> 'role' = 'owner'
    END
    AND ($4::text IS NULL OR l.ruleset_hash = $4 OR l.summary ->> 'ruleset' = $4)
    AND ($5::timestamptz IS NULL OR l.created_at >= $5)
    AND ($6::timestamptz IS NULL OR l.created_at < $6)
    AND $11::text IS NULL
    AND ($7::timestamptz IS NULL OR (l.updated_at, l.league_id) < ($7, $8::uuid))
ORDER BY
    CASE WHEN $2::text = 'updated' THEN l.updated_at END DESC,
    CASE WHEN $2 = 'oldest' THEN l.league_id END,
    l.league_id DESC
LIMIT $3
