"""Auctions: the legal calls of a hand, and the contract that they end with."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec import structs

from pitch import calls, name_caches
from pitch.calls import MOST_BID, Call
from pitch.cards import Card
from pitch.hand.deals import Deal
from pitch.messages import BID, CHOICE, COUNT, TYPED, Message, Refusal, Sentence, any_of
from pitch.rules import clauses
from pitch.rules.choices import AllPass, BiddingRounds, SlamOpen
from pitch.rules.options import Rules
from pitch.rules.rulesets import RuleSet
from pitch.types import MOST_PLAYERS, Seat, Value

_NOT_OPEN = Message("problem.illegal_call.not_open", made=CHOICE, call=BID, choices=any_of(BID))
_BEYOND = Message("problem.illegal_call.beyond_total", rules=TYPED, points=COUNT, bid=BID)
_BIDDING_OVER = Message("problem.illegal_call.over")
NO_BID = Message("problem.illegal_call.no_bid", bid=BID)


class IllegalCall(Refusal, has_message=False):
    """That bid or pass is not open to that player at that point of the bidding."""


class Contract(Value, frozen=True, omit_defaults=True):
    """The winning bid, the seat that made it, and its partner if one is called.

    A called partner is unknown, and so null, until the called card is played.
    """

    pitcher: Seat
    """The seat of the pitcher, who won the bidding, counted clockwise from 0."""
    bid: Call
    """The bid that won the auction."""
    called_card: Card | None = None
    """The trump whose holder is the pitcher's partner for the hand."""
    partner: Seat | None = None
    """The seat that had the called card and scores with the pitcher; the pitcher's own seat if
    nobody else had the card, so that the pitcher played alone.
    """


class Auction(Value, frozen=True, cache_hash=True):
    """The calls of a hand so far, from the dealer's left, and the kind of rounds."""

    players: int
    dealer: Seat
    calls: tuple[Call, ...] = ()
    rounds: BiddingRounds = BiddingRounds.ONE
    barred: tuple[Seat, ...] = ()
    """Seats that may not bid the slam, by the scores before the hand (`slam.open`)."""


MOST_CALLS: Final = 2 * (MOST_BID + 1) + MOST_PLAYERS
"""The most calls of an auction: every bid, once more by a dealer who takes it over, and everybody's
pass."""


@name_caches.register_cache
@lru_cache(maxsize=1024)
def begin_auction(deal: Deal) -> Auction:
    """Return the auction of a hand before the first call.

    Seats whose scores before the hand are too low are barred from the slam (`slam.open`); none if
    the scores are unknown.
    """
    rules, scores = deal.ruleset.rules, deal.scores
    needed = _SCORE_FOR_SLAM.get(rules.slam_open)
    barred: tuple[int, ...] = ()
    if scores is not None and needed is not None:
        seats = range(deal.players)
        barred = tuple(seat for seat in seats if scores[deal.side_of(seat)] < needed)
    return Auction(
        players=deal.players, dealer=deal.dealer, rounds=rules.bidding_rounds, barred=barred
    )


_SCORE_FOR_SLAM: Final = {SlamOpen.NOT_NEGATIVE: 0, SlamOpen.POSITIVE: 1}


@lru_cache(maxsize=8192)
def callers(auction: Auction) -> tuple[int, ...]:
    """Return the seat of every call, and then the seat in turn, or the next if it is over."""
    if auction.rounds is BiddingRounds.ONE:
        first, end = auction.dealer + 1, auction.dealer + len(auction.calls) + 2
        return tuple(seat % auction.players for seat in range(first, end))
    # A player who has passed is skipped from then on.
    passed: set[int] = set()
    seats = [(auction.dealer + 1) % auction.players]
    for past_call in auction.calls:
        if past_call is Call.PASS:
            passed.add(seats[-1])
        turns = ((seats[-1] + step) % auction.players for step in range(1, auction.players + 1))
        seats.append(next((seat for seat in turns if seat not in passed), seats[-1]))
    return tuple(seats)


def calls_by_seat(auction: Auction) -> Iterator[tuple[int, Call]]:
    """Return every call with the seat that made it."""
    return zip(callers(auction), auction.calls, strict=False)


def turn(auction: Auction) -> int:
    """Return the seat whose call is next; after the auction, the one that would be."""
    return callers(auction)[-1]


def has_called(auction: Auction, seat: int) -> bool:
    """Return whether a seat has no further call: it has called, or passed in rounds."""
    has_one_round = auction.rounds is BiddingRounds.ONE
    return any(
        caller == seat and (has_one_round or past_call is Call.PASS)
        for caller, past_call in calls_by_seat(auction)
    )


