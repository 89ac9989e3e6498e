"""A database in which all that is stored has fields that only a newer server knows."""

from collections.abc import Sequence
from typing import Final

import asyncpg

from tests.support import citus

_EXTENDED: Final = """
CREATE FUNCTION extended(document jsonb) RETURNS jsonb LANGUAGE sql AS $$
SELECT CASE jsonb_typeof(document)
    WHEN 'object' THEN (
        SELECT coalesce(jsonb_object_agg(key, CASE
            -- Points and standings follow from these, and `args` are those of a sentence.
            WHEN key IN ('record', 'ruleset', 'format', 'args') THEN value
            ELSE extended(value)
        END), '{}')
        FROM jsonb_each(document)
    ) || '{"ofTomorrow": {"one": [1]}}'
    WHEN 'array' THEN (
        SELECT coalesce(jsonb_agg(extended(item)), '[]') FROM jsonb_array_elements(document) AS item
    )
    ELSE document
END
$$
"""
_COLUMNS: Final = """
SELECT table_name, column_name FROM information_schema.columns
WHERE table_schema = 'public' AND data_type = 'jsonb'
    -- The first two are not read without all of their fields, and the last is a list of numbers.
    AND (table_name, column_name) NOT IN (
        ('rulesets', 'content'), ('hands', 'record'), ('outcomes', 'scores')
    )
"""


async def extend(pool: "asyncpg.Pool[asyncpg.Record]") -> Sequence[tuple[str, str]]:
    """Let every write add fields to all documents, and return the columns that have them."""
    citus.skip("Its tables have no triggers")
    await pool.execute(_EXTENDED)
    columns = [(table, column) for table, column in await pool.fetch(_COLUMNS)]
    for table, column in columns:
        await pool.execute(
            f"""
            CREATE FUNCTION extend_{table}_{column}() RETURNS trigger LANGUAGE plpgsql AS
            $$BEGIN new.{column} = extended(new.{column}); RETURN new; END$$;
            CREATE TRIGGER extend_{column} BEFORE INSERT OR UPDATE ON {table}
            FOR EACH ROW EXECUTE FUNCTION extend_{table}_{column}()
            """
        )
    return columns
