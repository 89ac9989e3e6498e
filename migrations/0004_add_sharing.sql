-- Several phones keep one match: who takes part, what was agreed, and each command once.

ALTER TABLE hands ADD COLUMN overruled jsonb;

ALTER TABLE hands ADD COLUMN agreement jsonb;

ALTER TABLE adjustments ADD COLUMN device_id uuid;

ALTER TABLE adjustments ADD COLUMN made_at timestamptz;

ALTER TABLE adjustments ADD COLUMN cancelled jsonb;

UPDATE adjustments AS a
SET device_id = j.device_id, made_at = j.noted_at
FROM (
    SELECT match_id, device_id, noted_at, row_number() OVER (PARTITION BY match_id ORDER BY version) AS number
    FROM journal
    WHERE entry ->> 'action' = 'adjustment_made'
) AS j
WHERE j.match_id = a.match_id AND j.number = a.number;

ALTER TABLE adjustments ALTER COLUMN device_id SET NOT NULL;

ALTER TABLE adjustments ALTER COLUMN made_at SET NOT NULL;

ALTER TABLE members ADD COLUMN seat int;

ALTER TABLE members ADD COLUMN asks_for int;

ALTER TABLE members ADD COLUMN joined_at timestamptz;

UPDATE members AS s SET joined_at = m.created_at FROM matches AS m WHERE m.match_id = s.match_id;

ALTER TABLE members ALTER COLUMN joined_at SET NOT NULL;

ALTER TABLE journal ADD COLUMN command_id uuid;

CREATE UNIQUE INDEX journal_each_command_once ON journal (match_id, command_id)
WHERE command_id IS NOT NULL;

-- A line of the journal now lists what each hand and adjustment was before and is after.
UPDATE journal AS j
SET entry = jsonb_build_object('action', e.entry -> 'action')
    || CASE WHEN e.entry ? 'hand' THEN jsonb_build_object(
        'hand', e.entry -> 'hand',
        'hands', jsonb_build_array(jsonb_strip_nulls(jsonb_build_object(
            'number', e.entry -> 'hand',
            'before', CASE WHEN e.entry ? 'before' THEN jsonb_build_object(
                'number', e.entry -> 'hand',
                'record', e.entry -> 'before',
                'isVoid', coalesce(e.entry -> 'wasVoid', 'false')
            ) END,
            'after', jsonb_build_object(
                'number', e.entry -> 'hand',
                'record', e.entry -> 'after',
                'isVoid', e.entry ->> 'action' = 'hand_voided'
            )
        )))
    ) ELSE '{}' END
    || CASE WHEN e.entry ? 'adjustment' THEN jsonb_build_object(
        'adjustments', jsonb_build_array(jsonb_build_object(
            'number', e.number,
            'after', e.entry -> 'adjustment' || jsonb_build_object(
                'number', e.number, 'deviceId', e.device_id, 'at', e.noted_at
            )
        ))
    ) ELSE '{}' END
FROM (
    SELECT
        match_id,
        version,
        entry,
        device_id,
        noted_at,
        count(*) FILTER (WHERE entry ? 'adjustment')
            OVER (PARTITION BY match_id ORDER BY version) AS number
    FROM journal
) AS e
WHERE e.match_id = j.match_id AND e.version = j.version;

CREATE TABLE keys (
    device_id uuid NOT NULL,
    key text NOT NULL,
    fingerprint bytea NOT NULL,
    command_id uuid NOT NULL,
    claimed_at timestamptz NOT NULL,
    CONSTRAINT keys_once_per_device PRIMARY KEY (device_id, key)
);
