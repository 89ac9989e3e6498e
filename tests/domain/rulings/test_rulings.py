"""Hinges of a ruling are true and complete, and legal play is never flagged."""

from itertools import product

import pytest
from hypothesis import assume, given, settings
from msgspec import structs

from pitch.calls import Call
from pitch.cards import Suit
from pitch.findings import Status
from pitch.hand import auctions, verdicts
from pitch.hand.auctions import Auction, IllegalCall
from pitch.hand.deals import Deal
from pitch.hand.records import HandRecord
from pitch.match.changes import Result
from pitch.proof import provers
from pitch.rules import rulesets
from pitch.rules.options import OPTIONS
from pitch.rules.rulesets import RuleSet
from pitch.rulings import answers, hands, incidents, plays, questions, winners
from pitch.rulings import calls as call_rulings
from pitch.rulings.answers import HingeKind
from pitch.rulings.decisions import Decision
from pitch.rulings.incidents import Irregularity
from pitch.rulings.play_questions import PlayQuestion
from pitch.rulings.remedies import remedies as irregularity_rulings
from pitchkeeper.messages import languages
from tests.support import claims
from tests.support.hands import ALL_PRESETS, NAMES, PRESETS, claim_points
from tests.support.hinges import assert_pairs, assert_turns, choosing, rule_alone, single_options
from tests.support.questions import calls_in_question, mishaps, plays_in_question, results
from tests.support.representatives import CALLS
from tests.support.searches import share, some


@settings(max_examples=share(60))
@given(calls_in_question())
def test_what_a_call_turns_on_is_true_and_complete(
    case: tuple[RuleSet, call_rulings.CallQuestion],
) -> None:
    ruleset, dispute = case
    assert_turns(call_rulings.rule_on_call, dispute, ruleset)


@settings(max_examples=share(12, 10))
@given(calls_in_question())
def test_where_no_option_decides_a_call_pairs_are_tried(
    case: tuple[RuleSet, call_rulings.CallQuestion],
) -> None:
    ruleset, dispute = case
    assert_pairs(call_rulings.rule_on_call, dispute, ruleset)


def test_tabling_turns_on_how_trump_is_fixed_too() -> None:
    """Where trump is named nobody can bid by tabling: both would have to be chosen otherwise."""
    ruling = call_rulings.rule_on_call(
        call_rulings.CallQuestion(players=2, dealer=0, tabled="AS"), rulesets.preset("rules-guru")
    )
    assert [(hinge.name, hinge.also and hinge.also.name) for hinge in ruling.turns_on] == [
        ("fourByTabling", "trumpBy")
    ]


@settings(max_examples=share(12, 10))
@given(plays_in_question())
def test_where_no_option_decides_a_play_pairs_are_tried(
    case: tuple[RuleSet, PlayQuestion],
) -> None:
    ruleset, dispute = case
    assert_pairs(plays.rule_on_play, dispute, ruleset)


def test_following_turns_on_what_a_slam_needs_too() -> None:
    """Where trumps alone are played nobody can promise all tricks."""
    question = PlayQuestion(
        players=4,
        leader=0,
        trump=Suit.CLUBS,
        played=("JD", "QH", "5H"),
        hand=("9S", "6C", "8S", "2S", "QS", "JS"),
    )
    ruling = plays.rule_on_play(question, rulesets.preset("rules-guru"))
    pairs = {(hinge.name, hinge.also and hinge.also.name) for hinge in ruling.turns_on}
    assert ("follow", "slamNeeds") in pairs


ROOMS = (call_rulings, plays, irregularity_rulings, hands, winners)


@pytest.mark.parametrize("preset", ALL_PRESETS)
def test_options_that_another_must_allow_are_paired(preset: str) -> None:
    """Every choice in an option that contradicts the rules but for a choice in one more."""
    ruleset = rulesets.preset(preset)
    singles = single_options(ruleset)
    names = {option.key: option.name for option in OPTIONS.values()}
    for first in singles:
        option = OPTIONS[names[first[0]]]
        rooms = [room for room in ROOMS if option.name in room.OPTIONS]
        if not rooms or choosing(ruleset, first):
            continue
        names_allowed = {names[second[0]] for second in singles if choosing(ruleset, first, second)}
        for room in rooms:
            assert names_allowed <= {*room.OPTIONS, *option.allowed_by}, (room, first)


