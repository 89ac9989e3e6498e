-- name: list_archived
-- What others may have of the newest matches of a device older than one; fewer where they are long.
WITH page AS MATERIALIZED (
    SELECT match_id
    FROM device_matches
    WHERE device_id = $1 AND match_id < $2 AND is_listed
    ORDER BY match_id DESC
    LIMIT $3
),
found AS (
    SELECT
        p.match_id,
        m.ruleset_hash,
        m.head,
        m.summary,
        m.created_at,
        -- As many lines has the journal as versions were made.
        coalesce(sum(m.version) OVER (ORDER BY p.match_id DESC) - m.version, 0) AS lines_before
    FROM page AS p
    LEFT JOIN matches AS m
        ON m.match_id = p.match_id
        AND m.deleted_at IS NULL
        AND EXISTS (SELECT 1 FROM members AS s WHERE s.match_id = m.match_id AND s.device_id = $1)
)
SELECT
    f.match_id,
    f.head,
    f.summary,
    f.created_at,
    r.content AS ruleset,
    -- As json: to take jsonb apart and put it together again costs twice as much as to write it.
    (
        SELECT json_agg(
            json_build_array(j.noted_at, j.entry -> 'hands', j.entry ? 'ruleset') ORDER BY j.version
        )
        FROM journal AS j
        WHERE j.match_id = f.match_id
    ) AS lines,
    (
        SELECT coalesce(json_agg(
            json_build_object(
                'number', a.number, 'side', a.side, 'points', a.points, 'reason', a.reason,
                'afterHand', a.after_hand, 'deviceId', a.device_id, 'at', a.made_at,
                'cancelled', a.cancelled
            )
            ORDER BY a.number
        ), '[]')
        FROM adjustments AS a
        WHERE a.match_id = f.match_id
    ) AS adjustments
FROM found AS f
LEFT JOIN rulesets AS r ON r.hash = f.ruleset_hash
WHERE f.lines_before < $4
ORDER BY f.match_id DESC
