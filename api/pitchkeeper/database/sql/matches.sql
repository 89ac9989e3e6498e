-- name: add_match
-- Insert a match with its members and the first line of its journal, which names them, once.
SELECT opened FROM open_match($1, $2, $3, $4, $5, $6, $7, $8)

-- name: load_match
-- Return a match, if the device is a member, and the version that a command made; nothing else
-- if it is at $5, $6.
SELECT * FROM load_match_state($1, $2, $3, $4, $5, $6)

-- name: load_version
-- Return the version and the time of the last change of a match.
SELECT version, updated_at FROM matches WHERE match_id = $1

-- name: save_change
-- Write the changes of a match, $11, if it is still at the version that was read. It returns the
-- names of devices, so that the match need not be read before.
SELECT new_version AS version, names
FROM save_match_change($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)

-- name: save_hand
-- Like `save_change`, for a change of one hand only, the most frequent change: faster on one machine,
-- and 17 commands with a two-phase commit on a cluster.
WITH moved AS (
    UPDATE matches SET version = version + 1, checked = 0, updated_at = $4, summary = $8
    WHERE match_id = $1 AND version = $2 AND updated_at = $3
    RETURNING version
),
entered AS (
    INSERT INTO hands (match_id, number, record, is_void, overruled, proof, agreement)
    SELECT $1::uuid, $9::int, $10::jsonb, $11::boolean, $12::jsonb, $13::jsonb, $14::jsonb FROM moved
    ON CONFLICT (match_id, number) DO UPDATE SET
        record = excluded.record,
        is_void = excluded.is_void,
        overruled = excluded.overruled,
        proof = excluded.proof,
        agreement = excluded.agreement
),
to_count AS (
    INSERT INTO uncounted (match_id) SELECT $1::uuid FROM moved
    ON CONFLICT (match_id) DO NOTHING
),
noted AS (
    INSERT INTO journal (match_id, version, noted_at, device_id, entry, command_id)
    SELECT $1::uuid, version, $4::timestamptz, $5::uuid, $7::jsonb, $6::uuid FROM moved
)
SELECT version, (
    SELECT coalesce(jsonb_object_agg(n.device_id, n.name), '{}')
    FROM members AS n
    WHERE n.match_id = $1 AND n.name IS NOT NULL
) AS names
FROM moved

-- name: last_adjustment
-- Return the highest number that an adjustment of a match ever had: that of the last one made.
SELECT coalesce(max((a ->> 'number')::int), 0)
FROM (
    SELECT entry
    FROM journal
    WHERE match_id = $1 AND entry ->> 'action' = 'adjustment_made'
    ORDER BY version DESC
    LIMIT 1
) AS j
CROSS JOIN jsonb_array_elements(j.entry -> 'adjustments') AS a

-- name: load_changes
-- Return the changes of a match since a version: the first change of each part after it.
WITH changes AS (
    SELECT j.version, k.kind, c.change, coalesce(
        c.change ->> 'number', c.change ->> 'deviceId', c.change ->> 'seat'
    ) AS id
    FROM journal AS j
    CROSS JOIN unnest(ARRAY['hands', 'adjustments', 'members', 'players']) AS k (kind)
    CROSS JOIN jsonb_array_elements(j.entry -> k.kind) AS c (change)
    WHERE j.match_id = $1 AND j.version > $2
),
firsts AS (
    SELECT DISTINCT ON (kind, id) kind, change FROM changes ORDER BY kind, id, version
)
SELECT jsonb_build_object(
    'noted_at', j.noted_at,
    'hands', coalesce(jsonb_agg(f.change) FILTER (WHERE f.kind = 'hands'), '[]'),
    'adjustments', coalesce(jsonb_agg(f.change) FILTER (WHERE f.kind = 'adjustments'), '[]'),
    'members', coalesce(jsonb_agg(f.change) FILTER (WHERE f.kind = 'members'), '[]'),
    'players', coalesce(jsonb_agg(f.change) FILTER (WHERE f.kind = 'players'), '[]'),
    'ruleset', (
        SELECT r.entry -> 'ruleset'
        FROM journal AS r
        WHERE r.match_id = $1 AND r.version > $2 AND r.entry ? 'ruleset'
        ORDER BY r.version
        LIMIT 1
    ),
    'name', (
        SELECT r.entry -> 'name'
        FROM journal AS r
        WHERE r.match_id = $1 AND r.version > $2 AND r.entry ? 'name'
        ORDER BY r.version
        LIMIT 1
    )
)
FROM journal AS j
LEFT JOIN firsts AS f ON true
WHERE j.match_id = $1 AND j.version = $2
GROUP BY j.noted_at

-- name: list_hand_changes
-- Return the changes of a hand after a version, oldest first.
SELECT j.version, j.device_id, c.change
FROM journal AS j
CROSS JOIN jsonb_array_elements(j.entry -> 'hands') AS c (change)
WHERE j.match_id = $1 AND j.version > $3 AND (c.change ->> 'number')::int = $2
ORDER BY j.version
LIMIT $4

