"""What a ruling turns on is true and complete, and legal play is never flagged."""

from collections.abc import Callable
from itertools import combinations, product
from typing import Any, Final

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from msgspec import structs

from domain.calls import Call
from domain.cards import PACK, Suit
from domain.errors import Refusal
from domain.findings import Status
from domain.hand import auctions, verdicts
from domain.hand.auctions import Auction, Contract, IllegalCall
from domain.hand.deals import Deal
from domain.hand.records import HandRecord
from domain.match.changes import PointSides, Result
from domain.proof import provers
from domain.rules import rulesets
from domain.rules.options import (
    AllPass,
    CallOutOfTurn,
    GoingOut,
    Low,
    Misdeal,
    Options,
    Revoke,
    Rules,
    SeveralOut,
    SlamBid,
)
from domain.rules.rulesets import RuleSet
from domain.rulings import calls as call_rulings
from domain.rulings import hands, incidents, plays, rulings, winners
from domain.rulings import irregularities as irregularity_rulings
from domain.rulings.incidents import Irregularity
from domain.rulings.rulings import HingeKind, Question, Ruling
from domain.rulings.winners import Decision
from domain.seats import Table
from tests.support.hands import NAMES, PRESETS, claimed
from tests.support.searches import share

Rule = Callable[[Any, RuleSet], Ruling]

HOUSES: Final = (
    Options(),
    Options(ascending=False),
    Options(all_pass=AllPass.REDEAL_SAME_DEALER),
    Options(call_out_of_turn=CallOutOfTurn.NO_PENALTY, revoke=Revoke.POINTS_LOST, revoke_loses=1),
    Options(misdeal=Misdeal.POINTS_TO_OTHERS, led_card_stands=False),
    Options(low=Low.DEALT, target=21),
    Options(hands=3),
    Options(going_out=GoingOut.ANYONE),
    Options(going_out=GoingOut.ANYONE, several_out=SeveralOut.COUNTING_ORDER),
)


@st.composite
def houses(draw: st.DrawFn) -> RuleSet:
    """A document, or house rules on the basis of one."""
    preset = rulesets.preset(draw(st.sampled_from(PRESETS)))
    return rulesets.house(preset, draw(st.sampled_from(HOUSES)))


@st.composite
def seated(draw: st.DrawFn) -> tuple[RuleSet, Table]:
    """A rule set and a table that it is for."""
    ruleset = draw(houses())
    return ruleset, draw(st.sampled_from(ruleset.rules.tables))


@st.composite
def calls_in_question(draw: st.DrawFn) -> tuple[RuleSet, call_rulings.CallQuestion]:
    ruleset, table = draw(seated())
    auction = Auction(players=table.players, dealer=draw(st.integers(0, table.players - 1)))
    for _ in range(draw(st.integers(0, table.players))):
        choices = auctions.legal_calls(auction, ruleset.rules)
        auction = auctions.call(auction, draw(st.sampled_from(choices)), ruleset)
    is_tabled = draw(st.booleans())
    seats = st.none() | st.integers(0, table.players - 1)
    return ruleset, call_rulings.CallQuestion(
        players=table.players,
        sides=table.sides,
        dealer=auction.dealer,
        calls=auction.calls,
        call=None if is_tabled else draw(st.sampled_from(Call)),
        tabled="AS" if is_tabled else None,
        caller=draw(seats),
    )


@st.composite
def plays_in_question(draw: st.DrawFn) -> tuple[RuleSet, plays.PlayQuestion]:
    ruleset, table = draw(seated())
    trick = draw(st.integers(1, 6))
    cards = draw(st.permutations(PACK.cards))
    played, held = cards[: draw(st.integers(0, table.players - 1))], cards[-(7 - trick) :]
    seats = st.none() | st.integers(0, table.players - 1)
    return ruleset, plays.PlayQuestion(
        players=table.players,
        sides=table.sides,
        leader=draw(st.integers(0, table.players - 1)),
        trick=trick,
        trump=Suit(draw(st.sampled_from("CDHS"))),
        pitcher=draw(seats),
        bid=draw(st.none() | st.sampled_from([Call.TWO, Call.FOUR, Call.SMUDGE])),
        won_last=draw(seats),
        played=tuple(played),
        hand=tuple(held),
        card=draw(st.none() | st.sampled_from(held)),
        trick_quitted=draw(st.booleans()),
    )


