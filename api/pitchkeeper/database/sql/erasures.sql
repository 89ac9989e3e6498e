-- name: begin_erasure
-- Sign a device out for good; only its id remains, until that is erased too.
UPDATE devices
SET
    token_hash = decode(repeat('00', 32), 'hex'),
    next_token_hash = NULL,
    name = NULL,
    created_at = $3,
    revoked_at = $3,
    erased_at = $3
WHERE device_id = $1 AND token_hash = $2 AND revoked_at IS NULL
RETURNING device_id

-- name: list_begun_erasures
-- Return some devices, after one, that no server has in memory any more, so that nothing more is
-- written about them.
SELECT device_id
FROM devices
WHERE erased_at < now() - interval '1 minute' AND device_id > $1
ORDER BY device_id
LIMIT $2

-- name: remove_device
-- Delete the id of an erased device.
DELETE FROM devices WHERE device_id = $1

-- name: list_matches_ever
-- Return some matches in which a device takes or took part.
SELECT match_id FROM device_matches WHERE device_id = $1 ORDER BY match_id LIMIT $2

-- name: list_leagues_ever
-- Return some leagues in which a device takes or took part.
SELECT league_id FROM device_leagues WHERE device_id = $1 ORDER BY league_id LIMIT $2

-- name: forget_matches
-- Delete the rows by which some devices were in a match.
DELETE FROM device_matches WHERE match_id = $1 AND device_id = ANY($2::uuid[])

-- name: forget_leagues
-- Delete the rows by which some devices were in a league.
DELETE FROM device_leagues WHERE league_id = $1 AND device_id = ANY($2::uuid[])

-- name: forget_keys
-- Delete the keys that a device gave its commands.
DELETE FROM keys WHERE device_id = $1

-- name: lock_match
-- Lock a match against changes until the transaction ends.
SELECT head, summary, deleted_at FROM matches WHERE match_id = $1 FOR UPDATE

-- name: lock_league
-- Lock a league against changes until the transaction ends.
SELECT deleted_at FROM leagues WHERE league_id = $1 FOR UPDATE

-- name: list_members
-- Return the members of a match, in the order in which they joined.
SELECT coalesce(jsonb_agg(
    jsonb_build_object(
        'deviceId', device_id, 'role', role, 'joinedAt', joined_at, 'seat', seat,
        'asksFor', asks_for
    )
    ORDER BY joined_at, device_id
), '[]')
FROM members
WHERE match_id = $1

-- name: list_league_members
-- Return the pieces of a league that are its members.
SELECT coalesce(jsonb_agg(piece), '[]')
FROM league_pieces
WHERE league_id = $1 AND starts_with(place, 'member/')

-- name: erase_from_match
-- Remove a device from a match that has other members, and replace its id by that of nobody.
WITH moved AS (
    UPDATE matches
    SET
        version = version + 1,
        checked = 0,
        updated_at = greatest(updated_at, $4),
        head = $5,
        summary = $6
    WHERE match_id = $1
    RETURNING match_id, version, updated_at
),
gone AS (
    DELETE FROM members WHERE match_id = $1 AND device_id = $2
),
inherited AS (
    UPDATE members SET role = 'owner' WHERE match_id = $1 AND device_id = $7
),
agreed AS (
    UPDATE hands
    SET
        overruled = replace(overruled::text, $2::uuid::text, $3::uuid::text)::jsonb,
        agreement = replace(agreement::text, $2::uuid::text, $3::uuid::text)::jsonb,
        proof = regexp_replace(proof::text, $11, $12, 'g')::jsonb
    WHERE match_id = $1
        AND (
            strpos(coalesce(overruled::text, '') || coalesce(agreement::text, ''), $2::uuid::text) > 0
            OR proof::text ~ $11
        )
),
adjusted AS (
    UPDATE adjustments
    SET
        device_id = CASE WHEN device_id = $2 THEN $3 ELSE device_id END,
        cancelled = replace(cancelled::text, $2::uuid::text, $3::uuid::text)::jsonb
    WHERE match_id = $1
        AND (device_id = $2 OR strpos(coalesce(cancelled::text, ''), $2::uuid::text) > 0)
),
counted AS (
    UPDATE tallies
    SET
        name = CASE WHEN device_id = $2 THEN coalesce($9, name) ELSE name END,
        device_id = nullif(device_id, $2),
        partners = array_remove(partners, $2),
        opponents = array_remove(opponents, $2)
    WHERE match_id = $1
        AND (device_id = $2 OR $2 = ANY(partners) OR $2 = ANY(opponents))
),
unsigned AS (
    UPDATE journal
    SET
        device_id = CASE WHEN device_id = $2 THEN $3 ELSE device_id END,
        entry = replace(
            CASE
                -- By paths: Citus refuses non-immutable functions such as jsonb_agg in a CASE.
                WHEN jsonb_path_exists(entry, '$.players[*] ? (@.seat == $seat)', $10::jsonb)
                    THEN jsonb_set(
                        entry,
                        '{players}',
                        jsonb_path_query_array(entry, '$.players[*] ? (@.seat < $seat)', $10)
                        || $10
                        || jsonb_path_query_array(entry, '$.players[*] ? (@.seat > $seat)', $10)
                    )
                ELSE entry
            END::text,
            $2::uuid::text,
            $3::uuid::text
        )::jsonb
    WHERE match_id = $1
        AND (
            device_id = $2
            OR strpos(entry::text, $2::uuid::text) > 0
            OR jsonb_path_exists(entry, '$.players[*] ? (@.seat == $seat)', $10)
        )
)
INSERT INTO journal (match_id, version, noted_at, device_id, entry)
SELECT match_id, version, updated_at, $3, $8::jsonb FROM moved

-- name: move_up_lists
-- Set the time of a match's last change on the lists of some devices.
UPDATE device_matches
SET changed_on = greatest(changed_on, ($3::timestamptz AT TIME ZONE 'UTC')::date)
WHERE match_id = $1 AND device_id = ANY($2::uuid[])

-- name: erase_from_league
-- Remove a device from a league that has other members, and replace its id by that of nobody.
WITH moved AS (
    UPDATE leagues
    SET version = version + 1, updated_at = greatest(updated_at, $4)
    WHERE league_id = $1
    RETURNING league_id, version, updated_at
),
gone AS (
    DELETE FROM league_pieces WHERE league_id = $1 AND place = 'member/' || $2::uuid::text
),
inherited AS (
    UPDATE league_pieces
    SET piece = jsonb_set(piece, '{member,role}', '"owner"')
    WHERE league_id = $1 AND place = 'member/' || $5::uuid::text
),
unsigned AS (
    UPDATE league_pieces
    SET piece = replace(piece::text, $2::uuid::text, $3::uuid::text)::jsonb
    WHERE league_id = $1
        AND NOT starts_with(place, 'member/')
        AND strpos(piece::text, $2::uuid::text) > 0
),
unnoted AS (
    UPDATE league_journal
    SET
        device_id = CASE WHEN device_id = $2 THEN $3 ELSE device_id END,
        entry = replace(entry::text, $2::uuid::text, $3::uuid::text)::jsonb
    WHERE league_id = $1 AND (device_id = $2 OR strpos(entry::text, $2::uuid::text) > 0)
)
INSERT INTO league_journal (league_id, version, noted_at, device_id, entry)
SELECT league_id, version, updated_at, $3, $6::jsonb FROM moved
