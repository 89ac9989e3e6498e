"""True facts, however few: they never contradict one another, and what they settle is true."""

from hypothesis import given, settings

from pitch.hand.points import Certainty
from tests.support.hands import judged
from tests.support.oracles.strategies import hands
from tests.support.oracles.truth import Hand
from tests.support.searches import share

MANY = settings(max_examples=share(1200), deadline=None, derandomize=True, database=None)


@MANY
@given(hands)
def test_true_facts_never_contradict_one_another(hand: Hand) -> None:
    part = hand.part()
    assert [
        finding for finding in judged(part, hand.deal).findings if finding.prevents_scoring()
    ] == [], part


@MANY
@given(hands)
def test_what_true_facts_settle_is_true(hand: Hand) -> None:
    verdict = judged(hand.part(), hand.deal)
    true = hand.scored
    assert verdict.points is not None
    sides = (true.high, true.low, true.jack, true.game)
    for point, side in zip(verdict.points, sides, strict=True):
        if point.state is Certainty.CERTAIN:
            assert point.side == side
        else:
            assert point.may_be_nobody if side is None else side in point.possible
    for pip, counted in zip(verdict.pips, true.pips, strict=True):
        assert pip.least <= counted <= pip.most
    assert verdict.made in {None, true.made}
    assert verdict.deltas is None or list(verdict.deltas) == true.deltas
