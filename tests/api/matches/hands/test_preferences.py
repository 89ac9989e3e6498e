"""A client that would like to be answered little is, and is told so (RFC 7240)."""

import pytest

from tests.support.phones import Device, Json, assert_problem
from tests.support.tables import path

HAND = {
    "contract": {"pitcher": 0, "bid": "four"},
    "trump": "S",
    "claims": {"points": [{"point": "high", "side": 0}], "taken": [4, 0]},
}
EXPLAINING = ("points", "pips", "clauses", "outcomes", "repairs", "revoked", "undecided")
LITTLE = {"Prefer": "return=minimal"}


async def test_the_least_tells_what_a_hand_came_to(phone: Device, match: Json) -> None:
    little = await phone.put(path(match, 1), json=HAND, headers=LITTLE)
    response = await phone.put(path(match, 1), json=HAND)
    assert little.headers["preference-applied"] == "return=minimal"
    assert "preference-applied" not in response.headers
    assert little.headers["etag"] == response.headers["etag"]
    assert len(little.content) < len(response.content) / 2
    least = response.json() | {"record": {}}
    least["verdict"] = least["verdict"] | {name: [] for name in EXPLAINING} | {"points": None}
    assert little.json() == least
    assert response.json()["record"] == HAND


async def test_every_part_of_a_hand_is_answered_by_the_least(phone: Device, match: Json) -> None:
    for part, body in (
        ("auction", {"contract": {"pitcher": 0, "bid": "three"}}),
        ("piles/0", {"cards": ["AS"]}),
        ("holdings/3", {"cards": ["2S"]}),
        ("tricks", {"tricks": [{"winner": 0}]}),
        ("claims", {"points": [{"point": "jack", "inPlay": False}]}),
    ):
        answer = await phone.put(path(match, 1, part), json=body, headers=LITTLE)
        assert answer.status_code == 200, answer.text
        assert answer.headers["preference-applied"] == "return=minimal"
        assert answer.json()["record"] == {}


@pytest.mark.parametrize(
    ("preference", "is_applied"),
    [
        ("return=minimal", True),
        ('Return="Minimal"', True),
        ("respond-async, wait=10, return = minimal; foo=bar", True),
        ("return=representation", False),
        ("return=representation, return=minimal", False),
        ("return", False),
        ("", False),
        ("minimal", False),
    ],
)
async def test_a_preference_is_read_as_rfc_7240_has_it(
    phone: Device, match: Json, preference: str, is_applied: bool
) -> None:
    answer = await phone.put(path(match, 1), json=HAND, headers={"Prefer": preference})
    assert answer.status_code == 200
    assert ("preference-applied" in answer.headers) == is_applied
    assert (answer.json()["record"] == {}) == is_applied


async def test_a_refusal_is_told_in_full(phone: Device, match: Json) -> None:
    await phone.put(path(match, 1), json=HAND)
    hand_body = HAND | {"trump": "H"}
    response = await phone.put(path(match, 1), json=hand_body, headers=LITTLE | {"If-Match": '"1"'})
    assert_problem(response, 412, "stale_match")
    assert response.json()["conflict"]["yours"]["record"]["trump"] == "H"
    assert "preference-applied" not in response.headers


async def test_a_preference_has_its_length(phone: Device, match: Json) -> None:
    headers = {"Prefer": "wait=" + "1" * 200}
    answer = await phone.put(path(match, 1), json=HAND, headers=headers)
    assert_problem(answer, 400, "invalid_parameter", parameter="Prefer")
