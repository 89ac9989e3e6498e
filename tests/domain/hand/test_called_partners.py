"""A called partner: five persons, sides for one hand, scores of each."""

import json
from typing import Any

import msgspec
import pytest

from pitch.calls import Call
from pitch.findings import Status
from pitch.hand import verdicts
from pitch.hand.deals import Deal
from pitch.hand.needs import Ask
from pitch.hand.proofs import Proof
from pitch.hand.records import HandRecord, NotInRules
from pitch.hand.verdicts import Verdict
from pitch.point_names import PointName
from pitch.proof import provers
from pitch.rules import rulesets
from pitch.rules.choices import SeveralOut, TrumpBy
from pitch.rules.options import Options, PointValue
from pitch.rules.rulesets import ContradictoryOptions, TableNotAllowed
from pitch.seats import Arrangement, Seating
from pitchkeeper.messages import languages

NAMES = ("Ann", "Bob", "Cid", "Dee", "Eve")
CONTRACT: dict[str, Any] = {"pitcher": 0, "bid": "six", "calledCard": "HJ", "partner": 2}
TAKEN = {
    "high": 0, "low": 1, "jack": 0, "off_jack": 3, "high_joker": 2, "low_joker": 4, "ten": 1,
    "three": 2,
}  # fmt: skip
POINTS = [{"point": point, "side": side} for point, side in TAKEN.items()]
LEGAL: list[dict[str, Any]] = [
    {"cards": ["TS", "KS", "2S", "HJ", "4S"]},
    {"cards": ["7S", "5S", "JC", "9S"], "out": [1]},
    {"cards": ["8S", "QS", "3S"], "out": [1, 2]},
    {"cards": ["LJ", "JS"], "out": [1, 2, 3]},
    {"cards": ["AS"], "out": [1, 2, 3, 4]},
]
"""Legal from the first lead to the last: Ann, Bob, Cid, Dee and Eve, spades, Ann pitches. Bob wins
the first trick, Eve the second and fourth, Ann the third and last."""


def deal(preset: str = "pawnee", dealer: int = 4) -> Deal:
    """Five at a table who call their partners."""
    ruleset = rulesets.preset(preset)
    table = ruleset.table_for(5)
    return Deal(ruleset, Seating(table=table, names=NAMES), dealer)


def record(**facts: object) -> HandRecord:
    """A record as a client sends it."""
    read = msgspec.json.decode(json.dumps(facts), type=HandRecord)
    dealt = deal()
    read.check(dealt.ruleset, dealt.seating.table)
    return read


def contract(**changes: object) -> dict[str, object]:
    """The contract of the worked example with something else; None leaves it out."""
    return {key: value for key, value in {**CONTRACT, **changes}.items() if value is not None}


def prove(read: HandRecord, dealt: Deal | None = None) -> tuple[Verdict, Proof]:
    """The verdict over all deals and plays."""
    dealt = dealt or deal()
    proof = provers.prove(read, dealt)
    return verdicts.judge(read, dealt, proof), proof


@pytest.mark.parametrize("preset", ["pawnee", "trickster-five"])
def test_the_worked_example(preset: str) -> None:
    """A bids 6 and calls the high joker, which C has: A and C +6, B, D and E +4 each."""
    read = record(trump="H", contract=CONTRACT, claims={"points": POINTS})
    verdict = verdicts.judge(read, deal(preset))
    assert (verdict.status, verdict.made, verdict.deltas) == (Status.SETTLED, True, (6, 4, 6, 4, 4))
    assert (verdict.partner, verdict.pitching_side) == (2, 0)
    assert f"{preset}/score.partner" in verdict.clauses
    found, _ = prove(read, deal(preset))
    assert found.deltas == (6, 4, 6, 4, 4)


def test_pitcher_and_partner_lose_the_bid_each() -> None:
    read = record(trump="H", contract=contract(bid="7"), claims={"points": POINTS})
    assert verdicts.judge(read, deal()).deltas == (-7, 4, -7, 4, 4)


def test_a_pitcher_with_the_called_card_plays_alone() -> None:
    alone = contract(partner=0, bid="two")
    read = record(trump="H", contract=alone, claims={"points": POINTS})
    assert verdicts.judge(read, deal()).deltas == (2, 8, 8, 8, 8)


def test_points_that_two_took_together_need_not_be_taken_apart() -> None:
    read = record(contract=CONTRACT, claims={"takenTogether": [6, 4]})
    verdict = verdicts.judge(read, deal())
    assert (verdict.status, verdict.deltas) == (Status.SETTLED, (6, 4, 6, 4, 4))
    assert prove(read)[0].deltas == (6, 4, 6, 4, 4)