@st.composite
def results(draw: st.DrawFn) -> tuple[RuleSet, winners.WinnerQuestion]:
    """Scores near the target, and a hand that somebody pitched."""
    ruleset, table = draw(seated())
    sides = table.players if table.sides == "individuals" else 2
    target = ruleset.rules.target or 3
    before = draw(st.tuples(*[st.integers(target - 5, target - 1) for _ in range(sides)]))
    taker = st.sampled_from("01234567"[:sides])
    points = draw(st.tuples(taker, taker, taker | st.just("-"), taker | st.just("-")))
    slam = [Call(ruleset.rules.slam.value)] if ruleset.rules.slam is not SlamBid.NONE else []
    bid = draw(st.sampled_from([Call.TWO, Call.THREE, Call.FOUR, *slam]))
    taken = [int(str(side) in points) for side in range(sides)]
    taken[0] += 6 - sum(taken)
    tricks = tuple(taken) if bid in slam else None
    hand = claimed(0, bid.value, "".join(points), tricks)
    return ruleset, winners.WinnerQuestion(
        players=table.players,
        sides=table.sides,
        scores=before,
        hand=hand,
        hands_played=draw(st.integers(1, 4)),
        dealer=0,
    )


@st.composite
def mishaps(draw: st.DrawFn) -> tuple[RuleSet, incidents.IrregularityQuestion]:
    ruleset, table = draw(seated())
    seats = st.integers(0, table.players - 1)
    contract = Contract(
        pitcher=draw(seats), bid=draw(st.sampled_from([Call.TWO, Call.SMUDGE, Call.PITCH]))
    )
    return ruleset, incidents.IrregularityQuestion(
        players=table.players,
        sides=table.sides,
        irregularity=draw(st.sampled_from(Irregularity)),
        offender=draw(seats),
        dealer=draw(st.none() | seats),
        call=draw(st.none() | st.sampled_from(Call)),
        contract=draw(st.sampled_from([None, contract])),
        led=draw(st.none() | st.sampled_from(["AS", "9H"])),
        named=draw(st.none() | st.just(Suit.SPADES)),
        trick_complete=draw(st.booleans()),
        trick_quitted=draw(st.booleans()),
        warned=draw(st.booleans()),
        hand_scored=draw(st.booleans()),
        match_over=draw(st.booleans()),
    )


def single_options(ruleset: RuleSet) -> list[tuple[str, str]]:
    """Every other choice in every dimension of a few choices, as JSON names them."""
    found = []
    for field in structs.fields(Rules):
        kind: Any = field.type
        values = (False, True) if kind is bool else kind if isinstance(kind, type(Low)) else ()
        others = [value for value in values if value != getattr(ruleset.rules, field.name)]
        found += [(field.encode_name, msgspec.json.encode(value).decode()) for value in others]
    return found


LISTS: Final = ("bids", "dealerAloneBids", "dealerMatches")
Chosen = tuple[str, str]
"""An option and a choice in it, both as JSON has them."""


def lists(ruleset: RuleSet) -> list[tuple[Chosen, frozenset[str]]]:
    """Every other list of bids, and which bids come into it or leave it."""
    known = msgspec.to_builtins(ruleset.rules)
    return [
        ((option, msgspec.json.encode(bids).decode()), frozenset(known[option]) ^ frozenset(bids))
        for option in LISTS
        for size in range(5)
        for bids in combinations(["one", "two", "three", "four"], size)
        if list(bids) != known[option]
    ]


def choosing(ruleset: RuleSet, *chosen: Chosen) -> RuleSet | None:
    """The rule set with some choices; none where they contradict each other or mean nothing."""
    body = ", ".join(f'"{option}": {value}' for option, value in chosen)
    try:
        other = rulesets.house(ruleset, msgspec.json.decode(f"{{{body}}}", type=Options))
    except Refusal:
        return None
    known, told = msgspec.to_builtins(ruleset.rules), msgspec.to_builtins(other.rules)
    return other if all(known[option] != told[option] for option, _ in chosen) else None


