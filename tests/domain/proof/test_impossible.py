"""Impossible records are found with their conflicting facts and not scored; possible ones pass."""

import random
import re
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pitch.cards import PACK
from pitch.findings import FindingKind, Status
from pitch.hand import verdicts
from pitch.hand.deals import Deal
from pitch.hand.records import Claims, HandRecord
from pitch.match import sheets
from pitch.match.matches import Hand, Match
from pitch.messages import Refusal
from pitch.rules import rulesets
from pitch.rules.choices import Low
from pitch.rules.options import Options
from pitch.seats import Seating
from pitchkeeper.messages import codecs, languages
from tests.support import claims as told
from tests.support import random_hands
from tests.support.hands import EVERY_TABLE, NAMES, PRESETS, anywhere, deal, judge, prove
from tests.support.representatives import TRIED
from tests.support.searches import share

FOUR = {"contract": {"pitcher": 0, "bid": "four"}}


def read(facts: dict[str, Any]) -> HandRecord:
    return msgspec.convert(facts, HandRecord)


def pile(side: int, cards: str, how: str = "all") -> dict[str, Any]:
    return {"side": side, "cards": cards.split(), "listed": how}


WHOLE = [
    pile(0, "AS 3H 4H 5H KS 6H 7H 8H 9H 2C 3C 4C"),
    pile(1, "TD 2D 3D 4D 5D 6D 7D 8D 9D JD QD KD"),
]
NO_SPADE = pile(0, "AH 3H 4H 5H KH 6H 7H 8H 9H 2C 3C 4C")
ONE_MORE = pile(1, "TD 2D 3D 4D 5D 6D 7D 8D 9D JD QD KD AD", "some")
SEVEN = {"seat": 0, "cards": ["2S", "3S", "4S", "5S", "6S", "7S", "8S"]}
IMPOSSIBLE = [
    ({"piles": [pile(0, "AS 2S 3S AS")]}, "card_twice_in_pile", "physical"),
    (
        {"piles": [pile(0, "AS", "some"), pile(1, "AS", "some")]},
        "card_in_two_piles",
        "physical",
    ),
    (
        {"holdings": [{"seat": 0, "cards": ["AS"]}, {"seat": 1, "cards": ["AS"]}]},
        "card_in_two_holdings",
        "physical",
    ),
    ({"piles": [WHOLE[0], pile(1, "TD 2D 3D 4D")]}, "wrong_card_total", "physical"),
    ({"piles": [WHOLE[0], ONE_MORE]}, "wrong_card_total", "physical"),
    ({"piles": [pile(0, "AS 2S 3S")]}, "pile_size", "physical"),
    ({"tricksWon": [4, 3]}, "wrong_trick_total", "arithmetic"),
    ({"tricksWon": [4, 2], "piles": WHOLE[:1]}, "tricks_contradict_pile", "arithmetic"),
    ({"holdings": [SEVEN]}, "holding_size", "physical"),
    (
        {
            "trump": "S",
            "piles": [pile(0, "JS", "some")],
            "claims": {"points": [{"point": "jack", "inPlay": False}]},
        },
        "jack_was_in_play",
        "arithmetic",
    ),
    (
        {"claims": {"points": [{"point": "jack", "inPlay": False, "side": 0}]}},
        "jack_awarded_but_absent",
        "arithmetic",
    ),
    (
        {"trump": "S", "piles": WHOLE, "claims": {"points": [{"point": "jack", "side": 0}]}},
        "jack_claimed_by_another",
        "arithmetic",
    ),
    (
        {"trump": "S", "piles": WHOLE, "claims": {"points": [{"point": "high", "side": 1}]}},
        "high_claimed_by_another",
        "arithmetic",
    ),
    (
        {
            "trump": "S",
            "piles": WHOLE,
            "claims": {"points": [{"point": "low", "side": 0, "card": "AS"}]},
        },
        "low_is_another_card",
        "arithmetic",
    ),
    (
        {"trump": "S", "piles": WHOLE, "claims": {"pips": [7, 17]}},
        "pips_miscounted",
        "arithmetic",
    ),
    ({"claims": {"pips": [50, 40]}}, "pips_over_deck", "arithmetic"),
    (
        {"claims": {"points": [{"point": "game", "tied": True}], "pips": [50, 20]}},
        "pips_not_tied",
        "arithmetic",
    ),
    (
        {
            "claims": {
                "points": [
                    {"point": "high", "side": 0, "card": "3S"},
                    {"point": "low", "side": 0, "card": "4S"},
                ]
            }
        },
        "high_below_low",
        "arithmetic",
    ),
    ({"trump": "S", "piles": [NO_SPADE, WHOLE[1]]}, "no_trump_in_play", "ruleset"),
    (
        {"claims": {"points": [{"point": "game", "side": 0, "tied": True}]}},
        "game_awarded_but_tied",
        "arithmetic",
    ),
    (
        {"tricksWon": [6, 0], "claims": {"points": [{"point": "high", "side": 1}]}},
        "point_without_a_trick",
        "arithmetic",
    ),
    (
        {"tricksWon": [0, 6], "claims": {"points": [{"point": "low", "side": 0}]}},
        "point_without_a_trick",
        "arithmetic",
    ),
    ({"tricksWon": [0, 6], "claims": {"pips": [9, 3]}}, "pips_miscounted", "arithmetic"),
    ({"calls": ["pass", "pass", "pass", "two", "pass"]}, "too_many_calls", "ruleset"),
    ({"calls": ["one"]}, "illegal_call", "ruleset"),
    ({"calls": ["two"]}, "illegal_call", "ruleset"),
    ({"calls": ["three", "three"]}, "illegal_call", "ruleset"),
    ({"calls": ["four", "pass", "pass", "four"]}, "illegal_call", "ruleset"),
    ({"calls": ["pass", "pass", "pass", "pass"]}, "illegal_call", "ruleset"),
    (
        {"calls": ["pass", "three", "pass", "pass"], "contract": {"pitcher": 0, "bid": "three"}},
        "contract_contradicts_calls",
        "arithmetic",
    ),
    (
        {"calls": ["pass", "three", "pass", "pass"], "contract": {"pitcher": 1, "bid": "four"}},
        "contract_contradicts_calls",
        "arithmetic",
    ),
    ({"contract": {"pitcher": 0, "bid": "two"}}, "contract_not_allowed", "ruleset"),
    ({"contract": {"pitcher": 0, "bid": "smudge"}}, "contract_not_allowed", "ruleset"),
]


