-- name: list_matches_between
-- The matches of a device from one id on and before another.
SELECT array_agg(match_id) AS match_ids
FROM device_matches
WHERE device_id = $1 AND match_id >= $2 AND match_id < $3

-- name: list_seats
-- Where a device sits in some matches, by these rules and beside this partner if they are given.
SELECT
    array_agg(s.match_id ORDER BY s.match_id) AS match_ids,
    array_agg(s.seat ORDER BY s.match_id) AS seats,
    array_agg(s.match_id) FILTER (WHERE t.seat IS NULL) AS uncounted
FROM members AS s
LEFT JOIN tallies AS t ON t.match_id = s.match_id AND t.seat = s.seat
WHERE
    s.match_id = ANY($1::uuid[]) AND s.device_id = $2 AND s.seat IS NOT NULL
    AND (
        $3::text IS NULL
        OR EXISTS (
            SELECT FROM matches AS m WHERE m.match_id = s.match_id AND m.ruleset_hash = $3
        )
    )
    AND (
        $4::uuid IS NULL
        OR EXISTS (
            SELECT FROM members AS p
            WHERE
                p.match_id = s.match_id AND p.device_id = $4 AND p.seat <> s.seat
                AND (t.sides IS NULL OR p.seat % t.sides = s.seat % t.sides)
        )
    )

-- name: keep_tallies
-- Keep the tallies of a match that has none; those of a change made meanwhile stay.
INSERT INTO tallies
SELECT t.*
FROM jsonb_array_elements($2::jsonb) AS e
CROSS JOIN jsonb_populate_record(
    NULL::tallies, e || jsonb_build_object('match_id', $1::uuid)
) AS t
ON CONFLICT (match_id, seat) DO NOTHING

-- name: add_up
-- The sums over some seats of some matches, and which of the matches that are over they won.
SELECT
    sum(t.wins)::int AS wins, sum(t.losses)::int AS losses, sum(t.hands)::int AS hands,
    sum(t.score)::int AS score, sum(t.pitched_hands)::int AS pitched_hands,
    sum(t.pitched_score)::int AS pitched_score, sum(t.pitched_high)::int AS pitched_high,
    sum(t.pitched_low)::int AS pitched_low, sum(t.pitched_jack)::int AS pitched_jack,
    sum(t.pitched_game)::int AS pitched_game, sum(t.partnered_hands)::int AS partnered_hands,
    sum(t.partnered_score)::int AS partnered_score, sum(t.partnered_high)::int AS partnered_high,
    sum(t.partnered_low)::int AS partnered_low, sum(t.partnered_jack)::int AS partnered_jack,
    sum(t.partnered_game)::int AS partnered_game, sum(t.defended_hands)::int AS defended_hands,
    sum(t.defended_score)::int AS defended_score, sum(t.defended_high)::int AS defended_high,
    sum(t.defended_low)::int AS defended_low, sum(t.defended_jack)::int AS defended_jack,
    sum(t.defended_game)::int AS defended_game, sum(t.made_one)::int AS made_one,
    sum(t.made_two)::int AS made_two, sum(t.made_three)::int AS made_three,
    sum(t.made_four)::int AS made_four, sum(t.made_smudge)::int AS made_smudge,
    sum(t.made_pitch)::int AS made_pitch, sum(t.set_one)::int AS set_one,
    sum(t.set_two)::int AS set_two, sum(t.set_three)::int AS set_three,
    sum(t.set_four)::int AS set_four, sum(t.set_smudge)::int AS set_smudge,
    sum(t.set_pitch)::int AS set_pitch, sum(t.steals)::int AS steals,
    array_agg(t.match_id ORDER BY t.match_id) FILTER (WHERE t.wins + t.losses = 1) AS finished,
    array_agg(t.wins = 1 ORDER BY t.match_id) FILTER (WHERE t.wins + t.losses = 1) AS won
FROM unnest($1::uuid[], $2::int[]) AS s (match_id, seat)
JOIN tallies AS t ON t.match_id = s.match_id AND t.seat = s.seat

-- name: list_others
-- Whom some seats of some matches met, most often first, by the names that they had last.
SELECT o.device_id, o.is_partner, o.matches, o.wins, o.losses, m.head -> 'seating' -> 'names' ->> (o.latest % 8) AS name
FROM (
    SELECT
        p.device_id,
        p.seat % t.sides = s.seat % t.sides AS is_partner,
        count(*)::int AS matches,
        sum(t.wins)::int AS wins,
        sum(t.losses)::int AS losses,
        max(s.place * 8 + p.seat)::int AS latest,
        row_number() OVER (
            PARTITION BY p.seat % t.sides = s.seat % t.sides ORDER BY count(*) DESC, p.device_id
        ) AS place
    FROM unnest($1::uuid[], $2::int[]) WITH ORDINALITY AS s (match_id, seat, place)
    JOIN tallies AS t ON t.match_id = s.match_id AND t.seat = s.seat
    JOIN members AS p ON p.match_id = s.match_id AND p.seat <> s.seat
    GROUP BY p.device_id, p.seat % t.sides = s.seat % t.sides
) AS o
JOIN matches AS m ON m.match_id = ($1::uuid[])[o.latest / 8]
WHERE o.place <= $3
ORDER BY o.place

-- name: list_sides
-- Who sat where in some matches that are over, which side won, and whose devices were there.
SELECT
    m.head -> 'seating' -> 'names' AS names,
    t.sides,
    (m.summary ->> 'winner')::int AS winner,
    (
        SELECT jsonb_object_agg(s.seat, s.device_id)
        FROM members AS s
        WHERE s.match_id = m.match_id AND s.seat IS NOT NULL
    ) AS devices
FROM matches AS m
JOIN tallies AS t ON t.match_id = m.match_id AND t.seat = 0
WHERE m.match_id = ANY($1::uuid[]) AND t.wins + t.losses = 1
ORDER BY m.match_id
