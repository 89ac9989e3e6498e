-- name: add_league
-- Add a league with its first pieces and the first line of its journal, once.
WITH opened AS (
    INSERT INTO leagues (league_id, version, ruleset_hash, summary, created_at, updated_at)
    VALUES ($1, 1, $2, $3, $5, $5)
    ON CONFLICT (league_id) DO NOTHING
    RETURNING league_id
),
put AS (
    INSERT INTO league_pieces (league_id, place, piece)
    SELECT o.league_id, p.place, p.after
    FROM opened AS o
    CROSS JOIN jsonb_to_recordset($6::jsonb -> 'changes') AS p (place text, after jsonb)
),
noted AS (
    INSERT INTO league_journal (league_id, version, noted_at, device_id, entry, command_id)
    SELECT league_id, 1, $5, $4, $6::jsonb, $7::uuid FROM opened
)
SELECT league_id FROM opened

-- name: load_league
-- Return a league with all its pieces, if the device is a member, and the version that a command
-- made.
SELECT
    l.version,
    l.created_at,
    l.updated_at,
    l.deleted_at,
    r.content AS ruleset,
    (SELECT jsonb_agg(p.piece) FROM league_pieces AS p WHERE p.league_id = $1) AS pieces,
    (
        SELECT coalesce(jsonb_object_agg(n.piece -> 'member' ->> 'deviceId', n.name), '{}')
        FROM league_pieces AS n
        WHERE n.league_id = $1 AND n.name IS NOT NULL
    ) AS names,
    coalesce(
        (
            SELECT j.version FROM league_journal AS j
            WHERE j.league_id = $1 AND j.command_id = $3
        ),
        (
            SELECT i.version FROM league_idle_commands AS i
            WHERE i.league_id = $1 AND i.command_id = $3
        )
    ) AS done_in
FROM leagues AS l
JOIN league_pieces AS s ON s.league_id = $1 AND s.place = 'member/' || $2::uuid::text
JOIN rulesets AS r ON r.hash = l.ruleset_hash
WHERE l.league_id = $1 AND (l.deleted_at IS NULL OR $4)

-- name: load_league_mark
-- Return the version of a league and the devices that are in it; no row once it is deleted.
SELECT
    l.version,
    ARRAY(
        SELECT (p.piece -> 'member' ->> 'deviceId')::uuid FROM league_pieces AS p
        WHERE p.league_id = $1 AND starts_with(p.place, 'member/')
    ) AS devices
FROM leagues AS l
WHERE l.league_id = $1 AND l.deleted_at IS NULL

-- name: load_league_owner
-- Return the device that owns a league.
SELECT (piece -> 'member' ->> 'deviceId')::uuid
FROM league_pieces
WHERE league_id = $1 AND starts_with(place, 'member/') AND piece -> 'member' ->> 'role' = 'owner'

-- name: save_league
-- Write the changed pieces of a league, if it is still at the version that was read.
SELECT new_version AS version FROM save_league_change($1, $2, $3, $4, $5, $6, $7, $8)

-- name: list_done_in_league
-- Return the versions of a league that some commands made, or met without changing anything.
SELECT command_id, version
FROM league_journal WHERE league_id = $1 AND command_id = ANY($2::uuid[])
UNION ALL
SELECT command_id, version
FROM league_idle_commands WHERE league_id = $1 AND command_id = ANY($2::uuid[])

-- name: note_idle_in_league
-- Store that a command changed nothing, if the league is still at the version it read.
INSERT INTO league_idle_commands (league_id, command_id, version, noted_at)
SELECT league_id, $2, version, $4 FROM leagues WHERE league_id = $1 AND version = $3 FOR SHARE
ON CONFLICT (league_id, command_id) DO NOTHING
RETURNING version

-- name: load_league_changes
-- Return the journal of a league from a version on, newest first.
SELECT version, noted_at, device_id, entry
FROM league_journal
WHERE league_id = $1 AND version >= $2
ORDER BY version DESC

-- name: list_league_journal
-- Return the journal of a league after a version, oldest first.
SELECT version, noted_at, device_id, entry
FROM league_journal
WHERE league_id = $1 AND version > $2 AND ($4::text IS NULL OR entry ->> 'action' = $4)
ORDER BY version
LIMIT $3

-- name: list_league_journal_back
-- Return the journal of a league before a version, newest first.
SELECT version, noted_at, device_id, entry
FROM league_journal
WHERE league_id = $1 AND version < $2 AND ($4::text IS NULL OR entry ->> 'action' = $4)
ORDER BY version DESC
LIMIT $3

-- name: name_league_member
-- Like `name_member`, for a new member of a league.
UPDATE league_pieces SET name = $3
WHERE league_id = $1 AND place = 'member/' || $2::uuid::text

-- name: rename_in_leagues
-- After `rename_device`, in its transaction: store the name of a device in its leagues.
UPDATE league_pieces
SET name = $2
WHERE place = 'member/' || $1::uuid::text
    AND league_id = ANY(ARRAY(SELECT l.league_id FROM device_leagues AS l WHERE l.device_id = $1))
    AND name IS DISTINCT FROM $2

-- name: put_on_league_list
-- Put a league on the list of a device, with the day of its last change.
INSERT INTO device_leagues (device_id, league_id, changed_on, name_key, bar_key)
VALUES ($1, $2, $3, $4, $5)
ON CONFLICT (device_id, league_id) DO UPDATE SET
    is_listed = true, changed_on = excluded.changed_on,
    name_key = excluded.name_key, bar_key = excluded.bar_key

-- name: move_up_league_lists
-- Set the day of the last change of a league on the lists of some devices.
UPDATE device_leagues
SET changed_on = greatest(changed_on, ($3::timestamptz AT TIME ZONE 'UTC')::date)
WHERE league_id = $1 AND device_id = ANY($2::uuid[])

-- name: take_off_league_list
-- Take a league off the list of a device, but keep the row.
UPDATE device_leagues SET is_listed = false WHERE device_id = $1 AND league_id = $2

-- name: rename_on_league_lists
-- Store the new name and bar of a league on the lists of its members.
UPDATE device_leagues
SET name_key = $3, bar_key = $4
WHERE league_id = $1 AND device_id = ANY($2::uuid[])
