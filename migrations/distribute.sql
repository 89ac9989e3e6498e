-- Spreads the tables of Pitchkeeper over a cluster of Citus, each by the id that its rows belong to.
-- Not a migration: whoever runs Citus plays it once on the coordinator, after the server has made
-- its tables and before anything is kept (create_distributed_table locks and moves what is there).
--   psql "$DATABASE_URL" -v ON_ERROR_STOP=1 -f migrations/distribute.sql

-- Citus hides shards from the catalogue row by row, which makes asyncpg's look at uuid[] take
-- 1 to 5 seconds on every new connection; shown, it takes 15 ms. From 13.2.1 on it never finds the
-- plans that it keeps of a statement that is planned once for all parameters, and keeps another one
-- each time (citusdata/citus, pull request 8824): 40 kB a change of a match, for good.
SELECT
    format(
        'ALTER DATABASE %I SET citus.show_shards_for_app_name_prefixes TO %L',
        current_database(), '*'
    ),
    format('ALTER DATABASE %I SET plan_cache_mode TO force_custom_plan', current_database())
\gexec

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

-- Run where the match is, so that each is one command to one machine, and what writes also in a
-- transaction: it names no other match.
SELECT create_distributed_function(
    'load_match_state(uuid, uuid, uuid, boolean, bigint, timestamptz)',
    'its_match',
    colocate_with => 'matches'
);
SELECT create_distributed_function(
    'open_match(uuid, text, jsonb, jsonb, uuid, timestamptz, jsonb, uuid)',
    'its_match',
    colocate_with => 'matches',
    force_delegation => true
);
SELECT create_distributed_function(
    'save_match_change(uuid, bigint, timestamptz, timestamptz, uuid, uuid, jsonb, jsonb, timestamptz,'
    ' bigint, jsonb)',
    'its_match',
    colocate_with => 'matches',
    force_delegation => true
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
    colocate_with => 'leagues',
    force_delegation => true
);

-- By whatever is joined, and by code.
SELECT create_distributed_table('invites', 'venue_id', colocate_with => 'none');
SELECT create_distributed_table('entrances', 'venue_id', colocate_with => 'invites');
SELECT create_distributed_function(
    'use_invite(uuid, uuid, uuid, timestamptz)', 'its_venue', colocate_with => 'invites'
);
SELECT create_distributed_table('codes', 'code', colocate_with => 'none');

-- Ordinary tables of the coordinator: allowances, cleanups, migrations, streams. What all servers
-- count together is written by statements that Citus refuses, and nothing of it is of a match.