def assert_lists(rule: Rule, dispute: Question, ruleset: RuleSet, ruling: Ruling) -> None:
    """A list of bids that decides is named, or a smaller change to the same effect is."""
    listed = {
        (hinge.name, hinge.value): hinge.outcome
        for hinge in ruling.turns_on
        if hinge.kind is HingeKind.OPTION
    }
    toggles = dict(lists(ruleset))
    for chosen, changes in toggles.items():
        other = choosing(ruleset, chosen)
        found = None if other is None else outcome(rule, dispute, other)
        if found in {None, ruling.outcome}:
            assert chosen not in listed
            continue
        assert any(
            smaller[0] == chosen[0] and toggles[smaller] <= changes and told == found
            for smaller, told in listed.items()
            if smaller in toggles
        ), chosen


def assert_pairs(rule: Rule, dispute: Question, ruleset: RuleSet) -> None:
    """Where no single option decides, every two that do are named, and no others."""
    ruling = rule(dispute, ruleset)
    assert_lists(rule, dispute, ruleset, ruling)
    kinds = {hinge.kind for hinge in ruling.turns_on}
    listed = {
        ((hinge.name, hinge.value), (hinge.also.name, hinge.also.value)): hinge.outcome
        for hinge in ruling.turns_on
        if hinge.also is not None
    }
    assert (HingeKind.PAIR in kinds) is bool(listed)
    assert ruling.pairs_untried == 0
    if HingeKind.OPTION in kinds:
        assert not listed
        return
    near = [chosen for chosen, changes in lists(ruleset) if len(changes) == 1]
    for one, other in combinations([*single_options(ruleset), *near], 2):
        both = choosing(ruleset, one, other) if one[0] != other[0] else None
        found = None if both is None else outcome(rule, dispute, both)
        named = listed.get((one, other)) or listed.get((other, one))
        assert named == (None if found == ruling.outcome else found), (one, other)