def follow(body: Any, pointer: str) -> None:
    """Fail if a JSON Pointer leads nowhere in what was entered."""
    for step in pointer.split("/")[1:]:
        body = body[int(step)] if isinstance(body, list) else body[step]


@pytest.mark.parametrize(("facts", "code", "kind"), IMPOSSIBLE)
def test_the_table_of_what_cannot_be(facts: dict[str, Any], code: str, kind: str) -> None:
    verdict = judge(read(FOUR | facts if "calls" not in facts else facts), deal("mb-lounge"))
    assert [(finding.code, finding.kind.value) for finding in verdict.findings] == [(code, kind)]
    assert verdict.status is Status.IMPOSSIBLE
    assert (verdict.deltas, verdict.made, verdict.points) == (None, None, None)
    finding = verdict.findings[0]
    assert languages.text(finding.message).endswith((".", "?"))
    assert len(finding.facts) >= 1
    body = msgspec.json.decode(msgspec.json.encode(read(FOUR | facts)))
    for pointer in finding.facts:
        follow(body, pointer)
    if finding.kind is FindingKind.RULESET:
        assert all(re.match(r"mb-lounge/", clause) for clause in finding.clauses)


def test_a_side_without_a_trick_may_have_been_dealt_low() -> None:
    facts = FOUR | {
        "tricksWon": [6, 0],
        "lowDealtTo": 1,
        "claims": {"points": [{"point": "high", "side": 0}]},
    }
    verdict = judge(read(facts), deal("singaporemahjong", options=Options(low=Low.DEALT)))
    assert verdict.findings == ()
    assert verdict.points is not None
    assert told.point(verdict.points, "low").side == 1


