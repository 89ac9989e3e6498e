"""Games of trumps alone: the sum of points is told first, and one slip once."""

import random
import re
from itertools import combinations
from typing import Any

import msgspec
import pytest

from pitch.hand import verdicts
from pitch.hand.records import HandRecord
from pitch.messages import Sentence
from pitch.proof import provers
from pitch.seats import Table
from tests.support.hands import blocking, deal
from tests.support.oracles.truth import random_hand, slipped
from tests.support.searches import share

ELEVEN = "{0} and {1} took 11 points in all; a hand has 10. Recount."
NINE = "That's 9 points; a hand has 10, and each is somebody's. Recount."


def pile(side: int, cards: str, how: str = "some") -> dict[str, Any]:
    return {"side": side, "cards": cards.split(), "listed": how}


def list_findings(preset: str, *, proven: bool = True, **facts: Any) -> list[str]:
    """Return the findings of a record, in order."""
    hand, record = deal(preset), msgspec.convert(facts, HandRecord)
    proof = provers.prove(record, hand) if proven else None
    return blocking(verdicts.judge(record, hand, proof).findings)


@pytest.mark.parametrize("proven", [False, True])
@pytest.mark.parametrize(("points", "sentence"), [([7, 4], ELEVEN), ([7, 2], NINE)])
def test_points_that_do_not_add_up_are_told_first(
    points: list[int], sentence: str, *, proven: bool
) -> None:
    """Also where cards are in two places, and more is found than is told of one record."""
    piles = [pile(0, "AS JS QS QS"), pile(1, "AS 4D JS")]
    claims = {
        "taken": points,
        "points": [{"point": "ace", "side": 1}, {"point": "jack", "side": 1, "inPlay": False}],
    }
    findings = list_findings("pitch31", proven=proven, trump="S", piles=piles, claims=claims)
    assert len(findings) > 1
    assert findings[0] == sentence.format(*deal("pitch31").side_names)


def test_points_fewer_than_the_cards_that_were_taken_are_told_by_them() -> None:
    names = deal("pitch31").side_names
    findings = list_findings(
        "pitch31", trump="S", piles=[pile(0, "AS JS")], claims={"taken": [1, 9]}
    )
    assert set(findings) == {
        f"{names[0]} took at least 2 points, not 1. Recount.",
        f"{names[1]} took at most 8 points, not 9. Recount.",
    }


@pytest.mark.parametrize(
    ("piles", "plain"),
    [
        (("AS KS QS 9S 4D", "7S 6S TS"), {"4 of diamonds"}),
        (("4D AS KS QS 9S", "7C 6S TS"), {"4 of diamonds", "7 of clubs"}),
    ],
)
def test_a_plain_card_among_trumps_is_told_once_however_many_they_are(
    piles: tuple[str, ...], plain: set[str]
) -> None:
    findings = list_findings(
        "trickster-ten", piles=[pile(side, listed) for side, listed in enumerate(piles)]
    )
    assert len(findings) == len(plain)
    assert all(
        re.fullmatch(
            r"Only trumps are played, and .* are never both trumps\. Which is right\?", sentence
        )
        for sentence in findings
    )
    assert {card for card in plain if any(card in sentence for sentence in findings)} == plain


def test_a_point_in_another_pile_is_told_once() -> None:
    claims = {"points": [{"point": "off_jack", "side": 1}]}
    names = deal("ten-point").side_names
    findings = list_findings("ten-point", trump="S", piles=[pile(0, "JC HJ 3S")], claims=claims)
    assert findings == [f"{names[0]} took the jack of clubs, not {names[1]}. Change it?"]


def test_one_slip_in_the_first_trick_is_told_once() -> None:
    """Who led and who pitched say the same of it."""
    trick = {"cards": ["TS", "HJ", "LJ", "2S"], "leader": 0, "winner": 1}
    findings = list_findings(
        "smear-ten", contract={"pitcher": 0, "bid": "two"}, trump="S", tricks=[trick]
    )
    assert findings == [
        "Did a trick go to the wrong side? Some of what you entered can't be right. Check the list."
    ]


TWO, FOUR, EIGHT = (Table(players=players) for players in (2, 4, 8))


@pytest.mark.search
@pytest.mark.parametrize(
    ("table", "slips", "number"), [(TWO, 2, 160), (FOUR, 1, 80), (FOUR, 2, 160), (EIGHT, 2, 40)]
)
def test_lists_of_facts_share_no_slip_and_only_the_first_may_be_long(
    table: Table, slips: int, number: int
) -> None:
    """A list that names a fact of another tells its slip again; dozens of facts help nobody."""
    chance = random.Random(5)
    for _ in range(share(number, 16)):
        hand = random_hand(chance, table)
        record = hand.part()
        for _ in range(slips):
            record = slipped(record, chance, table.players, hand.sides)
        proof = provers.prove(record, hand.deal)
        conflicts = [finding for finding in proof.findings if finding.prevents_scoring()]
        lists = [conflict for conflict in conflicts if conflict.details]
        for first, second in combinations(lists, 2):
            assert set(first.facts).isdisjoint(second.facts), record
        for further in conflicts[1:]:
            assert not further.details or len(further.facts) <= 12, record
        if len(conflicts) > 1 and conflicts[0].details == ():
            assert Sentence("undecided.all_facts") not in proof.undecided, record
