"""Rulings on who has won, over HTTP."""

import pytest

from tests.support import claims as told
from tests.support.disputes import TARGETS, ask, result
from tests.support.phones import Device, Json, assert_problem


@pytest.mark.parametrize(
    ("preset", "target", "basis"),
    list(zip(TARGETS, TARGETS.values(), "ttdtdd", strict=True)),
)
async def test_a_target_that_was_not_agreed_is_the_documents_or_ours(
    passer_by: Device, preset: str, target: int, basis: str
) -> None:
    ruling = await ask(passer_by, "winner", result("0 0", "2 0", "two", made=True)(preset))
    assert ruling["target"] == target
    bases = {clause["topic"]: clause["basis"] for clause in ruling["clauses"]}
    assert bases["win.target"][0] == basis


async def test_the_target_is_the_tables_and_all_documents_are_asked_with_it(
    passer_by: Device,
) -> None:
    """What is compared is the rules, not the length of the match."""
    body = result("5 9", "7 10", "two", made=True)("rules-guru") | {"target": 10}
    ruling = await ask(passer_by, "winner", body)
    assert (ruling["decision"], ruling["target"]) == ("play_on", 10)
    assert [hinge["name"] for hinge in ruling["turnsOn"] if hinge["kind"] == "preset"] == [
        "setback",
        "setback-pitch",
        "play-smear",
    ]
    assert {hinge["outcome"]["text"] for hinge in ruling["turnsOn"]} == {"Player 2 wins."}


@pytest.mark.parametrize("preset", TARGETS)
async def test_a_winner_may_have_fewer_points_than_a_loser(passer_by: Device, preset: str) -> None:
    """Nobody needs the most points: the pitcher who made the bid goes out first."""
    ruling = await ask(passer_by, "winner", result("T-2 T-1", "T T+1", "two", made=True)(preset))
    assert ruling["scores"][ruling["winner"]] < max(ruling["scores"])


async def test_a_winner_is_found_from_the_record_of_the_hand(passer_by: Device) -> None:
    hand = {
        "contract": {"pitcher": 0, "bid": "two"},
        "claims": {
            "points": [
                {"point": "high", "side": 0},
                {"point": "low", "side": 1},
                {"point": "jack", "side": 1},
                {"point": "game", "side": 0},
            ]
        },
    }
    body = {"ruleset": "rules-guru", "players": 4, "scores": [9, 10, 0, 0], "hand": hand}
    ruling = await ask(passer_by, "winner", body)
    assert (ruling["winner"], ruling["scores"]) == (0, [11, 12, 0, 0])
    assert ruling["verdict"]["made"] is True
    assert [hinge["name"] for hinge in ruling["turnsOn"]] == ["goingOut"]


async def test_a_record_that_is_open_or_impossible_decides_nothing(passer_by: Device) -> None:
    body = {"ruleset": "mb-lounge", "players": 4, "scores": [9, 10]}
    still_open = body | {"hand": {"contract": {"pitcher": 0, "bid": "four"}}}
    ruling = await ask(passer_by, "winner", still_open)
    assert (ruling["decision"], ruling["scores"]) == ("open", None)
    assert ruling["verdict"]["needs"]
    impossible = body | {"hand": {"calls": ["two"]}}
    ruling = await ask(passer_by, "winner", impossible)
    assert (ruling["decision"], ruling["clauses"][0]["topic"]) == ("impossible", "bid.legal")


async def test_a_pitch_for_four_points_leaves_none_for_another_to_cross_with(
    passer_by: Device,
) -> None:
    """A pitch for four tricks wins, although another side crosses the target on the hand."""
    hand = {
        "contract": {"pitcher": 0, "bid": "pitch"},
        "tricksWon": [4, 2, 0],
        "claims": {
            "points": [
                {"point": "high", "side": 1},
                {"point": "low", "side": 1},
                {"point": "jack", "inPlay": False},
                {"point": "game", "side": 0},
            ]
        },
    }
    body = {"ruleset": "setback-pitch", "players": 3, "scores": [1, 6, 0], "hand": hand}
    ruling = await ask(passer_by, "winner", body)
    assert (ruling["winner"], ruling["reason"]) == (0, "slam")
    assert "slamNeeds" in {hinge["name"] for hinge in ruling["turnsOn"]}
    by_points = await ask(passer_by, "winner", body | {"options": {"slamNeeds": "four_points"}})
    assert (by_points["winner"], by_points["scores"]) == (1, [-3, 8, 0])


async def test_in_counting_order_the_scores_alone_may_be_enough(passer_by: Device) -> None:
    """However the points fell, the side that was never far enough cannot have been first."""
    body = result("T-6 T-1 T-4", "T-8 T+2 T-3", "two", made=False, players=3)("setback")
    ruling = await ask(passer_by, "winner", body)
    assert (ruling["winner"], ruling["reason"]) == (1, "counted_out")


async def test_scores_that_no_hand_makes_are_refused(passer_by: Device) -> None:
    body = result("T-1 T-1 T-4", "T-3 T+3 T+2", "two", made=False, players=3)("setback")
    answer = await passer_by.post("/v1/rulings/winner", json=body)
    assert_problem(answer, 422, "hand_not_possible", "/result/after")


@pytest.mark.parametrize(
    ("before", "after", "is_success", "points", "place", "why"),
    [
        (
            [0, 0],
            [50, 0],
            True,
            None,
            "after",
            "Player 1 made two: from 0 they can get to 2, 3 or 4, not 50.",
        ),
        (
            [0, 0],
            [-2, 0],
            False,
            None,
            "after",
            ("Player 1 came to −2, so the others took 1, 2, 3 or 4 together, not 0."),
        ),
        (
            [6, 6, 6],
            [4, 7, 8],
            False,
            told.sides(high=1, low=1, jack=2),
            "points",
            "With these points Player 2 came from 6 to 8, not 7.",
        ),
        (
            [0, 0],
            [-2, 2],
            False,
            told.sides(high=0, low=0, jack=1, game=1),
            "points",
            "With these points Player 1 took 2 and made two.",
        ),
        (
            [0, 0, 0],
            [2, 2, -1],
            True,
            None,
            "after",
            "Player 3 didn't pitch: from 0 they can get to 0 to 4, not −1.",
        ),
    ],
)
async def test_a_change_that_no_hand_can_make_is_refused_with_the_reason(
    passer_by: Device,
    before: list[int],
    after: list[int],
    is_success: bool,
    points: list[Json] | None,
    place: str,
    why: str,
) -> None:
    result = {"after": after, "pitchingSide": 0, "bid": "two", "made": is_success, "points": points}
    body = {"ruleset": "setback", "players": len(before), "scores": before, "result": result}
    answer = await passer_by.post("/v1/rulings/winner", json=body)
    assert_problem(answer, 422, "hand_not_possible", f"/result/{place}")
    assert answer.json()["detail"] == why


async def test_scores_that_were_never_played_on_from_are_refused(passer_by: Device) -> None:
    """Two sides never share the most points at the target."""
    body = result("T T", "T+2 T", "two", made=True)("singaporemahjong")
    answer = await passer_by.post("/v1/rulings/winner", json=body)
    assert_problem(answer, 422, "match_was_over", "/scores")
