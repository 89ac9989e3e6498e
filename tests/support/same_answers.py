"""Questions whose answers are compared, whatever was asked before: `python -m` prints theirs."""

import hashlib
import random
import sys
from typing import Final

import msgspec

from pitch.hand.deals import Deal
from pitch.hand.records import HandRecord
from pitch.proof import prospects
from pitch.seats import Arrangement, Table
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
Question = tuple[HandRecord, Deal]


def questions(number: int) -> list[Question]:
    """Return so many records: whole ones, parts, and parts with something entered wrong."""
    chance = random.Random(30)
    asked = [
        (msgspec.convert(PLAY_SMEAR, HandRecord), deal("play-smear", players=3, dealer=0)),
    ]
    while len(asked) < number:
        table = chance.choice(_TABLES)
        hand = truth.random_hand(chance, table)
        record = hand.whole() if len(asked) % 3 == 0 else hand.part()
        if len(asked) % 3 == 2:
            record = truth.slipped(record, chance, table.players, hand.sides)
        asked.append((record, hand.deal))
    return asked


def answer(question: Question) -> str:
    """Return a digest of all that is proven of a record and told besides."""
    told = prospects.prove_with_prospect(*question, None)
    return hashlib.sha256(repr(told).encode()).hexdigest()


def answers(number: int, seed: int) -> list[str]:
    """Return the answers of so many questions, asked in an order of their own."""
    asked = questions(number)
    order = random.Random(seed).sample(range(number), number)
    found = {place: answer(asked[place]) for place in order}
    return [found[place] for place in range(number)]


if __name__ == "__main__":
    print(*answers(int(sys.argv[1]), int(sys.argv[2])), sep="\n")
