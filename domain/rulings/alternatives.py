"""What rulings on a record have in common: which rules it can be judged under, and how anew."""

from collections.abc import Callable
from typing import Final

from msgspec import structs

from domain import calls, findings
from domain.calls import Call
from domain.findings import Status
from domain.hand import auction_record, auctions, records, verdicts
from domain.hand.auctions import Contract, IllegalCall
from domain.hand.deals import Deal
from domain.hand.proofs import Proof
from domain.hand.records import HandRecord
from domain.hand.verdicts import Verdict
from domain.match import outlooks
from domain.proof import layouts, provers
from domain.proof.efforts import Effort

AUCTION: Final = (
    "all_pass",
    "dealer_matches",
    "dealer_matches_slam",
    "dealer_may_raise",
    "ascending",
    "bids",
    "dealer_alone_bids",
    "bidding_rounds",
    "slam_open",
)
"""The choices that bear on a hand by its auction alone."""

_SLAM: Final = (
    *("slam", "slam_needs", "slam_reward", "slam_scores", "slam_loses", "slam_set", "slam_open"),
)

MOST_PAIRS: Final = 12
"""Pairs of options that a record is judged under; each may take a search."""


def bearing(options: tuple[str, ...], bid: Call | None, *, is_settled: bool) -> tuple[str, ...]:
    """The options that can bear on a hand; `bid` is the contract's, and settled if no call may err.

    A contract is for a number or for a slam, and stays what it is under every rule set that has it.
    """
    # A bid that was made stays the same bid under all rules that have it, so what only slams turn
    # on cannot matter to a number.
    is_number = bid is not None and calls.number(bid) is not None
    idle = {*(_SLAM if is_number else ()), *(AUCTION if is_settled and bid else ())}
    return tuple(option for option in options if option not in idle)


def allowances(effort: Effort, own: Deal) -> Callable[[Deal], Effort]:
    """The work that a record may take under other rules, by the hand that it would be there.

    Games that are played alike share one allowance, and all the others another. So however many
    games there are, what the table might have chosen itself is not left undecided for them.
    """
    alike, unlike = effort.further(provers.OTHERS), effort.further(provers.OTHERS)
    layout = layouts.of(own)
    return lambda deal: alike if layouts.of(deal) == layout else unlike


def said(record: HandRecord) -> tuple[Call, ...]:
    """The bids that a record names."""
    contract = () if record.contract is None else (record.contract.bid,)
    return tuple(dict.fromkeys((*record.calls, *contract)))


def is_told(record: HandRecord, verdict: Verdict) -> bool:
    """Whether the contract of a record rests on no calls, and nothing is wrong with it."""
    return not record.calls and verdict.status is not Status.IMPOSSIBLE


def is_decided(verdict: Verdict, proof: Proof, deal: Deal) -> bool:
    """Whether no more work would change the outcome.

    Where the endings are not all listed, the hand is open for certain if two of them differ.
    """
    if not proof.is_exact:
        return False
    if proof.is_complete or verdict.status is not Status.OPEN or verdict.bid is None:
        return True
    return len({way.deltas for way in outlooks.ways(verdict, proof, deal)}) > 1


def check(record: HandRecord, deal: Deal) -> None:
    """Refuse a record with a card, or a bid that its seat can never win, unknown to some rules."""
    records.check(record, deal.ruleset, deal.seating.table)
    auction = structs.replace(auctions.of(deal), calls=record.calls)
    bids = list(zip(auctions.callers(auction), record.calls, strict=False))
    if record.contract:
        bids.append((record.contract.pitcher, record.contract.bid))
    for seat, bid in bids:
        made = Contract(pitcher=seat % deal.players, bid=bid)
        if bid is not Call.PASS and not auctions.can_pitch(made, deal):
            raise IllegalCall(auctions.NO_BID(bid=bid))


def is_judged_alike(record: HandRecord, own: Deal, other: Deal) -> bool:
    """Whether two rule sets differ in the auction alone, and that comes to the same in a record."""
    # With the auction's options made the same, is anything left that differs?
    mine = {option: getattr(own.ruleset.rules, option) for option in AUCTION}
    if structs.replace(other.ruleset.rules, **mine) != own.ruleset.rules:
        return False
    return _auction(record, own) == _auction(record, other)


def _auction(record: HandRecord, deal: Deal) -> tuple[object, ...]:
    """What a search takes from the auction of a record."""
    bidding = auction_record.read(record, deal)
    is_wrong = any(map(findings.blocks, bidding.findings))
    pitchers = provers.pitchers(record, deal, verdicts.read(record, deal))
    return bidding.contract, bidding.thrown_in, bidding.dealer_set, is_wrong, pitchers
