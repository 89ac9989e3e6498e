-- name: list_deleted_matches
-- Return some matches, after one, that were deleted too long ago to be restored.
SELECT match_id
FROM matches
WHERE deleted_at < now() - interval '30 days' AND match_id > $1
ORDER BY match_id
LIMIT $2

-- name: list_deleted_leagues
-- Return some leagues, after one, that were deleted too long ago to be restored.
SELECT league_id
FROM leagues
WHERE deleted_at < now() - interval '30 days' AND league_id > $1
ORDER BY league_id
LIMIT $2

-- name: list_devices_ever
-- Return the devices that were ever members of a match.
SELECT DISTINCT device_id FROM journal WHERE match_id = $1

-- name: list_league_devices_ever
-- Return the devices that were ever members of a league.
SELECT DISTINCT split_part(c.change ->> 'place', '/', 2)::uuid AS device_id
FROM league_journal AS j
CROSS JOIN jsonb_array_elements(j.entry -> 'changes') AS c (change)
WHERE j.league_id = $1 AND c.change ->> 'place' LIKE 'member/%'

-- name: remove_match
-- Delete all rows of a match, except its winner and scores.
WITH o AS (
    INSERT INTO outcomes (match_id, winner, scores)
    SELECT match_id, (summary ->> 'winner')::int, summary -> 'scores'
    FROM matches
    WHERE match_id = $1
),
h AS (DELETE FROM hands WHERE match_id = $1),
a AS (DELETE FROM adjustments WHERE match_id = $1),
s AS (DELETE FROM members WHERE match_id = $1),
c AS (DELETE FROM idle_commands WHERE match_id = $1),
t AS (DELETE FROM tallies WHERE match_id = $1),
u AS (DELETE FROM uncounted WHERE match_id = $1),
k AS (DELETE FROM checks WHERE match_id = $1),
j AS (DELETE FROM journal WHERE match_id = $1)
DELETE FROM matches WHERE match_id = $1

-- name: remove_league
-- Delete all rows of a league.
WITH p AS (DELETE FROM league_pieces WHERE league_id = $1),
c AS (DELETE FROM league_idle_commands WHERE league_id = $1),
j AS (DELETE FROM league_journal WHERE league_id = $1)
DELETE FROM leagues WHERE league_id = $1
