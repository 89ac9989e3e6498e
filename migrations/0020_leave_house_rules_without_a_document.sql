-- A house rule stands in no document: of clauses that were kept with a ruling, "House rules" was
-- its English name, which every language says by the basis of the clause now.

UPDATE hands SET agreement
    = replace(agreement::text, '"document": "House rules"', '"document": null')::jsonb
WHERE jsonb_typeof(agreement #> '{dispute,ruling}') = 'object';

-- Inside what people wrote the quotes have backslashes, so no words of theirs are changed.
UPDATE journal SET entry
    = replace(entry::text, '"document": "House rules"', '"document": null')::jsonb
WHERE entry @? '$.hands[*].*.agreement.dispute.ruling';
