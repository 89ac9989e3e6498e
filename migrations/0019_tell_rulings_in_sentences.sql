-- A ruling that was kept said why in one text, and its clauses had one text each. Texts of old are
-- read as what they say, but stand in lists of sentences now.

CREATE FUNCTION pg_temp.ruling_in_sentences(ruling jsonb) RETURNS jsonb LANGUAGE sql AS $$
SELECT ruling - 'why'
    || CASE WHEN ruling ? 'why' THEN jsonb_build_object('whys', jsonb_build_array(ruling -> 'why'))
        ELSE '{}' END
    || jsonb_build_object('clauses', (
        SELECT coalesce(jsonb_agg(
            CASE WHEN c.clause ? 'text'
                THEN c.clause - 'text'
                    || jsonb_build_object('sentences', jsonb_build_array(c.clause -> 'text'))
                ELSE c.clause END
            ORDER BY c.place
        ), '[]')
        FROM jsonb_array_elements(ruling -> 'clauses') WITH ORDINALITY AS c (clause, place)
    ))
$$;

CREATE FUNCTION pg_temp.hand_in_sentences(hand jsonb) RETURNS jsonb LANGUAGE sql AS $$
SELECT CASE WHEN jsonb_typeof(hand #> '{agreement,dispute,ruling}') = 'object'
    THEN jsonb_set(
        hand, '{agreement,dispute,ruling}',
        pg_temp.ruling_in_sentences(hand #> '{agreement,dispute,ruling}')
    )
    ELSE hand END
$$;

UPDATE hands SET agreement
    = jsonb_set(agreement, '{dispute,ruling}', pg_temp.ruling_in_sentences(
        agreement #> '{dispute,ruling}'
    ))
WHERE jsonb_typeof(agreement #> '{dispute,ruling}') = 'object';

UPDATE journal
SET entry = jsonb_set(entry, '{hands}', (
    SELECT jsonb_agg(
        h.changed
        || CASE WHEN h.changed ? 'before'
            THEN jsonb_build_object('before', pg_temp.hand_in_sentences(h.changed -> 'before'))
            ELSE '{}' END
        || CASE WHEN h.changed ? 'after'
            THEN jsonb_build_object('after', pg_temp.hand_in_sentences(h.changed -> 'after'))
            ELSE '{}' END
        ORDER BY h.place
    )
    FROM jsonb_array_elements(entry -> 'hands') WITH ORDINALITY AS h (changed, place)
))
WHERE entry @? '$.hands[*].*.agreement.dispute.ruling';
