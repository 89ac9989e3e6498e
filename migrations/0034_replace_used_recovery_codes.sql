-- A recovery code that was used is replaced by another one once its answer has arrived.

-- The code to come is dead until the token that was answered with it is used for the first time.
-- From the salt and the code that was typed a retry is answered the same.
ALTER TABLE device_codes
ADD COLUMN next_hash bytea,
ADD COLUMN salt bytea;
