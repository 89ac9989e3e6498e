-- What can be counted of every seat is kept with its match, so that statistics only add it up.

CREATE TABLE tallies (
    match_id uuid NOT NULL,
    seat int NOT NULL,
    side int NOT NULL,
    name text NOT NULL,
    device_id uuid,
    partners uuid[] NOT NULL,
    opponents uuid[] NOT NULL,
    wins int NOT NULL,
    losses int NOT NULL,
    hands int NOT NULL,
    score int NOT NULL,
    pitched_hands int NOT NULL,
    pitched_score int NOT NULL,
    pitched_high int NOT NULL,
    pitched_low int NOT NULL,
    pitched_jack int NOT NULL,
    pitched_game int NOT NULL,
    partnered_hands int NOT NULL,
    partnered_score int NOT NULL,
    partnered_high int NOT NULL,
    partnered_low int NOT NULL,
    partnered_jack int NOT NULL,
    partnered_game int NOT NULL,
    defended_hands int NOT NULL,
    defended_score int NOT NULL,
    defended_high int NOT NULL,
    defended_low int NOT NULL,
    defended_jack int NOT NULL,
    defended_game int NOT NULL,
    made_one int NOT NULL,
    made_two int NOT NULL,
    made_three int NOT NULL,
    made_four int NOT NULL,
    made_smudge int NOT NULL,
    made_pitch int NOT NULL,
    set_one int NOT NULL,
    set_two int NOT NULL,
    set_three int NOT NULL,
    set_four int NOT NULL,
    set_smudge int NOT NULL,
    set_pitch int NOT NULL,
    steals int NOT NULL,
    CONSTRAINT tallies_one_per_seat PRIMARY KEY (match_id, seat)
);

CREATE INDEX tallies_of_device ON tallies (device_id, match_id) WHERE device_id IS NOT NULL;

-- Counting needs the rules, so what is kept already is counted when it is first asked for.
CREATE TABLE uncounted (
    match_id uuid NOT NULL,
    CONSTRAINT uncounted_once PRIMARY KEY (match_id)
);

INSERT INTO uncounted (match_id) SELECT match_id FROM matches;
