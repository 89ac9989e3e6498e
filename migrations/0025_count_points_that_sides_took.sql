-- How many points a side took is certain where the table says so, whosever each is: such matches are counted anew.

INSERT INTO uncounted (match_id)
SELECT DISTINCT match_id FROM hands WHERE record #> '{claims,taken}' IS NOT NULL
ON CONFLICT DO NOTHING;

DELETE FROM tallies
WHERE match_id IN (SELECT match_id FROM hands WHERE record #> '{claims,taken}' IS NOT NULL);
