"""Every true record of a legal hand is accepted, and its verdict is true."""

import random
from collections.abc import Callable

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from msgspec import structs

from pitch.hand import verdicts
from pitch.hand.deals import Deal
from pitch.hand.records import HandRecord, Listed
from pitch.hand.verdicts import Verdict
from tests.support.family import entries, hands, points
from tests.support.family.books import BOOKS, prairie
from tests.support.family.deals import Kind, kind_of, preset_kinds
from tests.support.family.games import Game
from tests.support.family.hands import Hand
from tests.support.family.house_rules import whole
from tests.support.hands import blocking
from tests.support.searches import share, some

PRESETS = preset_kinds()
KINDS = {
    **{name: kind_of(game) for name, game in BOOKS.items()},
    "prairie-smear 8": kind_of(prairie(8)),
    **{name: PRESETS[name] for name in some(list(PRESETS), 5)},
}
HANDS = share(200, 60)


def check(record: HandRecord, hand: Hand, deal: Deal) -> Verdict:
    """Fail if anything of a true record is refused, or settled otherwise than it was."""
    verdict = verdicts.judge(record, deal)
    assert blocking(verdict.findings) == [], record
    assert verdict.points is not None
    owners = points.owners(hand.played)
    assert [point.point.value for point in verdict.points] == list(hand.game.points)
    for point in verdict.points:
        side = owners[point.point.value].side
        if point.is_open:
            assert point.may_be_nobody if side is None else side in point.possible, (point, record)
        else:
            assert point.side == side, (point, record)
    assert verdict.made in {None, hand.score.made}
    assert verdict.partner in {None, hand.played.partner}
    assert verdict.deltas is None or verdict.deltas == hand.score.changes
    for pip, number in zip(verdict.pips, points.pips(hand.played), strict=True):
        assert pip.least <= number <= pip.most
    return verdict


WAYS: dict[str, Callable[[Hand], HandRecord]] = {
    "points": entries.by_points,
    "taken": entries.by_taken,
    "taken together": entries.by_together,
    "points and tricks": lambda hand: structs.replace(
        entries.by_points(hand), tricks_won=tuple(hand.played.tricks_won())
    ),
    "whole piles": lambda hand: entries.by_piles(hand, Listed.ALL),
    "scoring piles": lambda hand: entries.by_piles(hand, Listed.SCORING),
    "piles of both kinds": lambda hand: entries.by_piles(hand, Listed.SCORING, Listed.ALL),
    "tricks": entries.by_tricks,
    "holdings": entries.by_holdings,
    "contract": lambda hand: HandRecord(contract=entries.contract_of(hand)),
    "some": lambda hand: entries.part(hand, random.Random(repr(hand.calls))),
}
SETTLED = {
    "points",
    "taken",
    "taken together",
    "whole piles",
    "scoring piles",
    "piles of both kinds",
}
"""Ways that leave nothing open of a game whose points are not told by the last trick."""


@pytest.mark.search
@pytest.mark.parametrize("name", KINDS)
def test_a_legal_hand_is_accepted_and_scored(name: str) -> None:
    kind: Kind = KINDS[name]
    for seed in range(HANDS):
        hand = hands.hand(kind.game, seed, seed % kind.game.players)
        for way, entered in WAYS.items():
            verdict = check(entered(hand), hand, kind.deal(hand.dealer))
            # A joker that is no trump is on no list of what scores.
            is_apart = kind.game.joker_rank == "apart" and "piles" in way and way != "whole piles"
            if way in SETTLED and not is_apart:
                assert verdict.deltas == hand.score.changes, (way, verdict, hand)


@pytest.mark.search
@pytest.mark.parametrize("name", KINDS)
def test_a_legal_auction_makes_its_contract(name: str) -> None:
    kind = KINDS[name]
    for seed in range(HANDS):
        hand = hands.hand(kind.game, seed, seed % kind.game.players)
        record = HandRecord(calls=entries.to_calls(hand.calls))
        verdict = check(record, hand, kind.deal(hand.dealer))
        assert (verdict.pitcher, verdict.bid) == (hand.pitcher, hand.bid)


@settings(
    max_examples=share(1_000, 25),
    derandomize=True,
    database=None,
    # What fails is told as it was found: to make it smaller takes minutes.
    phases=[Phase.generate],
)
@given(whole(), st.integers(0, 2**32))
def test_hands_of_any_rules_are_accepted_and_scored(kind: tuple[Deal, Game], seed: int) -> None:
    deal, game = kind
    hand = hands.hand(game, seed, deal.dealer)
    for way, entered in WAYS.items():
        verdict = check(entered(hand), hand, deal)
        if way == "points" and not is_tie_of_some(hand):
            assert verdict.deltas == hand.score.changes


def is_tie_of_some(hand: Hand) -> bool:
    """Return whether Game is nobody's by a tie that could also be somebody's."""
    game = hand.owners.get("game")
    is_tied = game is not None and game.side is None
    return is_tied and hand.game.sides > 2 and hand.game.game_tie != "nobody"
