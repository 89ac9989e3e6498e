-- Leagues are joined by codes as matches are: whatever an invite lets into is its venue.

ALTER TABLE invites RENAME COLUMN match_id TO venue_id;

ALTER TABLE codes RENAME COLUMN match_id TO venue_id;

ALTER TABLE entrances RENAME COLUMN match_id TO venue_id;

ALTER TABLE invites ADD COLUMN venue text NOT NULL DEFAULT 'match';

ALTER TABLE invites
    ALTER COLUMN venue DROP DEFAULT,
    ADD CONSTRAINT invites_into_a_match_or_a_league CHECK (venue IN ('match', 'league')),
    ADD CONSTRAINT invites_with_a_seat_into_matches_only CHECK (seat IS NULL OR venue = 'match');
