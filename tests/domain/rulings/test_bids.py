"""Rulings on bids of games with many points, slams that turn on the score, several rounds."""

from typing import Any

import pytest

from pitch import calls
from pitch.calls import Call
from pitch.hand import auctions
from pitch.hand.auctions import Auction, Contract
from pitch.point_names import PointName
from pitch.rules import rulesets
from pitch.rules.choices import AllPass, BiddingRounds, SlamBid, SlamOpen
from pitch.rules.options import Options, PointValue
from pitch.rules.rulesets import RuleSet
from pitch.rulings import calls as call_rulings
from pitch.rulings.answers import HingeKind
from pitch.rulings.calls import CallQuestion, CallRuling
from pitch.seats import Arrangement, Table
from pitchkeeper.messages import languages

TABLES = (Table(players=4, sides=Arrangement.PARTNERS_ACROSS), Table(players=8))


def house(**chosen: Any) -> RuleSet:
    """House rules with 62 points, of which 30 have to be bid."""
    values = (
        PointValue(point=PointName.KING, worth=30),
        PointValue(point=PointName.TEN, worth=10),
        PointValue(point=PointName.NINE, worth=9),
        PointValue(point=PointName.FIVE, worth=13),
    )
    options = {
        "tables": TABLES,
        "point_values": values,
        "bids": calls.bids(30, 62),
        "dealer_alone_bids": calls.bids(30, 30),
        "dealer_matches": (),
    }
    return rulesets.preset("singaporemahjong").house_rules(Options(**options | chosen))


def rule_on(ruleset: RuleSet, *calls: str, players: int = 4, **more: Any) -> CallRuling:
    """The ruling on the last of some calls, seat 0 dealing."""
    *before, bid = map(Call, calls)
    question = CallQuestion(players=players, dealer=0, calls=tuple(before), call=bid, **more)
    return call_rulings.rule_on_call(question, ruleset)


def test_many_bids_are_said_by_the_lowest_and_the_highest() -> None:
    ruling = rule_on(house(), "30", "29", players=8)
    assert languages.texts(ruling.whys) == "Player 3 may pass or bid 31 to 62."
    texts = {
        clause.topic: languages.texts(clause.sentences) for clause in rule_on(house(), "30").clauses
    }
    assert texts["bid.legal"] == "On your turn, pass or bid 30 to 62."


def test_a_bid_above_what_can_be_taken_names_the_rule_set() -> None:
    sentence = "Under these rules a hand has 62 points, so there is no bid of 63."
    assert languages.texts(rule_on(house(), "63").whys) == sentence


def test_a_bid_turns_on_the_smallest_change_to_the_list() -> None:
    """With the bid in question left out or let in, or with none above or below it."""
    hinges = [hinge for hinge in rule_on(house(), "29").turns_on if hinge.kind is HingeKind.OPTION]
    assert {(hinge.name, hinge.value.count(",")) for hinge in hinges} == {("bids", 33)}
    legal = rule_on(house(), "40", "41")
    outcomes = {
        hinge.value: languages.text(hinge.outcome)
        for hinge in legal.turns_on
        if hinge.name == "bids"
    }
    assert any(
        '"41"' not in value and out.startswith("Not allowed") for value, out in outcomes.items()
    )


def test_an_auction_of_eight_with_many_bids_is_quick_to_judge() -> None:
    """Every bid has been called once, and each pitcher and bid is asked for."""
    rules = house().rules
    auction = Auction(players=8, dealer=0, calls=(*calls.bids(30, 34), Call.PASS))
    assert auctions.legal_calls(auction, rules) == (Call.PASS, *calls.bids(35, 62))
    ends = {
        (seat, bid)
        for seat in range(8)
        for bid in (*calls.bids(30, 62), Call.PASS)
        if auctions.can_end(auction, Contract(pitcher=seat, bid=bid), rules)
    }
    higher = calls.bids(35, 62)
    assert ends == {(5, Call("34")), *((seat, bid) for seat in (7, 0) for bid in higher)}


@pytest.mark.parametrize(
    ("slam_open", "scores", "legal"),
    [
        (SlamOpen.POSITIVE, (5, 0), False),
        (SlamOpen.POSITIVE, (0, 1), True),
        (SlamOpen.NOT_NEGATIVE, (0, -1), False),
        (SlamOpen.NOT_NEGATIVE, None, True),
    ],
)
def test_whether_a_moon_may_be_bid_turns_on_the_score(
    slam_open: SlamOpen, scores: tuple[int, int] | None, legal: bool
) -> None:
    """Seat 1 is to call, of side 1; without scores nobody is barred."""
    ruling = rule_on(house(slam=SlamBid.MOON, slam_open=slam_open), "moon", scores=scores)
    assert ruling.legal is legal
    if not legal:
        assert ruling.clauses[0].topic == "slam.open"
        assert ("slamOpen", '"anyone"') in {(hinge.name, hinge.value) for hinge in ruling.turns_on}


def test_who_has_passed_is_out_and_the_last_one_left_pitches() -> None:
    rounds = house(bidding_rounds=BiddingRounds.UNTIL_PASSED)
    again = rule_on(rounds, "30", "pass", "31", "pass", "32")
    assert (again.legal, again.contract) == (True, None)
    assert again.may_bid == (3,)
    ruling = rule_on(rounds, "30", "pass", "31", "pass", "32", "pass")
    assert ruling.contract == Contract(pitcher=1, bid=Call("32"))
    out = rule_on(rounds, "30", "pass", "31", "pass", "32", "33", caller=2)
    assert languages.text(out.outcome) == "Not allowed: once you pass, you're out of the bidding."


@pytest.mark.parametrize(
    ("all_pass", "outcome"),
    [
        (AllPass.DEALER_SET, "Legal: nothing is played, and the dealer's side loses 30."),
        (AllPass.DEALER_FREE, "Legal: the dealer pitches without a bid."),
        (AllPass.REDEAL_NEXT_DEALER, "Legal: throw the hand in; the deal moves left."),
        (AllPass.FORCED, "Not allowed; it counts as a bid of 30."),
    ],
)
def test_what_the_last_pass_comes_to(all_pass: AllPass, outcome: str) -> None:
    assert languages.text(rule_on(house(all_pass=all_pass), *["pass"] * 4).outcome) == outcome
