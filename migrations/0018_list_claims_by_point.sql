-- Claims list the points of the rules, whatever they are, and proofs tell of points by their place among them.

CREATE FUNCTION pg_temp.claims_listed(claims jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE
AS $$
SELECT
    claims - '{high,low,jack,game}'::text[]
    || coalesce(
        (
            SELECT jsonb_build_object('points', jsonb_agg(
                jsonb_build_object('point', n.name)
                || CASE WHEN c.said -> 'inPlay' = 'true' THEN c.said - 'inPlay' ELSE c.said END
                ORDER BY n.place
            ))
            FROM unnest('{high,low,jack,game}'::text[]) WITH ORDINALITY AS n (name, place)
            CROSS JOIN LATERAL (SELECT claims -> n.name) AS g (given)
            CROSS JOIN LATERAL (SELECT g.given - 'pips') AS c (said)
            WHERE jsonb_typeof(g.given) = 'object' AND c.said <> '{}'
            HAVING count(*) > 0
        ),
        '{}'
    )
    || CASE
        WHEN claims #> '{game,pips}' IS NULL THEN '{}'
        ELSE jsonb_build_object('pips', claims #> '{game,pips}')
    END
$$;

CREATE FUNCTION pg_temp.record_listed(record jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE
AS $$
SELECT CASE
    WHEN jsonb_typeof(record -> 'claims') = 'object'
        THEN jsonb_set(record, '{claims}', pg_temp.claims_listed(record -> 'claims'))
    ELSE record
END
$$;

-- A pointer to a claim goes to its place in the list; before it stand as many as were made.
CREATE FUNCTION pg_temp.pointers_listed(proof jsonb, claims jsonb) RETURNS jsonb
LANGUAGE plpgsql IMMUTABLE
AS $$
DECLARE
    told text := replace(proof::text, '"/claims/game/pips', '"/claims/pips');
    name text;
    place int := 0;
BEGIN
    told := replace(told, '"points_over_four"', '"points_over_total"');
    told := replace(told, '"points_under_two"', '"points_under_least"');
    FOREACH name IN ARRAY '{high,low,jack,game}'::text[] LOOP
        IF jsonb_typeof(claims -> name) = 'object' AND (claims -> name) - 'pips' <> '{}' THEN
            told := replace(told, '"/claims/' || name, '"/claims/points/' || place);
            place := place + 1;
        END IF;
    END LOOP;
    RETURN told::jsonb;
END
$$;

-- That a jack was in play is said by its claim as a whole now: such a hand is proven anew.
UPDATE hands SET proof = NULL WHERE proof::text LIKE '%"/claims/jack/inPlay"%';

UPDATE hands
SET proof = pg_temp.pointers_listed(proof, record -> 'claims')
WHERE proof IS NOT NULL AND jsonb_typeof(record -> 'claims') = 'object';

UPDATE hands
SET proof = jsonb_set(proof, '{endings}', (
    SELECT jsonb_agg(
        e.ending - '{high,low,jack,game}'::text[]
        || jsonb_build_object('owners', jsonb_build_array(
            e.ending -> 'high', e.ending -> 'low', e.ending -> 'jack', e.ending -> 'game'
        ))
        ORDER BY e.place
    )
    FROM jsonb_array_elements(proof -> 'endings') WITH ORDINALITY AS e (ending, place)
))
WHERE jsonb_array_length(proof -> 'endings') > 0;

UPDATE hands SET record = pg_temp.record_listed(record) WHERE record ? 'claims';

UPDATE journal
SET entry = jsonb_set(entry, '{hands}', (
    SELECT jsonb_agg(
        h.changed
        || CASE WHEN h.changed #> '{before,record}' IS NULL THEN '{}' ELSE jsonb_build_object(
            'before', jsonb_set(
                h.changed -> 'before', '{record}',
                pg_temp.record_listed(h.changed #> '{before,record}')
            )
        ) END
        || CASE WHEN h.changed #> '{after,record}' IS NULL THEN '{}' ELSE jsonb_build_object(
            'after', jsonb_set(
                h.changed -> 'after', '{record}',
                pg_temp.record_listed(h.changed #> '{after,record}')
            )
        ) END
        ORDER BY h.place
    )
    FROM jsonb_array_elements(entry -> 'hands') WITH ORDINALITY AS h (changed, place)
))
WHERE entry @? '$.hands[*].*.record.claims';

-- What the points of a role were worth stands beside how often each was taken.
UPDATE tallies AS t
SET counted = (t.counted::jsonb || w.worths)::json
FROM (
    SELECT r.match_id, r.seat, jsonb_object_agg(r.role || '_points', r.points) AS worths
    FROM (
        SELECT
            s.match_id, s.seat, split_part(c.key, '_', 1) AS role, sum(c.value::int) AS points
        FROM tallies AS s CROSS JOIN json_each_text(s.counted) AS c
        WHERE c.key ~ '^(pitched|partnered|defended)_(high|low|jack|game)$'
        GROUP BY 1, 2, 3
    ) AS r
    GROUP BY r.match_id, r.seat
) AS w
WHERE w.match_id = t.match_id AND w.seat = t.seat;
