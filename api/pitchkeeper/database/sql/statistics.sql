-- name: list_uncounted
-- Return those of some matches whose tallies are still to be computed.
SELECT match_id FROM uncounted WHERE match_id = ANY($1::uuid[])

-- name: list_uncounted_of_list
-- Return some matches on the list of a device whose tallies are still to be computed.
SELECT match_id
FROM uncounted
WHERE match_id = ANY(
    ARRAY(SELECT match_id FROM device_matches WHERE device_id = $1 AND is_listed)
)
LIMIT $2

-- name: keep_tallies
-- Store the tallies of a match that has changed since, if it is still at their version.
WITH current AS (
    SELECT match_id FROM matches WHERE match_id = $1 AND version = $3 FOR SHARE
),
counted AS (
    DELETE FROM uncounted AS u USING current WHERE u.match_id = $1
)
INSERT INTO tallies (match_id, seat, side, name, device_id, partners, opponents, counted, packed)
SELECT c.match_id, t.seat, t.side, t.name, t.device_id, t.partners, t.opponents, t.counted, p.packed
FROM current AS c
CROSS JOIN jsonb_to_recordset($2::jsonb) AS p (tally jsonb, packed numeric)
CROSS JOIN jsonb_to_record(p.tally) AS t (
    seat int, side int, name text, device_id uuid, partners uuid[], opponents uuid[], counted json
)
ON CONFLICT (match_id, seat) DO UPDATE SET
    side = excluded.side,
    name = excluded.name,
    device_id = excluded.device_id,
    partners = excluded.partners,
    opponents = excluded.opponents,
    counted = excluded.counted,
    packed = excluded.packed

-- name: list_counters
-- Return the name of every counter, and its position in a packed tally.
SELECT name, place FROM counters

-- name: place_counters
-- Append positions for new counters, unless another process does.
INSERT INTO counters (name, place)
SELECT n.name, last.place + row_number() OVER ()
FROM unnest($1::text[]) AS n (name)
CROSS JOIN (SELECT coalesce(max(place), -1) AS place FROM counters) AS last
WHERE n.name NOT IN (SELECT name FROM counters)
ON CONFLICT DO NOTHING

-- name: stamp_list
-- Return a value that changes with any match on the list of a device. The list has only the day
-- of a change, so for matches changed today and in the two days before, as the clocks of servers
-- may be wrong, their versions are included.
WITH days AS MATERIALIZED (
    SELECT (now() AT TIME ZONE 'UTC')::date - 2 AS first
),
resting AS MATERIALIZED (
    SELECT count(*) AS matches, sum(uuid_hash_extended(match_id, 0)) AS ids
    FROM device_matches
    WHERE device_id = $1 AND is_listed AND changed_on < (SELECT first FROM days)
),
moving AS MATERIALIZED (
    SELECT
        count(*) AS matches,
        sum(
            timestamp_hash_extended(
                updated_at AT TIME ZONE 'UTC', uuid_hash_extended(match_id, version)
            )
        ) AS versions
    FROM matches
    WHERE match_id = ANY(
        ARRAY(
            SELECT match_id
            FROM device_matches
            WHERE device_id = $1 AND is_listed AND changed_on >= (SELECT first FROM days)
        )
    )
)
SELECT concat_ws(' ', d.first, r.matches, r.ids, m.matches, m.versions)
FROM days AS d CROSS JOIN resting AS r CROSS JOIN moving AS m

