"""Findings of the wider family are one clear sentence, and no entry is lost."""

from typing import Any, Final

import pytest

from tests.support.phones import Device, Json, open_match

SIX: Final = {"calls": ["6", "pass", "pass", "pass"]}
KEPT: Final = {
    **SIX,
    "trump": "D",
    "tricks": [
        {"leader": 0, "cards": ["5D", "AD", "JD"], "out": [1]},
        {"leader": 2, "cards": ["TD", "6D", "JH"], "out": [3]},
    ],
}
ALL: Final = "AD JD HJ LJ 3D 5D 2D KD QD 9D 7D 8D"


def piles(second: str, **more: Any) -> Json:
    """Both piles in diamonds, what the second has, and more facts beside them."""
    both_piles = [{"side": 0, "cards": ALL.split()}, {"side": 1, "cards": second.split()}]
    return {**SIX, "trump": "D", "piles": both_piles, **more}


def claim_record(**fields: Any) -> Json:
    return {**SIX, "claims": {"points": [fields]}}


SPARE: Final = [{"side": 0, "cards": ["4D"]}]
SAID: Final = [
    (
        "pitch31",
        {"calls": ["moon", "pass", "pass", "pass"]},
        "Only a side above 0 can bid moon, and Ann & Cid had 0. Which is right?",
        ["/calls/0"],
    ),
    (
        "pitch31",
        {"contract": {"pitcher": 0, "bid": "moon"}},
        "Only a side above 0 can bid moon, and Ann & Cid had 0. Which is right?",
        ["/contract"],
    ),
    (
        "pitch31",
        {"calls": [3, "pass", "pass", "pass"]},
        "Ann can't bid three here, only pass or 4 to 10.",
        ["/calls/0"],
    ),
    (
        "pitch31",
        KEPT,
        (
            "Bob was out on trick 1 with the jack of hearts, a trump in two suits. "
            "A renege, or entered wrong?"
        ),
        ["/tricks/0/out/0", "/tricks/1/cards/2", "/tricks/1/out/0"],
    ),
    (
        "pitch31",
        piles("JH TD 6D"),
        (
            "All 16 trumps are in some pile, but no suit is whole: diamonds lack the 4 of "
            "diamonds. Add the rest."
        ),
        ["/piles/0/listed", "/piles/1/listed"],
    ),
    (
        "pitch31",
        piles("JH TD 6D", surplus=SPARE),
        (
            "Ann & Cid had too many trumps; the 4 of diamonds was left over. "
            "Add it to Bob & Dee's pile."
        ),
        ["/piles/1/listed", "/surplus/0/cards/0"],
    ),
    (
        "pitch31",
        {**SIX, "trump": "D", "surplus": [{"side": 0, "cards": ["4H"]}]},
        (
            "The 4 of hearts isn't trump, so it can't be one too many for Ann & Cid. "
            "Take it off that list."
        ),
        ["/surplus/0/cards/0", "/trump"],
    ),
    (
        "pitch31",
        {**SIX, "claims": {"pips": [10, 20]}},
        "These rules have no point for Game, so nobody counts for it. Take the counts out.",
        ["/claims/pips"],
    ),
    (
        "pitch31",
        claim_record(point="jack", side=0, card="HJ"),
        "The high joker never scores Jack. Which is right?",
        ["/claims/points/0/card"],
    ),
    (
        "pitch31",
        claim_record(point="off_jack", inPlay=False),
        "By these rules somebody always gets Off-jack. Who took it?",
        ["/claims/points/0/inPlay"],
    ),
    (
        "setback-six",
        {"contract": {"pitcher": 0, "bid": 4}, "tricks": [{"leader": 0, "cards": ["HJ"]}]},
        "A joker can't be led first, but trick 1 starts with the joker. Check that card.",
        ["/tricks/0/cards/0"],
    ),
]


@pytest.mark.parametrize(("ruleset", "record", "sentence", "facts"), SAID)
async def test_an_entry_that_cannot_be_is_explained_and_kept(
    phone: Device, ruleset: str, record: Json, sentence: str, facts: list[str]
) -> None:
    match = await open_match(phone, ruleset)
    answer = await phone.put(f"/v1/matches/{match['matchId']}/hands/1", json=record)
    assert answer.status_code == 200, answer.text
    findings = answer.json()["verdict"]["findings"]
    assert (sentence, facts) in [
        (finding["message"]["text"], sorted(finding["facts"])) for finding in findings
    ]
    # A call by the score is told once, with the reason, and not once more without it.
    assert len({tuple(finding["facts"]) for finding in findings}) == len(findings)
    hand = (await phone.get(f"/v1/matches/{match['matchId']}/hands/1")).json()
    assert hand["verdict"]["status"] == "impossible"


@pytest.mark.parametrize(
    ("ruleset", "ask", "question"),
    [
        ("pitch31", "low_dealt_to", "Who was dealt the 2 of trumps?"),
        ("catch-five", "point", "Who was dealt the 2 of trumps, or was it not in play?"),
        ("play-smear", "low_dealt_to", "Who was dealt the lowest trump in play?"),
    ],
)
async def test_low_or_the_two_is_asked_for_as_the_rules_have_it(
    phone: Device, ruleset: str, ask: str, question: str
) -> None:
    match = await open_match(phone, ruleset)
    preset = (await phone.get(f"/v1/rulesets/{ruleset}")).json()
    names = [point_value["point"] for point_value in preset["rules"]["pointValues"]]
    points = [
        {"point": name, "side": 0, "inPlay": True} for name in names if name not in {"two", "low"}
    ]
    record = {"contract": {"pitcher": 0, "bid": 5}, "claims": {"points": points}}
    answer = await phone.put(f"/v1/matches/{match['matchId']}/hands/1", json=record)
    needs = answer.json()["verdict"]["needs"]
    assert [(need["ask"], need["message"]["text"]) for need in needs] == [(ask, question)], (
        answer.text
    )
