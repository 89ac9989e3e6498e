"""Questions to rule on, as hypothesis draws them."""

from typing import Final

from hypothesis import strategies as st

from pitch.calls import Call
from pitch.cards import PACK, Suit
from pitch.hand import auctions
from pitch.hand.auctions import Auction, Contract
from pitch.rules import rulesets
from pitch.rules.choices import (
    AllPass,
    CallOutOfTurn,
    GoingOut,
    Low,
    Misdeal,
    Revoke,
    SeveralOut,
    SlamBid,
)
from pitch.rules.options import Options
from pitch.rules.rulesets import RuleSet
from pitch.rulings import calls as call_rulings
from pitch.rulings import incidents, winners
from pitch.rulings.incidents import Irregularity
from pitch.rulings.play_questions import PlayQuestion
from pitch.seats import Table
from tests.support.hands import PRESETS, claim_points

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
    return preset.house_rules(draw(st.sampled_from(HOUSES)))


@st.composite
def seated(draw: st.DrawFn) -> tuple[RuleSet, Table]:
    """A rule set and a table that it is for."""
    ruleset = draw(houses())
    return ruleset, draw(st.sampled_from(ruleset.rules.tables))


@st.composite
def calls_in_question(draw: st.DrawFn) -> tuple[RuleSet, call_rulings.CallQuestion]:
    """A call after some that were legal, or a card tabled instead."""
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
def plays_in_question(draw: st.DrawFn) -> tuple[RuleSet, PlayQuestion]:
    """A card from a hand, some of the trick played."""
    ruleset, table = draw(seated())
    trick = draw(st.integers(1, 6))
    cards = draw(st.permutations(PACK.cards))
    played, held = cards[: draw(st.integers(0, table.players - 1))], cards[-(7 - trick) :]
    seats = st.none() | st.integers(0, table.players - 1)
    return ruleset, PlayQuestion(
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
    hand = claim_points(0, bid.value, "".join(points), tricks)
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
    """Something irregular that somebody did."""
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
