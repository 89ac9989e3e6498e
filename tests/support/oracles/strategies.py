"""Hands as hypothesis draws them, and slips that need one of their cards."""

import random

from hypothesis import assume
from hypothesis import strategies as st
from msgspec import structs

from pitch.calls import Call
from pitch.hand.records import HandRecord
from pitch.rules.choices import GameTie, Low
from tests.support.hands import EVERY_TABLE, PRESETS
from tests.support.oracles.truth import Hand

hands = st.builds(
    Hand,
    st.sampled_from(PRESETS),
    st.sampled_from(EVERY_TABLE),
    st.integers(0, 2**32),
    low=st.sampled_from(Low),
    tie=st.sampled_from(GameTie),
    forced=st.sampled_from([None, Call.SMUDGE, Call.PITCH]),
)
"""Hands of every preset, table, low and tie, slams among them."""


def with_a_card_twice(hand: Hand, seed: int) -> tuple[HandRecord, int, int]:
    """A part of a hand with one card in two piles, and the sides that took and that list it."""
    chance = random.Random(seed)
    truth = structs.replace(hand.part(), piles=tuple(map(hand.pile, range(hand.sides))))
    source = next((pile for pile in truth.piles if pile.cards), None)
    assume(source is not None)
    assert source is not None
    card = chance.choice(source.cards)
    thief = chance.choice([side for side in range(hand.sides) if side != source.side])
    piles = (
        structs.replace(pile, cards=(*pile.cards, card)) if pile.side == thief else pile
        for pile in truth.piles
    )
    return structs.replace(truth, piles=tuple(piles)), source.side, thief
