-- A change of a match is written by one function, which a cluster runs on the machine of the match.

-- As one statement with a part for each table it was 17 commands and a two-phase commit there. Each
-- statement in here names its match, by a parameter. A server passes only those parts that change;
-- one that passes more may run beside this function, which passes over what it does not know.
CREATE FUNCTION save_match_change(
    its_match uuid,
    seen_version bigint,
    seen_at timestamptz,
    now_at timestamptz,
    by_device uuid,
    by_command uuid,
    line jsonb,
    new_summary jsonb,
    new_deleted_at timestamptz,
    new_checked bigint,
    parts jsonb
) RETURNS TABLE (new_version bigint, names jsonb)
LANGUAGE plpgsql AS $$
DECLARE
    hand record;
    given record;
    newcomer record;
BEGIN
    UPDATE matches
    SET
        version = version + 1,
        checked = new_checked,
        updated_at = now_at,
        summary = new_summary,
        deleted_at = new_deleted_at,
        -- A field that only a newer server knows stays.
        head = head || coalesce(parts -> 'head', '{}'),
        ruleset_hash = coalesce(parts ->> 'ruleset', ruleset_hash)
    WHERE match_id = its_match AND version = seen_version AND updated_at = seen_at;
    IF NOT found THEN
        RETURN;
    END IF;

    IF parts ? 'hands' THEN
        FOR hand IN
            SELECT * FROM jsonb_to_recordset(parts -> 'hands') AS h (
                number int, record jsonb, "isVoid" boolean, overruled jsonb, proof jsonb, agreement jsonb
            )
        LOOP
            INSERT INTO hands (match_id, number, record, is_void, overruled, proof, agreement)
            VALUES (
                its_match,
                hand.number,
                hand.record,
                hand."isVoid",
                nullif(hand.overruled, 'null'),
                nullif(hand.proof, 'null'),
                nullif(hand.agreement, '{}')
            )
            ON CONFLICT (match_id, number) DO UPDATE SET
                record = excluded.record,
                is_void = excluded.is_void,
                overruled = excluded.overruled,
                proof = excluded.proof,
                agreement = excluded.agreement;
        END LOOP;
    END IF;
    IF parts ? 'handCount' THEN
        DELETE FROM hands WHERE match_id = its_match AND number > (parts ->> 'handCount')::int;
    END IF;

    IF parts ? 'adjusted' THEN
        FOR given IN
            SELECT * FROM jsonb_to_recordset(parts -> 'adjusted') AS a (
                number int, side int, points int, reason text, "afterHand" int, "deviceId" uuid,
                at timestamptz, cancelled jsonb
            )
        LOOP
            INSERT INTO adjustments (
                match_id, number, side, points, reason, after_hand, device_id, made_at, cancelled
            )
            VALUES (
                its_match,
                given.number,
                given.side,
                given.points,
                given.reason,
                given."afterHand",
                given."deviceId",
                given.at,
                nullif(given.cancelled, 'null')
            )
            ON CONFLICT (match_id, number) DO UPDATE SET
                side = excluded.side,
                points = excluded.points,
                reason = excluded.reason,
                after_hand = excluded.after_hand,
                device_id = excluded.device_id,
                made_at = excluded.made_at,
                cancelled = excluded.cancelled;
        END LOOP;
    END IF;
    IF parts ? 'takenBack' THEN
        DELETE FROM adjustments
        WHERE match_id = its_match AND parts -> 'takenBack' @> number::text::jsonb;
    END IF;

    IF parts ? 'joined' THEN
        FOR newcomer IN
            SELECT * FROM jsonb_to_recordset(parts -> 'joined') AS t (
                "deviceId" uuid, role text, "joinedAt" timestamptz, seat int, "asksFor" int
            )
        LOOP
            INSERT INTO members (match_id, device_id, role, joined_at, seat, asks_for)
            VALUES (
                its_match,
                newcomer."deviceId",
                newcomer.role,
                newcomer."joinedAt",
                newcomer.seat,
                newcomer."asksFor"
            )
            ON CONFLICT (match_id, device_id) DO UPDATE SET
                role = excluded.role, seat = excluded.seat, asks_for = excluded.asks_for;
        END LOOP;
    END IF;
    IF parts ? 'left' THEN
        DELETE FROM members WHERE match_id = its_match AND parts -> 'left' ? device_id::text;
    END IF;

    INSERT INTO uncounted (match_id) VALUES (its_match) ON CONFLICT (match_id) DO NOTHING;
    INSERT INTO journal (match_id, version, noted_at, device_id, entry, command_id)
    VALUES (its_match, seen_version + 1, now_at, by_device, line, by_command);

    RETURN QUERY SELECT seen_version + 1, (
        SELECT coalesce(jsonb_object_agg(m.device_id, m.name), '{}')
        FROM members AS m
        WHERE m.match_id = its_match AND m.name IS NOT NULL
    );
END
$$;
