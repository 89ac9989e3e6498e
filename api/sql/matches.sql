-- name: add_match
-- Open a match with its owner, its rule set and the first line of its journal.
WITH kept AS (
    INSERT INTO rulesets (hash, content)
    VALUES ($2, $3)
    ON CONFLICT (hash) DO NOTHING
),
opened AS (
    INSERT INTO matches (match_id, version, ruleset_hash, head, summary, created_at, updated_at)
    VALUES ($1, 1, $2, $4, $5, $7, $7)
),
owned AS (
    INSERT INTO members (match_id, device_id, role) VALUES ($1, $6, 'owner')
),
listed AS (
    INSERT INTO device_matches (device_id, match_id) VALUES ($6, $1)
)
INSERT INTO journal (match_id, version, noted_at, device_id, entry)
VALUES ($1, 1, $7, $6, $8)

-- name: load_match
-- A match with its rule set, hands and adjustments, if the device takes part in it.
SELECT
    m.version,
    m.head,
    m.created_at,
    m.updated_at,
    r.content AS ruleset,
    (
        SELECT coalesce(jsonb_agg(
            jsonb_build_object(
                'number', h.number, 'record', h.record, 'isVoid', h.is_void, 'proof', h.proof
            )
            ORDER BY h.number
        ), '[]')
        FROM hands AS h
        WHERE h.match_id = m.match_id
    ) AS hands,
    (
        SELECT coalesce(jsonb_agg(
            jsonb_build_object(
                'side', a.side, 'points', a.points, 'reason', a.reason, 'afterHand', a.after_hand
            )
            ORDER BY a.number
        ), '[]')
        FROM adjustments AS a
        WHERE a.match_id = m.match_id
    ) AS adjustments
FROM matches AS m
JOIN members AS s ON s.match_id = m.match_id AND s.device_id = $2
JOIN rulesets AS r ON r.hash = m.ruleset_hash
WHERE m.match_id = $1

-- name: save_hands
-- Enter or replace hands if the match is still at the version that was read.
WITH moved AS (
    UPDATE matches
    SET version = version + 1, updated_at = $3, summary = $4
    WHERE match_id = $1 AND version = $2
    RETURNING match_id, version
),
entered AS (
    INSERT INTO hands (match_id, number, record, is_void, proof)
    SELECT m.match_id, h.number, h.record, h."isVoid", nullif(h.proof, 'null')
    FROM moved AS m
    CROSS JOIN jsonb_to_recordset($7::jsonb) AS h (
        number int, record jsonb, "isVoid" boolean, proof jsonb
    )
    ON CONFLICT (match_id, number)
    DO UPDATE SET record = excluded.record, is_void = excluded.is_void, proof = excluded.proof
),
noted AS (
    INSERT INTO journal (match_id, version, noted_at, device_id, entry)
    SELECT match_id, version, $3, $5::uuid, $6::jsonb FROM moved
)
SELECT version FROM moved

-- name: save_adjustment
-- Add an adjustment if the match is still at the version that was read.
WITH moved AS (
    UPDATE matches
    SET version = version + 1, updated_at = $3, summary = $4
    WHERE match_id = $1 AND version = $2
    RETURNING match_id, version
),
adjusted AS (
    INSERT INTO adjustments (match_id, number, side, points, reason, after_hand)
    SELECT match_id, $7::int, $8::int, $9::int, $10::text, $11::int FROM moved
),
noted AS (
    INSERT INTO journal (match_id, version, noted_at, device_id, entry)
    SELECT match_id, version, $3, $5::uuid, $6::jsonb FROM moved
)
SELECT version FROM moved

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

-- name: list_journal
-- The journal of a match after a version, if the device takes part; else not even an empty row.
SELECT j.version, j.noted_at, j.device_id, j.entry
FROM members AS s
LEFT JOIN journal AS j ON j.match_id = s.match_id AND j.version > $3
WHERE s.match_id = $1 AND s.device_id = $2
ORDER BY j.version
LIMIT $4
