-- name: list_matches_between
-- The matches of a device from one id on and before another.
SELECT coalesce(array_agg(match_id), '{}')
FROM device_matches
WHERE device_id = $1 AND is_listed AND match_id >= $2 AND match_id < $3

-- name: list_matches_by_rules
-- Those of some matches that are played by a rule set.
SELECT coalesce(array_agg(match_id), '{}')
FROM matches
WHERE match_id = ANY($1::uuid[]) AND ruleset_hash = $2

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
-- The sums over a device's seats in some matches, the last that ended, and which it won.
SELECT
    count(*)::int AS matches,
    sum(wins)::int AS wins, sum(losses)::int AS losses, sum(hands)::int AS hands,
    sum(score)::int AS score, sum(pitched_hands)::int AS pitched_hands,
    sum(pitched_score)::int AS pitched_score, sum(pitched_high)::int AS pitched_high,
    sum(pitched_low)::int AS pitched_low, sum(pitched_jack)::int AS pitched_jack,
    sum(pitched_game)::int AS pitched_game, sum(partnered_hands)::int AS partnered_hands,
    sum(partnered_score)::int AS partnered_score, sum(partnered_high)::int AS partnered_high,
    sum(partnered_low)::int AS partnered_low, sum(partnered_jack)::int AS partnered_jack,
    sum(partnered_game)::int AS partnered_game, sum(defended_hands)::int AS defended_hands,
    sum(defended_score)::int AS defended_score, sum(defended_high)::int AS defended_high,
    sum(defended_low)::int AS defended_low, sum(defended_jack)::int AS defended_jack,
    sum(defended_game)::int AS defended_game, sum(made_one)::int AS made_one,
    sum(made_two)::int AS made_two, sum(made_three)::int AS made_three,
    sum(made_four)::int AS made_four, sum(made_smudge)::int AS made_smudge,
    sum(made_pitch)::int AS made_pitch, sum(set_one)::int AS set_one, sum(set_two)::int AS set_two,
    sum(set_three)::int AS set_three, sum(set_four)::int AS set_four,
    sum(set_smudge)::int AS set_smudge, sum(set_pitch)::int AS set_pitch,
    sum(steals)::int AS steals,
    coalesce(
        (array_agg(match_id ORDER BY match_id DESC) FILTER (WHERE wins + losses = 1))[:$4], '{}'
    ) AS finished,
    coalesce(
        array_agg(wins = 1 ORDER BY match_id DESC) FILTER (WHERE wins + losses = 1), '{}'
    ) AS won
FROM tallies
WHERE
    device_id = $1 AND match_id = ANY($2::uuid[])
    AND ($3::uuid IS NULL OR $3 = ANY(partners))

-- name: list_met
-- Whom a device met in some matches, as partners and as opponents, the most frequent first.
WITH own AS MATERIALIZED (
    SELECT
        row_number() OVER (ORDER BY match_id) AS place, match_id, partners, opponents, wins, losses
    FROM tallies
    WHERE
        device_id = $1 AND match_id = ANY($2::uuid[])
        AND ($3::uuid IS NULL OR $3 = ANY(partners))
),
met AS (
    SELECT unnest(partners) AS device_id, TRUE AS is_partner, place, wins, losses FROM own
    UNION ALL
    SELECT unnest(opponents) AS device_id, FALSE AS is_partner, place, wins, losses FROM own
),
ranked AS (
    SELECT
        device_id,
        is_partner,
        count(*)::int AS matches,
        sum(wins)::int AS wins,
        sum(losses)::int AS losses,
        ((SELECT array_agg(match_id ORDER BY place) FROM own))[max(place)] AS last_match,
        row_number() OVER (PARTITION BY is_partner ORDER BY count(*) DESC, device_id) AS rank
    FROM met
    GROUP BY device_id, is_partner
)
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
WHERE r.rank <= $4
ORDER BY r.rank

-- name: list_sides
-- Who sat on which side in some matches, and who won; guests have no device, but a name.
SELECT match_id, side, name, device_id, wins
FROM tallies
WHERE match_id = ANY($1::uuid[])
ORDER BY match_id, side, seat

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
