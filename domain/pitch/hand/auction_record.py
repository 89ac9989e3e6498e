"""What a record says about its auction: the contract, or a deal thrown in, and what is wrong."""

from typing import Final

from msgspec import Struct, structs

from pitch import calls
from pitch.calls import Call
from pitch.findings import Finding, FindingKind
from pitch.hand import auctions, records
from pitch.hand.auctions import Auction, Contract
from pitch.hand.deals import Deal
from pitch.hand.records import HandRecord
from pitch.messages import (
    BID,
    CHOICE,
    COUNT,
    PLAYER,
    SCORE,
    SIDE,
    TYPED,
    Message,
    Sentence,
    any_of,
)
from pitch.rules.choices import REDEALS, AllPass, BiddingRounds
from pitch.rules.options import Rules

_TOO_MANY: Final = Message("finding.too_many_calls", players=COUNT)
_AFTER_THE_END: Final = Message("finding.too_many_calls.over")
_NO_BID: Final = Message("finding.illegal_call", player=PLAYER, call=BID, choices=any_of(BID))
_NO_PASS: Final = Message("finding.illegal_call.pass", player=PLAYER, choices=any_of(BID))
_OVER_TOTAL: Final = Message("finding.illegal_call.beyond", rules=TYPED, points=COUNT, bid=BID)
_BARRED: Final = Message(
    "finding.illegal_call.score", side=SIDE, score=SCORE, bid=BID, needed=CHOICE
)
_CONTRADICTS: Final = Message("finding.contract_contradicts_calls", player=PLAYER, bid=BID)
_NOT_ALLOWED: Final = Message("finding.contract_not_allowed", player=PLAYER, bid=BID, dealt=CHOICE)
_NO_SUCH_BID: Final = Message("finding.contract_not_allowed.no_bid", bid=BID)
_PLAYED: Final = Message("finding.played_after_all_passed")
_RAISED: Final = Message("finding.dealer_raised_needlessly", dealer=PLAYER, standing=BID, bid=BID)


class Bidding(Struct, frozen=True):
    """The contract if it is known, and whether everyone passed so that the deal is void."""

    contract: Contract | None
    thrown_in: bool
    findings: tuple[Finding, ...]
    dealer_set: bool = False
    """Whether everyone passed and the dealer is set for it, without play."""


def read(record: HandRecord, deal: Deal) -> Bidding:
    """What the calls and the contract of a record amount to."""
    if not record.calls:
        return Bidding(record.contract, False, tuple(_by_itself(record.contract, deal)))
    rules, auction = deal.ruleset.rules, auctions.begin_auction(deal)
    for place, made in enumerate(record.calls):
        # What comes after a call that nobody could make proves nothing, so reading stops there
        # and the entered contract is taken as it stands.
        if made not in auctions.legal_calls(auction, rules):
            return Bidding(record.contract, False, (_illegal(place, made, auction, deal),))
        auction = auctions.with_call(auction, made)
    # Where the dealer is forced (S0.bid.forced) a last pass is illegal, found above.
    passed_out = auctions.is_passed_out(auction)
    thrown_in = passed_out and rules.all_pass in REDEALS
    dealer_set = passed_out and rules.all_pass is AllPass.DEALER_SET
    won = auctions.contract(auction, rules)
    findings = [
        *_contract_findings(record.contract, won, auction, deal),
        *_unplayed_findings(record, deal, unplayed=thrown_in or dealer_set),
        *_needless_raise(auction, won, deal),
    ]
    return Bidding(_known(won, record.contract), thrown_in, tuple(findings), dealer_set)


def _known(won: Contract | None, entered: Contract | None) -> Contract | None:
    """The contract that the calls make, else as entered; who was called no call tells."""
    if won is None or entered is None:
        return won or entered
    return structs.replace(won, called_card=entered.called_card, partner=entered.partner)


def _illegal(place: int, made: Call, auction: Auction, deal: Deal) -> Finding:
    # A call that was not open to whoever made it, with what was; or one more than there are
    # players.
    rules = deal.ruleset.rules
    is_over = not auctions.legal_calls(auction, rules)
    return Finding(
        code="too_many_calls" if is_over else "illegal_call",
        kind=FindingKind.RULESET,
        message=_one_too_many(deal) if is_over else _not_open(made, auction, deal),
        facts=_facts(place, made, auction, rules),
        clauses=auctions.deciding_clauses(auction, made, deal.ruleset),
    )


def _one_too_many(deal: Deal) -> Sentence:
    """A call after the last: one more than players, where each of them has but one."""
    if deal.ruleset.rules.bidding_rounds is BiddingRounds.UNTIL_PASSED:
        return _AFTER_THE_END()
    return _TOO_MANY(players=deal.players)


def _not_open(made: Call, auction: Auction, deal: Deal) -> Sentence:
    """A call that was not open to the player in turn, and what was."""
    rules, seat = deal.ruleset.rules, auctions.turn(auction)
    if auctions.exceeds_total(made, rules):
        return _over_total(made, deal)
    if seat in auction.barred and made in auctions.ordinary_bids(rules) and calls.is_slam(made):
        return _barred(seat, made, deal)
    choices = calls.alternatives(auctions.legal_calls(auction, rules))
    if made is Call.PASS:
        return _NO_PASS(player=deal.player(seat), choices=choices)
    return _NO_BID(player=deal.player(seat), call=made, choices=choices)


def _over_total(bid: Call, deal: Deal) -> Sentence:
    """A bid of more than anybody can take."""
    ruleset = deal.ruleset
    return _OVER_TOTAL(rules=ruleset.name, points=ruleset.rules.total, bid=bid)


