-- Tokens can be replaced and given up; how often somebody may ask is counted for all processes.

ALTER TABLE devices
    ADD COLUMN next_token_hash bytea,
    ADD COLUMN revoked_at timestamptz,
    ADD CONSTRAINT devices_next_only_with_a_sha256 CHECK (octet_length(next_token_hash) = 32);

-- Lost in a crash, which does no harm, and so written without a log.
CREATE UNLOGGED TABLE allowances (
    holder uuid NOT NULL,
    spent_until timestamptz NOT NULL,
    granted integer NOT NULL,
    CONSTRAINT allowances_one_per_holder PRIMARY KEY (holder)
) WITH (fillfactor = 50);