-- name: list_counted
-- Return the tallies of a device's seats in the matches that another device is in too.
WITH shared AS MATERIALIZED (
    SELECT match_id
    FROM device_matches
    WHERE
        device_id = $1 AND is_listed
        AND ($5::uuid[] IS NULL OR match_id IN (SELECT unnest($5)))
),
-- Matches are read only for a filter on something that no tally contains.
wanted AS MATERIALIZED (
    SELECT match_id
    FROM shared
    WHERE $3::timestamptz IS NULL AND $4::timestamptz IS NULL AND $6::text IS NULL
    UNION ALL
    SELECT match_id
    FROM matches
    WHERE
        ($3 IS NOT NULL OR $4 IS NOT NULL OR $6 IS NOT NULL)
        AND ($3 IS NULL OR created_at >= $3)
        AND ($4 IS NULL OR created_at < $4)
        AND ($6 IS NULL OR ruleset_hash = $6)
        AND match_id = ANY(ARRAY(SELECT match_id FROM shared))
),
-- Arrays and not joins, because nothing tells the planner how many matches there will be.
own AS MATERIALIZED (
    SELECT
        match_id,
        wins,
        losses,
        partners,
        opponents,
        packed,
        row_number() OVER (ORDER BY match_id DESC) AS place
    FROM tallies
    WHERE
        device_id = $2 AND match_id = ANY(ARRAY(SELECT match_id FROM wanted))
        AND ($7::uuid IS NULL OR $7 = ANY(partners))
),
met AS (
    SELECT unnest(partners) AS device_id, TRUE AS is_partner, place, wins, losses, packed FROM own
    UNION ALL
    SELECT unnest(opponents) AS device_id, FALSE AS is_partner, place, wins, losses, packed FROM own
),
ranked AS (
    SELECT
        device_id,
        is_partner,
        count(*) AS matches,
        sum(wins) AS wins,
        sum(losses) AS losses,
        sum(packed) AS packed,
        min(place) AS last_place,
        row_number() OVER (PARTITION BY is_partner ORDER BY count(*) DESC, device_id) AS rank
    FROM met
    GROUP BY device_id, is_partner
),
most AS MATERIALIZED (
    SELECT
        *,
        (ARRAY(SELECT match_id FROM own ORDER BY place))[last_place] AS last_match
    FROM ranked
    WHERE rank <= $8
),
names AS MATERIALIZED (
    SELECT match_id, device_id, name
    FROM tallies
    WHERE
        match_id = ANY(ARRAY(SELECT last_match FROM most))
        AND device_id = ANY(ARRAY(SELECT device_id FROM most))
),
most_met AS (
    SELECT
        m.device_id AS player_id, n.name, m.is_partner, m.matches, m.wins, m.losses,
        m.packed::text AS packed, m.rank
    FROM most AS m
    LEFT JOIN names AS n ON n.match_id = m.last_match AND n.device_id = m.device_id
),
form AS (
    SELECT match_id, wins, counted
    FROM tallies
    WHERE
        device_id = $2
        AND match_id = ANY(
            ARRAY(SELECT match_id FROM own WHERE wins + losses = 1 ORDER BY place LIMIT $10)
        )
),
sitters AS (
    SELECT match_id, side, seat, name, device_id, wins
    FROM tallies
    WHERE match_id = ANY(
        ARRAY(
            SELECT match_id FROM own WHERE wins + losses = 1 ORDER BY place LIMIT $9
        )
    )
)
SELECT json_build_object(
    'matches', (SELECT count(*) FROM own),
    'packed', (SELECT coalesce(sum(packed), 0)::text FROM own),
    'places', (SELECT coalesce(json_object_agg(name, place), '{}') FROM counters),
    'won', ARRAY(SELECT wins = 1 FROM own WHERE wins + losses = 1 ORDER BY place),
    -- A cluster sends no whole rows from node to node, and keeps no order but the one said here.
    'met', (
        SELECT coalesce(
            json_agg(
                json_build_object(
                    'player_id', player_id,
                    'name', name,
                    'is_partner', is_partner,
                    'matches', matches,
                    'wins', wins,
                    'losses', losses,
                    'packed', packed,
                    'rank', rank
                ) ORDER BY rank
            ), '[]'
        )
        FROM most_met
    ),
    'form', (
        SELECT coalesce(
            json_agg(
                json_build_object(
                    'match_id', match_id,
                    'wins', wins,
                    'counted', counted
                ) ORDER BY match_id
            ), '[]'
        )
        FROM form
    ),
    'sitters', (
        SELECT coalesce(
            json_agg(
                json_build_object(
                    'match_id', match_id,
                    'side', side,
                    'seat', seat,
                    'name', name,
                    'device_id', device_id,
                    'wins', wins
                ) ORDER BY match_id, side, seat
            ), '[]'
        )
        FROM sitters
    ),
    'uncounted', ARRAY(
        SELECT match_id FROM uncounted WHERE match_id = ANY(ARRAY(SELECT match_id FROM wanted))
    )
)

-- name: list_seats
-- Return the tallies of every seat of some matches.
SELECT match_id, seat, side, name, counted
FROM tallies
WHERE match_id = ANY($1::uuid[])
ORDER BY match_id, seat
