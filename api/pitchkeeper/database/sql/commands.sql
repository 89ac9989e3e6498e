-- name: list_done
-- Which versions of a match some commands made, or met when they had nothing to change.
SELECT command_id, version FROM journal WHERE match_id = $1 AND command_id = ANY($2::uuid[])
UNION ALL
SELECT command_id, version FROM idle_commands WHERE match_id = $1 AND command_id = ANY($2::uuid[])

-- name: note_idle
-- Remember a command with nothing to change, if the match is still at the version that it met.
INSERT INTO idle_commands (match_id, command_id, version)
SELECT match_id, $2, version FROM matches WHERE match_id = $1 AND version = $3 FOR SHARE
ON CONFLICT (match_id, command_id) DO NOTHING
RETURNING version

-- name: note_reopened
-- Remember a command to open a match that was open already, as if it had opened it.
INSERT INTO idle_commands (match_id, command_id, version)
VALUES ($1, $2, 1)
ON CONFLICT (match_id, command_id) DO NOTHING

-- name: forget_old_idle_commands
-- Forget up to $1 commands that changed nothing, whose keys are forgotten as well.
DELETE FROM idle_commands
WHERE (match_id, command_id) IN (
    SELECT match_id, command_id FROM idle_commands
    WHERE noted_at < now() - interval '30 days'
    ORDER BY noted_at
    LIMIT $1
)
