-- A change of a league is written by one function too, like that of a match.

CREATE FUNCTION save_league_change(
    its_league uuid,
    seen_version bigint,
    now_at timestamptz,
    new_summary jsonb,
    by_device uuid,
    line jsonb,
    by_command uuid,
    new_deleted_at timestamptz
) RETURNS TABLE (new_version bigint)
LANGUAGE plpgsql AS $$
DECLARE
    change record;
BEGIN
    UPDATE leagues
    SET
        version = version + 1,
        updated_at = now_at,
        summary = new_summary,
        deleted_at = new_deleted_at
    WHERE league_id = its_league AND version = seen_version;
    IF NOT found THEN
        RETURN;
    END IF;

    FOR change IN
        SELECT * FROM jsonb_to_recordset(line -> 'changes') AS c (place text, after jsonb)
    LOOP
        IF change.after IS NULL THEN
            DELETE FROM league_pieces WHERE league_id = its_league AND place = change.place;
        ELSE
            INSERT INTO league_pieces (league_id, place, piece)
            VALUES (its_league, change.place, change.after)
            ON CONFLICT (league_id, place) DO UPDATE SET piece = excluded.piece;
        END IF;
    END LOOP;

    INSERT INTO league_journal (league_id, version, noted_at, device_id, entry, command_id)
    VALUES (its_league, seen_version + 1, now_at, by_device, line, by_command);
    RETURN QUERY SELECT seen_version + 1;
END
$$;
