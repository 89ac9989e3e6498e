-- An organiser of many bars finds a league by its bar and the beginning of its name.

-- On the list of each device, because an index over all leagues would be one of other people's.
ALTER TABLE device_leagues
    ADD COLUMN name_key text COLLATE "C" NOT NULL DEFAULT '',
    ADD COLUMN bar_key text COLLATE "C" NOT NULL DEFAULT '';

UPDATE device_leagues AS d
SET name_key = lower(normalize(btrim(l.summary ->> 'name'), NFKC))
FROM leagues AS l
WHERE l.league_id = d.league_id;

CREATE INDEX device_leagues_by_name
ON device_leagues (device_id, is_listed, name_key, bar_key, league_id);