@settings(max_examples=share(60))
@given(plays_in_question())
def test_what_a_play_turns_on_is_true_and_complete(
    case: tuple[RuleSet, PlayQuestion],
) -> None:
    ruleset, dispute = case
    assert_turns(plays.rule_on_play, dispute, ruleset)


@settings(max_examples=share(60))
@given(mishaps())
def test_what_a_remedy_turns_on_is_true_and_complete(
    case: tuple[RuleSet, incidents.IrregularityQuestion],
) -> None:
    ruleset, dispute = case
    try:
        irregularity_rulings.rule_on_irregularity(dispute, ruleset)
    except IllegalCall:
        assume(False)  # no such bid under these rules
    assert_turns(irregularity_rulings.rule_on_irregularity, dispute, ruleset)


@settings(max_examples=share(40, 20), derandomize=True, database=None)
@given(results())
def test_what_a_win_turns_on_is_true_and_complete(
    case: tuple[RuleSet, winners.WinnerQuestion],
) -> None:
    """With the same work for every rule set, so that what is left out is left out of both."""
    ruleset, dispute = case
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(provers, "USUAL", provers.BRIEF)
        if rule_alone(winners.rule_on_winner, dispute, ruleset) is not None:
            assert_turns(winners.rule_on_winner, dispute, ruleset)


@settings(max_examples=share(200, 40))
@given(results())
def test_a_result_is_judged_like_the_record_it_was_written_from(
    case: tuple[RuleSet, winners.WinnerQuestion],
) -> None:
    """With the points the same; by the scores alone the same, or not known yet."""
    ruleset, dispute = case
    if rule_alone(winners.rule_on_winner, dispute, ruleset) is None or dispute.hand is None:
        return
    by_record = winners.rule_on_winner(dispute, ruleset)
    verdict = by_record.verdict
    assert verdict is not None
    assert verdict.status is Status.SETTLED
    assert verdict.bid is not None
    assert verdict.points is not None
    assert by_record.scores is not None
    high, low, jack, game = (point.side for point in verdict.points)
    result = Result(
        after=by_record.scores,
        pitching_side=0,
        bid=verdict.bid,
        made=bool(verdict.made),
        points=claims.point_sides(high or 0, low or 0, jack, game),
    )
    by_points = winners.rule_on_winner(structs.replace(dispute, hand=None, result=result), ruleset)
    assert (by_points.winner, by_points.reason) == (by_record.winner, by_record.reason)
    bare = structs.replace(result, points=None)
    by_scores = winners.rule_on_winner(structs.replace(dispute, hand=None, result=bare), ruleset)
    if by_scores.decision is not Decision.OPEN:
        assert by_scores.winner == by_record.winner


@settings(max_examples=share(300))
@given(plays_in_question())
def test_a_card_is_flagged_only_if_it_neither_follows_nor_trumps_and_could_follow(
    case: tuple[RuleSet, PlayQuestion],
) -> None:
    """Under every rule set."""
    ruleset, dispute = case
    dispute = structs.replace(dispute, trick=max(2, dispute.trick), won_last=None)
    ruling = plays.rule_on_play(dispute, ruleset)
    if dispute.card is None:
        assert ruling.legal is None
        return
    led = dispute.played[0][1] if dispute.played else None
    could_follow = any(card[1] == led for card in dispute.hand)
    is_revoke = could_follow and dispute.card[1] not in {led, dispute.trump}
    assert ruling.legal is not is_revoke
    assert (dispute.card in ruling.choices) is not is_revoke
    assert (ruling.remedy is None) is not is_revoke


@pytest.mark.search
@pytest.mark.parametrize("preset", some(list(PRESETS), 4))
def test_every_call_in_turn_is_legal_exactly_if_the_auction_takes_it(preset: str) -> None:
    ruleset = rulesets.preset(preset)
    table = ruleset.table_for(4)
    for calls in product(CALLS, repeat=2):
        auction = Auction(players=4, dealer=1, calls=())
        if calls[0] not in auctions.legal_calls(auction, ruleset.rules):
            continue
        auction = auctions.call(auction, calls[0], ruleset)
        ruling = call_rulings.rule_on_call(
            call_rulings.CallQuestion(
                players=4, sides=table.sides, dealer=1, calls=calls[:1], call=calls[1]
            ),
            ruleset,
        )
        assert ruling.legal is (calls[1] in auctions.legal_calls(auction, ruleset.rules))
        assert ruling.choices == auctions.legal_calls(auction, ruleset.rules)
        assert ruling.turn == 3


