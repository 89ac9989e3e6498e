-- name: take_permits
-- Take a $4th of the remaining $2 permits, or one, for a holder that asked $5 ago; all return
-- within $3. Permits that returned while it waited for its turn are left to others, and a clock
-- that is set back makes nobody wait longer.
INSERT INTO allowances AS kept (holder, spent_until, granted)
VALUES (
    $1,
    now() + greatest($2::integer / $4::integer, 1) * $3::interval / $2,
    greatest($2 / $4, 1)
)
ON CONFLICT (holder) DO UPDATE
SET (spent_until, granted) = (
    SELECT spent.until + taken.permits * $3 / $2, taken.permits
    FROM (SELECT least(greatest(kept.spent_until, now() - $5::interval), now() + $3)) AS spent (until),
    -- The rest compensates for the microseconds lost by rounding each permit.
    LATERAL (
        SELECT floor(
            extract(epoch FROM now() - $5 + $3 - spent.until) * $2
            / extract(epoch FROM $3) + 0.001
        )::integer
    ) AS had (permits),
    LATERAL (
        SELECT least(greatest(had.permits, 0), greatest(had.permits / $4, 1))
    ) AS taken (permits)
)
RETURNING granted, extract(epoch FROM spent_until - now())::double precision AS spent

-- name: give_permits_back
-- Return unused permits worth $2.
UPDATE allowances SET spent_until = spent_until - $2::interval WHERE holder = $1

-- name: forget_idle_allowances
-- Delete up to $1 rows of holders with a full quota, which needs no row.
DELETE FROM allowances
WHERE spent_until < now() AND holder IN (
    SELECT holder FROM allowances WHERE spent_until < now() ORDER BY spent_until LIMIT $1
)
