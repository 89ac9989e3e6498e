-- Whether a match counts for a league is asked of all leagues, before its rules are changed.

CREATE INDEX league_pieces_by_match ON league_pieces
USING gin ((piece #> '{reported,report,matches}') jsonb_path_ops)
WHERE starts_with(place, 'reported/');
