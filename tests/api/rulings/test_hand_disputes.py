"""Disputes about the points of a hand, under every document, over HTTP."""

from itertools import product
from typing import Any, Final

import pytest

from tests.support import claims as told
from tests.support.phones import Device, Json
from tests.support.searches import some

SITE, CLASSIC, GURU = "singaporemahjong", "singaporemahjong-classic", "rules-guru"
LOUNGE, SETBACK, PITCH = "mb-lounge", "setback", "setback-pitch"
ALL: Final = (SITE, CLASSIC, GURU, LOUNGE, SETBACK, PITCH)
PAIRED: Final = (SITE, CLASSIC, LOUNGE)


def dispute_body(preset: str, record: Json, **more: Any) -> Json:
    """Seat 0 deals and pitches, so that every document allows it any bid."""
    sides = len(more.pop("sides", "")) or (2 if preset in PAIRED else 4)
    return {"ruleset": preset, "players": 4, "dealer": 0, "record": record, **more} | (
        {"sides": "partners_across"} if preset == GURU and sides == 2 else {}
    )


def piles(preset: str, *cards: str, bid: str = "two") -> Json:
    """Return the scoring cards by side; sides left out have none."""
    sides = 2 if preset in PAIRED else 4
    hands = (*cards, *("",) * (sides - len(cards)))
    return {
        "contract": {"pitcher": 0, "bid": bid},
        "trump": "S",
        "piles": [
            {
                "side": side,
                "cards": cards_of_side.split(),
                "listed": "scoring",
                "trumps": sum(card[1] == "S" for card in cards_of_side.split()),
            }
            for side, cards_of_side in enumerate(hands)
        ],
    }


def points(owners: str, bid: str, tricks: list[int] | None = None) -> Json:
    """The sides that took High, Low, Jack and Game; `-` for nobody."""
    high, low, jack, game = list(owners)
    claims: Json = {
        "points": [
            {"point": "high", "side": int(high)},
            {"point": "low", "side": int(low)},
            {"point": "jack"} | ({"inPlay": False} if jack == "-" else {"side": int(jack)}),
            {"point": "game"} | ({"tied": True} if game == "-" else {"side": int(game)}),
        ]
    }
    tricks_field = {} if tricks is None else {"tricksWon": tricks}
    return {"contract": {"pitcher": 0, "bid": bid}, "claims": claims, **tricks_field}


async def rule(phone: Device, body: Json) -> Json:
    answer = await phone.post("/v1/rulings/hand", json=body)
    assert answer.status_code == 200, answer.text
    ruling: Json = answer.json()
    return ruling


def basis(ruling: Json, topic: str) -> str:
    topic_basis: str = next(
        clause["basis"] for clause in ruling["clauses"] if clause["topic"] == topic
    )
    return topic_basis


@pytest.mark.parametrize("preset", ALL)
@pytest.mark.parametrize(("card", "worth", "bid"), [("7S", 2, "two"), ("JS", 3, "three")])
async def test_a_lone_trump_is_the_pitchers_high_and_low(
    stranger: Device, preset: str, card: str, worth: int, bid: str
) -> None:
    """The documents say so or imply it; Setback leaves it open, so there it is our default."""
    record = piles(preset, card, "TH TD", bid=bid)
    ruling = await rule(stranger, dispute_body(preset, record))
    assert ruling["verdict"]["made"] is True
    assert ruling["verdict"]["deltas"][:2] == [worth, 1]
    assert basis(ruling, "score.lone") == ("default" if preset in {SETBACK, PITCH} else "text")
    elsewhere = await rule(
        stranger, dispute_body(preset, piles(preset, "TH", f"{card} TD", bid=bid))
    )
    codes = [finding["code"] for finding in elsewhere["verdict"]["findings"]]
    assert codes == ["lone_trump_not_pitchers"]


@pytest.mark.parametrize("preset", ALL)
async def test_a_jack_that_is_highest_is_high_and_jack(stranger: Device, preset: str) -> None:
    ruling = await rule(stranger, dispute_body(preset, piles(preset, "JS 3S", "2S TH")))
    points = ruling["verdict"]["points"]
    assert [told.point_named(points, name)["side"] for name in ("high", "jack")] == [0, 0]
    assert ruling["verdict"]["deltas"][:2] == [2, 2]


