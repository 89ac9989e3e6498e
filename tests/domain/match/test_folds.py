"""Whole matches under every way of winning, against a second score sheet."""

import random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET

from pitch.calls import Call
from pitch.hand.records import HandRecord
from pitch.match import outlooks, sheets
from pitch.match.matches import Adjustment, Hand, Match
from pitch.match.outlooks import Outlook
from pitch.match.steps import Standing
from pitch.rules import rulesets
from pitch.rules.choices import AllPass, GoingOut, SeveralOut, SlamReward
from pitch.rules.options import Options
from pitch.seats import Seating
from tests.support.hands import NAMES, claim_points
from tests.support.oracles import folding, oracle
from tests.support.oracles.folding import Played, Ways
from tests.support.searches import share

PASSED = HandRecord(calls=(Call.PASS,) * 3)
OUT = {
    GoingOut.PITCHER_MADE_FIRST: "made_first",
    GoingOut.PITCHER_MADE_ONLY: "made_only",
    GoingOut.PITCHER_ONLY: "pitcher",
    GoingOut.ANYONE: "anyone",
}
SLAM = {
    SlamReward.MATCH: "match",
    SlamReward.MATCH_UNLESS_NEGATIVE: "unless_negative",
    SlamReward.MATCH_OR_ZERO: "or_zero",
    SlamReward.POINTS: "points",
}
WAYS = [
    (out, several)
    for out in GoingOut
    for several in SeveralOut
    if several is SeveralOut.HIGHEST_OR_PLAY_ON
    or out in {GoingOut.PITCHER_MADE_FIRST, GoingOut.ANYONE}
]
ROUNDS = settings(max_examples=share(120), derandomize=True, database=None)


def random_hand(chance: random.Random, *, slams: bool) -> tuple[HandRecord, Played]:
    """A hand of three players by its points, as entered and as it is meant."""
    kind = chance.choices(["scored", "passed", "void", "open"], [12, 1, 1, 0.3])[0]
    if kind == "passed":
        return PASSED, Played("passed")
    if kind == "open":
        return HandRecord(), Played("open")
    pitcher = chance.randrange(3)
    is_slam = slams and chance.random() < 0.2
    shares: list[int | None] = [
        pitcher if chance.random() < 0.5 else chance.randrange(3) for _ in range(4)
    ]
    shares[2] = shares[2] if chance.random() < 0.5 else None
    shares[3] = shares[3] if chance.random() < 0.9 else None
    if is_slam and chance.random() < 0.5:
        shares = [pitcher] * 4
    points = [shares.count(side) for side in range(3)]
    takes_all = points[pitcher] == 4 and chance.random() < 0.7
    tricks = tuple((6 if takes_all else 4) if s == pitcher else 0 if takes_all else 1
                   for s in range(3))  # fmt: skip
    bid = "smudge" if is_slam else chance.choice(["two", "three", "four"])
    is_success = (
        (takes_all and points[pitcher] == 4) if is_slam else points[pitcher] >= oracle.BIDS[bid]
    )
    deltas = list(points)
    if is_slam:
        deltas[pitcher] = 4 if is_success else -5
    elif not is_success:
        deltas[pitcher] = -oracle.BIDS[bid]
    word = "".join("-" if side is None else str(side) for side in shares)
    record = claim_points(pitcher, bid, word, tricks)
    return record, Played(kind, pitcher, is_success, is_slam, deltas, shares)


@pytest.mark.parametrize("reward", SlamReward)
@pytest.mark.parametrize("length", ["target", "hands"])
@pytest.mark.parametrize(("out", "several"), WAYS)
@ROUNDS
@given(seed=st.integers(0, 2**32))
def test_a_match_goes_as_the_second_sheet_says(
    out: GoingOut, several: SeveralOut, length: str, reward: SlamReward, seed: int
) -> None:
    chance = random.Random(seed)
    is_fixed, is_floored = length == "hands", chance.random() < 0.3
    same = chance.random() < 0.5
    number = chance.choice([3, 5, 8] if is_fixed else [5, 7, 11])
    options = Options(
        going_out=out,
        several_out=several,
        slam_reward=reward,
        negative_scores=not is_floored,
        all_pass=AllPass.REDEAL_SAME_DEALER if same else AllPass.REDEAL_NEXT_DEALER,
        target=UNSET if is_fixed else number,
        hands=number if is_fixed else UNSET,
    )
    ways = Ways(
        target=None if is_fixed else number,
        hands=number if is_fixed else None,
        out=OUT[out],
        count=several is SeveralOut.COUNTING_ORDER,
        slam=SLAM[reward],
        pitcher_ties=several is SeveralOut.HIGHEST_OR_PITCHER,
        floor=is_floored,
        same_dealer=same,
    )
    ruleset = rulesets.preset("rules-guru").house_rules(options)
    seating = Seating(table=ruleset.table_for(3), names=NAMES[:3])
    dealt = [random_hand(chance, slams=True) for _ in range(chance.randint(1, 14))]
    extras = [
        (chance.randrange(3), chance.choice([-3, -1, 1, 2, 6]), chance.randint(0, len(dealt)))
        for _ in range(chance.choice([0, 0, 1, 3]))
    ]
    if chance.random() < 0.5:
        extras += [(side, number - chance.randint(1, 4), 0) for side in range(3)]
    expectation = folding.fold(
        ways, [hand for _, hand in dealt], players=3, first_dealer=1, extras=extras
    )
    sheet = sheets.fold_sheet(
        Match(ruleset, seating, 1),
        [
            Hand(number=place, record=record, is_void=hand.kind == "void")
            for place, (record, hand) in enumerate(dealt, start=1)
        ],
        [
            Adjustment(side=side, points=points, reason="House", after_hand=after)
            for side, points, after in extras
        ],
    )
    assert list(sheet.scores) == expectation.scores
    assert (sheet.winner and (sheet.winner.side, sheet.winner.hand)) == expectation.winner
    assert [line.dealer for line in sheet.lines] == expectation.dealers
    assert sheet.next_dealer == expectation.next_dealer
    for line in sheet.lines:
        is_late = expectation.winner is not None and line.number > expectation.winner[1]
        is_void = dealt[line.number - 1][1].kind == "void"
        assert (line.standing is Standing.AFTER_WIN) is (is_late and not is_void)


def test_only_the_last_hand_has_an_outlook(monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes over every way in which a hand can end, and a sheet shows no other."""
    ruleset = rulesets.preset("rules-guru")
    match = Match(ruleset, Seating(table=ruleset.table_for(3), names=NAMES[:3]), 1)
    hand = claim_points(0, "2", "0000")
    texts: list[str] = []
    make = outlooks.foresee_winner

    def record_call(*arguments: Any) -> Outlook | None:
        texts.append("outlook")
        return make(*arguments)

    monkeypatch.setattr(outlooks, "foresee_winner", record_call)
    for records, count in (
        ([HandRecord(), hand, hand], 0),
        ([HandRecord(), hand, HandRecord()], 0),
        ([hand, hand, HandRecord()], 1),
    ):
        texts.clear()
        hands = [Hand(number=place, record=record) for place, record in enumerate(records, start=1)]
        assert len(sheets.fold_sheet(match, hands).lines) == 3
        assert len(texts) == count
