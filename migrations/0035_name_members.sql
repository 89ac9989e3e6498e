-- The name of a device is stored with each of its memberships too, so that a match or a league is
-- read on the one machine of a cluster that has it. A renaming follows in all of them.

ALTER TABLE members ADD COLUMN name text;

-- The device's name, of a piece that is a member.
ALTER TABLE league_pieces ADD COLUMN name text;

-- OFFSET 0 lets a cluster read the names before it writes them, because devices are stored elsewhere.
UPDATE members AS m
SET name = d.name
FROM (SELECT device_id, name FROM devices WHERE name IS NOT NULL OFFSET 0) AS d
WHERE d.device_id = m.device_id;

UPDATE league_pieces AS p
SET name = d.name
FROM (
    SELECT 'member/' || device_id::text AS place, name
    FROM devices
    WHERE name IS NOT NULL
    OFFSET 0
) AS d
WHERE p.place = d.place;
