-- A match is also opened and read, and an invite used, by one function each, like changes are saved.

-- Statements of one table are planned quickly on a cluster. STABLE: they see one moment together.
CREATE FUNCTION load_match_state(
    its_match uuid,
    reader uuid,
    by_command uuid,
    even_deleted boolean,
    known_version bigint,
    known_at timestamptz
) RETURNS TABLE (
    version bigint,
    checked bigint,
    head jsonb,
    created_at timestamptz,
    updated_at timestamptz,
    deleted_at timestamptz,
    ruleset jsonb,
    hands jsonb,
    adjustments jsonb,
    members jsonb,
    names jsonb,
    done_in bigint
)
LANGUAGE plpgsql STABLE AS $$
DECLARE
    is_member boolean;
    its_rules text;
BEGIN
    SELECT
        bool_or(t.device_id = reader),
        jsonb_agg(
            jsonb_build_object(
                'deviceId', t.device_id, 'role', t.role, 'joinedAt', t.joined_at,
                'seat', t.seat, 'asksFor', t.asks_for
            )
            ORDER BY t.joined_at, t.device_id
        ),
        coalesce(jsonb_object_agg(t.device_id, t.name) FILTER (WHERE t.name IS NOT NULL), '{}')
    INTO is_member, members, names
    FROM members AS t
    WHERE t.match_id = its_match;
    SELECT
        m.version, m.checked, m.head, m.created_at, m.updated_at, m.deleted_at, m.ruleset_hash
    INTO version, checked, head, created_at, updated_at, deleted_at, its_rules
    FROM matches AS m
    WHERE m.match_id = its_match AND (m.deleted_at IS NULL OR even_deleted);
    IF NOT found OR is_member IS NOT true THEN
        RETURN;
    END IF;

    IF by_command IS NOT NULL THEN
        SELECT j.version INTO done_in
        FROM journal AS j WHERE j.match_id = its_match AND j.command_id = by_command;
        IF NOT found THEN
            SELECT i.version INTO done_in
            FROM idle_commands AS i WHERE i.match_id = its_match AND i.command_id = by_command;
        END IF;
    END IF;
    IF version IS DISTINCT FROM known_version OR updated_at IS DISTINCT FROM known_at THEN
        SELECT r.content INTO ruleset FROM rulesets AS r WHERE r.hash = its_rules;
        SELECT coalesce(jsonb_agg(
            jsonb_build_object(
                'number', h.number, 'record', h.record, 'isVoid', h.is_void,
                'overruled', h.overruled, 'proof', h.proof,
                'agreement', coalesce(h.agreement, '{}')
            )
            ORDER BY h.number
        ), '[]') INTO hands
        FROM hands AS h
        WHERE h.match_id = its_match;
        SELECT coalesce(jsonb_agg(
            jsonb_build_object(
                'number', a.number, 'side', a.side, 'points', a.points, 'reason', a.reason,
                'afterHand', a.after_hand, 'deviceId', a.device_id, 'at', a.made_at,
                'cancelled', a.cancelled
            )
            ORDER BY a.number
        ), '[]') INTO adjustments
        FROM adjustments AS a
        WHERE a.match_id = its_match;
    END IF;
    RETURN NEXT;
END
$$;

-- As `save_match_change` was, but for the names: of one table too.
CREATE OR REPLACE FUNCTION save_match_change(
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

    SELECT coalesce(jsonb_object_agg(m.device_id, m.name), '{}') INTO names
    FROM members AS m
    WHERE m.match_id = its_match AND m.name IS NOT NULL;
    new_version := seen_version + 1;
    RETURN NEXT;
END
$$;

CREATE FUNCTION open_match(
    its_match uuid,
    rules text,
    its_head jsonb,
    its_summary jsonb,
    by_device uuid,
    now_at timestamptz,
    line jsonb,
    by_command uuid
) RETURNS TABLE (opened uuid)
LANGUAGE plpgsql AS $$
DECLARE
    first_member record;
BEGIN
    -- A league may count a removed match with that id: its winner does not change.
    PERFORM 1 FROM outcomes WHERE match_id = its_match;
    IF found THEN
        RETURN;
    END IF;
    INSERT INTO matches (match_id, version, ruleset_hash, head, summary, created_at, updated_at)
    VALUES (its_match, 1, rules, its_head, its_summary, now_at, now_at)
    ON CONFLICT (match_id) DO NOTHING;
    IF NOT found THEN
        RETURN;
    END IF;

    FOR first_member IN
        SELECT * FROM jsonb_to_recordset(line -> 'members') AS m (after jsonb)
    LOOP
        INSERT INTO members (match_id, device_id, role, joined_at, seat)
        VALUES (
            its_match,
            (first_member.after ->> 'deviceId')::uuid,
            first_member.after ->> 'role',
            now_at,
            (first_member.after ->> 'seat')::int
        );
    END LOOP;
    INSERT INTO journal (match_id, version, noted_at, device_id, entry, command_id)
    VALUES (its_match, 1, now_at, by_device, line, by_command);
    opened := its_match;
    RETURN NEXT;
END
$$;

CREATE FUNCTION use_invite(its_venue uuid, its_invite uuid, its_device uuid, now_at timestamptz)
RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1
    FROM invites
    WHERE venue_id = its_venue AND invite_id = its_invite
        AND expires_at > now_at AND revoked_at IS NULL
    FOR UPDATE;
    IF NOT found THEN
        RETURN false;
    END IF;
    INSERT INTO entrances (venue_id, invite_id, device_id, used_at)
    VALUES (its_venue, its_invite, its_device, now_at)
    ON CONFLICT (venue_id, invite_id, device_id) DO NOTHING;
    IF found THEN
        UPDATE invites SET uses_left = uses_left - 1
        WHERE venue_id = its_venue AND invite_id = its_invite;
    END IF;
    RETURN true;
END
$$;
