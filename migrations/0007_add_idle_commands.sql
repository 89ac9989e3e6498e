-- A command that found nothing to change is remembered, so that it changes nothing later either.

CREATE TABLE idle_commands (
    match_id uuid NOT NULL,
    command_id uuid NOT NULL,
    version bigint NOT NULL,
    CONSTRAINT idle_commands_each_once PRIMARY KEY (match_id, command_id)
);
