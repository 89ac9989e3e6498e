-- An invite ends when the device that made it is removed, or may no longer make one.

ALTER TABLE invites ADD COLUMN made_by uuid;
