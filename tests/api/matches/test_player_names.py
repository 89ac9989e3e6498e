"""A player can be called something else, and whoever follows the match learns of it."""

import pytest

from tests.support import guests, tables
from tests.support.phones import Device, Json, assert_problem
from tests.support.sheet_entries import FOUR_TO_NONE, journal, sheet, undo

SAME_ACE = {
    "contract": {"pitcher": 0, "bid": "two"},
    "trump": "S",
    "holdings": [{"seat": 0, "cards": ["AS", "2H"]}, {"seat": 1, "cards": ["AS"]}],
}
"""A hand in which two players hold the same card, which findings tell of by their names."""


async def rename(phone: Device, match: Json, seat: int, name: str) -> Json:
    """Call a player something else: the match as it is then."""
    answer = await phone.put(f"{tables.path(match)}/players/{seat}", json={"name": name})
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


def names(match: Json) -> list[str]:
    """What the players are called, by seat."""
    return [player["name"] for player in match["players"]]


async def test_a_renamed_player_is_called_so_everywhere(phone: Device, match: Json) -> None:
    await phone.put(tables.path(match, 1), json=FOUR_TO_NONE)
    after = await rename(phone, match, 2, "Eve")
    assert names(after) == ["Ann", "Bob", "Eve", "Dee"]
    assert after["version"] == 3
    assert [side["name"] for side in after["sides"]] == ["Ann & Eve", "Bob & Dee"]
    (item,) = (await phone.get("/v1/matches")).json()["items"]
    assert item["players"] == ["Ann", "Bob", "Eve", "Dee"]
    assert await sheet(phone, match) == after
    line = (await journal(phone, match))[-1]
    assert line["action"] == "player_renamed"
    assert line["players"] == [{"seat": 2, "before": "Cid", "after": "Eve"}]


async def test_findings_tell_of_players_as_they_are_called_now(phone: Device, match: Json) -> None:
    hand = tables.path(match, 1)
    response = await phone.put(hand, json=SAME_ACE)
    assert response.status_code < 300, response.text
    assert "Bob" in response.text
    await rename(phone, match, 1, "Eve")
    assert "Bob" not in (await phone.get(hand)).text


async def test_findings_of_a_version_tell_of_players_as_they_were_called_then(
    phone: Device, match: Json
) -> None:
    await phone.put(tables.path(match, 1), json=SAME_ACE)
    then = await sheet(phone, match)
    await rename(phone, match, 1, "Eve")
    earlier = (await phone.get(f"{tables.path(match)}/versions/2")).json()
    assert earlier["lines"] == then["lines"]
    assert "Bob" in str(earlier["lines"][0]["findings"])


async def test_a_new_name_can_be_undone_and_restored(phone: Device, match: Json) -> None:
    await rename(phone, match, 0, "Eve")
    await rename(phone, match, 1, "Ann")
    first = (await phone.get(f"{tables.path(match)}/versions/1")).json()
    assert names(first) == names(match)
    assert names(await undo(phone, match)) == ["Eve", "Bob", "Cid", "Dee"]
    assert names(await undo(phone, match)) == names(match)
    back = await phone.post(f"{tables.path(match)}/versions/3/restore", headers={"If-Match": "*"})
    assert names(back.json()) == ["Eve", "Ann", "Cid", "Dee"]


async def test_the_same_name_again_changes_nothing(phone: Device, match: Json) -> None:
    assert (await rename(phone, match, 1, "Bob"))["version"] == 1
    assert (await rename(phone, match, 1, "Eve"))["version"] == 2
    where = f"{tables.path(match)}/players/1"
    headers = {"If-Match": '"1"'}
    again = await phone.put(where, json={"name": "Eve"}, headers=headers)
    assert again.json()["version"] == 2
    response = await phone.put(where, json={"name": "Fay"}, headers=headers)
    assert_problem(response, 412, "stale_match")


@pytest.mark.parametrize("name", ["Ann", "ANN", " ann ", "\uff21nn"])
async def test_a_name_is_not_that_of_another(phone: Device, match: Json, name: str) -> None:
    answer = await phone.put(f"{tables.path(match)}/players/1", json={"name": name})
    assert_problem(answer, 422, "names_alike", "/name")


async def test_a_name_may_be_written_in_another_way(phone: Device, match: Json) -> None:
    assert names(await rename(phone, match, 0, "ANN"))[0] == "ANN"


async def test_there_is_no_player_beyond_the_table(phone: Device, match: Json) -> None:
    answer = await phone.put(f"{tables.path(match)}/players/4", json={"name": "Eve"})
    assert_problem(answer, 422, "not_at_table")


async def test_who_only_looks_renames_nobody(phone: Device, guest: Device, match: Json) -> None:
    await guests.let_in(phone, match, guest)
    answer = await guest.put(f"{tables.path(match)}/players/1", json={"name": "Eve"})
    assert_problem(answer, 403, "not_allowed")


async def test_an_erased_device_leaves_no_name_in_the_journal(
    phone: Device, guest: Device, match: Json
) -> None:
    await guests.let_in(phone, match, guest, "scorer")
    await rename(phone, match, 0, "Annabelle")
    await rename(phone, match, 1, "Robert")
    await phone.post(f"{tables.path(match)}/seats/0/claim")
    await phone.delete("/v1/devices/me")
    lines = [line for line in await journal(guest, match) if line["players"]]
    assert [line["players"] for line in lines] == [
        [{"seat": 0, "before": "Player 1", "after": "Player 1"}],
        [{"seat": 1, "before": "Bob", "after": "Robert"}],
    ]
