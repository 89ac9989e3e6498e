"""Claims as the first contract had them: read as what they say now."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitch import shapes
from pitch.hand.entry import parts
from pitch.hand.records import HandRecord

SIDES = st.integers(0, 1)
CARDS = st.fixed_dictionaries({"side": SIDES}, optional={"card": st.sampled_from(["AS", "2S"])})
EARLIER = st.fixed_dictionaries(
    {},
    optional={
        "high": CARDS,
        "low": CARDS,
        "jack": st.fixed_dictionaries({"inPlay": st.booleans()}, optional={"side": SIDES}),
        "game": st.fixed_dictionaries(
            {}, optional={"side": SIDES, "tied": st.booleans(), "pips": st.just([40, 30])}
        ),
        "taken": st.just([3, None]),
        "scores": st.just([7, 4]),
        "winner": SIDES,
    },
)


@given(EARLIER)
def test_every_claim_of_before_is_a_point_of_now(claims: dict[str, Any]) -> None:
    read = shapes.normalize({"claims": claims}, HandRecord, parts.EARLIER_CLAIMS)
    now = msgspec.convert(read, HandRecord).claims
    assert now is not None
    for name in ("high", "low", "jack", "game"):
        before = {name: value for name, value in claims.get(name, {}).items() if name != "pips"}
        points = [point for point in now.points if point.point == name]
        assert len(points) == bool(before)
        for point in points:
            assert point.side == before.get("side")
            assert point.card == before.get("card")
            assert point.in_play == before.get("inPlay", True)
            assert point.tied == before.get("tied", False)
    pips = claims.get("game", {}).get("pips")
    assert now.pips == (None if pips is None else tuple(pips))
    assert now.winner == claims.get("winner")
    assert now.scores == (None if "scores" not in claims else (7, 4))
    assert now.taken == (None if "taken" not in claims else (3, None))


@given(EARLIER)
def test_what_was_read_once_is_read_as_it_is(claims: dict[str, Any]) -> None:
    read = parts.convert_claims(claims)
    assert parts.convert_claims(read) == read


@pytest.mark.parametrize("nonsense", [{"high": 3}, {"jack": "mine"}, {"claims": {"low": [1]}}])
def test_what_was_no_claim_is_none_now(nonsense: dict[str, Any]) -> None:
    sent = nonsense if "claims" in nonsense else {"claims": nonsense}
    read = shapes.normalize(sent, HandRecord, parts.EARLIER_CLAIMS)
    with pytest.raises(msgspec.ValidationError, match="unknown field"):
        msgspec.convert(read, HandRecord)
