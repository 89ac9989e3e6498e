-- Whoever has the secret of a link sees a scoreboard; kept hashed, so that the rows give none away.

CREATE TABLE public_links (
    aggregate_id uuid NOT NULL,
    link_id uuid NOT NULL,
    kind text NOT NULL,
    secret_hash bytea NOT NULL,
    made_at timestamptz NOT NULL,
    revoked_at timestamptz,
    CONSTRAINT public_links_one_per_id PRIMARY KEY (aggregate_id, link_id),
    CONSTRAINT public_links_of_a_match_or_a_league CHECK (kind IN ('match', 'league'))
);

CREATE UNIQUE INDEX public_links_by_secret ON public_links (secret_hash);

CREATE INDEX public_links_by_time ON public_links (revoked_at) WHERE revoked_at IS NOT NULL;
