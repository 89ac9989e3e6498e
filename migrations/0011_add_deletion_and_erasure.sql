-- What is deleted can be brought back for a time, and a device can be erased wherever it was.

ALTER TABLE matches ADD COLUMN deleted_at timestamptz;

CREATE INDEX matches_by_deletion ON matches (deleted_at) WHERE deleted_at IS NOT NULL;

ALTER TABLE leagues ADD COLUMN deleted_at timestamptz;

CREATE INDEX leagues_by_deletion ON leagues (deleted_at) WHERE deleted_at IS NOT NULL;

ALTER TABLE devices ADD COLUMN erased_at timestamptz;

CREATE INDEX devices_by_erasure ON devices (erased_at) WHERE erased_at IS NOT NULL;

-- The list of a device remembers what it has left as well: its id is still in the journals there.
ALTER TABLE device_matches ADD COLUMN is_listed boolean NOT NULL DEFAULT true;

INSERT INTO device_matches (device_id, match_id, is_listed)
SELECT DISTINCT device_id, match_id, false FROM journal
ON CONFLICT (device_id, match_id) DO NOTHING;

ALTER TABLE device_leagues ADD COLUMN is_listed boolean NOT NULL DEFAULT true;

INSERT INTO device_leagues (device_id, league_id, is_listed)
SELECT DISTINCT split_part(c.change ->> 'place', '/', 2)::uuid, j.league_id, false
FROM league_journal AS j
CROSS JOIN jsonb_array_elements(j.entry -> 'changes') AS c (change)
WHERE c.change ->> 'place' LIKE 'member/%'
ON CONFLICT (device_id, league_id) DO NOTHING;
