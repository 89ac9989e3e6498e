-- Who holds a short code may join a match; each use is kept, so that it counts once a device.

CREATE TABLE invites (
    match_id uuid NOT NULL,
    invite_id uuid NOT NULL,
    code text NOT NULL,
    role text NOT NULL,
    seat int,
    made_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    uses int NOT NULL,
    uses_left int NOT NULL,
    revoked_at timestamptz,
    CONSTRAINT invites_one_per_id PRIMARY KEY (match_id, invite_id),
    CONSTRAINT invites_only_to_look_or_score CHECK (role IN ('scorer', 'viewer')),
    CONSTRAINT invites_not_used_more_than_allowed CHECK (uses_left >= 0)
);

CREATE TABLE codes (
    code text NOT NULL,
    match_id uuid NOT NULL,
    invite_id uuid NOT NULL,
    expires_at timestamptz NOT NULL,
    CONSTRAINT codes_each_for_one_invite PRIMARY KEY (code)
);

CREATE TABLE entrances (
    match_id uuid NOT NULL,
    invite_id uuid NOT NULL,
    device_id uuid NOT NULL,
    used_at timestamptz NOT NULL,
    CONSTRAINT entrances_once_per_device PRIMARY KEY (match_id, invite_id, device_id)
);