@pytest.mark.parametrize(
    ("preset", "option", "side", "rests_on"),
    [
        (SITE, None, 1, "text"), (SITE, "dealt", 0, "text"),
        (CLASSIC, None, 1, "text"), (CLASSIC, "dealt", 0, "text"),
        (GURU, None, 1, "text"), (GURU, "dealt", 0, "house"),
        (LOUNGE, None, 1, "text"), (SETBACK, None, 1, "text"), (PITCH, None, 1, "text"),
    ],
)  # fmt: skip
async def test_low_dealt_to_one_side_and_captured_by_another(
    stranger: Device, preset: str, option: str | None, side: int, rests_on: str
) -> None:
    """The ruling turns on the option, under which the other side has Low."""
    record = piles(preset, "AS 5S", "4S 2S") | {"lowDealtTo": 0}
    options = {} if option is None else {"options": {"low": option}}
    ruling = await rule(stranger, dispute_body(preset, record, **options))
    assert told.point_named(ruling["verdict"]["points"], "low")["side"] == side
    assert basis(ruling, "score.low") == rests_on
    assert "low" in {hinge["name"] for hinge in ruling["turnsOn"]}


@pytest.mark.parametrize(
    ("preset", "side", "rests_on"),
    [(SITE, None, "text"), (CLASSIC, None, "text"), (GURU, None, "default"), (SETBACK, 1, "text")],
)
async def test_three_handed_game_six_six_two(
    stranger: Device, preset: str, side: int | None, rests_on: str
) -> None:
    """The jack of trumps makes six of five, but not in Setback."""
    cards = ("JS 2S QC KD", "KS KH", "QD")
    record = piles(SETBACK, *cards) | {"contract": {"pitcher": 0, "bid": "two"}}
    record["piles"] = record["piles"][:3]
    ruling = await rule(stranger, dispute_body(preset, record) | {"players": 3})
    game = told.point_named(ruling["verdict"]["points"], "game")
    assert game["side"] == side
    topic = game["clauses"][0].split("/")[1]
    assert (topic, basis(ruling, topic)) == (
        "score.tie" if side is None else "score.game",
        rests_on,
    )
    assert "trumpJackPips" in {hinge["name"] for hinge in ruling["turnsOn"]}


@pytest.mark.parametrize(
    ("preset", "game"),
    [(SITE, "text"), (CLASSIC, "text"), (GURU, "default"), (LOUNGE, "default")],
)
async def test_partners_pool_their_cards_and_their_bid(
    stranger: Device, preset: str, game: str
) -> None:
    """29 beats 22 for Game, and with High and Low makes a bid of three."""
    record = piles(LOUNGE, "AS 2S TH TD QC KC", "TC KD 9S 8S AC AD JH", bid="three")
    ruling = await rule(stranger, dispute_body(preset, record, sides="--"))
    assert [pips["least"] for pips in ruling["verdict"]["pips"]] == [29, 22]
    assert ruling["verdict"]["deltas"] == [3, 0]
    assert basis(ruling, "score.pool") == game


MADE_AND_SET: Final = [
    ("four", "00-0", -4, 0),
    ("two", "0000", 4, 0),
    ("three", "00-1", -3, 1),
    ("four", "0001", -4, 1),
    ("three", "01-1", -3, 2),
    ("four", "0000", 4, 0),
    ("two", "1111", -2, 4),
]


# A step that the presets cannot be divided by comes to each of them, and to each case.
@pytest.mark.search
@pytest.mark.parametrize(("case", "preset"), some([*product(MADE_AND_SET, ALL)], 5))
async def test_made_and_set(stranger: Device, case: tuple[str, str, int, int], preset: str) -> None:
    """Who makes the bid scores all points taken; who is set loses the bid and keeps none."""
    bid, owners, mine, theirs = case
    ruling = await rule(stranger, dispute_body(preset, points(owners, bid)))
    assert ruling["verdict"]["deltas"][:2] == [mine, theirs]
    topic = "score.made" if mine > 0 else "score.set"
    assert basis(ruling, topic) == "text"


