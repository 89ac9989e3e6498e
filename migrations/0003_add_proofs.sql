-- What was proven about a hand is kept with it, so that reading a sheet proves nothing again.

ALTER TABLE hands ADD COLUMN proof jsonb;