def test_what_nobody_said_together_is_asked_together() -> None:
    read = record(contract=CONTRACT, claims={"takenTogether": [6, None]})
    for verdict in (verdicts.judge(read, deal()), prove(read)[0]):
        assert (verdict.status, verdict.made) == (Status.OPEN, True)
        (need,) = verdict.needs
        assert languages.text(need.message) == "How many points did the others take together?"


def test_an_unknown_partner_is_a_need_of_its_own() -> None:
    read = record(trump="H", contract=contract(partner=None), claims={"points": POINTS})
    for verdict in (verdicts.judge(read, deal()), prove(read)[0]):
        assert verdict.status is Status.OPEN
        (need,) = verdict.needs
        assert (need.ask, need.card) == (Ask.PARTNER, "HJ")
        assert languages.text(need.message) == "Who had the high joker that was called?"
    nameless = record(contract=contract(partner=None, calledCard=None), claims={"points": POINTS})
    (need,) = verdicts.judge(nameless, deal()).needs
    assert languages.text(need.message) == "Who had the card that Ann called?"


def test_nothing_is_asked_where_every_partner_gives_one_result() -> None:
    """Five against five for a bid of five pays everybody five, whoever was the partner."""
    read = record(contract=contract(bid="5", partner=None), claims={"takenTogether": [5, 5]})
    for verdict in (verdicts.judge(read, deal()), prove(read)[0]):
        assert (verdict.status, verdict.deltas, verdict.needs) == (Status.SETTLED, (5,) * 5, ())


@pytest.mark.parametrize(
    ("card", "partner", "deltas"),
    [("KS", 1, (6, 6, 4, 4, 4)), ("HJ", 3, (-6, 6, 6, -6, 6)), ("4S", 4, (7, 3, 3, 3, 7))],
)
def test_the_tricks_tell_the_partner(card: str, partner: int, deltas: tuple[int, ...]) -> None:
    """The same fully legal play pays otherwise by the card that was called."""
    read = record(trump="S", contract=contract(calledCard=card, partner=None), tricks=LEGAL)
    for verdict in (verdicts.judge(read, deal()), prove(read)[0]):
        assert verdict.findings == ()
        assert (verdict.status, verdict.partner, verdict.deltas) == (
            Status.SETTLED,
            partner,
            deltas,
        )


def test_without_the_called_card_in_the_first_trick_the_pitcher_is_alone() -> None:
    read = record(trump="S", contract=contract(calledCard="AS", partner=None), tricks=LEGAL)
    for verdict in (verdicts.judge(read, deal()), prove(read)[0]):
        assert (verdict.partner, verdict.made, verdict.deltas) == (0, False, (-6, 6, 6, 6, 6))


def test_a_holding_tells_the_partner() -> None:
    holdings = [{"seat": 3, "cards": ["HJ"]}]
    read = record(trump="H", contract=contract(partner=None), holdings=holdings)
    assert verdicts.judge(read, deal()).partner == 3
    assert prove(read)[0].partner == 3


def test_what_only_two_can_have_taken_tells_the_partner() -> None:
    """Six together of Ann's three can only be with Cid, who has the other three."""
    claims = {"taken": [3, 1, 3, 1, 2], "takenTogether": [6, 4]}
    read = record(trump="H", contract=contract(partner=None), claims=claims)
    verdict, proof = prove(read)
    assert proof.partners == (2,)
    assert (verdict.partner, verdict.deltas) == (2, (6, 4, 6, 4, 4))


