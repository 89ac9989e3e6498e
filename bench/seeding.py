"""Seeding: a database as years of play leave it, made in SQL of a few matches that were played."""

from collections.abc import Mapping, Sequence
from typing import Final
from uuid import UUID

import asyncpg

from bench.phones import Phone
from tests.support import databases

HANDS: Final = 10
_TEMPLATES: Final = 4
_BATCH: Final = 100_000
"""Matches that are made at once."""
_POINTS: Final = ("0010", "1110", "0101", "1001", "0000", "1101", "0011")
"""Sides that took High, Low, Jack and Game."""
_FEWEST: Final = 2_000
"""Devices of others: as many again at each table in turn, so that no two at one are the same."""

# One match began every twenty minutes, back from now.
_COPIES: Final = (
    """
    CREATE TEMPORARY TABLE copies AS
    SELECT
        n,
        uuidv7(make_interval(mins => n * -20)) AS match_id,
        make_interval(mins => n * -20) AS earlier,
        ($3::uuid[])[abs(hashint4(n)) % cardinality($3::uuid[]) + 1] AS template
    FROM generate_series($1::int, $1::int + $2::int - 1) AS n
    """,
    """
    INSERT INTO matches (match_id, version, ruleset_hash, head, summary, created_at, updated_at)
    SELECT
        c.match_id, version, ruleset_hash, head, summary, created_at + earlier,
        updated_at + earlier
    FROM copies AS c JOIN matches AS m ON m.match_id = c.template
    """,
    """
    INSERT INTO hands (match_id, number, record, is_void, overruled, proof, agreement)
    SELECT c.match_id, number, record, is_void, overruled, proof, agreement
    FROM copies AS c JOIN hands AS h ON h.match_id = c.template
    """,
    """
    INSERT INTO journal (match_id, version, noted_at, device_id, entry)
    SELECT c.match_id, version, noted_at + earlier, device_id, entry
    FROM copies AS c JOIN journal AS j ON j.match_id = c.template
    """,
    """
    INSERT INTO members (match_id, device_id, role, joined_at, seat)
    SELECT
        match_id,
        coalesce(
            (
                SELECT p.device_id
                FROM unnest($1::uuid[], $2::int[]) WITH ORDINALITY AS p (device_id, every, place)
                WHERE n % p.every = p.place - 1 AND seat = p.place % 4
            ),
            lpad(to_hex((n * 7 + seat * 501) % $3::int), 32, '0')::uuid
        ),
        CASE seat WHEN 0 THEN 'owner' ELSE 'scorer' END,
        now() + earlier,
        seat
    FROM copies CROSS JOIN generate_series(0, 3) AS seat
    """,
    """
    INSERT INTO tallies (
        match_id, seat, side, name, device_id, partners, opponents, counted, packed
    )
    SELECT
        c.match_id, k.seat, k.side, k.name, s.device_id, o.partners, o.opponents, k.counted,
        k.packed
    FROM copies AS c
    JOIN members AS s ON s.match_id = c.match_id
    JOIN tallies AS k ON k.match_id = c.template AND k.seat = s.seat
    CROSS JOIN LATERAL (
        SELECT
            array_agg(o.device_id) FILTER (WHERE (o.seat + s.seat) % 2 = 0) AS partners,
            array_agg(o.device_id) FILTER (WHERE (o.seat + s.seat) % 2 = 1) AS opponents
        FROM members AS o
        WHERE o.match_id = s.match_id AND o.seat <> s.seat
    ) AS o
    """,
    """
    INSERT INTO device_matches (device_id, match_id, changed_on, is_won)
    SELECT
        s.device_id, m.match_id, (m.updated_at AT TIME ZONE 'UTC')::date,
        m.summary ->> 'winner' IS NOT NULL
    FROM copies AS c JOIN matches AS m USING (match_id) JOIN members AS s USING (match_id)
    """,
    "DROP TABLE copies",
)


def play(phone: Phone) -> tuple[tuple[UUID, ...], str]:
    """Play a few matches, of which one is not over: their ids, and that of their rules."""
    played = [_play_template(phone, first, HANDS) for first in range(_TEMPLATES)]
    unfinished, _ = _play_template(phone, 0, HANDS // 2)
    # Asked for, so that what is counted of them is copied as well.
    phone.ask("GET", f"/v1/players/{phone.device_id}/statistics")
    return (*(match_id for match_id, _ in played), unfinished), played[0][1]


def _play_template(phone: Phone, first: int, hands: int) -> tuple[UUID, str]:
    match_id = phone.play(0, options={"hands": HANDS})
    for number in range(1, hands + 1):
        sides = _POINTS[(first + number) % len(_POINTS)]
        hand = {
            "contract": {"pitcher": number % 4, "bid": ("three", "four")[number % 2]},
            "claims": {
                "points": [
                    {"point": point, "side": int(side)}
                    for point, side in zip(("high", "low", "jack", "game"), sides, strict=True)
                ]
            },
        }
        phone.ask("PUT", f"/v1/matches/{match_id}/hands/{number}", hand)
    sheet = phone.ask("GET", f"/v1/matches/{match_id}")
    assert bool(sheet["winner"]) == (hands == HANDS), sheet["scores"]
    return match_id, sheet["ruleset"]["id"]


async def seed(
    url: str, templates: Sequence[UUID], matches: int, players: Mapping[UUID, int]
) -> None:
    """Fill a database with more matches, in which players have seats: in every so many, each."""
    connection = await asyncpg.connect(url)
    seated = [*players], [*players.values()], max(_FEWEST, matches // 25)
    try:
        for first in range(0, matches, _BATCH):
            made = (first, min(_BATCH, matches - first), templates)
            taking = {0: made, 4: seated}
            for place, statement in enumerate(_COPIES):
                await connection.execute(statement, *taking.get(place, ()))
    finally:
        await connection.close()


async def settle(url: str) -> None:
    """Let a database do now what it would do while it is measured."""
    await databases.fetch(url, "VACUUM ANALYZE")
    await databases.fetch(url, "CHECKPOINT")
