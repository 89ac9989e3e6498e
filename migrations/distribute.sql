-- Spreads the tables of Pitchkeeper over a cluster of Citus, each by the id that its rows belong to.
-- Not a migration: whoever runs Citus plays it once on the coordinator, after the server has made
-- its tables and before anything is kept (create_distributed_table locks and moves what is there).
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f migrations/distribute.sql

-- Citus hides shards from the catalogue row by row, which makes asyncpg's look at uuid[] take
-- 1 to 5 seconds on every new connection; shown, it takes 15 ms.
SELECT format(
    'ALTER DATABASE %I SET citus.show_shards_for_app_name_prefixes TO %L', current_database(), '*'
) \gexec

-- On every node, for it is small, seldom written, and found by more than one key: by the secret of a
-- link or the code of a device as well, which are unique over all owners.
SELECT create_reference_table('rulesets');
SELECT create_reference_table('counters');
SELECT create_reference_table('public_links');
SELECT create_reference_table('device_codes');

-- By match: together, so that every statement about a match stays on one shard.
SELECT create_distributed_table('matches', 'match_id', colocate_with => 'none');
SELECT create_distributed_table('members', 'match_id', colocate_with => 'matches');
SELECT create_distributed_table('hands', 'match_id', colocate_with => 'matches');
SELECT create_distributed_table('adjustments', 'match_id', colocate_with => 'matches');
SELECT create_distributed_table('journal', 'match_id', colocate_with => 'matches');
SELECT create_distributed_table('idle_commands', 'match_id', colocate_with => 'matches');
SELECT create_distributed_table('uncounted', 'match_id', colocate_with => 'matches');
SELECT create_distributed_table('outcomes', 'match_id', colocate_with => 'matches');
SELECT create_distributed_table('checks', 'match_id', colocate_with => 'matches');
SELECT create_distributed_table('tallies', 'match_id', colocate_with => 'matches');

-- Runs where the match is, so that a change of it is one command to one machine.
SELECT create_distributed_function(
    'save_match_change(uuid, bigint, timestamptz, timestamptz, uuid, uuid, jsonb, jsonb, timestamptz,'
    ' bigint, jsonb)',
    'its_match',
    colocate_with => 'matches'
);

-- By device.
SELECT create_distributed_table('devices', 'device_id', colocate_with => 'none');
SELECT create_distributed_table('keys', 'device_id', colocate_with => 'devices');
SELECT create_distributed_table('device_matches', 'device_id', colocate_with => 'devices');
SELECT create_distributed_table('device_leagues', 'device_id', colocate_with => 'devices');

-- By league.
SELECT create_distributed_table('leagues', 'league_id', colocate_with => 'none');
SELECT create_distributed_table('league_pieces', 'league_id', colocate_with => 'leagues');
SELECT create_distributed_table('league_journal', 'league_id', colocate_with => 'leagues');
SELECT create_distributed_table('league_idle_commands', 'league_id', colocate_with => 'leagues');

SELECT create_distributed_function(
    'save_league_change(uuid, bigint, timestamptz, jsonb, uuid, jsonb, uuid, timestamptz)',
    'its_league',
    colocate_with => 'leagues'
);

-- By whatever is joined, and by code.
SELECT create_distributed_table('invites', 'venue_id', colocate_with => 'none');
SELECT create_distributed_table('entrances', 'venue_id', colocate_with => 'invites');
SELECT create_distributed_table('codes', 'code', colocate_with => 'none');

-- Ordinary tables of the coordinator: allowances, cleanups, migrations, streams. What all servers
-- count together is written by statements that Citus refuses, and nothing of it is of a match.
