-- What is remembered for a time only is found by its time, so that forgetting reads nothing else.

ALTER TABLE idle_commands ADD COLUMN noted_at timestamptz NOT NULL DEFAULT now();

CREATE INDEX idle_commands_by_time ON idle_commands (noted_at);

CREATE INDEX keys_by_time ON keys (claimed_at);

CREATE INDEX allowances_by_time ON allowances (spent_until);

CREATE INDEX codes_by_time ON codes (expires_at);

CREATE INDEX invites_by_time ON invites (expires_at);

CREATE INDEX entrances_by_time ON entrances (used_at);
