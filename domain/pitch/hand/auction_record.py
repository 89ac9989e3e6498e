"""Auction records: the contract by the calls of a record, or a hand thrown in, with findings."""

from msgspec import Struct, structs

from pitch import calls
from pitch.calls import Call
from pitch.findings import Finding
from pitch.hand import auctions, lemmas, records
from pitch.hand.auctions import Auction, Contract
from pitch.hand.contradictions import Contradiction
from pitch.hand.deals import Deal
from pitch.hand.records import HandRecord
from pitch.rules.choices import REDEALS, AllPass, BiddingRounds
from pitch.rules.options import Rules


class Bidding(Struct, frozen=True):
    """The contract if it is known, or that everyone passed, with the findings on the calls."""

    contract: Contract | None
    thrown_in: bool
    findings: tuple[Finding, ...]
    dealer_set: bool = False
    """Whether everyone passed and the dealer is set without play."""

    @property
    def is_unplayed(self) -> bool:
        """Return whether everyone passed, so that no card was played."""
        return self.thrown_in or self.dealer_set


def read(record: HandRecord, deal: Deal) -> Bidding:
    """Return the outcome of the calls and the contract of a record."""
    if not record.calls:
        return Bidding(record.contract, False, tuple(_legality_findings(record.contract, deal)))
    rules, auction = deal.ruleset.rules, auctions.begin_auction(deal)
    for place, call in enumerate(record.calls):
        # Calls after an illegal one prove nothing, so reading stops there and the entered contract
        # is taken as it is.
        if call not in auctions.legal_calls(auction, rules):
            return Bidding(record.contract, False, (_illegal_call(place, call, auction, deal),))
        auction = auctions.with_call(auction, call)
    # If the dealer is forced to bid (S0.bid.forced), a last pass was illegal above.
    passed_out = auctions.is_passed_out(auction)
    thrown_in = passed_out and rules.all_pass in REDEALS
    dealer_set = passed_out and rules.all_pass is AllPass.DEALER_SET
    won = auctions.contract(auction, rules)
    findings = [
        *_contract_findings(record.contract, won, auction, deal),
        *_unplayed_findings(record, deal, unplayed=thrown_in or dealer_set),
        *_needless_raise(auction, won, deal),
    ]
    contract = won or record.contract
    if won is not None and record.contract is not None:
        # No call shows the called card or the partner.
        called_card, partner = record.contract.called_card, record.contract.partner
        contract = structs.replace(won, called_card=called_card, partner=partner)
    return Bidding(contract, thrown_in, tuple(findings), dealer_set)


def pitchers(record: HandRecord, deal: Deal) -> tuple[int, ...]:
    """Return the seats that the contract, or else the calls so far, leave as pitcher."""
    bidding, seats = read(record, deal), range(deal.players)
    if any(map(Finding.prevents_scoring, bidding.findings)):
        return tuple(seats)
    if bidding.contract is not None:
        return (bidding.contract.pitcher,)
    auction = Auction(players=deal.players, dealer=deal.dealer, calls=record.calls)
    rules = deal.ruleset.rules
    bids = auctions.ordinary_bids(rules)
    return tuple(
        seat
        for seat in seats
        if any(auctions.can_end(auction, Contract(pitcher=seat, bid=bid), rules) for bid in bids)
    )


def _illegal_call(place: int, call: Call, auction: Auction, deal: Deal) -> Finding:
    """Return the finding on a call that was not open, or that came after the last."""
    facts = _call_facts(place, call, auction, deal.ruleset.rules)
    finding = _call_conflict(call, auction, deal).finding(*facts)
    clauses = auctions.deciding_clauses(auction, call, deal.ruleset)
    return structs.replace(finding, clauses=clauses)


def _call_conflict(call: Call, auction: Auction, deal: Deal) -> Contradiction:
    """Return the conflict of a call with the calls open to the player in turn, if any are."""
    rules, seat = deal.ruleset.rules, auctions.turn(auction)
    open_calls = auctions.legal_calls(auction, rules)
    if not open_calls and rules.bidding_rounds is BiddingRounds.UNTIL_PASSED:
        return lemmas.CALL_AFTER_THE_END(deal)
    if not open_calls:
        return lemmas.TOO_MANY_CALLS(deal, players=deal.players)
    if auctions.exceeds_total(call, rules):
        return _over_total(call, deal)
    if seat in auction.barred and call in auctions.ordinary_bids(rules) and call.is_slam:
        return _barred(seat, call, deal)
    choices = calls.alternatives(open_calls)
    if call is Call.PASS:
        return lemmas.ILLEGAL_PASS(deal, player=seat, choices=choices)
    return lemmas.ILLEGAL_CALL(deal, player=seat, call=call, choices=choices)


