-- name: add_match
-- Open a match with its owner, its rule set and the first line of its journal, once.
WITH kept AS (
    INSERT INTO rulesets (hash, content)
    VALUES ($2, $3)
    ON CONFLICT (hash) DO NOTHING
),
opened AS (
    INSERT INTO matches (match_id, version, ruleset_hash, head, summary, created_at, updated_at)
    VALUES ($1, 1, $2, $4, $5, $7, $7)
    ON CONFLICT (match_id) DO NOTHING
    RETURNING match_id
),
owned AS (
    INSERT INTO members (match_id, device_id, role, joined_at)
    SELECT match_id, $6, 'owner', $7 FROM opened
),
listed AS (
    INSERT INTO device_matches (device_id, match_id) SELECT $6, match_id FROM opened
),
noted AS (
    INSERT INTO journal (match_id, version, noted_at, device_id, entry, command_id)
    SELECT match_id, 1, $7, $6, $8::jsonb, $9::uuid FROM opened
)
SELECT match_id FROM opened

-- name: add_copy
-- Keep a match that was played elsewhere with all its hands and its whole journal, once.
WITH kept AS (
    INSERT INTO rulesets (hash, content)
    VALUES ($3, $4)
    ON CONFLICT (hash) DO NOTHING
),
opened AS (
    INSERT INTO matches (match_id, version, ruleset_hash, head, summary, created_at, updated_at)
    VALUES ($1, $2, $3, $5, $6, $8, $9)
    ON CONFLICT (match_id) DO NOTHING
    RETURNING match_id
),
owned AS (
    INSERT INTO members (match_id, device_id, role, joined_at)
    SELECT match_id, $7::uuid, 'owner', $8 FROM opened
),
listed AS (
    INSERT INTO device_matches (device_id, match_id) SELECT $7::uuid, match_id FROM opened
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
    CROSS JOIN jsonb_to_recordset($10::jsonb) AS h (
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
    CROSS JOIN jsonb_to_recordset($11::jsonb) AS a (
        number int, side int, points int, reason text, "afterHand" int, "deviceId" uuid,
        at timestamptz, cancelled jsonb
    )
)
INSERT INTO journal (match_id, version, noted_at, device_id, entry)
SELECT o.match_id, (j.line ->> 0)::bigint, (j.line ->> 1)::timestamptz, $7::uuid, j.line -> 2
FROM opened AS o
CROSS JOIN jsonb_array_elements($12::jsonb) AS j (line)

-- name: load_match
-- A match with all that is kept of it, if the device takes part; and what a command made of it.
SELECT
    m.version,
    m.head,
    m.created_at,
    m.updated_at,
    r.content AS ruleset,
    (
        SELECT coalesce(jsonb_agg(
            jsonb_build_object(
                'number', h.number, 'record', h.record, 'isVoid', h.is_void,
                'overruled', h.overruled, 'proof', h.proof,
                'agreement', coalesce(h.agreement, '{}')
            )
            ORDER BY h.number
        ), '[]')
        FROM hands AS h
        WHERE h.match_id = m.match_id
    ) AS hands,
    (
        SELECT coalesce(jsonb_agg(
            jsonb_build_object(
                'number', a.number, 'side', a.side, 'points', a.points, 'reason', a.reason,
                'afterHand', a.after_hand, 'deviceId', a.device_id, 'at', a.made_at,
                'cancelled', a.cancelled
            )
            ORDER BY a.number
        ), '[]')
        FROM adjustments AS a
        WHERE a.match_id = m.match_id
    ) AS adjustments,
    (
        SELECT jsonb_agg(
            jsonb_build_object(
                'deviceId', t.device_id, 'role', t.role, 'joinedAt', t.joined_at,
                'seat', t.seat, 'asksFor', t.asks_for
            )
            ORDER BY t.joined_at, t.device_id
        )
        FROM members AS t
        WHERE t.match_id = m.match_id
    ) AS members,
    coalesce(
        (SELECT j.version FROM journal AS j WHERE j.match_id = m.match_id AND j.command_id = $3),
        (
            SELECT i.version FROM idle_commands AS i
            WHERE i.match_id = m.match_id AND i.command_id = $3
        )
    ) AS done_in
FROM matches AS m
JOIN members AS s ON s.match_id = m.match_id AND s.device_id = $2
JOIN rulesets AS r ON r.hash = m.ruleset_hash
WHERE m.match_id = $1

-- name: save_change
-- Write what changed in a match, if it is still at the version that was read.
WITH moved AS (
    UPDATE matches
    SET version = version + 1, updated_at = $3, summary = $4
    WHERE match_id = $1 AND version = $2
    RETURNING match_id, version
),
entered AS (
    INSERT INTO hands (match_id, number, record, is_void, overruled, proof, agreement)
    SELECT
        m.match_id,
        h.number,
        h.record,
        h."isVoid",
        nullif(h.overruled, 'null'),
        nullif(h.proof, 'null'),
        nullif(h.agreement, '{}')
    FROM moved AS m
    CROSS JOIN jsonb_to_recordset($8::jsonb) AS h (
        number int, record jsonb, "isVoid" boolean, overruled jsonb, proof jsonb, agreement jsonb
    )
    ON CONFLICT (match_id, number) DO UPDATE SET
        record = excluded.record,
        is_void = excluded.is_void,
        overruled = excluded.overruled,
        proof = excluded.proof,
        agreement = excluded.agreement
),
taken_out AS (
    DELETE FROM hands AS h USING moved AS m WHERE h.match_id = m.match_id AND h.number > $9
),
adjusted AS (
    INSERT INTO adjustments (
        match_id, number, side, points, reason, after_hand, device_id, made_at, cancelled
    )
    SELECT
        m.match_id,
        a.number,
        a.side,
        a.points,
        a.reason,
        a."afterHand",
        a."deviceId",
        a.at,
        nullif(a.cancelled, 'null')
    FROM moved AS m
    CROSS JOIN jsonb_to_recordset($10::jsonb) AS a (
        number int, side int, points int, reason text, "afterHand" int, "deviceId" uuid,
        at timestamptz, cancelled jsonb
    )
    ON CONFLICT (match_id, number) DO UPDATE SET
        side = excluded.side,
        points = excluded.points,
        reason = excluded.reason,
        after_hand = excluded.after_hand,
        device_id = excluded.device_id,
        made_at = excluded.made_at,
        cancelled = excluded.cancelled
),
taken_back AS (
    DELETE FROM adjustments AS a USING moved AS m
    WHERE a.match_id = m.match_id AND a.number > $11
),
joined AS (
    INSERT INTO members (match_id, device_id, role, joined_at, seat, asks_for)
    SELECT m.match_id, t."deviceId", t.role, t."joinedAt", t.seat, t."asksFor"
    FROM moved AS m
    CROSS JOIN jsonb_to_recordset($12::jsonb) AS t (
        "deviceId" uuid, role text, "joinedAt" timestamptz, seat int, "asksFor" int
    )
    ON CONFLICT (match_id, device_id) DO UPDATE SET
        role = excluded.role, seat = excluded.seat, asks_for = excluded.asks_for
),
removed AS (
    DELETE FROM members AS t USING moved AS m
    WHERE t.match_id = m.match_id AND $13::jsonb ? t.device_id::text
),
noted AS (
    INSERT INTO journal (match_id, version, noted_at, device_id, entry, command_id)
    SELECT match_id, version, $3, $5::uuid, $6::jsonb, $7::uuid FROM moved
)
SELECT version FROM moved

-- name: has_many_matches
-- Whether a device has at least so many matches.
SELECT count(*) >= $2
FROM (SELECT 1 FROM device_matches WHERE device_id = $1 LIMIT $2) AS counted

-- name: list_device_matches
-- The newest matches of a device, from a match id downwards.
SELECT match_id
FROM device_matches
WHERE device_id = $1 AND match_id < $2
ORDER BY match_id DESC
LIMIT $3

-- name: list_matches
-- What a list shows of some matches, newest first.
SELECT match_id, version, summary, created_at, updated_at
FROM matches
WHERE match_id = ANY($1::uuid[])
ORDER BY match_id DESC

-- name: load_changes
-- The journal of a match from a version on, newest first.
SELECT version, noted_at, device_id, entry
FROM journal
WHERE match_id = $1 AND version >= $2
ORDER BY version DESC

-- name: list_journal
-- The journal of a match after a version, if the device takes part; else not even an empty row.
SELECT j.version, j.noted_at, j.device_id, j.entry
FROM members AS s
LEFT JOIN journal AS j ON j.match_id = s.match_id AND j.version > $3
WHERE s.match_id = $1 AND s.device_id = $2
ORDER BY j.version
LIMIT $4
