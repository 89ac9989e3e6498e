-- name: list_copies
-- Return exports of the newest matches of a device older than one; fewer if they are long.
WITH page AS MATERIALIZED (
    SELECT match_id
    FROM device_matches
    WHERE device_id = $1 AND match_id < $2 AND is_listed
    ORDER BY match_id DESC
    LIMIT $3
),
kept AS MATERIALIZED (
    SELECT match_id, version, ruleset_hash, head, summary, created_at
    FROM matches
    WHERE
        deleted_at IS NULL
        AND match_id = ANY(
            ARRAY(
                SELECT match_id
                FROM members
                WHERE match_id = ANY(ARRAY(SELECT match_id FROM page)) AND device_id = $1
            )
        )
),
found AS (
    SELECT
        p.match_id,
        k.ruleset_hash,
        k.head,
        k.summary,
        k.created_at,
        -- The journal has one line for each version.
        coalesce(sum(k.version) OVER (ORDER BY p.match_id DESC) - k.version, 0) AS lines_before
    FROM page AS p
    LEFT JOIN kept AS k ON k.match_id = p.match_id
),
told AS MATERIALIZED (
    SELECT * FROM found WHERE lines_before < $4
),
journals AS MATERIALIZED (
    -- As json: rebuilding jsonb costs twice as much as writing it.
    SELECT match_id, json_agg(
        json_build_array(noted_at, entry -> 'hands', entry ? 'ruleset') ORDER BY version
    ) AS lines
    FROM journal
    WHERE match_id = ANY(ARRAY(SELECT match_id FROM told))
    GROUP BY match_id
),
adjusted AS MATERIALIZED (
    SELECT match_id, json_agg(
        json_build_object(
            'number', number, 'side', side, 'points', points, 'reason', reason,
            'afterHand', after_hand, 'deviceId', device_id, 'at', made_at, 'cancelled', cancelled
        )
        ORDER BY number
    ) AS made
    FROM adjustments
    WHERE match_id = ANY(ARRAY(SELECT match_id FROM told))
    GROUP BY match_id
)
SELECT
    t.match_id,
    t.head,
    t.summary,
    t.created_at,
    r.content AS ruleset,
    j.lines,
    coalesce(a.made, '[]') AS adjustments
FROM told AS t
LEFT JOIN rulesets AS r ON r.hash = t.ruleset_hash
LEFT JOIN journals AS j ON j.match_id = t.match_id
LEFT JOIN adjusted AS a ON a.match_id = t.match_id
ORDER BY t.match_id DESC

-- name: stamp_matches
-- Return a value that changes with any match of a device: a sum of hashes of their versions.
SELECT concat_ws(
    ' ',
    count(*),
    sum(timestamp_hash_extended(updated_at AT TIME ZONE 'UTC', uuid_hash_extended(match_id, version)))
)
FROM matches
WHERE match_id = ANY(
    ARRAY(SELECT match_id FROM device_matches WHERE device_id = $1 AND is_listed)
)

-- name: list_ids_ever
-- Return the ids of all matches that a device is or was in, and whether it still is.
SELECT match_id, is_listed FROM device_matches WHERE device_id = $1

-- name: list_league_ids_ever
-- Return the ids of all leagues that a device is or was in, and whether it still is.
SELECT league_id, is_listed FROM device_leagues WHERE device_id = $1

-- name: count_matches
-- Return the number of matches of a device, up to a limit.
SELECT count(*)
FROM (SELECT 1 FROM device_matches WHERE device_id = $1 AND is_listed LIMIT $2) AS counted

-- name: add_copies
-- Insert imported matches, each with all its hands, once.
WITH given AS (
    SELECT *
    FROM jsonb_to_recordset($2::jsonb) AS g (
        "matchId" uuid, version bigint, ruleset text, head jsonb, summary jsonb,
        "createdAt" timestamptz, "updatedAt" timestamptz, hands jsonb, adjustments jsonb
    )
),
opened AS (
    INSERT INTO matches (match_id, version, ruleset_hash, head, summary, created_at, updated_at)
    SELECT "matchId", version, ruleset, head, summary, "createdAt", "updatedAt" FROM given
    -- A league may count a removed match with that id: its winner does not change.
    WHERE "matchId" <> ALL(ARRAY(
        SELECT o.match_id
        FROM outcomes AS o
        WHERE o.match_id = ANY(ARRAY(SELECT g."matchId" FROM given AS g))
    ))
    ON CONFLICT (match_id) DO NOTHING
    RETURNING match_id, created_at
),
owned AS (
    INSERT INTO members (match_id, device_id, role, joined_at)
    SELECT match_id, $1::uuid, 'owner', created_at FROM opened
),
to_count AS (
    INSERT INTO uncounted (match_id) SELECT match_id FROM opened
),
entered AS (
    INSERT INTO hands (match_id, number, record, is_void, overruled, proof, agreement)
    SELECT
        o.match_id,
        h.number,
        h.record,
        h."isVoid",
        nullif(h.overruled, 'null'),
        nullif(h.proof, 'null'),
        nullif(h.agreement, '{}')
    FROM opened AS o
    JOIN given AS g ON g."matchId" = o.match_id
    CROSS JOIN jsonb_to_recordset(g.hands) AS h (
        number int, record jsonb, "isVoid" boolean, overruled jsonb, proof jsonb, agreement jsonb
    )
),
adjusted AS (
    INSERT INTO adjustments (
        match_id, number, side, points, reason, after_hand, device_id, made_at, cancelled
    )
    SELECT
        o.match_id,
        a.number,
        a.side,
        a.points,
        a.reason,
        a."afterHand",
        a."deviceId",
        a.at,
        nullif(a.cancelled, 'null')
    FROM opened AS o
    JOIN given AS g ON g."matchId" = o.match_id
    CROSS JOIN jsonb_to_recordset(g.adjustments) AS a (
        number int, side int, points int, reason text, "afterHand" int, "deviceId" uuid,
        at timestamptz, cancelled jsonb
    )
)
SELECT match_id FROM opened

-- name: add_lines
-- Insert lines of the journals of imported matches.
INSERT INTO journal (match_id, version, noted_at, device_id, entry)
SELECT (j.line ->> 0)::uuid, (j.line ->> 1)::bigint, (j.line ->> 2)::timestamptz, $1, j.line -> 3
FROM jsonb_array_elements($2::jsonb) AS j (line)

-- name: put_copies_on_list
-- Put imported matches on the list of their device.
INSERT INTO device_matches (device_id, match_id, changed_on, is_won)
SELECT $1, match_id, changed_on, is_won
FROM unnest($2::uuid[], $3::date[], $4::boolean[]) AS brought (match_id, changed_on, is_won)
