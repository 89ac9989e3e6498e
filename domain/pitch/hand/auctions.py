"""Auctions: who may call what, and who pitches for how much."""

from functools import lru_cache
from typing import Annotated, Final

from msgspec import Meta, structs

from pitch import calls, name_caches
from pitch.calls import MOST_BID, Call
from pitch.cards import Card
from pitch.errors import Refusal
from pitch.hand.deals import Deal
from pitch.messages import BID, CHOICE, COUNT, TYPED, Message, Sentence, any_of
from pitch.rules import clauses
from pitch.rules.choices import AllPass, BiddingRounds, SlamBid, SlamOpen
from pitch.rules.options import Rules
from pitch.rules.rulesets import RuleSet
from pitch.seats import MOST_PLAYERS
from pitch.types import Seat, Value

_NOT_OPEN = Message("problem.illegal_call.not_open", made=CHOICE, call=BID, choices=any_of(BID))
_BEYOND = Message("problem.illegal_call.beyond_total", rules=TYPED, points=COUNT, bid=BID)
_BIDDING_OVER = Message("problem.illegal_call.over")
NO_BID = Message("problem.illegal_call.no_bid", bid=BID)


class IllegalCall(Refusal):
    """That bid or pass is not open to that player at that point of the bidding."""

    code = "illegal_call"


class Contract(Value, frozen=True, omit_defaults=True):
    """The winning bid and the seat that made it, and who plays with it where a partner is called.

    A called partner is not known before the called card falls: until then there is none here.
    """

    pitcher: Seat
    bid: Call
    """The bid that won the auction."""
    called_card: Card | None = None
    """The trump whose holder is the pitcher's partner for the hand."""
    partner: Annotated[
        Seat | None,
        Meta(
            description="Who had the called card and scores with the pitcher; the pitcher's own "
            "seat if nobody else had it, so that he played alone."
        ),
    ] = None


class Auction(Value, frozen=True, cache_hash=True):
    """The calls of a hand so far, from the dealer's left, and how they go round."""

    players: int
    dealer: Seat
    calls: tuple[Call, ...] = ()
    rounds: BiddingRounds = BiddingRounds.ONE
    barred: tuple[Seat, ...] = ()
    """Seats that may not bid the slam, by the scores before the hand (`slam.open`)."""


MOST_CALLS: Final = 2 * (MOST_BID + 1) + MOST_PLAYERS
"""Calls of an auction at the most: every bid once, and once again by a dealer who takes it over,
and then everybody's pass."""


@name_caches.register_cache
@lru_cache(maxsize=1024)
def begin_auction(deal: Deal) -> Auction:
    """The auction of a hand before the first call.

    Some may not bid the slam by the scores before the hand (`slam.open`); where those are not known
    nobody is barred.
    """
    rules = deal.ruleset.rules
    needed = _SCORE_FOR_SLAM.get(rules.slam_open)
    everybody = () if deal.scores is None or needed is None else range(deal.players)
    scores = deal.scores or ()
    return Auction(
        players=deal.players,
        dealer=deal.dealer,
        rounds=rules.bidding_rounds,
        barred=tuple(seat for seat in everybody if scores[deal.side_of(seat)] < (needed or 0)),
    )


_SCORE_FOR_SLAM: Final = {SlamOpen.NOT_NEGATIVE: 0, SlamOpen.POSITIVE: 1}


@lru_cache(maxsize=8192)
def callers(auction: Auction) -> tuple[int, ...]:
    """The seat of every call, and after them the seat in turn, or the next one if it is over."""
    if auction.rounds is BiddingRounds.ONE:
        first, end = auction.dealer + 1, auction.dealer + len(auction.calls) + 2
        return tuple(seat % auction.players for seat in range(first, end))
    # Who has passed is out, and is passed over from then on.
    passed: set[int] = set()
    found = [(auction.dealer + 1) % auction.players]
    for made in auction.calls:
        if made is Call.PASS:
            passed.add(found[-1])
        after = (found[-1] + step for step in range(1, auction.players + 1))
        left = (seat % auction.players for seat in after if seat % auction.players not in passed)
        found.append(next(left, found[-1]))
    return tuple(found)


def turn(auction: Auction) -> int:
    """The seat whose call is next, or was last before an auction that is over."""
    return callers(auction)[-1]


def has_called(auction: Auction, seat: int) -> bool:
    """Whether a seat has no further call: it has called, or passed where bids go round (C15)."""
    said = zip(callers(auction), auction.calls, strict=False)
    is_one = auction.rounds is BiddingRounds.ONE
    return any(caller == seat and (is_one or made is Call.PASS) for caller, made in said)