def test_a_ruling_never_quotes_a_silent_document_as_if_it_ruled() -> None:
    """Every irregularity is decided by a default, but for what a text does say."""
    for preset, irregularity in product(PRESETS, Irregularity):
        ruleset = rulesets.preset(preset)
        dispute = incidents.IrregularityQuestion(players=4, irregularity=irregularity, offender=0)
        ruling = irregularity_rulings.rule_on_irregularity(dispute, ruleset)
        if irregularity is not Irregularity.HAND_STOPPED_EARLY:
            assert ruling.basis == "default", (preset, irregularity)


def test_the_record_of_a_void_deal_decides_nothing() -> None:
    ruleset = rulesets.preset("setback")
    hand = HandRecord(calls=(Call.PASS,) * 4)
    dispute = winners.WinnerQuestion(players=4, scores=(6, 6, 6, 6), hand=hand)
    ruling = winners.rule_on_winner(dispute, ruleset)
    assert (ruling.decision, ruling.scores) == (Decision.PLAY_ON, (6, 6, 6, 6))
    assert ruling.clauses[0].topic == "bid.allpass"
    deal = Deal(ruleset, questions.seating_for(ruleset.table_for(4)), 3)
    assert verdicts.judge(hand, deal).thrown_in
    assert NAMES[0] not in languages.texts(ruling.whys)


def test_what_the_dealer_may_take_over_is_an_option_of_its_own() -> None:
    """A four over a four at the lounge."""
    no_bid, four = Call.PASS, Call.FOUR
    dispute = call_rulings.CallQuestion(
        players=4, dealer=3, calls=(no_bid, four, no_bid), call=four
    )
    ruling = call_rulings.rule_on_call(dispute, rulesets.preset("mb-lounge"))
    hinges = {(hinge.name, hinge.value): languages.text(hinge.outcome) for hinge in ruling.turns_on}
    assert hinges["dealerMatches", '["three","four"]'] == "Legal: Player 4 pitches for four."
    assert ("dealerMatches", '["four"]') not in hinges


def _has(bid: Call, preset: str) -> bool:
    rules = rulesets.preset(preset).rules
    return bid in rules.bids or bid.value == rules.slam.value


def _is_for_four(preset: str) -> bool:
    return any(table.players == 4 for table in rulesets.preset(preset).rules.tables)


def test_two_options_are_named_where_no_single_one_decides() -> None:
    """What the dealer may match must be a bid, so three leaves both lists together."""
    dispute = call_rulings.CallQuestion(players=4, dealer=3, call=Call.THREE)
    ruling = call_rulings.rule_on_call(dispute, rulesets.preset("singaporemahjong"))
    *documents, hinge = ruling.turns_on
    assert {(document.kind, document.name) for document in documents} == {
        (HingeKind.PRESET, preset)
        for preset in ALL_PRESETS
        if not _has(Call.THREE, preset) and _is_for_four(preset)
    }
    assert (hinge.kind, hinge.name, hinge.value) == (HingeKind.PAIR, "bids", '["two","four"]')
    assert hinge.also == answers.Choice(name="dealerMatches", value='["two","four"]')
    assert (ruling.moot, ruling.pairs_untried) == (False, 0)


@pytest.mark.parametrize(
    ("preset", "bid", "hand"),
    [
        ("rules-guru", Call.SMUDGE, claim_points(0, "smudge", "0000", (6, 0, 0, 0))),
        ("setback", Call.ONE, claim_points(0, "one", "0111")),
    ],
)
def test_a_document_without_the_bid_is_not_asked(preset: str, bid: Call, hand: HandRecord) -> None:
    ruleset = rulesets.preset(preset)
    dispute = hands.HandQuestion(players=4, record=hand)
    names = {hinge.name for hinge in hands.rule_on_hand(dispute, ruleset).turns_on}
    left_out = {preset for preset in ALL_PRESETS if not _has(bid, preset)}
    assert {"mb-lounge", "pedro"} <= left_out
    assert not names & left_out


def test_untried_pairs_of_options_are_counted() -> None:
    dispute = hands.HandQuestion(players=4, record=claim_points(0, "one", "0111"))
    ruling = hands.rule_on_hand(dispute, rulesets.preset("setback"))
    assert {hinge.kind for hinge in ruling.turns_on} <= {HingeKind.PRESET}
    assert ruling.pairs_untried > 0
