"""The door of a night: it is opened, teams check in and pay, and rounds are planned."""

from typing import Any

from tests.support.leagues import path
from tests.support.phones import Device, Json


async def read_night(phone: Device, league: Json, number: int = 1) -> Json:
    """The sheet of a night."""
    answer = await phone.get(path(league, f"nights/{number}"))
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def open_night(phone: Device, league: Json, number: int = 1) -> Json:
    answer = await phone.post(path(league, f"nights/{number}/opening"))
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def check_in(
    phone: Device, league: Json, entrant: int, attendance: str = "here", **more: Any
) -> Json:
    """Check in a team on the first night."""
    body = {"attendance": attendance, **more}
    answer = await phone.put(path(league, f"nights/1/attendance/{entrant}"), json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def check_in_all(
    phone: Device, league: Json, number: int = 1, away: tuple[int, ...] = ()
) -> Json:
    """Check in all teams but some."""
    entered = [
        {
            "entrant": entrant["number"],
            "attendance": "away" if entrant["number"] in away else "here",
        }
        for entrant in league["entrants"]
    ]
    answer = await phone.put(
        path(league, f"nights/{number}/attendance"), json={"checkIns": entered}
    )
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def plan_slot(
    phone: Device, league: Json, slot: int = 1, number: int = 1, **body: Any
) -> Json:
    answer = await phone.post(path(league, f"nights/{number}/slots/{slot}/plan"), json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def pay(phone: Device, league: Json, entrant: int, amount: int = 1000, **more: Any) -> Json:
    body = {"entrant": entrant, "amount": amount, "night": 1, **more}
    answer = await phone.post(path(league, "payments"), json=body)
    assert answer.status_code == 201, answer.text
    return answer.json()  # type: ignore[no-any-return]


def attendance(sheet: Json, entrant: int) -> Json:
    """The attendance of a team."""
    return next(each for each in sheet["attendances"] if each["entrant"] == entrant)


def entrants_in_slot(sheet: Json, slot: int) -> set[int]:
    return {
        entrant
        for fixture in sheet["fixtures"]
        if fixture["slot"] == slot
        for side in fixture["sides"]
        for entrant in side["entrants"]
    }