-- name: list_back
-- Return the journal of a match from a version backwards.
SELECT version, noted_at, device_id, entry
FROM journal
WHERE match_id = $1 AND version <= $2
ORDER BY version DESC
LIMIT $3

-- name: list_journal
-- Return the journal of a match after a version, if the device is a member; else not even an
-- empty row.
SELECT j.version, j.noted_at, j.device_id, j.entry
FROM members AS s
JOIN matches AS m ON m.match_id = $1 AND m.deleted_at IS NULL
LEFT JOIN journal AS j
    ON j.match_id = $1 AND j.version > $3 AND ($5::text IS NULL OR j.entry ->> 'action' = $5)
WHERE s.match_id = $1 AND s.device_id = $2
ORDER BY j.version
LIMIT $4

-- name: list_journal_back
-- Like `list_journal`, backwards from before a version.
SELECT j.version, j.noted_at, j.device_id, j.entry
FROM members AS s
JOIN matches AS m ON m.match_id = $1 AND m.deleted_at IS NULL
LEFT JOIN journal AS j
    ON j.match_id = $1 AND j.version < $3 AND ($5::text IS NULL OR j.entry ->> 'action' = $5)
WHERE s.match_id = $1 AND s.device_id = $2
ORDER BY j.version DESC
LIMIT $4

-- name: is_of_league
-- Return whether a match counts for a league.
SELECT EXISTS (
    SELECT 1
    FROM league_pieces
    WHERE
        starts_with(place, 'reported/')
        AND piece #> '{reported,report,matches}'
        @> jsonb_build_array(jsonb_build_object('matchId', $1::uuid))
)

-- name: load_owner
-- Return the device that owns a match.
SELECT device_id FROM members WHERE match_id = $1 AND role = 'owner'

-- name: list_names
-- Return the names of the devices of a match's members, if they have any.
SELECT device_id, name FROM members WHERE match_id = $1 AND name IS NOT NULL

-- name: load_remover
-- Return the device that last removed another, or itself, from a match.
SELECT device_id
FROM journal
WHERE
    match_id = $1
    AND entry ->> 'action' = 'member_removed'
    AND entry -> 'members' @> jsonb_build_array(jsonb_build_object('deviceId', $2::uuid))
ORDER BY version DESC
LIMIT 1

-- name: put_on_list
-- Put a match on the list of a device, or update its row there.
INSERT INTO device_matches (device_id, match_id, changed_on, is_won)
VALUES ($1, $2, $3, $4)
ON CONFLICT (device_id, match_id) DO UPDATE SET
    is_listed = true, changed_on = excluded.changed_on, is_won = excluded.is_won

-- name: take_off_list
-- Take a match off the list of a device, but keep the row and its time.
UPDATE device_matches
SET is_listed = false, changed_on = $3, is_won = $4
WHERE device_id = $1 AND match_id = $2

-- name: name_member
-- Store the name of a device, which `lock_name` has returned, with its membership.
UPDATE members SET name = $3 WHERE match_id = $1 AND device_id = $2

-- name: name_members
-- Like `name_member`, for many matches.
UPDATE members SET name = $3 WHERE match_id = ANY($1::uuid[]) AND device_id = $2

-- name: rename_in_matches
-- After `rename_device`, in its transaction: store the name of a device in its matches.
UPDATE members
SET name = $2
WHERE device_id = $1
    AND match_id = ANY(ARRAY(SELECT l.match_id FROM device_matches AS l WHERE l.device_id = $1))
    AND name IS DISTINCT FROM $2

-- name: list_unproven
-- Of up to $1 random owners, return a match with unproven hands that no worker has claimed: the
-- least tried of each.
SELECT owner, match_id FROM (
    SELECT DISTINCT ON (o.device_id) o.device_id AS owner, h.match_id
    FROM hands AS h
    JOIN matches AS m ON m.match_id = h.match_id
    JOIN members AS o ON o.match_id = h.match_id AND o.role = 'owner'
    LEFT JOIN checks AS c ON c.match_id = h.match_id
    WHERE h.proof IS NULL
        AND NOT h.is_void
        AND m.deleted_at IS NULL
        AND coalesce(c.claimed_until, '-infinity') <= now()
    ORDER BY o.device_id, coalesce(c.tries, 0), h.match_id
) AS unproven
ORDER BY random()
LIMIT $1

-- name: note_check
-- Store that hands of a match are to be proven, for any worker to claim.
INSERT INTO checks (match_id, claimed_until, tries) VALUES ($1, '-infinity', 0)
ON CONFLICT (match_id) DO NOTHING

-- name: claim_check
-- Claim the proofs of a match for $2 and return the number of failed tries, if no other worker
-- has claimed them.
UPDATE checks
SET claimed_until = now() + $2::interval
WHERE match_id = $1 AND claimed_until <= now()
RETURNING tries

-- name: put_check_off
-- Store that hands of a match could not be proven: they may be claimed again after $2.
UPDATE checks SET claimed_until = now() + $2::interval, tries = tries + 1 WHERE match_id = $1

-- name: end_check
-- Delete the row of a match whose hands are proven.
DELETE FROM checks WHERE match_id = $1
