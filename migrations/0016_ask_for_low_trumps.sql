-- A pile listed as scoring no longer says that low trumps which are not there were not captured: what was proven and counted of such hands is worked out anew.

UPDATE hands SET proof = NULL WHERE record @> '{"piles": [{"listed": "scoring"}]}';

INSERT INTO uncounted (match_id)
SELECT DISTINCT match_id FROM hands WHERE record @> '{"piles": [{"listed": "scoring"}]}'
ON CONFLICT DO NOTHING;

DELETE FROM tallies
WHERE match_id IN (SELECT match_id FROM hands WHERE record @> '{"piles": [{"listed": "scoring"}]}');
