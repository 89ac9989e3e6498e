-- A server that is too old for the tables says so: a step that takes something away names the step
-- that a server has to know to go on without it.
ALTER TABLE migrations ADD COLUMN needs int NOT NULL DEFAULT 0;
