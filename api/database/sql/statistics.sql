-- name: list_uncounted
-- Those of some matches whose tallies are still to be made.
SELECT match_id FROM uncounted WHERE match_id = ANY($1::uuid[])

-- name: keep_tallies
-- Keep the tallies of a match that was not counted, if it is still at the version they are of.
WITH current AS (
    SELECT match_id FROM matches WHERE match_id = $1 AND version = $3 FOR SHARE
),
counted AS (
    DELETE FROM uncounted AS u USING current AS c WHERE u.match_id = c.match_id
)
INSERT INTO tallies
SELECT t.*
FROM current AS c
JOIN jsonb_populate_recordset(NULL::tallies, $2::jsonb) AS t ON t.match_id = c.match_id
ON CONFLICT (match_id, seat) DO NOTHING

-- name: add_up
-- What a device's seats add up to in those matches that another device is in as well.
WITH shared AS MATERIALIZED (
    SELECT match_id
    FROM device_matches
    WHERE
        device_id = $1 AND is_listed
        AND ($5::uuid[] IS NULL OR match_id IN (SELECT unnest($5)))
),
-- Matches themselves are read only for a filter that asks what no tally says.
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
    SELECT *
    FROM tallies
    WHERE
        device_id = $2 AND match_id = ANY(ARRAY(SELECT match_id FROM wanted))
        AND ($7::uuid IS NULL OR $7 = ANY(partners))
    ORDER BY match_id DESC
),
total AS (
    SELECT
        sum(wins) AS wins, sum(losses) AS losses, sum(hands) AS hands, sum(score) AS score,
        sum(pitched_hands) AS pitched_hands, sum(pitched_score) AS pitched_score,
        sum(pitched_high) AS pitched_high, sum(pitched_low) AS pitched_low,
        sum(pitched_jack) AS pitched_jack, sum(pitched_game) AS pitched_game,
        sum(partnered_hands) AS partnered_hands, sum(partnered_score) AS partnered_score,
        sum(partnered_high) AS partnered_high, sum(partnered_low) AS partnered_low,
        sum(partnered_jack) AS partnered_jack, sum(partnered_game) AS partnered_game,
        sum(defended_hands) AS defended_hands, sum(defended_score) AS defended_score,
        sum(defended_high) AS defended_high, sum(defended_low) AS defended_low,
        sum(defended_jack) AS defended_jack, sum(defended_game) AS defended_game,
        sum(made_one) AS made_one, sum(made_two) AS made_two, sum(made_three) AS made_three,
        sum(made_four) AS made_four, sum(made_smudge) AS made_smudge,
        sum(made_pitch) AS made_pitch, sum(set_one) AS set_one, sum(set_two) AS set_two,
        sum(set_three) AS set_three, sum(set_four) AS set_four, sum(set_smudge) AS set_smudge,
        sum(set_pitch) AS set_pitch, sum(steals) AS steals
    FROM own
),
met AS (
    SELECT unnest(partners) AS device_id, TRUE AS is_partner, match_id, wins, losses FROM own
    UNION ALL
    SELECT unnest(opponents) AS device_id, FALSE AS is_partner, match_id, wins, losses FROM own
),
ranked AS (
    SELECT
        device_id,
        is_partner,
        count(*) AS matches,
        sum(wins) AS wins,
        sum(losses) AS losses,
        -- Of arrays PostgreSQL tells the greatest, of uuids it does not.
        (max(ARRAY[match_id]))[1] AS last_match,
        row_number() OVER (PARTITION BY is_partner ORDER BY count(*) DESC, device_id) AS rank
    FROM met
    GROUP BY device_id, is_partner
),
most_met AS (
    SELECT
        r.device_id AS player_id,
        (
            SELECT t.name FROM tallies AS t
            WHERE t.match_id = r.last_match AND t.device_id = r.device_id
        ) AS name,
        r.is_partner,
        r.matches,
        r.wins,
        r.losses
    FROM ranked AS r
    WHERE r.rank <= $8
    ORDER BY r.rank
),
sitters AS (
    SELECT match_id, side, name, device_id, wins
    FROM tallies
    WHERE match_id = ANY(
        ARRAY(
            SELECT match_id FROM own WHERE wins + losses = 1 ORDER BY match_id DESC LIMIT $9
        )
    )
    ORDER BY match_id, side, seat
)
SELECT json_build_object(
    'matches', (SELECT count(*) FROM own),
    'total', (SELECT json_strip_nulls(row_to_json(t)) FROM total AS t),
    'won', ARRAY(SELECT wins = 1 FROM own WHERE wins + losses = 1 ORDER BY match_id DESC),
    'met', (SELECT coalesce(json_agg(m), '[]') FROM most_met AS m),
    'sitters', (SELECT coalesce(json_agg(s), '[]') FROM sitters AS s),
    'uncounted', ARRAY(
        SELECT match_id FROM uncounted WHERE match_id = ANY(ARRAY(SELECT match_id FROM wanted))
    )
)

-- name: list_seats
-- The tallies of every seat of some matches.
SELECT
    match_id, seat, side, name, wins, losses, hands, score,
    pitched_hands, pitched_score, pitched_high, pitched_low, pitched_jack, pitched_game,
    partnered_hands, partnered_score, partnered_high, partnered_low, partnered_jack,
    partnered_game, defended_hands, defended_score, defended_high, defended_low, defended_jack,
    defended_game, made_one, made_two, made_three, made_four, made_smudge, made_pitch,
    set_one, set_two, set_three, set_four, set_smudge, set_pitch, steals
FROM tallies
WHERE match_id = ANY($1::uuid[])
ORDER BY match_id, seat
