-- A hand that was entered while nothing could be proven is proven later, by whichever worker has time.

CREATE INDEX hands_unproven ON hands (match_id) WHERE proof IS NULL AND NOT is_void;

-- How many of the last versions of a match only checked hands: what was seen before them still counts.
ALTER TABLE matches ADD COLUMN checked bigint NOT NULL DEFAULT 0;

CREATE TABLE checks (
    match_id uuid NOT NULL,
    claimed_until timestamptz NOT NULL,
    tries int NOT NULL,
    CONSTRAINT checks_one_per_match PRIMARY KEY (match_id)
);
