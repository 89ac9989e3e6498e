-- name: add_ruleset
-- Keep a rule set under the hash of its content; the same content is kept once.
INSERT INTO rulesets (hash, content)
VALUES ($1, $2)
ON CONFLICT (hash) DO NOTHING

-- name: has_ruleset
-- Whether a rule set is kept.
SELECT EXISTS (SELECT 1 FROM rulesets WHERE hash = $1)

-- name: load_ruleset
-- The content of a rule set by its hash.
SELECT content FROM rulesets WHERE hash = $1
