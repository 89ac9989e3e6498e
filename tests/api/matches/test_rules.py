"""A match that was opened with the wrong rules: what others would change, and choosing them."""

import asyncio

import pytest

from tests.support import guests, leagues, tables
from tests.support.phones import Device, Json, assert_problem, export_match, open_match
from tests.support.sheet_entries import (
    FOUR_TO_NONE,
    THREE_TO_ONE,
    hand,
    journal,
    record,
    sheet,
    undo,
)

TWO = hand(1, "two", 1, 1, None, 0)
ANY = {"If-Match": "*"}
LOUNGE, GURU = {"ruleset": "mb-lounge"}, {"ruleset": "rules-guru"}


def where(match: Json) -> str:
    return f"{tables.path(match)}/rules"


@pytest.fixture
async def match(phone: Device) -> Json:
    """A match by rules that know a bid of two, which the lounge does not."""
    match = await open_match(phone, "rules-guru", sides="partners_across")
    for number, record_body in enumerate((FOUR_TO_NONE, TWO, THREE_TO_ONE), 1):
        await record(phone, match, number, record_body)
    return await sheet(phone, match)


async def preview(phone: Device, match: Json, rules: Json) -> Json:
    """What other rules would do; the match stays as it is."""
    answer = await phone.post(f"{where(match)}/preview", json=rules)
    assert answer.status_code == 200, answer.text
    assert answer.headers["etag"] == f'"{answer.json()["matchVersion"]}"'
    return answer.json()  # type: ignore[no-any-return]


async def choose(phone: Device, match: Json, rules: Json) -> Json:
    """The match by other rules."""
    answer = await phone.put(where(match), json=rules, headers=ANY)
    assert answer.status_code == 200, answer.text
    return answer.json()  # type: ignore[no-any-return]


async def test_a_preview_tells_of_every_hand_and_changes_nothing(
    phone: Device, match: Json
) -> None:
    consequences = await preview(phone, match, LOUNGE)
    assert await sheet(phone, match) == match
    assert consequences["ruleset"]["id"] == "mb-lounge"
    assert [hand["now"] for hand in consequences["hands"]] == match["lines"]
    assert [hand["then"]["standing"] for hand in consequences["hands"]] == [
        "scored",
        "impossible",
        "scored",
    ]
    assert consequences["hands"][1]["then"]["findings"]
    assert consequences["hands"][1]["then"]["deltas"] == [0, 0]
    assert {hand["misfit"] for hand in consequences["hands"]} == {None}
    assert consequences["consequences"]["scoresBefore"] == match["scores"]
    assert [change["number"] for change in consequences["consequences"]["changes"]] == [2, 3]
    after = await choose(phone, match, LOUNGE)
    assert after["lines"] == [hand["then"] for hand in consequences["hands"]]
    assert after["scores"] == consequences["consequences"]["scoresAfter"]
    assert after["unscored"] == [2]


async def test_who_has_won_follows_from_the_rules(phone: Device, match: Json) -> None:
    assert match["winner"] is None
    consequences = await preview(phone, match, GURU | {"target": 4})
    assert consequences["consequences"]["winnerBefore"] is None
    assert consequences["consequences"]["winnerAfter"]["side"] == 0
    assert consequences["consequences"]["notPlayed"] == [2, 3]
    after = await choose(phone, match, GURU | {"target": 4})
    assert (after["target"], after["winner"]["hand"]) == (4, 1)
    (item,) = (await phone.get("/v1/matches?state=won")).json()["items"]
    assert item["matchId"] == match["matchId"]
    by_rules = await phone.get("/v1/matches", params={"ruleset": after["ruleset"]["hash"]})
    assert by_rules.json()["items"] == [item]