def is_over(auction: Auction) -> bool:
    """Return whether the auction has finished."""
    if auction.rounds is BiddingRounds.ONE:
        return len(auction.calls) >= auction.players
    # The last player who has not passed has the bid, if there is one.
    passes = auction.calls.count(Call.PASS)
    return passes >= auction.players - (len(auction.calls) > passes)


def is_decided(auction: Auction, rules: Rules) -> bool:
    """Return whether the bid stands: only passes are open to the players yet to call."""
    if high(auction) is Call.PASS:
        return is_over(auction)
    # A contract stands once no remaining player can beat or take it, before the last pass is heard.
    while not is_over(auction):
        if legal_calls(auction, rules) != (Call.PASS,):
            return False
        auction = with_call(auction, Call.PASS)
    return True


def high(auction: Auction) -> Call:
    """Return the highest call so far; a pass if nobody has bid."""
    return max(auction.calls, key=calls.rank, default=Call.PASS)


@lru_cache(maxsize=8192)
def legal_calls(auction: Auction, rules: Rules) -> tuple[Call, ...]:
    """Return the calls open to the seat in turn, low to high; none if the auction is over."""
    if is_over(auction):
        return ()
    seat, standing = turn(auction), high(auction)
    open_bids = ordinary_bids(rules) if seat not in auction.barred else rules.bids
    higher = tuple(bid for bid in open_bids if calls.rank(bid) > calls.rank(standing))
    # Only the dealer has special rights: everybody else passes or bids higher.
    if seat != auction.dealer:
        return (Call.PASS, *(higher if rules.ascending else open_bids))
    if standing is Call.PASS:
        # All before passed: the dealer is forced to bid, or may pass (S0.bid.forced,
        # S1.bid.forced).
        alone = (*rules.dealer_alone_bids, *(bid for bid in open_bids if bid.is_slam))
        return alone if rules.all_pass is AllPass.FORCED else (Call.PASS, *alone)
    # A dealer takes a bid by making the same (S0.bid.win); whether a four or a slam too, the
    # documents differ (S0.bid.steal4, S2.bid.dealer, S3.bid.steal).
    may_match = _dealer_may_match(rules, standing) and not (
        standing.is_slam and seat in auction.barred
    )
    matched = (standing,) if may_match else ()
    return (Call.PASS, *matched, *(higher if rules.dealer_may_raise else ()))


def call(auction: Auction, new_call: Call, ruleset: RuleSet) -> Auction:
    """Return the auction after a call.

    Raises IllegalCall if the call is not open to the seat in turn.
    """
    open_calls = legal_calls(auction, ruleset.rules)
    if new_call in open_calls:
        return with_call(auction, new_call)
    if exceeds_total(new_call, ruleset.rules):
        raise IllegalCall(_BEYOND(rules=ruleset.name, points=ruleset.rules.total, bid=new_call))
    raise IllegalCall(_refusal(new_call, open_calls))


@lru_cache(maxsize=8192)
def contract(auction: Auction, rules: Rules) -> Contract | None:
    """Return the contract of a decided auction: the first highest bid, or a dealer's match.

    A dealer who has to play although everybody passed has a contract for a pass.
    """
    standing = high(auction)
    if standing is Call.PASS:
        is_free = rules.all_pass is AllPass.DEALER_FREE and is_over(auction)
        return Contract(pitcher=auction.dealer, bid=Call.PASS) if is_free else None
    if not is_decided(auction, rules):
        return None
    makers = [seat for seat, bid in calls_by_seat(auction) if bid is standing]
    # The first to name a bid has it, except for a dealer who may match and did.
    is_matched = auction.dealer in makers and _dealer_may_match(rules, standing)
    return Contract(pitcher=auction.dealer if is_matched else makers[0], bid=standing)


def can_win(bid: Call, rules: Rules, *, is_dealer: bool, is_barred: bool = False) -> bool:
    """Return whether some legal auction makes the dealer, or another seat, pitch for a bid.

    `is_barred`: its score before the hand bars it from the slam.
    """
    if bid is Call.PASS:
        return is_dealer and rules.all_pass is AllPass.DEALER_FREE
    open_bids = ordinary_bids(rules)
    if bid.is_slam and is_barred:
        return False
    if not is_dealer:
        return bid in open_bids
    if bid in rules.dealer_alone_bids or bid in rules.slam_bids:
        return True
    raises = rules.dealer_may_raise and any(
        calls.rank(lower) < calls.rank(bid) for lower in open_bids
    )
    return bid in open_bids and (raises or _dealer_may_match(rules, bid))


