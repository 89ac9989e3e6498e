"""Hands as hypothesis draws them."""

from hypothesis import strategies as st

from pitch.calls import Call
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