async def test_nothing_that_was_entered_is_lost(phone: Device, match: Json) -> None:
    """The hand that cannot be stays as it was entered, and counts again by rules that know it."""
    path = tables.path(match, 2)
    before = (await phone.get(path)).json()
    await choose(phone, match, LOUNGE)
    second = (await phone.get(path)).json()
    assert (second["record"], second["standing"]) == (before["record"], "impossible")
    back = await choose(phone, match, GURU)
    assert back["lines"] == match["lines"]
    assert (await phone.get(path)).json()["record"] == before["record"]


async def test_the_journal_tells_it_and_undo_takes_it_back(phone: Device, match: Json) -> None:
    after = await choose(phone, match, LOUNGE)
    line = (await journal(phone, match))[-1]
    assert (line["action"], line["hands"]) == ("rules_changed", [])
    assert [line["rules"][moment]["id"] for moment in ("before", "after")] == [
        "rules-guru",
        "mb-lounge",
    ]
    then = (await phone.get(f"{tables.path(match)}/versions/{match['version']}")).json()
    assert then == match
    undone = await undo(phone, match)
    assert undone["ruleset"] == match["ruleset"]
    assert undone["lines"] == match["lines"]
    assert (await journal(phone, match))[-1]["rules"]["after"]["id"] == "rules-guru"
    again = await phone.post(
        f"{tables.path(match)}/versions/{after['version']}/restore", headers=ANY
    )
    assert again.json()["lines"] == after["lines"]
    # What was before the rules were changed is undone next, by the rules of then.
    await undo(phone, match)
    assert (await undo(phone, match))["ruleset"] == match["ruleset"]


async def test_a_hand_is_undone_after_the_rules_by_the_rules_of_then(
    phone: Device, match: Json
) -> None:
    await choose(phone, match, LOUNGE)
    await record(phone, match, 4, FOUR_TO_NONE)
    without = await undo(phone, match)
    assert (len(without["lines"]), without["ruleset"]["id"]) == (3, "mb-lounge")
    assert (await undo(phone, match))["lines"] == match["lines"]
    last = await undo(phone, match)
    assert (len(last["lines"]), last["ruleset"]["id"]) == (2, "rules-guru")


async def test_a_hand_that_names_what_the_rules_lack_has_to_be_corrected_first(
    phone: Device,
) -> None:
    match = await open_match(phone, "setback-six")
    joker = {"contract": {"pitcher": 0, "bid": "four"}, "piles": [{"side": 0, "cards": ["HJ"]}]}
    await record(phone, match, 1, {"contract": {"pitcher": 0, "bid": "four"}})
    await record(phone, match, 2, joker)
    consequences = await preview(phone, match, LOUNGE)
    assert [hand["then"] is None for hand in consequences["hands"]] == [False, True]
    assert "joker" in consequences["hands"][1]["misfit"]["text"]
    response = await phone.put(where(match), json=LOUNGE, headers=ANY)
    assert_problem(response, 409, "rules_do_not_fit", "/ruleset")
    assert "Hand 2" in response.json()["detail"]
    await record(phone, match, 2, FOUR_TO_NONE)
    assert (await choose(phone, match, LOUNGE))["ruleset"]["id"] == "mb-lounge"
    # Its file has no words any more for what hand 2 was at first, and is read back all the same.
    for form in ("txt", "json"):
        file = await export_match(phone, match["matchId"], form)
        assert b"HJ" not in file
        assert (await phone.get(f"{tables.path(match)}/versions/3")).json()["ruleset"]["id"] == (
            "setback-six"
        )


async def test_the_table_stays(phone: Device, match: Json) -> None:
    six = await phone.put(where(match), json={"ruleset": "setback"}, headers=ANY)
    assert_problem(six, 422, "table_not_allowed", "/ruleset")
    five = await phone.post(f"{where(match)}/preview", json={"ruleset": "pawnee"})
    assert_problem(five, 422, "table_not_allowed", "/ruleset")
    unknown = await phone.put(where(match), json={"ruleset": "none"}, headers=ANY)
    assert_problem(unknown, 404, "ruleset_not_found")
    response = await phone.put(where(match), json=LOUNGE | {"target": 7}, headers=ANY)
    assert_problem(response, 422, "fixed_target", "/target")
    assert await sheet(phone, match) == match


