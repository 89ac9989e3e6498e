-- Lists say when a match was changed and whether it was won, so that no page looks through all of them.

-- The day and not the moment: every hand would write to the lists of all who are in its match.
ALTER TABLE device_matches
    ADD COLUMN changed_on date NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date,
    ADD COLUMN is_won boolean NOT NULL DEFAULT false;

UPDATE device_matches AS d
SET
    changed_on = (m.updated_at AT TIME ZONE 'UTC')::date,
    is_won = coalesce(m.summary -> 'winner', 'null') <> 'null'
FROM matches AS m
WHERE m.match_id = d.match_id;

CREATE INDEX device_matches_by_day
ON device_matches (device_id, is_listed, changed_on, match_id) INCLUDE (is_won);

CREATE INDEX device_matches_by_state
ON device_matches (device_id, is_listed, is_won, match_id);
