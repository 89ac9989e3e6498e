"""Examples of rule sets and rulings, as the rules answer them."""

from typing import Final

from pitch import (
    Arrangement,
    Call,
    Claims,
    HandRecord,
    Options,
    PointClaim,
    PointName,
    Suit,
    preset,
    rule_on_call,
)
from pitch.hand import Contract
from pitch.match import Result
from pitch.rules import compare_rulesets
from pitch.rules.choices import Low
from pitch.rulings import (
    Irregularity,
    rule_on_hand,
    rule_on_irregularity,
    rule_on_play,
    rule_on_winner,
)
from pitchkeeper.rest.operations import Example
from pitchkeeper.rulings import presenters, rulebooks, views

_NAMES: Final = ("Ann", "Bob", "Cid", "Dee")
_LOUNGE: Final = preset("mb-lounge")
_HOUSE: Final = preset("singaporemahjong").house_rules(
    Options(low=Low.DEALT, target=21), "Friday table"
)
RULESET_PAGE: Final = presenters.ruleset_page()
RULESET: Final = presenters.ruleset(_LOUNGE)
RULESET_REQUEST: Final = views.RulesetRequest(
    preset="singaporemahjong",
    name="Friday table",
    options=Options(low=Low.DEALT, target=21),
)
HOUSE_RULESET: Final = presenters.ruleset(_HOUSE)
RULEBOOK: Final = rulebooks.markdown(_LOUNGE)
DIFFERENCE: Final = compare_rulesets(preset("singaporemahjong"), preset("singaporemahjong-classic"))
CALL_DISPUTE: Final = views.CallDispute(
    ruleset="mb-lounge",
    players=4,
    dealer=3,
    calls=(Call.THREE, Call.PASS, Call.PASS),
    call=Call.THREE,
)
CALL_RULING: Final = rule_on_call(CALL_DISPUTE, _LOUNGE)
PLAY_DISPUTE: Final = views.PlayDispute(
    ruleset="rules-guru",
    players=4,
    sides=Arrangement.PARTNERS_ACROSS,
    leader=0,
    trick=2,
    trump=Suit.SPADES,
    played=("KD", "AD"),
    hand=("2S", "5D", "9C"),
    card="2S",
)
PLAY_RULING: Final = rule_on_play(PLAY_DISPUTE, preset("rules-guru"))
HAND_DISPUTE: Final = views.HandDispute(
    ruleset="mb-lounge",
    players=4,
    record=HandRecord(
        contract=Contract(pitcher=0, bid=Call.FOUR),
        claims=Claims(
            points=(
                PointClaim(point=PointName.HIGH, side=0, card="QS"),
                PointClaim(point=PointName.LOW, side=1, card="TS"),
                PointClaim(point=PointName.JACK, in_play=False),
            ),
        ),
    ),
    names=_NAMES,
)
HAND_RULING: Final = rule_on_hand(HAND_DISPUTE, _LOUNGE)
WINNER_DISPUTE: Final = views.WinnerDispute(
    ruleset="singaporemahjong",
    players=4,
    scores=(7, 10),
    result=Result(after=(10, 11), pitching_side=0, bid=Call.THREE, made=True),
)
WINNER_RULING: Final = rule_on_winner(WINNER_DISPUTE, preset("singaporemahjong"))
IRREGULARITY_DISPUTE: Final = views.IrregularityDispute(
    ruleset="mb-lounge",
    players=4,
    irregularity=Irregularity.REVOKE,
    offender=1,
    contract=Contract(pitcher=0, bid=Call.THREE),
    points=(2, 1),
    trick_quitted=True,
)
IRREGULARITY_RULING: Final = rule_on_irregularity(IRREGULARITY_DISPUTE, _LOUNGE)

EXAMPLES: Final = {
    "listRulesets": Example(RULESET_PAGE),
    "createRuleset": Example(HOUSE_RULESET, body=RULESET_REQUEST),
    "getRuleset": Example(RULESET),
    "getRulebook": Example(RULEBOOK),
    "getRulesetDifference": Example(DIFFERENCE),
    "ruleOnCall": Example(CALL_RULING, body=CALL_DISPUTE),
    "ruleOnPlay": Example(PLAY_RULING, body=PLAY_DISPUTE),
    "ruleOnHand": Example(HAND_RULING, body=HAND_DISPUTE),
    "proveHand": Example(b"PK", body=HAND_DISPUTE),
    "ruleOnWinner": Example(WINNER_RULING, body=WINNER_DISPUTE),
    "ruleOnIrregularity": Example(IRREGULARITY_RULING, body=IRREGULARITY_DISPUTE),
}
"""The examples of operations, by their ids."""
