"""Time the search of an organizer's leagues by name: `python -m bench.leagues [leagues]`.

Starts a server with one worker in a temporary folder; everything stays on 127.0.0.1. One device
opens as many leagues as are asked for, else two thousand, in fifty bars, and looks for them by the
beginning of a name and by a bar. A league of 64 teams and 30 nights, all but the last played, is
shown on the TV. Fails if the processor spends more than 20 ms on a search, or on the TV after the
first time.
"""

import asyncio
import sys
from typing import Final

from bench import load, seeding, servers
from bench.phones import Phone
from bench.servers import Server

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


def measure(server: Server, leagues: int) -> bool:
    """Open the leagues and search them; return whether all searches are fast enough."""
    phone = Phone(server.port)
    for number in range(leagues):
        body = {"name": f"Tuesdays {number}", "bar": f"Bar {number % BARS}", "format": {}}
        phone.ask("POST", "/v1/leagues", body | {"ruleset": "mb-lounge", "entrants": []})
    secret = on_the_wall(phone)
    phone.hang_up()
    asyncio.run(seeding.settle(server.url))
    print(f"{leagues} leagues of one device in {BARS} bars")
    print(f"{'':40}{load.COSTS}")
    slowest = 0.0
    paths = {name: f"/v1/leagues?limit=20{search}" for name, search in _SEARCHES.items()}
    for name, path in {**paths, "the TV of 64 teams": f"/v1/public/{secret}"}.items():
        result, spent = load.run(server, load.same(path, phone.token)[:1], rounds=_ROUNDS)
        slowest = max(slowest, spent.api + spent.postgres)
        print(f"{name:40}{load.costs(result, spent)}", flush=True)
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
    with servers.ours(WORKERS="1") as server:
        is_fast = measure(server, leagues)
    sys.exit(not is_fast)


if __name__ == "__main__":
    main()
