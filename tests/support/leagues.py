"""Leagues for tests: the one of the documents, with as many teams as are wanted."""

from tests.support import claims as told
from tests.support.phones import Device, Json

FORMAT: Json = {"fee": 1000, "prizes": {"shares": [6000, 3000, 1000]}}


def founding(teams: int = 10, **more: object) -> Json:
    """A league of so many teams, as the lounge plays it."""
    entrants = [
        {"name": f"Team {number}", "players": [f"{number}a", f"{number}b"]}
        for number in range(1, teams + 1)
    ]
    body = {"name": "Tuesdays", "ruleset": "mb-lounge", "format": FORMAT, "seed": 7}
    return body | {"entrants": entrants} | more


async def open_league(phone: Device, teams: int = 10, **more: object) -> Json:
    """Open a league of so many teams, as the lounge plays it."""
    answer = await phone.post("/v1/leagues", json=founding(teams, **more))
    assert answer.status_code == 201, answer.text
    return answer.json()  # type: ignore[no-any-return]


def path(league: Json, rest: str = "") -> str:
    """Return the path of a league or of a part of it."""
    return f"/v1/leagues/{league['leagueId']}" + (f"/{rest}" if rest else "")


async def plan_nights(phone: Device, league: Json, **body: object) -> Json:
    """Plan the nights of a league."""
    answer = await phone.post(path(league, "schedule"), json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def report_result(phone: Device, league: Json, fixture: int, **report: object) -> Json:
    """Enter a result."""
    answer = await phone.put(
        path(league, f"fixtures/{fixture}/result"), json=report, headers={"If-Match": "*"}
    )
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


def fixtures(schedule: Json, night: int) -> list[Json]:
    """The fixtures of a night."""
    return schedule["nights"][night - 1]["fixtures"]  # type: ignore[no-any-return]


async def standings(phone: Device, league: Json, query: str = "") -> Json:
    """The table of a league."""
    return (await phone.get(path(league, f"standings{query}"))).json()  # type: ignore[no-any-return]


async def won(phone: Device, match: Json) -> Json:
    """Play a match to 4 in one hand, which its dealer wins."""
    side = match["nextDealer"] % 2
    points = told.sides(high=side, low=side, jack=side, game=side)
    record = {
        "contract": {"pitcher": match["nextDealer"], "bid": "four"},
        "claims": {"points": points},
    }
    answer = await phone.put(f"/v1/matches/{match['matchId']}/hands/1", json=record)
    assert answer.json()["winner"]["side"] == side
    return answer.json()  # type: ignore[no-any-return]
