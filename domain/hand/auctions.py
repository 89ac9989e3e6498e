"""Auctions: who may call what, and who pitches for how much."""

from functools import lru_cache

from domain import calls
from domain.calls import Call
from domain.errors import Refusal
from domain.rules import clauses
from domain.rules.options import AllPass, Rules, SlamBid
from domain.rules.rulesets import RuleSet
from domain.types import Seat, Value


class IllegalCall(Refusal):
    """The call is not open to that player at that point of the auction."""

    code = "illegal_call"


class Contract(Value, frozen=True):
    """The winning bid and the seat that made it."""

    pitcher: Seat
    bid: Call
    """The bid that won the auction."""


class Auction(Value, frozen=True, cache_hash=True):
    """The calls of a hand so far, clockwise from the dealer's left."""

    players: int
    dealer: Seat
    calls: tuple[Call, ...] = ()


def turn(auction: Auction) -> int:
    """The seat whose call is next, or was last before an auction that is over."""
    return (auction.dealer + 1 + len(auction.calls)) % auction.players


def is_over(auction: Auction) -> bool:
    """Whether everyone has called."""
    return len(auction.calls) >= auction.players


def is_decided(auction: Auction, rules: Rules) -> bool:
    """Whether nobody still to call has anything but a pass (C22), so that a bid stands."""
    if high(auction) is Call.PASS:
        return is_over(auction)
    decided = auction
    # A contract stands as soon as nobody left can beat or take it, before the last pass is heard.
    while not is_over(decided):
        if legal_calls(decided, rules) != (Call.PASS,):
            return False
        decided = _with(decided, Call.PASS)
    return True


def high(auction: Auction) -> Call:
    """The highest call so far; a pass when nobody has bid."""
    return max(auction.calls, key=calls.rank, default=Call.PASS)


@lru_cache(maxsize=8192)
def legal_calls(auction: Auction, rules: Rules) -> tuple[Call, ...]:
    """The calls open to the seat whose turn it is, low to high; none when the auction is over."""
    if is_over(auction):
        return ()
    standing = high(auction)
    # Only the last to call, the dealer, has rights of their own: everybody else passes or bids
    # higher.
    if len(auction.calls) < auction.players - 1:
        return (Call.PASS, *_higher(rules, standing))
    if standing is Call.PASS:
        # All before passed: the dealer is forced to bid, or may pass (S0.bid.forced,
        # S1.bid.forced).
        alone = (*rules.dealer_alone_bids, *_slam(rules))
        return alone if rules.all_pass is AllPass.FORCED else (Call.PASS, *alone)
    # A dealer takes a bid by making the same (S0.bid.win); whether a four or a slam too, the
    # documents differ (S0.bid.steal4, S2.bid.dealer).
    matched = (standing,) if _dealer_may_match(rules, standing) else ()
    raises = tuple(bid for bid in open_to_all(rules) if calls.rank(bid) > calls.rank(standing))
    return (Call.PASS, *matched, *(raises if rules.dealer_may_raise else ()))


def call(auction: Auction, made: Call, ruleset: RuleSet) -> Auction:
    """The auction after a call; refused if the call is not open to the seat in turn."""
    open_calls = legal_calls(auction, ruleset.rules)
    if made not in open_calls:
        raise IllegalCall(_refusal(made, open_calls))
    return _with(auction, made)


@lru_cache(maxsize=8192)
def contract(auction: Auction, rules: Rules) -> Contract | None:
    """The contract of an auction that is decided: the first of the highest, or a dealer's match."""
    standing = high(auction)
    if standing is Call.PASS or not is_decided(auction, rules):
        return None
    place = auction.calls.index(standing)
    # The first to name a bid has it, but for a dealer who may match and did: the last of the
    # same.
    if is_over(auction) and auction.calls[-1] is standing and _dealer_may_match(rules, standing):
        place = auction.players - 1
    return Contract(pitcher=(auction.dealer + 1 + place) % auction.players, bid=standing)


