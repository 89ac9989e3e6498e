-- The cleanup is done once for all servers, and when is noted; a lock of a session would stay behind in a pooler.

CREATE TABLE cleanups (
    name text NOT NULL,
    claimed_until timestamptz NOT NULL,
    done_at timestamptz,
    CONSTRAINT cleanups_one_of_a_name PRIMARY KEY (name)
);
