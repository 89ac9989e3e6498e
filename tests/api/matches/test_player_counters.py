"""Counters of players, packed into one number each, are unpacked unchanged."""

import asyncio
import random
from operator import itemgetter
from uuid import UUID

import asyncpg
from msgspec import structs

from pitch.calls import Call
from pitch.match import tallies
from pitch.match.tallies import SeatTally
from pitch.point_names import PointName
from pitchkeeper.database.pool import Connections
from pitchkeeper.matches.players import packing
from pitchkeeper.matches.players.store import TallyStore
from pitchkeeper.matches.state import PlayerTally
from tests.support import tables
from tests.support.phones import Device, Json
from tests.support.player_pages import WON, brief, page, play, seat

ROLES = ("pitched", "partnered", "defended")
COUNTERS = [
    *("wins", "losses", "hands", "score", "steals"),
    *(
        f"{role}_{counter}"
        for role in ROLES
        for counter in ("hands", "score", "points", *PointName)
    ),
    *(f"{end}_{bid}" for end in ("made", "set") for bid in Call if bid is not Call.PASS),
]


async def test_every_counter_is_added_up_by_itself(pool: "asyncpg.Pool[asyncpg.Record]") -> None:
    """Packed into one number as it is kept, whatever is below zero and however much it is."""
    rows = await pool.fetch("SELECT name, place FROM counters")
    places = {row["name"]: row["place"] for row in rows}
    assert places.keys() <= set(COUNTERS)
    assert sorted(places.values()) == list(range(len(places)))
    chance = random.Random(5)
    sizes = (1, 100, 2 * 10**7)
    counted = [
        {name: chance.choice((1, -1)) * chance.randint(1, size) for name in places}
        for size in sizes
    ]
    some = [{"wins": 1, "score": -3, "set_100": 1}, {"losses": 1}, {}, {"defended_two": -1}]
    for addends in (counted, some, [*counted, *some], some[:1], some[2:3]):
        total = await pool.fetchval(
            "SELECT coalesce(sum(t::numeric), 0)::text FROM unnest($1::text[]) AS t",
            [str(packing.pack(tally, places)) for tally in addends],
        )
        sums = packing.unpack(int(total), places)
        assert sums == {
            name: number for name, number in tallies.add_tallies(addends).items() if number
        }


async def test_what_was_never_counted_before_gets_a_place_once(
    phone: Device, match: Json, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    """Whichever of many servers counts it first, and nothing else loses its own."""
    await seat(phone, match, 0, await tables.device_id(phone))
    before = await pool.fetch("SELECT name, place FROM counters")
    connections = Connections(pool)
    new = [f"made_slam_{number}" for number in range(30)]

    async def counting(first: int) -> None:
        """A server counts some of it in a match that is at another version by now."""
        names = {*new[first : first + 20], "wins"}
        seat = SeatTally(seat=0, side=0, name="Ann", counted=dict.fromkeys(names, 1))
        row = PlayerTally(**structs.asdict(seat), device_id=None, partners=(), opponents=())
        await TallyStore(connections).save(UUID(match["matchId"]), [row], 0)

    await asyncio.gather(*(counting(first) for first in (0, 5, 10, 10, 0)))
    after = await pool.fetch("SELECT name, place FROM counters ORDER BY place")
    assert [tuple(row) for row in after[: len(before)]] == sorted(
        map(tuple, before), key=itemgetter(1)
    )
    assert {row["name"] for row in after[len(before) :]} == set(new)
    assert [row["place"] for row in after] == list(range(len(before) + len(new)))
    await play(phone, match, WON)
    assert brief(await page(phone)) == [1, 1, 0, 3]