def test_only_the_calls_at_odds_are_named() -> None:
    dealt = deal("singaporemahjong")
    never = judge(read({"calls": ["two", "one"]}), dealt).findings[0]
    assert never.facts == ("/calls/1",)
    too_low = judge(read({"calls": ["pass", "three", "two"]}), dealt).findings[0]
    assert too_low.facts == ("/calls/1", "/calls/2")
    finding = judge(read({"calls": ["pass"] * 4}), dealt).findings[0]
    assert finding.facts == ("/calls/0", "/calls/1", "/calls/2", "/calls/3")


def test_a_hand_played_after_all_passed_cannot_be() -> None:
    facts = {"calls": ["pass"] * 4, "trump": "S"}
    verdict = judge(read(facts), deal("setback"))
    assert [finding.code for finding in verdict.findings] == ["played_after_all_passed"]
    assert judge(read({"calls": ["pass"] * 4}), deal("setback")).thrown_in


def test_a_needless_raise_is_odd_but_scored() -> None:
    """All points are scored whatever was bid, so to match would have been enough."""
    facts = {
        "calls": ["pass", "three", "pass", "four"],
        "claims": {
            "points": [
                {"point": "high", "side": 1},
                {"point": "low", "side": 1},
                {"point": "game", "side": 1},
                {"point": "jack", "side": 1},
            ]
        },
    }
    verdict = judge(read(facts), deal("mb-lounge"))
    assert [finding.kind.value for finding in verdict.findings] == ["suspicious"]
    assert verdict.deltas == (0, 4)


def test_the_holder_of_low_cannot_be_somebody_else_than_holds_it() -> None:
    facts = {
        "trump": "S",
        "piles": [pile(0, "2S", "some")],
        "holdings": [{"seat": 1, "cards": ["2S"]}],
        "lowDealtTo": 0,
    }
    verdict = judge(read(facts), deal("singaporemahjong", options=Options(low=Low.DEALT)))
    assert [finding.code for finding in verdict.findings] == ["low_dealt_elsewhere"]


@pytest.mark.search
@pytest.mark.parametrize("preset", TRIED)
@pytest.mark.parametrize("table", EVERY_TABLE)
def test_a_hand_within_the_rules_is_never_flagged(preset: str, table: Any) -> None:
    chance, ruleset = random.Random(f"{preset}{table}"), anywhere(preset)
    dealt = deal(ruleset, table.players, table.sides)
    for _ in range(40):
        record = random_hands.record(chance, ruleset, table, dealt.dealer)
        assert not [
            finding for finding in judge(record, dealt).findings if finding.prevents_scoring()
        ]


