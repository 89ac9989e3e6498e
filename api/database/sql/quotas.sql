-- name: take_permits
-- Up to $2 permits worth $3 each, of $4 in all; a clock set back makes nobody wait for longer.
INSERT INTO allowances AS kept (holder, spent_until, granted)
VALUES ($1, now() + $2::integer * $3::interval, $2)
ON CONFLICT (holder) DO UPDATE
SET (spent_until, granted) = (
    SELECT spent.until + taken.permits * $3, taken.permits
    FROM (SELECT least(greatest(kept.spent_until, now()), now() + $4::interval)) AS spent (until),
    LATERAL (
        SELECT least(
            $2,
            floor(extract(epoch FROM now() + $4 - spent.until) / extract(epoch FROM $3))
        )::integer
    ) AS taken (permits)
)
RETURNING granted, extract(epoch FROM spent_until - now())::double precision AS spent

-- name: give_permit_back
-- One permit, worth $2, that turned out not to count.
UPDATE allowances SET spent_until = spent_until - $2::interval WHERE holder = $1

-- name: forget_idle_allowances
-- Up to $1 whose whole quota is there again; without a row it is there as well.
DELETE FROM allowances
WHERE spent_until < now() AND holder IN (
    SELECT holder FROM allowances WHERE spent_until < now() ORDER BY spent_until LIMIT $1
)
