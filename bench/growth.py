"""Time operations while the database grows: `python -m bench.growth [matches]`.

Starts a server with one worker in a temporary folder and fills its database in steps, of ten times
as many matches each, up to a hundred thousand or as many as are asked for: a million take about
twenty gigabytes. Everything stays on 127.0.0.1. What is asked for is the same at every size; the
last column says how much more processor time it took than at the first. Whose it is sat in matches
all over those that were added last.
"""

import asyncio
import sys
from collections.abc import Iterator
from typing import Final
from uuid import UUID

from bench import clients, copies, load, seeding, servers
from bench.clients import Plan
from bench.load import Lanes, Tables
from bench.phones import Phone
from bench.servers import Server
from tests.support import databases

FIRST: Final = 1_000
MOST: Final = 100_000
FEW: Final = 50
MANY: Final = 5_000
_ROUNDS: Final = 100
_WARM: Final = 10
_SINCE: Final = "since=2000-01-01T00:00:00Z"


class Report:
    """A table that is printed row by row."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._first: dict[str, float] = {}

    def size(self, matches: int) -> None:
        """Set the number of matches for the next rows."""
        print(f"\n{matches} matches of {seeding.HANDS} hands")
        print(f"{'':44}{load.COSTS}{'ratio':>7}")

    def line(self, name: str, lanes: Lanes, rounds: int = _ROUNDS) -> None:
        """Measure one kind of work and print its row."""
        clients.load(Plan(self._server.port, lanes, _WARM))
        result, spent = load.run(self._server, lanes, warm=False, rounds=rounds)
        milliseconds = spent.api + spent.postgres
        ratio = milliseconds / self._first.setdefault(name, milliseconds)
        print(f"{name:44}{load.costs(result, spent)}{ratio:7.2f}", flush=True)


class Player:
    """A phone in some matches, and its requests about all of them."""

    def __init__(self, port: int, matches: int) -> None:
        self.phone = Phone(port)
        self.phone.hang_up()
        self.matches = matches

    def requests(self, ruleset_id: str, partner_id: UUID) -> Iterator[tuple[str, Lanes]]:
        """Lists, and pages of statistics."""
        page = f"/v1/players/{self.phone.device_id}/statistics"
        for name, path in (
            ("list", "/v1/matches"),
            ("list by change", "/v1/matches?sort=updated"),
            ("list of those won", "/v1/matches?state=won"),
            ("list of those open", "/v1/matches?state=open"),
            ("list of those open by change", "/v1/matches?state=open&sort=updated"),
            ("statistics", page),
            ("statistics since a time", f"{page}?{_SINCE}"),
            ("statistics by some rules", f"{page}?ruleset={ruleset_id}"),
            ("statistics with a partner", f"{page}?partner={partner_id}"),
        ):
            sent = clients.request("GET", path, self.phone.token)
            yield f"{name}, of {self.matches}", ((sent,),)


def main() -> None:
    """Start a server and print the tables."""
    most = int(sys.argv[1]) if len(sys.argv) > 1 else MOST
    with servers.ours(WORKERS="1") as server:
        measure(server, most)


def measure(server: Server, most: int) -> None:
    """Fill the database step by step, and send the same requests at each."""
    url, port, report = server.url, server.port, Report(server)
    scorer = Phone(port)
    templates, ruleset_id = seeding.play(scorer)
    template = scorer.play(8)
    scorer.hang_up()
    there, target = 0, FIRST
    while target <= most:
        missing = target - there
        players = [Player(port, matches) for matches in (FEW, MANY) if 2 * matches <= missing]
        every = {player.phone.device_id: missing // player.matches for player in players}
        asyncio.run(seeding.seed(url, templates, missing, every))
        there, target = target, target * 10
        match_ids = asyncio.run(copies.copy_match(url, template, load.CONNECTIONS))
        asyncio.run(seeding.settle(url))
        report.size(there)
        tables = Tables(scorer, match_ids)
        report.line("read 8", tables.reads())
        report.line("record the last of 8", tables.corrections(8))
        for player in players:
            partner_id = asyncio.run(_partner(url, player.phone.device_id))
            for name, lanes in player.requests(ruleset_id, partner_id):
                report.line(name, lanes)


async def _partner(url: str, device_id: UUID) -> UUID:
    """Return a partner of a player."""
    met = "SELECT partners[1] FROM tallies WHERE device_id = $1 ORDER BY match_id LIMIT 1"
    return UUID(str(await databases.fetchval(url, met, device_id)))


if __name__ == "__main__":
    main()