def by_itself(rule: Rule, dispute: Question, ruleset: RuleSet) -> Ruling:
    """The ruling without what it turns on."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rulings, "rule", lambda judge, ruleset, *_: judge(ruleset))
        return rule(dispute, ruleset)


def outcome(rule: Rule, dispute: Question, ruleset: RuleSet) -> str | None:
    """The outcome of a question; none where it cannot come up."""
    try:
        ruling = by_itself(rule, dispute, ruleset)
    except Refusal:
        return None
    is_impossible = getattr(ruling, "decision", None) is Decision.IMPOSSIBLE
    return None if is_impossible else ruling.outcome


def with_option(ruleset: RuleSet, option: str, value: str) -> RuleSet:
    """The rule set with one option changed, both as a hinge names them."""
    return rulesets.house(
        ruleset, msgspec.json.decode(f'{{"{option}": {value}}}'.encode(), type=Options)
    )


def assert_turns(rule: Rule, dispute: Question, ruleset: RuleSet) -> None:
    """Each listed change gives the listed outcome, and no change that is not listed another."""
    ruling = rule(dispute, ruleset)
    assert ruling.moot is (ruling.turns_on == () == ruling.undecided)
    listed = {(hinge.kind, hinge.name, hinge.value, hinge.also): hinge for hinge in ruling.turns_on}
    assert len(listed) == len(ruling.turns_on)
    for (kind, name, value, _), hinge in listed.items():
        if kind is HingeKind.PRESET:
            again = by_itself(rule, dispute, rulings.as_document(name, ruleset))
        elif hinge.also is not None:
            both = choosing(ruleset, (name, value), (hinge.also.name, hinge.also.value))
            assert both is not None
            again = by_itself(rule, dispute, both)
        else:
            again = by_itself(rule, dispute, with_option(ruleset, name, value))
        assert again.outcome == hinge.outcome != ruling.outcome
        assert tuple(clause.id for clause in again.clauses) == hinge.clauses
    presets = {name for kind, name, *_ in listed if kind is HingeKind.PRESET}
    for preset in set(PRESETS) - presets:
        other = rulings.as_document(preset, ruleset)
        assert outcome(rule, dispute, other) in {None, ruling.outcome}, preset
    for name, value in single_options(ruleset):
        if (HingeKind.OPTION, name, value, None) not in listed:
            try:
                other = with_option(ruleset, name, value)
            except Refusal:
                continue
            assert outcome(rule, dispute, other) in {None, ruling.outcome}, (name, value)


@settings(max_examples=share(60), deadline=None)
@given(calls_in_question())
def test_what_a_call_turns_on_is_true_and_complete(
    asked: tuple[RuleSet, call_rulings.CallQuestion],
) -> None:
    ruleset, dispute = asked
    assert_turns(call_rulings.rule, dispute, ruleset)


@settings(max_examples=share(12, 10), deadline=None)
@given(calls_in_question())
def test_where_no_option_decides_a_call_pairs_are_tried(
    asked: tuple[RuleSet, call_rulings.CallQuestion],
) -> None:
    ruleset, dispute = asked
    assert_pairs(call_rulings.rule, dispute, ruleset)


def test_tabling_turns_on_how_trump_is_fixed_too() -> None:
    """Where trump is named nobody can bid by tabling: both would have to be chosen otherwise."""
    ruling = call_rulings.rule(
        call_rulings.CallQuestion(players=2, dealer=0, tabled="AS"), rulesets.preset("rules-guru")
    )
    assert [(hinge.name, hinge.also and hinge.also.name) for hinge in ruling.turns_on] == [
        ("fourByTabling", "trumpBy")
    ]


@settings(max_examples=share(12, 10), deadline=None)
@given(plays_in_question())
def test_where_no_option_decides_a_play_pairs_are_tried(
    asked: tuple[RuleSet, plays.PlayQuestion],
) -> None:
    ruleset, dispute = asked
    assert_pairs(plays.rule, dispute, ruleset)


@settings(max_examples=share(60), deadline=None)
@given(plays_in_question())
def test_what_a_play_turns_on_is_true_and_complete(
    asked: tuple[RuleSet, plays.PlayQuestion],
) -> None:
    ruleset, dispute = asked
    assert_turns(plays.rule, dispute, ruleset)


@settings(max_examples=share(60), deadline=None)
@given(mishaps())
def test_what_a_remedy_turns_on_is_true_and_complete(
    asked: tuple[RuleSet, incidents.IrregularityQuestion],
) -> None:
    ruleset, dispute = asked
    try:
        irregularity_rulings.rule(dispute, ruleset)
    except IllegalCall:
        assume(False)  # no such bid under these rules
    assert_turns(irregularity_rulings.rule, dispute, ruleset)


@settings(max_examples=share(40, 20), deadline=None, derandomize=True, database=None)
@given(results())
def test_what_a_win_turns_on_is_true_and_complete(
    asked: tuple[RuleSet, winners.WinnerQuestion],
) -> None:
    """With the same work for every rule set, so that what is left out is left out of both."""
    ruleset, dispute = asked
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(provers, "USUAL", provers.BRIEF)
        if outcome(winners.rule, dispute, ruleset) is not None:
            assert_turns(winners.rule, dispute, ruleset)


@settings(max_examples=share(200, 20), deadline=None)
@given(results())
def test_a_result_is_judged_like_the_record_it_was_written_from(
    asked: tuple[RuleSet, winners.WinnerQuestion],
) -> None:
    """With the points the same; by the scores alone the same, or not known yet."""
    ruleset, dispute = asked
    if outcome(winners.rule, dispute, ruleset) is None or dispute.hand is None:
        return
    by_record = winners.rule(dispute, ruleset)
    verdict = by_record.verdict
    assert verdict is not None
    assert verdict.status is Status.SETTLED
    assert verdict.bid is not None
    assert verdict.points is not None
    assert by_record.scores is not None
    high, low, jack, game = (point.side for point in verdict.points.all())
    written = Result(
        after=by_record.scores,
        pitching_side=0,
        bid=verdict.bid,
        made=bool(verdict.made),
        points=PointSides(high=high or 0, low=low or 0, jack=jack, game=game),
    )
    by_points = winners.rule(structs.replace(dispute, hand=None, result=written), ruleset)
    assert (by_points.winner, by_points.reason) == (by_record.winner, by_record.reason)
    bare = structs.replace(written, points=None)
    by_scores = winners.rule(structs.replace(dispute, hand=None, result=bare), ruleset)
    if by_scores.decision is not Decision.OPEN:
        assert by_scores.winner == by_record.winner


@settings(max_examples=share(300), deadline=None)
@given(plays_in_question())
def test_a_card_is_flagged_only_if_it_neither_follows_nor_trumps_and_could_follow(
    asked: tuple[RuleSet, plays.PlayQuestion],
) -> None:
    """C26 to C32, under every rule set."""
    ruleset, dispute = asked
    dispute = structs.replace(dispute, trick=max(2, dispute.trick), won_last=None)
    ruling = plays.rule(dispute, ruleset)
    if dispute.card is None:
        assert ruling.legal is None
        return
    led = dispute.played[0][1] if dispute.played else None
    could_follow = any(card[1] == led for card in dispute.hand)
    revoked = could_follow and dispute.card[1] not in {led, dispute.trump}
    assert ruling.legal is not revoked
    assert (dispute.card in ruling.choices) is not revoked
    assert (ruling.remedy is None) is not revoked


@pytest.mark.parametrize("preset", PRESETS)
def test_every_call_in_turn_is_legal_exactly_if_the_auction_takes_it(preset: str) -> None:
    ruleset = rulesets.preset(preset)
    table = rulesets.table_for(ruleset, 4)
    for calls in product(Call, repeat=2):
        auction = Auction(players=4, dealer=1, calls=())
        if calls[0] not in auctions.legal_calls(auction, ruleset.rules):
            continue
        auction = auctions.call(auction, calls[0], ruleset)
        ruling = call_rulings.rule(
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
    for preset, happened in product(PRESETS, Irregularity):
        ruleset = rulesets.preset(preset)
        dispute = incidents.IrregularityQuestion(players=4, irregularity=happened, offender=0)
        ruling = irregularity_rulings.rule(dispute, ruleset)
        if happened is not Irregularity.HAND_STOPPED_EARLY:
            assert ruling.basis == "default", (preset, happened)


def test_the_record_of_a_void_deal_decides_nothing() -> None:
    ruleset = rulesets.preset("setback")
    hand = HandRecord(calls=(Call.PASS,) * 4)
    dispute = winners.WinnerQuestion(players=4, scores=(6, 6, 6, 6), hand=hand)
    ruling = winners.rule(dispute, ruleset)
    assert (ruling.decision, ruling.scores) == (Decision.PLAY_ON, (6, 6, 6, 6))
    assert ruling.clauses[0].topic == "bid.allpass"
    deal = Deal(ruleset, rulings.seated(rulesets.table_for(ruleset, 4)), 3)
    assert verdicts.verdict(hand, deal).thrown_in
    assert NAMES[0] not in ruling.why


def test_what_the_dealer_may_take_over_is_an_option_of_its_own() -> None:
    """A four over a four at the lounge."""
    passed, four = Call.PASS, Call.FOUR
    dispute = call_rulings.CallQuestion(
        players=4, dealer=3, calls=(passed, four, passed), call=four
    )
    ruling = call_rulings.rule(dispute, rulesets.preset("mb-lounge"))
    hinges = {(hinge.name, hinge.value): hinge.outcome for hinge in ruling.turns_on}
    assert hinges["dealerMatches", '["three","four"]'] == "Legal: player 4 pitches for four."
    assert ("dealerMatches", '["four"]') not in hinges


def test_two_options_are_named_where_no_single_one_decides() -> None:
    """What the dealer may match must be a bid, so three leaves both lists together."""
    dispute = call_rulings.CallQuestion(players=4, dealer=3, call=Call.THREE)
    ruling = call_rulings.rule(dispute, rulesets.preset("singaporemahjong"))
    (hinge,) = ruling.turns_on
    assert (hinge.kind, hinge.name, hinge.value) == (HingeKind.PAIR, "bids", '["two","four"]')
    assert hinge.also == rulings.Choice(name="dealerMatches", value='["two","four"]')
    assert (ruling.moot, ruling.pairs_untried) == (False, 0)


@pytest.mark.parametrize(
    ("preset", "hand", "left_out"),
    [
        ("rules-guru", claimed(0, "smudge", "0000", (6, 0, 0, 0)), set(PRESETS) - {"rules-guru"}),
        ("setback", claimed(0, "one", "0111"), set(PRESETS) - {"setback", "setback-pitch"}),
    ],
)
def test_a_document_without_the_bid_is_not_asked(
    preset: str, hand: HandRecord, left_out: set[str]
) -> None:
    ruleset = rulesets.preset(preset)
    dispute = hands.HandQuestion(players=4, record=hand)
    asked = {hinge.name for hinge in hands.rule(dispute, ruleset).turns_on}
    assert not asked & left_out


def test_pairs_of_options_that_were_left_untried_are_counted() -> None:
    hand = claimed(0, "smudge", "0000", (6, 0, 0, 0))
    dispute = hands.HandQuestion(players=4, record=hand)
    ruling = hands.rule(dispute, rulesets.preset("rules-guru"))
    assert not ruling.turns_on
    assert ruling.pairs_untried > 0
