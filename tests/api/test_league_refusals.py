"""What a league refuses, and which place of the request it names."""

import pytest

from tests.api.leagues import fixtures, opened, path, planned
from tests.phones import Device, assert_problem


@pytest.mark.parametrize("number", [999, 0, -1])
async def test_a_fixture_that_is_not_there_is_not_found(phone: Device, number: int) -> None:
    """Whatever is asked of it, planned or not."""
    league = await opened(phone, teams=4)
    place = path(league, f"fixtures/{number}")
    assert_problem(await phone.get(place), 404, "no_such_fixture")
    await planned(phone, league)
    assert_problem(await phone.get(place), 404, "no_such_fixture")
    assert_problem(await phone.delete(f"{place}/result"), 404, "no_such_fixture")


async def test_a_fixture_that_was_planned_away_is_not_found(phone: Device) -> None:
    """Its number is of no other."""
    league = await opened(phone, teams=4)
    old = {each["number"] for each in fixtures(await planned(phone, league), 1)}
    await phone.post(path(league, "entrants"), json={"name": "Late", "players": ["x", "y"]})
    new = {each["number"] for each in fixtures(await planned(phone, league), 1)}
    assert old - new
    for number in old - new:
        answer = await phone.get(path(league, f"fixtures/{number}"))
        assert_problem(answer, 404, "no_such_fixture")