@name_caches.register_cache
@lru_cache(maxsize=8192)
def can_pitch(goal: Contract, deal: Deal) -> bool:
    """Return whether some legal auction of a hand ends with a contract."""
    return can_win(
        goal.bid,
        deal.ruleset.rules,
        is_dealer=goal.pitcher == deal.dealer,
        is_barred=goal.pitcher in begin_auction(deal).barred,
    )


def can_end(auction: Auction, goal: Contract, rules: Rules) -> bool:
    """Return whether further calls can make this the contract.

    The other players need only pass, or make at most two bids: one for the dealer to take over or
    the pitcher to raise, and one before it that keeps the dealer in an auction of several rounds.
    """
    more_bids = 1 if auction.rounds is BiddingRounds.ONE else 2
    return _can_end(auction, goal, rules, more_bids)


def _can_end(auction: Auction, goal: Contract, rules: Rules, more_bids: int) -> bool:
    """Return whether further calls, with so many other bids, make a contract."""
    if contract(auction, rules) == goal:
        return True
    is_out = has_called(auction, goal.pitcher) and (
        (goal.pitcher, goal.bid) not in calls_by_seat(auction)
    )
    if is_out or is_over(auction) or calls.rank(high(auction)) > calls.rank(goal.bid):
        return False
    choices = legal_calls(auction, rules)
    # Among other bids the lowest leaves most room, or the lowest that the dealer may take over; a
    # dealer who is forced to bid bids as low as possible.
    lower = [bid for bid in choices if bid is not Call.PASS and bid is not goal.bid]
    steps = {*lower[:1], *[bid for bid in lower if bid in rules.dealer_matches][:1]}
    direct = [bid for bid in (choices[0], goal.bid) if bid in choices]
    if any(_can_end(with_call(auction, bid), goal, rules, more_bids) for bid in direct):
        return True
    return more_bids > 0 and any(
        _can_end(with_call(auction, bid), goal, rules, more_bids - 1) for bid in steps
    )


def is_passed_out(auction: Auction) -> bool:
    """Return whether everyone passed, the dealer too."""
    return is_over(auction) and high(auction) is Call.PASS


def deciding_clauses(auction: Auction, new_call: Call, ruleset: RuleSet) -> tuple[str, ...]:
    """Return the clauses that decide whether a call is open to the seat in turn."""
    standing, rules = high(auction), ruleset.rules
    slam = new_call.is_slam
    is_dealer = turn(auction) == auction.dealer
    if is_over(auction):
        topics = ["bid.order"]
    elif slam and turn(auction) in auction.barred and new_call in ordinary_bids(rules):
        topics = ["slam.open"]
    elif is_dealer and standing is Call.PASS:
        # Ordinary bids are open to the dealer too, whatever a document says about passing.
        is_ordinary = new_call in ordinary_bids(rules) and new_call in legal_calls(auction, rules)
        topics = ["bid.legal", "bid.allpass"] if is_ordinary else ["bid.allpass"]
    elif new_call not in {Call.PASS, *ordinary_bids(rules)}:
        topics = ["bid.legal"]
    elif is_dealer and new_call is standing:
        topics = ["bid.stealslam" if slam else "bid.steal"]
    elif is_dealer and calls.rank(new_call) > calls.rank(standing):
        topics = ["bid.overcall"]
    elif new_call is Call.PASS or calls.rank(new_call) > calls.rank(standing):
        topics = ["bid.legal"]
    else:
        topics = ["bid.raise"]
    if slam and new_call in ordinary_bids(rules) and calls.rank(standing) == rules.total:
        topics.insert(0, "slam.rank")
    return clauses.cite(ruleset, *topics)


def exceeds_total(bid: Call, rules: Rules) -> bool:
    """Return whether a bid by number is more than anybody can take."""
    return (calls.number(bid) or 0) > rules.total


def with_call(auction: Auction, new_call: Call) -> Auction:
    """Return the auction with one more call, legal or not."""
    return structs.replace(auction, calls=(*auction.calls, new_call))


def ordinary_bids(rules: Rules) -> tuple[Call, ...]:
    """Return the bids that are open to everybody, low to high."""
    return (*rules.bids, *rules.slam_bids)


def _dealer_may_match(rules: Rules, standing: Call) -> bool:
    if standing.is_slam:
        return rules.dealer_matches_slam
    return standing in rules.dealer_matches


def _refusal(new_call: Call, open_calls: tuple[Call, ...]) -> Sentence:
    if not open_calls:
        return _BIDDING_OVER()
    kind = "pass" if new_call is Call.PASS else "bid"
    return _NOT_OPEN(made=kind, call=new_call, choices=calls.alternatives(open_calls))
