-- Leagues are kept in pieces, each at a place of its own, and a journal that tells every change.

CREATE TABLE leagues (
    league_id uuid NOT NULL,
    version bigint NOT NULL,
    ruleset_hash text NOT NULL,
    summary jsonb NOT NULL,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL,
    CONSTRAINT leagues_one_per_id PRIMARY KEY (league_id),
    CONSTRAINT leagues_only_with_known_rules FOREIGN KEY (ruleset_hash) REFERENCES rulesets (hash)
);

CREATE TABLE league_pieces (
    league_id uuid NOT NULL,
    place text NOT NULL,
    piece jsonb NOT NULL,
    CONSTRAINT league_pieces_one_per_place PRIMARY KEY (league_id, place)
);

CREATE TABLE league_journal (
    league_id uuid NOT NULL,
    version bigint NOT NULL,
    noted_at timestamptz NOT NULL,
    device_id uuid NOT NULL,
    entry jsonb NOT NULL,
    command_id uuid,
    CONSTRAINT league_journal_one_entry_per_version PRIMARY KEY (league_id, version)
);

CREATE UNIQUE INDEX league_journal_each_command_once ON league_journal (league_id, command_id)
WHERE command_id IS NOT NULL;

CREATE TABLE league_idle_commands (
    league_id uuid NOT NULL,
    command_id uuid NOT NULL,
    version bigint NOT NULL,
    noted_at timestamptz NOT NULL,
    CONSTRAINT league_idle_commands_each_once PRIMARY KEY (league_id, command_id)
);

CREATE TABLE device_leagues (
    device_id uuid NOT NULL,
    league_id uuid NOT NULL,
    CONSTRAINT device_leagues_once_per_device PRIMARY KEY (device_id, league_id)
);
