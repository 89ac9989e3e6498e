"""Time the search of an organizer's leagues by name: `python -m bench.leagues [leagues]`.

Starts a server with one worker in a temporary folder; everything stays on 127.0.0.1. One device
opens as many leagues as are asked for, else two thousand, in fifty bars, and looks for them by the
beginning of a name and by a bar. A league of 64 teams and 30 nights, all but the last played, is
shown on the TV. Fails if the processor spends more than 20 ms on a search, or on the TV after the
first time.
"""

import asyncio
import sys
import tempfile
from pathlib import Path
from typing import Final

from bench import clients, counters, load, seeding
from bench.phones import Phone
from tests.support import servers

LEAGUES: Final = 2_000
BARS: Final = 50
TEAMS: Final = 64
NIGHTS: Final = 30
MOST_MS: Final = 20.0
"""The most processor time of a search, or of the TV, of server and database together."""
_ROUNDS: Final = 200
_SEARCHES: Final = {
    "newest 20": "",
    "one name": "&q=tuesdays%20777",
    "names that 111 begin with": "&q=tuesdays%207",
    "names that all begin with": "&q=tues",
    "a name of none": "&q=fridays",
    "a bar": "&bar=bar%207",
    "a bar and names that all begin with": "&bar=bar%207&q=tues",
}


def measure(port: int, state: Path, pid: int, leagues: int) -> bool:
    """Open the leagues and search them; return whether all searches are fast enough."""
    phone = Phone(port)
    for number in range(leagues):
        body = {"name": f"Tuesdays {number}", "bar": f"Bar {number % BARS}", "format": {}}
        phone.ask("POST", "/v1/leagues", body | {"ruleset": "mb-lounge", "entrants": []})
    secret = on_the_wall(phone)
    phone.hang_up()
    url = f"postgresql://postgres@/postgres?host={state.resolve()}/postgres/socket"
    asyncio.run(seeding.settle(url))
    print(f"{leagues} leagues of one device in {BARS} bars")
    print(f"{'':40}{'p50 ms':>8}{'p99 ms':>8}{'API ms':>8}{'PG ms':>8}")
    processes, slowest = counters.of_server(pid, state), 0.0
    paths = {name: f"/v1/leagues?limit=20{search}" for name, search in _SEARCHES.items()}
    for name, path in {**paths, "the TV of 64 teams": f"/v1/public/{secret}"}.items():
        sent = clients.request("GET", path, phone.token)
        result, spent = load.run(port, processes, ((sent,),), rounds=_ROUNDS)
        assert not result.failed, result.failed[0]
        slowest = max(slowest, spent.api + spent.postgres)
        print(
            f"{name:40}{result.quantile(0.5):8.2f}{result.quantile(0.99):8.2f}"
            f"{spent.api:8.3f}{spent.postgres:8.3f}",
            flush=True,
        )
    return slowest <= MOST_MS


def on_the_wall(phone: Phone) -> str:
    """Play the large league, and return the secret of its link once it was shown."""
    players = [{"name": f"Team {n}", "players": ["Ann", "Bob"]} for n in range(TEAMS)]
    form = {"nights": NIGHTS, "fixturesANight": 3}
    body = {"name": "Wall", "ruleset": "mb-lounge", "format": form, "entrants": players}
    league = f"/v1/leagues/{phone.ask('POST', '/v1/leagues', body)['leagueId']}"
    nights = phone.ask("POST", f"{league}/schedule", {})["nights"]
    for night in nights[:-1]:
        lines = [
            {"fixture": each["number"], "report": {"wins": [2, 1]}} for each in night["fixtures"]
        ]
        for part in (lines[:48], lines[48:]):
            phone.ask("PUT", f"{league}/nights/{night['night']}/results", {"results": part})
    secret: str = phone.ask("POST", f"{league}/public-links", {})["secret"]
    phone.ask("GET", f"/v1/public/{secret}")
    return secret


def main() -> None:
    """Print the table."""
    leagues = int(sys.argv[1]) if len(sys.argv) > 1 else LEAGUES
    with tempfile.TemporaryDirectory() as folder:
        state, port = Path(folder) / "state", servers.free_port()
        process = servers.start(port, state, WORKERS="1")
        try:
            servers.wait_until_ready(process, port)
            is_fast = measure(port, state, process.pid, leagues)
        finally:
            servers.stop(process)
    sys.exit(not is_fast)


if __name__ == "__main__":
    main()
