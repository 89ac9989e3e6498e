-- Lists say on which day a league was changed last, so that no page looks through all of them.

-- The day and not the moment, as of matches: no change of a league writes to the lists of all its members.
ALTER TABLE device_leagues
    ADD COLUMN changed_on date NOT NULL DEFAULT (now() AT TIME ZONE 'UTC')::date;

UPDATE device_leagues AS d
SET changed_on = (l.updated_at AT TIME ZONE 'UTC')::date
FROM leagues AS l
WHERE l.league_id = d.league_id;

CREATE INDEX device_leagues_by_day
ON device_leagues (device_id, is_listed, changed_on, league_id);