async def test_a_slam_without_the_jack(stranger: Device) -> None:
    """A smudge needs all four points, a pitch as written four tricks."""
    smudge = points("00-0", "smudge", [6, 0, 0, 0])
    guru = await rule(stranger, dispute_body(GURU, smudge))
    assert (guru["verdict"]["made"], guru["verdict"]["deltas"][0]) == (False, -5)
    assert basis(guru, "slam.needs") == "text"
    pitch = points("00-0", "pitch", [6, 0, 0, 0])
    ruling = await rule(stranger, dispute_body(PITCH, pitch))
    assert (ruling["verdict"]["made"], ruling["verdict"]["deltas"][0]) == (True, 4)
    needs = {(hinge["name"], hinge["value"]) for hinge in ruling["turnsOn"]}
    assert ("slamNeeds", '"all_points"') in needs
    body = dispute_body(PITCH, pitch, options={"slamNeeds": "four_points"})
    by_points = await rule(stranger, body)
    assert (by_points["verdict"]["made"], by_points["verdict"]["deltas"][0]) == (False, -4)
    assert basis(by_points, "slam.needs") == "default"


@pytest.mark.parametrize("preset", [SITE, CLASSIC, LOUNGE, SETBACK])
async def test_a_slam_that_the_rules_do_not_have(stranger: Device, preset: str) -> None:
    ruling = await rule(
        stranger, dispute_body(preset, {"contract": {"pitcher": 0, "bid": "smudge"}})
    )
    codes = [finding["code"] for finding in ruling["verdict"]["findings"]]
    assert codes == ["contract_not_allowed"]


@pytest.mark.parametrize("preset", ALL)
async def test_five_tens_are_one_too_many(stranger: Device, preset: str) -> None:
    """Three tens here and two there; one of them is named twice."""
    record = piles(preset, "TC TD TH AS 2S", "TS TC KS")
    ruling = await rule(stranger, dispute_body(preset, record))
    assert ruling["verdict"]["status"] == "impossible"
    facts = [finding["facts"] for finding in ruling["verdict"]["findings"]]
    assert ["/piles/0/cards/0", "/piles/1/cards/1"] in facts


@pytest.mark.parametrize(
    ("preset", "pips"),
    [(SITE, 24), (CLASSIC, 24), (GURU, 24), (LOUNGE, 24), (SETBACK, 23), (PITCH, 23)],
)
async def test_jack_two_tens_and_king_count_24(stranger: Device, preset: str, pips: int) -> None:
    """23 where the jack of trumps counts none."""
    record = piles(preset, "JS 3S TH TD KC", "2S")
    ruling = await rule(stranger, dispute_body(preset, record))
    assert ruling["verdict"]["pips"][0] == {"side": 0, "least": pips, "most": pips}


@pytest.mark.parametrize("preset", ALL)
@pytest.mark.parametrize("point", ["high", "jack", "game"])
async def test_without_a_trick_there_is_no_point_that_is_captured(
    stranger: Device, preset: str, point: str
) -> None:
    sides = 2 if preset in PAIRED else 4
    record = {"tricksWon": [6] + [0] * (sides - 1), "claims": {"points": told.sides(**{point: 1})}}
    ruling = await rule(stranger, dispute_body(preset, record))
    assert ruling["verdict"]["status"] == "impossible"


async def test_a_side_without_a_trick_can_be_dealt_low(stranger: Device) -> None:
    """Captured Low it cannot have."""
    record = {"tricksWon": [6, 0], "claims": {"points": [{"point": "low", "side": 1}]}}
    ruling = await rule(stranger, dispute_body(SITE, record))
    assert ruling["verdict"]["status"] == "impossible"
    dealt = await rule(stranger, dispute_body(SITE, record, options={"low": "dealt"}))
    assert dealt["verdict"]["status"] == "open"
    assert told.point_named(dealt["verdict"]["points"], "low")["side"] == 1
