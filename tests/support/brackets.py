"""Knock-outs of a league: opened, drawn and read."""

from typing import Final

from tests.support import leagues
from tests.support.phones import Device, Json

ONE_EVENING: Final = {"nights": 1, "fixturesANight": 4, "matchesAFixture": 3}
GROUPS: Final = {
    "nights": 2,
    "fixturesANight": 3,
    "finalNight": "knock_out",
    "groups": 2,
    "finals": {"places": 4},
}


async def open_knock_out(phone: Device, teams: int = 6, **form: object) -> Json:
    body: Json = {"format": leagues.FORMAT | ONE_EVENING | {"pairing": "knock_out"} | form}
    return await leagues.open_league(phone, teams=teams, **body)


async def draw(phone: Device, league: Json, status: int = 200) -> Json:
    answer = await phone.post(leagues.path(league, "bracket"))
    assert answer.status_code == status, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def read_bracket(phone: Device, league: Json) -> Json:
    return (await phone.get(leagues.path(league, "bracket"))).json()  # type: ignore[no-any-return]


def pairs(sheet: Json) -> list[list[str]]:
    """The sides of every matchup, round by round: names, or the matchups that they wait for."""
    return [
        [
            " - ".join(
                side["name"]
                or (f"W{side['winnerOf']}" if side["winnerOf"] else f"L{side['loserOf']}")
                for side in fixture["sides"]
            )
            for fixture in round_["fixtures"]
            if fixture["state"] != "bye"
        ]
        for round_ in sheet["rounds"]
    ]
