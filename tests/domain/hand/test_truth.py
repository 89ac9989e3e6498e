"""True facts, however few: they never contradict one another, and what they settle is true."""

from hypothesis import given, settings

from tests.support.hands import judge
from tests.support.oracles.strategies import hands
from tests.support.oracles.truth import Hand, assert_true
from tests.support.searches import share

MANY = settings(max_examples=share(1200), derandomize=True, database=None)


@MANY
@given(hands)
def test_true_facts_never_contradict_one_another_and_what_they_settle_is_true(hand: Hand) -> None:
    assert_true(judge(hand.part(), hand.deal), hand)