async def test_only_who_looked_at_it_changes_the_rules(phone: Device, match: Json) -> None:
    blind = await phone.put(where(match), json=LOUNGE)
    assert_problem(blind, 428, "precondition_required")
    stale = await phone.put(where(match), json=LOUNGE, headers={"If-Match": '"2"'})
    assert_problem(stale, 412, "stale_match")
    headers = {"If-Match": f'"{match["version"]}"'}
    first = await phone.put(where(match), json=LOUNGE, headers=headers)
    again = await phone.put(where(match), json=LOUNGE, headers=headers)
    assert (first.status_code, again.json()) == (200, first.json())


async def test_only_the_owner_changes_the_rules_or_undoes_that(
    phone: Device, guest: Device, match: Json
) -> None:
    await guests.let_in(phone, match, guest, "scorer")
    assert (await preview(guest, match, LOUNGE))["hands"]
    assert_problem(await guest.put(where(match), json=LOUNGE, headers=ANY), 403, "not_allowed")
    after = await choose(phone, match, LOUNGE)
    for way in ("undo", f"versions/{match['version']}/restore"):
        response = await guest.post(f"{tables.path(match)}/{way}", headers=ANY)
        assert_problem(response, 403, "not_allowed")
    assert (await sheet(phone, match))["version"] == after["version"]
    await record(guest, match, 4, FOUR_TO_NONE)
    assert (await guest.post(f"{tables.path(match)}/undo", headers=ANY)).status_code == 200


async def test_what_was_agreed_by_other_rules_is_asked_for_again(phone: Device) -> None:
    match = await open_match(phone, "rules-guru", sides="partners_across", policy="owner")
    await record(phone, match, 1, FOUR_TO_NONE)
    await phone.post(f"{tables.path(match)}/confirmations", json={"hands": [1]}, headers=ANY)
    assert (await sheet(phone, match))["unconfirmed"] == []
    assert (await choose(phone, match, LOUNGE))["unconfirmed"] == [1]
    then = (await phone.get(f"{tables.path(match)}/versions/3")).json()
    assert then["unconfirmed"] == []
    assert (await undo(phone, match))["unconfirmed"] == [1]


async def test_a_disputed_hand_is_settled_first(phone: Device, match: Json) -> None:
    await phone.post(tables.path(match, 1, "disputes"), json={"reason": "No jack"})
    response = await phone.put(where(match), json=LOUNGE, headers=ANY)
    assert_problem(response, 409, "hand_disputed")
    assert (await preview(phone, match, LOUNGE))["hands"]


async def test_a_league_fixes_the_rules_of_its_matches(phone: Device) -> None:
    league = await leagues.open_league(phone, teams=4)
    number = leagues.fixtures(await leagues.plan_nights(phone, league), 1)[0]["number"]
    place = leagues.path(league, f"fixtures/{number}/matches")
    match = (await phone.post(place)).json()
    consequences = await preview(phone, match, GURU)
    assert consequences["ruleset"]["id"] == "rules-guru"
    response = await phone.put(where(match), json=GURU, headers=ANY)
    assert_problem(response, 409, "rules_of_league")


async def test_rules_and_a_hand_that_change_at_once_are_both_kept(
    phone: Device, guest: Device, match: Json
) -> None:
    await guests.let_in(phone, match, guest, "scorer")
    rules_response, record_response = await asyncio.gather(
        phone.put(where(match), json=LOUNGE, headers=ANY),
        guest.put(tables.path(match, 4), json=FOUR_TO_NONE),
    )
    assert (rules_response.status_code, record_response.status_code) == (200, 200)
    now = await sheet(phone, match)
    assert (now["ruleset"]["id"], len(now["lines"])) == ("mb-lounge", 4)
