-- name: add_ruleset
-- Insert a rule set under the hash of its content, once.
INSERT INTO rulesets (hash, content)
VALUES ($1, $2)
ON CONFLICT (hash) DO NOTHING

-- name: has_ruleset
-- Return whether a rule set is stored.
SELECT EXISTS (SELECT 1 FROM rulesets WHERE hash = $1)

-- name: load_ruleset
-- Return the content of a rule set by its hash.
SELECT content FROM rulesets WHERE hash = $1
