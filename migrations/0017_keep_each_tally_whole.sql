-- What was counted of a seat is one value that the server adds up, so that a new bid needs no column.

-- As json, not jsonb: it is only read whole, and to write jsonb out as text takes four times as long.
ALTER TABLE tallies ADD COLUMN counted json;

UPDATE tallies AS t
SET counted = (
    SELECT coalesce(json_object_agg(c.key, c.value) FILTER (WHERE c.value <> '0'), '{}')
    FROM jsonb_each(
        to_jsonb(t)
        - '{match_id,seat,side,name,device_id,partners,opponents,counted}'::text[]
    ) AS c
);

ALTER TABLE tallies
    ALTER COLUMN counted SET NOT NULL,
    DROP COLUMN wins,
    DROP COLUMN losses,
    DROP COLUMN hands,
    DROP COLUMN score,
    DROP COLUMN pitched_hands,
    DROP COLUMN pitched_score,
    DROP COLUMN pitched_high,
    DROP COLUMN pitched_low,
    DROP COLUMN pitched_jack,
    DROP COLUMN pitched_game,
    DROP COLUMN partnered_hands,
    DROP COLUMN partnered_score,
    DROP COLUMN partnered_high,
    DROP COLUMN partnered_low,
    DROP COLUMN partnered_jack,
    DROP COLUMN partnered_game,
    DROP COLUMN defended_hands,
    DROP COLUMN defended_score,
    DROP COLUMN defended_high,
    DROP COLUMN defended_low,
    DROP COLUMN defended_jack,
    DROP COLUMN defended_game,
    DROP COLUMN made_one,
    DROP COLUMN made_two,
    DROP COLUMN made_three,
    DROP COLUMN made_four,
    DROP COLUMN made_smudge,
    DROP COLUMN made_pitch,
    DROP COLUMN set_one,
    DROP COLUMN set_two,
    DROP COLUMN set_three,
    DROP COLUMN set_four,
    DROP COLUMN set_smudge,
    DROP COLUMN set_pitch,
    DROP COLUMN steals;

-- Who won is asked of single matches, so these two are columns as well.
ALTER TABLE tallies
    ADD COLUMN wins int NOT NULL GENERATED ALWAYS AS (coalesce((counted ->> 'wins')::int, 0)) STORED,
    ADD COLUMN losses int NOT NULL
    GENERATED ALWAYS AS (coalesce((counted ->> 'losses')::int, 0)) STORED;
