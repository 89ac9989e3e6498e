-- The last adjustment of a match tells the highest number, and is found without reading its journal.

CREATE INDEX journal_by_adjustment ON journal (match_id, version)
WHERE entry ->> 'action' = 'adjustment_made';
