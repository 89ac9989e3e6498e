"""A table has a name if people give it one, and is found by it, by its players and by its date."""

import pytest

from tests.support import guests, tables
from tests.support.phones import Device, Json, assert_problem
from tests.support.sheet_entries import FOUR_TO_NONE, journal, sheet, undo

FRIDAY = "Friday at José's"


@pytest.fixture
async def named(phone: Device) -> Json:
    """A match that was opened with a name."""
    players = [{"name": name} for name in ("Ann", "Ray", "Tom", "Dolores")]
    body = {"ruleset": "mb-lounge", "players": players, "name": FRIDAY}
    return (await phone.post("/v1/matches", json=body)).json()  # type: ignore[no-any-return]


async def found(phone: Device, **filters: str) -> list[str]:
    """The ids of the matches that a list finds."""
    answer = await phone.get("/v1/matches", params=filters)
    assert answer.status_code == 200, answer.text
    return [each["matchId"] for each in answer.json()["items"]]


async def renamed(phone: Device, match: Json, name: str | None, **headers: str) -> Json:
    """Give a match another name: the match as it is then."""
    answer = await phone.put(f"{tables.path(match)}/name", json={"name": name}, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def test_a_match_has_the_name_that_it_is_opened_with(phone: Device, named: Json) -> None:
    assert named["name"] == FRIDAY
    (listed,) = (await phone.get("/v1/matches")).json()["items"]
    assert listed["name"] == FRIDAY
    await phone.put(tables.path(named, 1), json=FOUR_TO_NONE)
    assert (await sheet(phone, named))["name"] == FRIDAY


async def test_a_match_gets_a_name_later_and_the_journal_says_so(
    phone: Device, match: Json
) -> None:
    assert match["name"] is None
    after = await renamed(phone, match, "Kitchen")
    assert (after["name"], after["version"]) == ("Kitchen", 2)
    line = (await journal(phone, match))[-1]
    assert line["action"] == "match_renamed"
    assert line["name"] == {"before": None, "after": "Kitchen"}
    assert (await phone.get(f"{tables.path(match)}/versions/1")).json()["name"] is None
    assert (await renamed(phone, match, None))["name"] is None


async def test_a_name_of_a_match_is_undone_without_the_hands(phone: Device, match: Json) -> None:
    await renamed(phone, match, "Kitchen")
    await phone.put(tables.path(match, 1), json=FOUR_TO_NONE)
    await renamed(phone, match, "Porch")
    after = await undo(phone, match)
    assert (after["name"], len(after["lines"])) == ("Kitchen", 1)
    after = await undo(phone, match)
    assert (after["name"], after["lines"]) == ("Kitchen", [])
    assert (await undo(phone, match))["name"] is None


async def test_the_same_name_of_a_match_again_changes_nothing(phone: Device, match: Json) -> None:
    seen = {"If-Match": '"1"'}
    assert (await renamed(phone, match, "Porch", **seen))["version"] == 2
    assert (await renamed(phone, match, "Porch", **seen))["version"] == 2
    stale = await phone.put(f"{tables.path(match)}/name", json={"name": "Bar"}, headers=seen)
    assert_problem(stale, 412, "stale_match")


async def test_who_only_looks_names_no_match(phone: Device, guest: Device, match: Json) -> None:
    await guests.joined(phone, match, guest)
    answer = await guest.put(f"{tables.path(match)}/name", json={"name": "Mine"})
    assert_problem(answer, 403, "not_allowed")


@pytest.mark.parametrize("text", ["friday", "JOSÉ", "'s", "jose", "dolores", "Ray"])
async def test_a_match_is_found_by_its_name_or_a_player(
    phone: Device, match: Json, named: Json, text: str
) -> None:
    assert match["matchId"] != named["matchId"]
    assert await found(phone, q=text) == [named["matchId"]]
    assert await found(phone, q=text, since="2000-01-01", sort="updated") == [named["matchId"]]
    assert await found(phone, q=text, until="2000-01-01") == []


@pytest.mark.parametrize("text", ["monday", "%", "_", '"', "Ann, Ray", "winner"])
async def test_a_text_is_found_only_as_it_stands_in_a_name(
    phone: Device, named: Json, text: str
) -> None:
    assert named["name"] == FRIDAY
    assert await found(phone, q=text) == []


async def test_a_name_goes_with_the_match_into_a_file_and_back(
    phone: Device, guest: Device, named: Json
) -> None:
    await phone.put(tables.path(named, 1), json=FOUR_TO_NONE)
    file = (await phone.get(f"{tables.path(named)}/export.json")).json()
    text = (await phone.get(f"{tables.path(named)}/export.txt")).text
    assert f'[Name "{FRIDAY}"]' in text
    answer = await guest.post("/v1/imports", json=file)
    assert answer.status_code == 200, answer.text
    (listed,) = (await guest.get("/v1/matches")).json()["items"]
    assert listed["name"] == FRIDAY


async def test_nobody_is_found_by_the_name_of_an_erased_player(
    phone: Device, guest: Device, named: Json
) -> None:
    await guests.joined(phone, named, guest, "scorer")
    await phone.post(f"{tables.path(named)}/seats/0/claim")
    assert await found(guest, q="ann") == [named["matchId"]]
    await phone.delete("/v1/devices/me")
    assert await found(guest, q="ann") == []
    assert await found(guest, q="tom") == [named["matchId"]]
