-- name: list_done
-- Return the versions of a match that some commands made, or met without changing anything.
SELECT command_id, version FROM journal WHERE match_id = $1 AND command_id = ANY($2::uuid[])
UNION ALL
SELECT command_id, version FROM idle_commands WHERE match_id = $1 AND command_id = ANY($2::uuid[])

-- name: note_idle
-- Store a command that changes nothing, if the match is still at the version that it met.
INSERT INTO idle_commands (match_id, command_id, version)
SELECT match_id, $2, version FROM matches WHERE match_id = $1 AND version = $3 FOR SHARE
ON CONFLICT (match_id, command_id) DO NOTHING
RETURNING version

-- name: note_reopened
-- Store a command to open a match that was open already, as if it had opened it.
INSERT INTO idle_commands (match_id, command_id, version)
VALUES ($1, $2, 1)
ON CONFLICT (match_id, command_id) DO NOTHING

-- name: forget_old_idle_commands
-- Delete up to $1 commands that changed nothing and whose keys are deleted.
DELETE FROM idle_commands
WHERE (match_id, command_id) IN (
    SELECT match_id, command_id FROM idle_commands
    WHERE noted_at < now() - interval '30 days'
    ORDER BY noted_at
    LIMIT $1
)