def is_over(auction: Auction) -> bool:
    """Whether nobody calls any more."""
    if auction.rounds is BiddingRounds.ONE:
        return len(auction.calls) >= auction.players
    # The last who has not passed has the bid, if there is one.
    passes = auction.calls.count(Call.PASS)
    return passes >= auction.players - (len(auction.calls) > passes)


def is_decided(auction: Auction, rules: Rules) -> bool:
    """Whether nobody still to call has anything but a pass (C22), so that a bid stands."""
    if high(auction) is Call.PASS:
        return is_over(auction)
    decided = auction
    # A contract stands as soon as nobody left can beat or take it, before the last pass is heard.
    while not is_over(decided):
        if legal_calls(decided, rules) != (Call.PASS,):
            return False
        decided = with_call(decided, Call.PASS)
    return True


def high(auction: Auction) -> Call:
    """The highest call so far; a pass when nobody has bid."""
    return max(auction.calls, key=calls.rank, default=Call.PASS)


@lru_cache(maxsize=8192)
def legal_calls(auction: Auction, rules: Rules) -> tuple[Call, ...]:
    """The calls open to the seat whose turn it is, low to high; none when the auction is over."""
    if is_over(auction):
        return ()
    seat, standing = turn(auction), high(auction)
    open_bids = ordinary_bids(rules) if seat not in auction.barred else rules.bids
    higher = tuple(bid for bid in open_bids if calls.rank(bid) > calls.rank(standing))
    # Only the dealer has rights of their own: everybody else passes or bids higher.
    if seat != auction.dealer:
        return (Call.PASS, *(higher if rules.ascending else open_bids))
    if standing is Call.PASS:
        # All before passed: the dealer is forced to bid, or may pass (S0.bid.forced,
        # S1.bid.forced).
        alone = (*rules.dealer_alone_bids, *(bid for bid in open_bids if calls.is_slam(bid)))
        return alone if rules.all_pass is AllPass.FORCED else (Call.PASS, *alone)
    # A dealer takes a bid by making the same (S0.bid.win); whether a four or a slam too, the
    # documents differ (S0.bid.steal4, S2.bid.dealer).
    may_match = _dealer_may_match(rules, standing) and not (
        calls.is_slam(standing) and seat in auction.barred
    )
    matched = (standing,) if may_match else ()
    return (Call.PASS, *matched, *(higher if rules.dealer_may_raise else ()))


def call(auction: Auction, made: Call, ruleset: RuleSet) -> Auction:
    """The auction after a call; refused if the call is not open to the seat in turn."""
    open_calls = legal_calls(auction, ruleset.rules)
    if made not in open_calls:
        raise IllegalCall(
            _BEYOND(rules=ruleset.name, points=ruleset.rules.total, bid=made)
            if exceeds_total(made, ruleset.rules)
            else _refusal(made, open_calls)
        )
    return with_call(auction, made)


@lru_cache(maxsize=8192)
def contract(auction: Auction, rules: Rules) -> Contract | None:
    """The contract of an auction that is decided: the first of the highest, or a dealer's match.

    A dealer who has to play without a bid where everybody passed has a contract for a pass.
    """
    standing = high(auction)
    if standing is Call.PASS:
        is_free = rules.all_pass is AllPass.DEALER_FREE and is_over(auction)
        return Contract(pitcher=auction.dealer, bid=Call.PASS) if is_free else None
    if not is_decided(auction, rules):
        return None
    said = zip(callers(auction), auction.calls, strict=False)
    makers = [seat for seat, made in said if made is standing]
    # The first to name a bid has it, but for a dealer who may match and did.
    is_matched = auction.dealer in makers and _dealer_may_match(rules, standing)
    return Contract(pitcher=auction.dealer if is_matched else makers[0], bid=standing)


def can_win(bid: Call, rules: Rules, *, is_dealer: bool, is_barred: bool = False) -> bool:
    """Whether some legal auction makes the dealer, or another seat, the pitcher for a bid.

    `is_barred` says that the score before the hand does not let it bid the slam.
    """
    if bid is Call.PASS:
        return is_dealer and rules.all_pass is AllPass.DEALER_FREE
    open_bids = ordinary_bids(rules)
    if calls.is_slam(bid) and is_barred:
        return False
    if not is_dealer:
        return bid in open_bids
    if bid in rules.dealer_alone_bids or bid in _slam(rules):
        return True
    raises = rules.dealer_may_raise and any(
        calls.rank(lower) < calls.rank(bid) for lower in open_bids
    )
    return bid in open_bids and (raises or _dealer_may_match(rules, bid))


