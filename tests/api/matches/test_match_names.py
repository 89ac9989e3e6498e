"""A table has a name if people give it one, and is found by it, by its players and by its date."""

import pytest

from tests.support import guests, tables
from tests.support.phones import Device, Json, assert_problem
from tests.support.sheet_entries import FOUR_TO_NONE, journal, sheet, undo

FRIDAY = "Friday at José's"


@pytest.fixture
async def named_match(phone: Device) -> Json:
    """Return a match that was opened with a name."""
    players = [{"name": name} for name in ("Ann", "Ray", "Tom", "Dolores")]
    body = {"ruleset": "mb-lounge", "players": players, "name": FRIDAY}
    return (await phone.post("/v1/matches", json=body)).json()  # type: ignore[no-any-return]


async def list_matches(phone: Device, **filters: str) -> list[str]:
    """Return the ids of the matches that a filtered list has."""
    answer = await phone.get("/v1/matches", params=filters)
    assert answer.status_code == 200, answer.text
    return [match["matchId"] for match in answer.json()["items"]]


async def rename(phone: Device, match: Json, name: str | None, **headers: str) -> Json:
    """Rename a match; return it."""
    answer = await phone.put(f"{tables.path(match)}/name", json={"name": name}, headers=headers)
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def test_a_match_has_the_name_that_it_is_opened_with(
    phone: Device, named_match: Json
) -> None:
    assert named_match["name"] == FRIDAY
    (item,) = (await phone.get("/v1/matches")).json()["items"]
    assert item["name"] == FRIDAY
    await phone.put(tables.path(named_match, 1), json=FOUR_TO_NONE)
    assert (await sheet(phone, named_match))["name"] == FRIDAY


async def test_a_match_gets_a_name_later_and_the_journal_says_so(
    phone: Device, match: Json
) -> None:
    assert match["name"] is None
    after = await rename(phone, match, "Kitchen")
    assert (after["name"], after["version"]) == ("Kitchen", 2)
    line = (await journal(phone, match))[-1]
    assert line["action"] == "match_renamed"
    assert line["name"] == {"before": None, "after": "Kitchen"}
    assert (await phone.get(f"{tables.path(match)}/versions/1")).json()["name"] is None
    assert (await rename(phone, match, None))["name"] is None


async def test_a_name_of_a_match_is_undone_without_the_hands(phone: Device, match: Json) -> None:
    await rename(phone, match, "Kitchen")
    await phone.put(tables.path(match, 1), json=FOUR_TO_NONE)
    await rename(phone, match, "Porch")
    after = await undo(phone, match)
    assert (after["name"], len(after["lines"])) == ("Kitchen", 1)
    after = await undo(phone, match)
    assert (after["name"], after["lines"]) == ("Kitchen", [])
    assert (await undo(phone, match))["name"] is None


async def test_the_same_name_of_a_match_again_changes_nothing(phone: Device, match: Json) -> None:
    headers = {"If-Match": '"1"'}
    assert (await rename(phone, match, "Porch", **headers))["version"] == 2
    assert (await rename(phone, match, "Porch", **headers))["version"] == 2
    stale = await phone.put(f"{tables.path(match)}/name", json={"name": "Bar"}, headers=headers)
    assert_problem(stale, 412, "stale_match")


async def test_who_only_looks_names_no_match(phone: Device, guest: Device, match: Json) -> None:
    await guests.let_in(phone, match, guest)
    answer = await guest.put(f"{tables.path(match)}/name", json={"name": "Mine"})
    assert_problem(answer, 403, "not_allowed")


@pytest.mark.parametrize("text", ["friday", "JOSÉ", "'s", "jose", "dolores", "Ray"])
async def test_a_match_is_found_by_its_name_or_a_player(
    phone: Device, match: Json, named_match: Json, text: str
) -> None:
    assert match["matchId"] != named_match["matchId"]
    assert await list_matches(phone, q=text) == [named_match["matchId"]]
    assert await list_matches(phone, q=text, since="2000-01-01", sort="updated") == [
        named_match["matchId"]
    ]
    assert await list_matches(phone, q=text, until="2000-01-01") == []


@pytest.mark.parametrize("text", ["monday", "%", "_", '"', "Ann, Ray", "winner"])
async def test_a_text_is_found_only_as_it_stands_in_a_name(
    phone: Device, named_match: Json, text: str
) -> None:
    assert named_match["name"] == FRIDAY
    assert await list_matches(phone, q=text) == []


async def test_a_name_goes_with_the_match_into_a_file_and_back(
    phone: Device, guest: Device, named_match: Json
) -> None:
    await phone.put(tables.path(named_match, 1), json=FOUR_TO_NONE)
    file = (await phone.get(f"{tables.path(named_match)}/export.json")).json()
    text = (await phone.get(f"{tables.path(named_match)}/export.txt")).text
    assert f'[Name "{FRIDAY}"]' in text
    answer = await guest.post("/v1/imports", json=file)
    assert answer.status_code == 200, answer.text
    (item,) = (await guest.get("/v1/matches")).json()["items"]
    assert item["name"] == FRIDAY


async def test_nobody_is_found_by_the_name_of_an_erased_player(
    phone: Device, guest: Device, named_match: Json
) -> None:
    await guests.let_in(phone, named_match, guest, "scorer")
    await phone.post(f"{tables.path(named_match)}/seats/0/claim")
    assert await list_matches(guest, q="ann") == [named_match["matchId"]]
    await phone.delete("/v1/devices/me")
    assert await list_matches(guest, q="ann") == []
    assert await list_matches(guest, q="tom") == [named_match["matchId"]]