def _barred(seat: int, bid: Call, deal: Deal) -> Sentence:
    """A score that keeps its side from bidding the slam (`slam.open`)."""
    side, needed = deal.side_of(seat), deal.ruleset.rules.slam_open
    score = (deal.scores or ())[side]
    return _BARRED(side=deal.side(side), score=score, bid=bid, needed=needed)


def _facts(place: int, made: Call, auction: Auction, rules: Rules) -> tuple[str, ...]:
    """The calls at odds: one that is never open by itself, else with the bid it had to beat."""
    # A bid that no seat can ever make is wrong by itself; any other is wrong only beside the bid
    # that it had to beat, and a last pass only beside everybody else passing.
    may_win = any(auctions.can_win(made, rules, is_dealer=dealer) for dealer in (False, True))
    may_stand = may_win or made is Call.PASS
    standing = auctions.high(auction)
    is_last = auctions.turn(auction) == auction.dealer
    if auctions.is_over(auction) or (is_last and may_stand and standing is Call.PASS):
        at_odds: tuple[int, ...] = tuple(range(place + 1))
    elif not may_stand or standing is Call.PASS:
        at_odds = (place,)
    else:
        at_odds = (auction.calls.index(standing), place)
    return tuple(f"/calls/{i}" for i in at_odds)


def _contract_findings(
    entered: Contract | None, won: Contract | None, auction: Auction, deal: Deal
) -> list[Finding]:
    """An entered contract against the calls, or without them against what its pitcher could bid."""
    if entered is None:
        return []
    # Calls may have been noted in part; a contract contradicts them only if no calls still to
    # come can make it.
    if auction.calls and not _agrees(entered, won, auction, deal.ruleset.rules):
        return [
            Finding(
                code="contract_contradicts_calls",
                kind=FindingKind.ARITHMETIC,
                message=_CONTRADICTS(player=deal.player(entered.pitcher), bid=entered.bid),
                facts=("/calls", "/contract"),
                clauses=deal.cite("bid.win"),
            )
        ]
    return _by_itself(entered, deal)


def _by_itself(entered: Contract | None, deal: Deal) -> list[Finding]:
    """What is wrong about a contract whatever was called."""
    if entered is None or auctions.can_pitch(entered, deal):
        return []
    return [_not_allowed(entered, deal)]


def _not_allowed(entered: Contract, deal: Deal) -> Finding:
    """A contract with which no auction of the hand ends."""
    is_barred = (
        calls.is_slam(entered.bid) and entered.pitcher in auctions.begin_auction(deal).barred
    )
    topics = ("slam.open",) if is_barred else ("bid.legal", "bid.allpass", "bid.steal")
    return Finding(
        code="contract_not_allowed",
        kind=FindingKind.RULESET,
        message=_not_pitched(entered, deal, is_barred=is_barred),
        facts=("/contract",),
        clauses=deal.cite(*topics),
    )


def _not_pitched(entered: Contract, deal: Deal, *, is_barred: bool) -> Sentence:
    """Why nobody, or not the one who was entered, pitches for a bid."""
    rules, bid = deal.ruleset.rules, entered.bid
    if auctions.exceeds_total(bid, rules):
        return _over_total(bid, deal)
    # Of a bid that no seat can make it would mislead to say that it takes the deal.
    if not any(auctions.can_win(bid, rules, is_dealer=dealt) for dealt in (False, True)):
        return _NO_SUCH_BID(bid=bid)
    if is_barred:
        return _barred(entered.pitcher, bid, deal)
    dealt = "yes" if entered.pitcher == deal.dealer else "no"
    return _NOT_ALLOWED(player=deal.player(entered.pitcher), bid=bid, dealt=dealt)


def _agrees(entered: Contract, won: Contract | None, auction: Auction, rules: Rules) -> bool:
    """Whether a contract fits the calls, which may stop before the auction is over."""
    entered = Contract(pitcher=entered.pitcher, bid=entered.bid)
    if won is not None or auctions.is_over(auction):
        return entered == won
    return auctions.can_end(auction, entered, rules)


def _unplayed_findings(record: HandRecord, deal: Deal, *, unplayed: bool) -> list[Finding]:
    """Play entered of a hand that everybody passed (`bid.allpass`)."""
    if not unplayed or not records.has_play(record):
        return []
    return [
        Finding(
            code="played_after_all_passed",
            kind=FindingKind.RULESET,
            message=_PLAYED(),
            facts=("/calls",),
            clauses=deal.cite("bid.allpass"),
        )
    ]


def _needless_raise(auction: Auction, won: Contract | None, deal: Deal) -> list[Finding]:
    """A dealer who raised where the standing bid could have been taken over as it was."""
    is_one = deal.ruleset.rules.bidding_rounds is BiddingRounds.ONE
    if won is None or won.pitcher != deal.dealer or not is_one or not auctions.is_over(auction):
        return []
    # Points made are all scored whatever was bid, so a dealer who raises where matching was open
    # gains nothing: odd, but legal (S0.bid.dealer).
    before = structs.replace(auction, calls=auction.calls[:-1])
    standing = auctions.high(before)
    open_calls = auctions.legal_calls(before, deal.ruleset.rules)
    if standing is Call.PASS or standing is won.bid or standing not in open_calls:
        return []
    return [
        Finding(
            code="dealer_raised_needlessly",
            kind=FindingKind.SUSPICIOUS,
            message=_RAISED(dealer=deal.player(deal.dealer), standing=standing, bid=won.bid),
            facts=tuple(f"/calls/{i}" for i in range(auction.players)),
            clauses=deal.cite("bid.steal"),
        )
    ]