@name_caches.register_cache
@lru_cache(maxsize=8192)
def can_pitch(wanted: Contract, deal: Deal) -> bool:
    """Whether some legal auction of a hand ends with a contract."""
    return can_win(
        wanted.bid,
        deal.ruleset.rules,
        is_dealer=wanted.pitcher == deal.dealer,
        is_barred=wanted.pitcher in begin_auction(deal).barred,
    )


def can_end(auction: Auction, wanted: Contract, rules: Rules) -> bool:
    """Whether the calls still to come can make this the contract.

    The others need only pass, or make two bids at the most: one for the dealer to take over or for
    the pitcher to raise, and one before it that keeps the dealer in an auction of several rounds.
    """
    bids_left = 1 if auction.rounds is BiddingRounds.ONE else 2
    return _can_end(auction, wanted, rules, bids_left)


def _can_end(auction: Auction, wanted: Contract, rules: Rules, bids_left: int) -> bool:
    """Whether some calls from here on make a contract, with so many bids on the way to it."""
    if contract(auction, rules) == wanted:
        return True
    said = zip(callers(auction), auction.calls, strict=False)
    is_out = has_called(auction, wanted.pitcher) and (wanted.pitcher, wanted.bid) not in said
    if is_out or is_over(auction) or calls.rank(high(auction)) > calls.rank(wanted.bid):
        return False
    choices = legal_calls(auction, rules)
    # Of bids that only lead to another the lowest leaves most room, or the lowest that the dealer
    # may take over; a dealer who is forced to bid passes as low as may be.
    lower = [bid for bid in choices if bid is not Call.PASS and bid is not wanted.bid]
    leading = {*lower[:1], *[bid for bid in lower if bid in rules.dealer_matches][:1]}
    tried = [bid for bid in (choices[0], wanted.bid) if bid in choices]
    if any(_can_end(with_call(auction, made), wanted, rules, bids_left) for made in tried):
        return True
    return bids_left > 0 and any(
        _can_end(with_call(auction, made), wanted, rules, bids_left - 1) for made in leading
    )


def is_passed_out(auction: Auction) -> bool:
    """Whether everyone passed, the dealer too."""
    return is_over(auction) and high(auction) is Call.PASS


def deciding_clauses(auction: Auction, made: Call, ruleset: RuleSet) -> tuple[str, ...]:
    """The clauses that decide whether a call is open to the seat in turn."""
    standing, rules = high(auction), ruleset.rules
    slam = calls.is_slam(made)
    is_dealer = turn(auction) == auction.dealer
    if is_over(auction):
        topics = ["bid.order"]
    elif slam and turn(auction) in auction.barred and made in ordinary_bids(rules):
        topics = ["slam.open"]
    elif is_dealer and standing is Call.PASS:
        # What everybody may bid is the dealer's too, whatever a document says about passing.
        is_ordinary = made in ordinary_bids(rules) and made in legal_calls(auction, rules)
        topics = ["bid.legal", "bid.allpass"] if is_ordinary else ["bid.allpass"]
    elif made not in {Call.PASS, *ordinary_bids(rules)}:
        topics = ["bid.legal"]
    elif is_dealer and made is standing:
        topics = ["bid.stealslam" if slam else "bid.steal"]
    elif is_dealer and calls.rank(made) > calls.rank(standing):
        topics = ["bid.overcall"]
    elif made is Call.PASS or calls.rank(made) > calls.rank(standing):
        topics = ["bid.legal"]
    else:
        topics = ["bid.raise"]
    if slam and made in ordinary_bids(rules) and calls.rank(standing) == rules.total:
        topics.insert(0, "slam.rank")
    return clauses.cite(ruleset, *topics)


def exceeds_total(made: Call, rules: Rules) -> bool:
    """Whether a bid by number is more than anybody can take."""
    return (calls.number(made) or 0) > rules.total


def with_call(auction: Auction, made: Call) -> Auction:
    """An auction with one more call, whether that may be made or not."""
    return structs.replace(auction, calls=(*auction.calls, made))


def _slam(rules: Rules) -> tuple[Call, ...]:
    return () if rules.slam is SlamBid.NONE else (Call(rules.slam.value),)


def ordinary_bids(rules: Rules) -> tuple[Call, ...]:
    """The bids that are open to everybody, low to high."""
    return (*rules.bids, *_slam(rules))


def _dealer_may_match(rules: Rules, standing: Call) -> bool:
    if calls.is_slam(standing):
        return rules.dealer_matches_slam
    return standing in rules.dealer_matches


def _refusal(made: Call, open_calls: tuple[Call, ...]) -> Sentence:
    if not open_calls:
        return _BIDDING_OVER()
    kind = "pass" if made is Call.PASS else "bid"
    return _NOT_OPEN(made=kind, call=made, choices=calls.alternatives(open_calls))