@pytest.mark.parametrize(
    ("facts", "code", "message"),
    [
        (
            {"holdings": [{"seat": 3, "cards": ["HJ"]}]},
            "wrong_partner",
            "Dee had the high joker that was called, so the partner isn't Cid. Which is right?",
        ),
        (
            {"tricks": [{"leader": 0, "cards": ["AH", "2H", "3H", "HJ", "4H"]}]},
            "partner_played_another",
            (
                "Cid played the 3 of hearts to trick 1, not the called high joker. "
                "Another partner, or held back?"
            ),
        ),
        (
            {
                "tricks": [
                    {"leader": 0, "cards": ["AH"]},
                    {"leader": 0, "cards": ["KH", "2H", "HJ"]},
                ]
            },
            "called_card_held_back",
            (
                "The high joker was called, so it's due on trick 1, but came on trick 2. "
                "Held back, or entered wrong?"
            ),
        ),
        (
            {"claims": {"takenTogether": [6, 5]}},
            "points_over_total",
            "That's 11 points; a hand has at most 10. Recount.",
        ),
        (
            {"claims": {"taken": [5, 1, 2, 1, 1], "takenTogether": [6, 4]}},
            "points_miscounted",
            "The others took 3 points together, not 4. Recount.",
        ),
    ],
)
def test_what_cannot_be_of_a_partner_is_told(
    facts: dict[str, object], code: str, message: str
) -> None:
    verdict, proof = prove(record(trump="H", contract=CONTRACT, **facts))
    assert verdict.status is Status.IMPOSSIBLE
    assert (code, message) in [
        (finding.code, languages.text(finding.message)) for finding in verdict.findings
    ]
    assert proof.undecided == ()
    clauses = [clause for finding in verdict.findings for clause in finding.clauses]
    assert clauses


def test_a_wrong_partner_is_mended_by_the_right_one() -> None:
    holdings = [{"seat": 3, "cards": ["HJ", "2H"]}]
    verdict, _ = prove(record(trump="H", contract=CONTRACT, holdings=holdings))
    assert "Change the partner to Dee." in [
        languages.text(repair.message) for repair in verdict.repairs
    ]


def test_a_card_held_back_is_one_violation() -> None:
    tricks = [{"leader": 0, "cards": ["AH"]}, {"leader": 0, "cards": ["KH", "2H", "HJ"]}]
    verdict, _ = prove(record(trump="H", contract=CONTRACT, tricks=tricks))
    assert verdict.revokes == 1


def test_only_a_trump_can_be_called() -> None:
    read = record(trump="S", contract=contract(calledCard="KH"))
    verdict = verdicts.judge(read, deal())
    assert verdict.status is Status.IMPOSSIBLE
    (finding,) = verdict.findings
    assert finding.facts == ("/trump", "/contract/calledCard")
    assert languages.text(finding.message) == (
        "Only a trump can be called, and spades are trump, so not the king of hearts. "
        "Which is right?"
    )


@pytest.mark.parametrize("card", ["LJ", "JC"])
def test_jokers_and_the_off_jack_can_be_called(card: str) -> None:
    read = record(trump="S", contract=contract(calledCard=card), claims={"takenTogether": [6, 4]})
    assert prove(read)[0].deltas == (6, 4, 6, 4, 4)


def test_a_witness_has_the_partner_play_the_called_card_first() -> None:
    read = record(trump="H", contract=CONTRACT, claims={"points": POINTS})
    witness = provers.witness(read, deal())
    assert witness is not None
    assert "HJ" in witness.holdings[2]
    assert "HJ" in witness.tricks[0].cards


def test_elsewhere_nobody_calls_a_partner() -> None:
    ruleset = rulesets.preset("pitch31")
    table = ruleset.table_for(4)
    for facts, pointer in (
        ({"contract": contract(partner=None)}, "/contract/calledCard"),
        ({"contract": contract(calledCard=None)}, "/contract/partner"),
        ({"claims": {"takenTogether": [6, 4]}}, "/claims/takenTogether"),
    ):
        read = msgspec.json.decode(json.dumps(facts), type=HandRecord)
        with pytest.raises(NotInRules) as error:
            read.check(ruleset, table)
        assert error.value.pointer == pointer
        assert languages.text(error.value.message) == (
            "Under these rules nobody calls a partner at this table."
        )


def test_a_called_partner_is_for_five() -> None:
    with pytest.raises(TableNotAllowed):
        rulesets.preset("pawnee").table_for(5, Arrangement.INDIVIDUALS)
    with pytest.raises(TableNotAllowed):
        rulesets.preset("pawnee").table_for(4)


@pytest.mark.parametrize(
    ("options", "option"),
    [
        (Options(trump_by=TrumpBy.NAMED), "trumpBy"),
        (Options(several_out=SeveralOut.COUNTING_ORDER), "severalOut"),
        (
            Options(point_values=(PointValue(point=PointName.GAME, worth=1),), bids=(Call.ONE,)),
            "pointValues",
        ),
    ],
)
def test_what_cannot_be_with_a_called_partner_is_refused(options: Options, option: str) -> None:
    with pytest.raises(ContradictoryOptions) as error:
        rulesets.preset("trickster-five").house_rules(options)
    assert error.value.pointer == f"/options/{option}"