def can_win(bid: Call, rules: Rules, *, is_dealer: bool) -> bool:
    """Whether some legal auction makes the dealer, or another seat, the pitcher for a bid."""
    open_bids = open_to_all(rules)
    if not is_dealer:
        return bid in open_bids
    if bid in rules.dealer_alone_bids or bid in _slam(rules):
        return True
    raises = rules.dealer_may_raise and any(
        calls.rank(lower) < calls.rank(bid) for lower in open_bids
    )
    return bid in open_bids and (raises or _dealer_may_match(rules, bid))


def can_end(auction: Auction, wanted: Contract, rules: Rules) -> bool:
    """Whether the calls still to come can make this the contract.

    The others need only pass, or give the dealer one bid to take over or to raise.
    """
    # One call of somebody else is enough to try: two bids can do no more for the dealer than the
    # higher one of them.
    next_calls = (_with(auction, made) for made in legal_calls(auction, rules))
    return any(_passed_to(begun, wanted, rules) == wanted for begun in (auction, *next_calls))


def is_passed_out(auction: Auction) -> bool:
    """Whether everyone passed, the dealer too."""
    return is_over(auction) and high(auction) is Call.PASS


def deciding_clauses(auction: Auction, made: Call, ruleset: RuleSet) -> tuple[str, ...]:
    """The clauses that decide whether a call is open to the seat in turn."""
    standing, rules = high(auction), ruleset.rules
    slam = calls.is_slam(made)
    is_dealer = len(auction.calls) == auction.players - 1
    if len(auction.calls) >= auction.players:
        topics = ["bid.order"]
    elif is_dealer and standing is Call.PASS:
        # What everybody may bid is the dealer's too, whatever a document says about passing.
        is_ordinary = made in open_to_all(rules) and made in legal_calls(auction, rules)
        topics = ["bid.legal", "bid.allpass"] if is_ordinary else ["bid.allpass"]
    elif made not in {Call.PASS, *open_to_all(rules)}:
        topics = ["bid.legal"]
    elif is_dealer and made is standing:
        topics = ["bid.stealslam" if slam else "bid.steal"]
    elif is_dealer and calls.rank(made) > calls.rank(standing):
        topics = ["bid.overcall"]
    elif made is Call.PASS or calls.rank(made) > calls.rank(standing):
        topics = ["bid.legal"]
    else:
        topics = ["bid.raise"]
    if slam and made in open_to_all(rules) and calls.rank(standing) == rules.total:
        topics.insert(0, "slam.rank")
    return clauses.cite(ruleset, *topics)


def _with(auction: Auction, made: Call) -> Auction:
    return Auction(players=auction.players, dealer=auction.dealer, calls=(*auction.calls, made))


def _passed_to(auction: Auction, wanted: Contract, rules: Rules) -> Contract | None:
    """The contract if all who may pass do, but for the pitcher's bid in turn."""
    while not is_over(auction):
        choices = legal_calls(auction, rules)
        bids = turn(auction) == wanted.pitcher and wanted.bid in choices
        auction = _with(auction, wanted.bid if bids else choices[0])
    return contract(auction, rules)


def _slam(rules: Rules) -> tuple[Call, ...]:
    return () if rules.slam is SlamBid.NONE else (Call(rules.slam.value),)


def open_to_all(rules: Rules) -> tuple[Call, ...]:
    """The bids that are open to everybody, low to high."""
    return (*rules.bids, *_slam(rules))


def _higher(rules: Rules, standing: Call) -> tuple[Call, ...]:
    if not rules.ascending:
        return open_to_all(rules)
    return tuple(bid for bid in open_to_all(rules) if calls.rank(bid) > calls.rank(standing))


def _dealer_may_match(rules: Rules, standing: Call) -> bool:
    if calls.is_slam(standing):
        return rules.dealer_matches_slam
    return standing in rules.dealer_matches


def _refusal(made: Call, open_calls: tuple[Call, ...]) -> str:
    if not open_calls:
        return "Everyone has called; the auction is over."
    choices = calls.listed(open_calls)
    return f"{made.value.capitalize()} is not open here; the choice was {choices}."
