-- People are told by names, not by ids: a device may have one, which those see who share a match.

ALTER TABLE devices ADD COLUMN name text;
