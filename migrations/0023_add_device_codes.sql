-- A lost phone is no lost owner: who kept a code gets the device back, or takes it to another phone.

CREATE TABLE device_codes (
    device_id uuid NOT NULL,
    kind text NOT NULL,
    code_hash bytea NOT NULL,
    made_at timestamptz NOT NULL,
    expires_at timestamptz,
    CONSTRAINT device_codes_one_of_a_kind PRIMARY KEY (device_id, kind),
    CONSTRAINT device_codes_to_recover_or_transfer CHECK (kind IN ('recovery', 'transfer')),
    CONSTRAINT device_codes_transfer_for_a_while CHECK (kind = 'recovery' OR expires_at IS NOT NULL),
    CONSTRAINT device_codes_each_for_one_device UNIQUE (code_hash)
);
CREATE INDEX device_codes_by_time ON device_codes (expires_at) WHERE expires_at IS NOT NULL;
