-- What is counted has its place in a packed tally from when it is first counted, so that a new bid needs no migration.

-- The places of all that had one; whatever comes later is placed behind them by the server.
CREATE TABLE counters (
    name text NOT NULL,
    place int NOT NULL,
    CONSTRAINT counters_named_once PRIMARY KEY (name),
    CONSTRAINT counters_placed_once UNIQUE (place)
);

INSERT INTO counters (name, place)
SELECT name, row_number() OVER (ORDER BY part, number, made) - 1
FROM (
    SELECT 0 AS part, number, 0 AS made, name
    FROM unnest(string_to_array(replace('
wins,losses,hands,score,steals,pitched_hands,partnered_hands,defended_hands,pitched_score,
partnered_score,defended_score,pitched_points,partnered_points,defended_points,pitched_high,
partnered_high,defended_high,pitched_low,partnered_low,defended_low,pitched_jack,
partnered_jack,defended_jack,pitched_game,partnered_game,defended_game,made_one,set_one,
made_two,set_two,made_three,set_three,made_four,set_four,made_smudge,set_smudge,made_pitch,
set_pitch,made_moon,set_moon,pitched_off_jack,partnered_off_jack,defended_off_jack,
pitched_joker,partnered_joker,defended_joker,pitched_high_joker,partnered_high_joker,
defended_high_joker,pitched_low_joker,partnered_low_joker,defended_low_joker,
pitched_last_trick,partnered_last_trick,defended_last_trick,pitched_high_spade,
partnered_high_spade,defended_high_spade,pitched_ace,partnered_ace,defended_ace,
pitched_off_ace,partnered_off_ace,defended_off_ace,pitched_king,partnered_king,
defended_king,pitched_off_king,partnered_off_king,defended_off_king,pitched_ten,
partnered_ten,defended_ten,pitched_nine,partnered_nine,defended_nine,pitched_off_nine,
partnered_off_nine,defended_off_nine,pitched_five,partnered_five,defended_five,
pitched_off_five,partnered_off_five,defended_off_five,pitched_three,partnered_three,
defended_three,pitched_off_three,partnered_off_three,defended_off_three,pitched_two,
partnered_two,defended_two', E'\n', ''), ',')) WITH ORDINALITY AS named (name, number)
    UNION ALL
    SELECT 1, bid, m.made, m.name || bid
    FROM generate_series(5, 100) AS bid
    CROSS JOIN (VALUES (0, 'made_'), (1, 'set_')) AS m (made, name)
) AS counted;

ALTER TABLE tallies ALTER COLUMN packed DROP EXPRESSION;

DROP FUNCTION packed_tally(json);
