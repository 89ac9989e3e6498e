-- A page of statistics reads all matches of a device, and whether one is listed is in the index now.

ALTER TABLE device_matches
    DROP CONSTRAINT device_matches_once_per_device,
    ADD CONSTRAINT device_matches_once_per_device
        PRIMARY KEY (device_id, match_id) INCLUDE (is_listed);
