-- Devices sign in without a name; only a hash of their secret is kept.

CREATE TABLE devices (
    device_id uuid NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamptz NOT NULL,
    CONSTRAINT devices_one_per_id PRIMARY KEY (device_id),
    CONSTRAINT devices_only_with_a_sha256 CHECK (octet_length(token_hash) = 32)
);
