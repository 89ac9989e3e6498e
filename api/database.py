"""Connections to PostgreSQL, and the named statements of `api/sql`."""

import re
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import asyncpg

SQL: Final = Path(__file__).parent / "sql"
_JSONB_VERSION: Final = b"\x01"
_STATEMENT: Final = re.compile(
    r"^-- name: (?P<name>[a-z_]+)\n-- .+\n(?P<text>(?:(?!-- name: ).*\n?)+)", re.MULTILINE
)


async def open_pool(url: str, *, size: int = 8) -> "asyncpg.Pool[asyncpg.Record]":
    """A pool whose jsonb values are the bytes of JSON, both ways."""
    return await asyncpg.create_pool(
        url,
        min_size=1,
        max_size=size,
        init=_prepare,
        reset=_keep,
        command_timeout=10,
        server_settings={"application_name": "pitchkeeper", "statement_timeout": "5000"},
    )


async def _prepare(connection: asyncpg.Connection) -> None:
    await connection.set_type_codec(
        "jsonb",
        schema="pg_catalog",
        format="binary",
        encoder=lambda json: _JSONB_VERSION + json,
        decoder=lambda value: bytes(value[1:]),
    )


async def _keep(_connection: asyncpg.Connection) -> None:
    """Leave a released connection as it is: ours carry no state from one use to the next."""


@cache
def queries() -> SimpleNamespace:
    """Every named statement, as an attribute."""
    found: dict[str, str] = {}
    for path in sorted(SQL.glob("*.sql")):
        for statement in _STATEMENT.finditer(path.read_text()):
            if statement["name"] in found:
                raise ValueError(f"{path.name} names {statement['name']} a second time.")
            found[statement["name"]] = statement["text"].strip()
    return SimpleNamespace(**found)
