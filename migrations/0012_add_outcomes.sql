-- A match that is removed for good leaves who won and the scores, which leagues go on counting.

CREATE TABLE outcomes (
    match_id uuid NOT NULL,
    winner int,
    scores jsonb NOT NULL,
    CONSTRAINT outcomes_one_per_match PRIMARY KEY (match_id)
);