seats = st.integers(0, 3)
sides = st.integers(0, 1)
cards = st.lists(st.sampled_from(PACK.cards), max_size=14)
some_facts = st.fixed_dictionaries(
    {},
    optional={
        "dealer": seats,
        "calls": st.lists(st.sampled_from(["pass", "two", "three", "four", "smudge"]), max_size=6),
        "contract": st.fixed_dictionaries(
            {"pitcher": seats, "bid": st.sampled_from(["pass", "one", "three", "pitch", "smudge"])}
        ),
        "trump": st.sampled_from("CDHS"),
        "piles": st.lists(
            st.fixed_dictionaries(
                {"side": sides, "cards": cards},
                optional={
                    "listed": st.sampled_from(["all", "scoring", "some"]),
                    "trumps": st.integers(0, 13),
                },
            ),
            max_size=2,
            unique_by=lambda how: how["side"],
        ),
        "tricksWon": st.lists(st.integers(0, 9), min_size=2, max_size=2),
        "holdings": st.lists(
            st.fixed_dictionaries({"seat": seats, "cards": cards}),
            max_size=4,
            unique_by=lambda how: how["seat"],
        ),
        "lowDealtTo": seats,
        "claims": st.fixed_dictionaries(
            {},
            optional={
                "points": st.lists(
                    st.fixed_dictionaries(
                        {"point": st.sampled_from(["high", "low", "jack", "game", "off_jack"])},
                        optional={
                            "side": sides,
                            "card": st.sampled_from(PACK.cards),
                            "inPlay": st.booleans(),
                            "tied": st.booleans(),
                        },
                    ),
                    max_size=5,
                    unique_by=lambda claim: claim["point"],
                ),
                "pips": st.lists(st.integers(0, 99), min_size=2, max_size=2),
                "scores": st.lists(st.integers(-20, 20), min_size=2, max_size=2),
                "winner": sides,
            },
        ),
    },
)


@settings(max_examples=share(1500), derandomize=True, database=None)
@given(st.lists(some_facts, max_size=5), st.sampled_from(PRESETS), st.sampled_from(Low))
def test_whatever_is_typed_gets_a_verdict(
    hands: list[dict[str, Any]], preset: str, low: Low
) -> None:
    ruleset = anywhere(preset, Options(low=low))
    dealt = deal(ruleset, 4, EVERY_TABLE[7].sides)
    bodies = []
    for number, facts in enumerate(hands, start=1):
        record = read(facts)
        record.check(dealt.ruleset, dealt.seating.table)
        verdict = verdicts.judge(record, dealt)
        assert (verdict.deltas is not None) == (verdict.status is Status.SETTLED)
        assert codecs.StoredDecoder(type(verdict)).decode(codecs.encode_stored(verdict)) == verdict
        assert msgspec.json.decode(msgspec.json.encode(record), type=HandRecord) == record
        bodies.append(Hand(number=number, record=record))
    sheet = sheets.fold_sheet(Match(ruleset, dealt.seating, 3), bodies)
    for line, hand in zip(sheet.lines, bodies, strict=True):
        for finding in (*line.verdict.findings, *line.findings):
            assert finding.facts
            for pointer in finding.facts:
                follow(msgspec.json.decode(msgspec.json.encode(hand.record)), pointer)


def test_a_seat_that_is_not_there_is_refused_with_its_place() -> None:
    record = read({"holdings": [{"seat": 5, "cards": []}]})
    with pytest.raises(Refusal) as error:
        record.check(anywhere("rules-guru"), EVERY_TABLE[2])
    assert error.value.pointer == "/holdings/0/seat"


@pytest.mark.parametrize(
    ("preset", "players", "won", "counts"),
    [
        ("setback", 2, (1, 5), (10, 56)),
        ("setback", 2, (1, 5), (11, 56)),
        ("smear-ten", 4, (1, 9), (30, 2)),
        ("prairie-smear", 4, (2, 4), (2, 68)),
        ("nine-card", 4, (1, 8), (30, 0)),
    ],
)
def test_counts_that_no_cards_give_both_sides_are_found_by_the_search(
    preset: str, players: int, won: tuple[int, ...], counts: tuple[int, ...]
) -> None:
    """Each count can be that of so many cards, and both together that of all, but not at once."""
    ruleset = rulesets.preset(preset)
    table = next(
        table
        for table in ruleset.rules.tables
        if table.players == players and table.side_count == 2
    )
    dealt = Deal(ruleset, Seating(table=table, names=NAMES[:players]), 0)
    record = HandRecord(tricks_won=won, claims=Claims(pips=counts))
    assert verdicts.judge(record, dealt).findings == ()
    verdict = prove(record, dealt)
    assert verdict.status is Status.IMPOSSIBLE
    assert verdict.undecided == ()
    assert all("/claims/pips/" in "".join(finding.facts) for finding in verdict.findings)
