"""Every named statement fits the schema."""

import asyncpg

from api.database import queries


async def test_every_statement_is_one_that_the_schema_understands(
    pool: "asyncpg.Pool[asyncpg.Record]",
) -> None:
    statements = vars(queries())
    assert len(statements) >= 10
    async with pool.acquire() as connection:
        for text in statements.values():
            await connection.prepare(text)


async def test_json_goes_in_and_out_as_it_is(pool: "asyncpg.Pool[asyncpg.Record]") -> None:
    assert await pool.fetchval("SELECT $1::jsonb", b'{"card": "TH"}') == b'{"card": "TH"}'
