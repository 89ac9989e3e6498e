"""Questions whose answers are compared, whatever was asked before: `python -m` prints theirs."""

import hashlib
import random
import sys
from typing import Final

import msgspec

from pitch.hand.deals import Deal
from pitch.hand.records import HandRecord
from pitch.proof import prospects
from pitch.rules import rulesets
from pitch.rulings import hands as hand_rulings
from pitch.rulings.hands import HandQuestion
from pitch.seats import Arrangement, Seating, Table
from tests.support.family import entries, games, hands, records
from tests.support.hands import deal
from tests.support.oracles import truth

PLAY_SMEAR: Final = {
    "dealer": 0,
    "contract": {"pitcher": 0, "bid": "5"},
    "trump": "C",
    "piles": [
        {"side": 0, "cards": [], "listed": "some"},
        {"side": 1, "cards": ["KS", "JD", "2D", "2S", "4D", "QC", "9S"], "listed": "some"},
        {"side": 2, "cards": ["5C"], "listed": "some"},
    ],
    "lowDealtTo": 0,
}
"""Pips of side 0 were once 0 to 61 and undecided, and once 0 to 48."""
_TABLES: Final = (
    *(Table(players=2),) * 4,
    Table(players=3),
    Table(players=4),
    Table(players=4, sides=Arrangement.PARTNERS_ACROSS),
)
_EACH: Final = 10
"""One in so many is ruled on as well, which takes longer."""
Question = tuple[HandRecord, Deal]


def questions(number: int) -> list[Question]:
    """Return so many records: whole ones, parts, and parts with something entered wrong.

    Every other one is of four points, and the rest of any preset.
    """
    chance = random.Random(30)
    asked = [
        (msgspec.convert(PLAY_SMEAR, HandRecord), deal("play-smear", players=3, dealer=0)),
    ]
    while len(asked) < number:
        kind = len(asked) // 2 % 3
        asked.append((_four_points if len(asked) % 2 else _any_preset)(chance, kind))
    return asked


def _four_points(chance: random.Random, kind: int) -> Question:
    table = chance.choice(_TABLES)
    hand = truth.random_hand(chance, table)
    record = hand.whole() if kind == 0 else hand.part()
    if kind == 2:
        record = truth.slipped(record, chance, table.players, hand.sides)
    return record, hand.deal


def _any_preset(chance: random.Random, kind: int) -> Question:
    ruleset = chance.choice(rulesets.list_presets())
    table = chance.choice(ruleset.rules.tables)
    hand = hands.hand(games.read(ruleset.rules, table, ruleset.preset), chance.randrange(2**32))
    record = (
        records.complete_record(hand.played, hand.bid) if kind == 0 else entries.part(hand, chance)
    )
    if kind == 2:
        record = entries.with_slip(record, hand, chance)
    names = tuple(f"P{seat}" for seat in range(table.players))
    return record, Deal(ruleset, Seating(table=table, names=names), hand.dealer)


def answer(question: Question, *, rules: bool) -> str:
    """Return a digest of all that is proven of a record and told besides, and maybe ruled."""
    record, dealt = question
    told: list[object] = [prospects.prove_with_prospect(record, dealt, None)]
    if rules:
        table = dealt.seating.table
        asked = HandQuestion(
            players=table.players, sides=table.sides, record=record, dealer=dealt.dealer
        )
        told.append(hand_rulings.rule_on_hand(asked, dealt.ruleset))
    return hashlib.sha256(repr(told).encode()).hexdigest()


def answers(number: int, seed: int) -> list[str]:
    """Return the answers of so many questions, asked in an order of their own."""
    asked = questions(number)
    order = random.Random(seed).sample(range(number), number)
    found = {place: answer(asked[place], rules=place % _EACH == 0) for place in order}
    return [found[place] for place in range(number)]


if __name__ == "__main__":
    print(*answers(int(sys.argv[1]), int(sys.argv[2])), sep="\n")