def _over_total(bid: Call, deal: Deal) -> Contradiction:
    """Return the conflict of a bid of more than anybody can take."""
    ruleset = deal.ruleset
    return lemmas.BID_OVER_TOTAL(deal, rules=ruleset.name, points=ruleset.rules.total, bid=bid)


def _barred(seat: int, bid: Call, deal: Deal) -> Contradiction:
    """Return the conflict of a slam with a score that bars its side from it (`slam.open`)."""
    side, needed = deal.side_of(seat), deal.ruleset.rules.slam_open
    score = (deal.scores or ())[side]
    return lemmas.BARRED_FROM_SLAM(deal, side=side, score=score, bid=bid, needed=needed)


def _call_facts(place: int, call: Call, auction: Auction, rules: Rules) -> tuple[str, ...]:
    """Return pointers to the calls at odds: one never open alone, else with the bid to beat."""
    # A bid that no seat can ever make is wrong by itself; any other is wrong only beside the bid
    # that it had to beat, and a last pass only beside everybody else passing.
    may_win = any(auctions.can_win(call, rules, is_dealer=dealer) for dealer in (False, True))
    may_stand = may_win or call is Call.PASS
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
    """Return findings on an entered contract, by the calls or else by its pitcher's legal bids."""
    if entered is None:
        return []
    # The calls may be incomplete; a contract contradicts them only if no further calls can make
    # it.
    if auction.calls and not _is_compatible(entered, won, auction, deal.ruleset.rules):
        conflict = lemmas.CONTRACT_AND_CALLS(deal, player=entered.pitcher, bid=entered.bid)
        return [conflict.finding("/calls", "/contract")]
    return _legality_findings(entered, deal)


def _legality_findings(entered: Contract | None, deal: Deal) -> list[Finding]:
    """Return the finding on a contract with which no auction of the hand can end, if it is one."""
    if entered is None or auctions.can_pitch(entered, deal):
        return []
    is_barred = entered.bid.is_slam and entered.pitcher in auctions.begin_auction(deal).barred
    topics = ("slam.open",) if is_barred else ("bid.legal", "bid.allpass", "bid.steal")
    conflict = _contract_conflict(entered, deal, is_barred=is_barred).citing(*topics)
    return [structs.replace(conflict, code="contract_not_allowed").finding("/contract")]


def _contract_conflict(entered: Contract, deal: Deal, *, is_barred: bool) -> Contradiction:
    """Return the conflict of a bid that nobody, or not the entered pitcher, can play."""
    rules, bid = deal.ruleset.rules, entered.bid
    if auctions.exceeds_total(bid, rules):
        return _over_total(bid, deal)
    # Nobody may make this bid, so do not suggest that the dealer could.
    if not any(auctions.can_win(bid, rules, is_dealer=is_dealer) for is_dealer in (False, True)):
        return lemmas.NO_SUCH_BID(deal, bid=bid)
    if is_barred:
        return _barred(entered.pitcher, bid, deal)
    is_dealer = "yes" if entered.pitcher == deal.dealer else "no"
    return lemmas.CONTRACT_NOT_ALLOWED(deal, player=entered.pitcher, bid=bid, dealt=is_dealer)


def _is_compatible(entered: Contract, won: Contract | None, auction: Auction, rules: Rules) -> bool:
    """Return whether a contract fits the calls, which may stop before the auction is over."""
    entered = Contract(pitcher=entered.pitcher, bid=entered.bid)
    if won is not None or auctions.is_over(auction):
        return entered == won
    return auctions.can_end(auction, entered, rules)


def _unplayed_findings(record: HandRecord, deal: Deal, *, unplayed: bool) -> list[Finding]:
    """Return the finding on play that was entered although everybody passed (`bid.allpass`)."""
    if not unplayed or not records.has_play(record):
        return []
    return [lemmas.PLAYED_AFTER_ALL_PASSED(deal).finding("/calls")]


def _needless_raise(auction: Auction, won: Contract | None, deal: Deal) -> list[Finding]:
    """Return the finding on a dealer who raised a bid that could have been matched."""
    has_one_round = deal.ruleset.rules.bidding_rounds is BiddingRounds.ONE
    if (
        won is None
        or won.pitcher != deal.dealer
        or not has_one_round
        or not auctions.is_over(auction)
    ):
        return []
    # All points are scored whatever was bid, so a dealer who raises instead of matching gains
    # nothing: odd, but legal.
    before = structs.replace(auction, calls=auction.calls[:-1])
    standing = auctions.high(before)
    open_calls = auctions.legal_calls(before, deal.ruleset.rules)
    if standing is Call.PASS or standing is won.bid or standing not in open_calls:
        return []
    conflict = lemmas.NEEDLESS_RAISE(deal, dealer=deal.dealer, standing=standing, bid=won.bid)
    return [conflict.finding(*(f"/calls/{i}" for i in range(auction.players)))]
