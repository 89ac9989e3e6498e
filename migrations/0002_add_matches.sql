-- Matches are kept as what the table entered, so that every score can be worked out again.

CREATE TABLE rulesets (
    hash text NOT NULL,
    content jsonb NOT NULL,
    CONSTRAINT rulesets_one_per_content PRIMARY KEY (hash)
);

CREATE TABLE matches (
    match_id uuid NOT NULL,
    version bigint NOT NULL,
    ruleset_hash text NOT NULL,
    head jsonb NOT NULL,
    summary jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT matches_one_per_id PRIMARY KEY (match_id),
    CONSTRAINT matches_only_with_known_rules FOREIGN KEY (ruleset_hash) REFERENCES rulesets (hash)
);

CREATE TABLE members (
    match_id uuid NOT NULL,
    device_id uuid NOT NULL,
    role text NOT NULL,
    CONSTRAINT members_once_per_match PRIMARY KEY (match_id, device_id),
    CONSTRAINT members_only_in_a_role CHECK (role IN ('owner', 'scorer', 'viewer'))
);

CREATE TABLE device_matches (
    device_id uuid NOT NULL,
    match_id uuid NOT NULL,
    CONSTRAINT device_matches_once_per_device PRIMARY KEY (device_id, match_id)
);

CREATE TABLE hands (
    match_id uuid NOT NULL,
    number int NOT NULL,
    record jsonb NOT NULL,
    is_void boolean NOT NULL,
    CONSTRAINT hands_one_per_number PRIMARY KEY (match_id, number)
);

CREATE TABLE adjustments (
    match_id uuid NOT NULL,
    number int NOT NULL,
    side int NOT NULL,
    points int NOT NULL,
    reason text NOT NULL,
    after_hand int NOT NULL,
    CONSTRAINT adjustments_one_per_number PRIMARY KEY (match_id, number)
);

CREATE TABLE journal (
    match_id uuid NOT NULL,
    version bigint NOT NULL,
    noted_at timestamptz NOT NULL,
    device_id uuid NOT NULL,
    entry jsonb NOT NULL,
    CONSTRAINT journal_one_entry_per_version PRIMARY KEY (match_id, version)
);
