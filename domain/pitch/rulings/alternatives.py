"""What rulings on a record have in common: which rules it can be judged under, and how anew."""

from collections.abc import Callable
from typing import Final

from msgspec import structs

from pitch import findings
from pitch.calls import Call
from pitch.errors import Refusal
from pitch.findings import Status
from pitch.hand import auction_record, auctions, readings, records
from pitch.hand.auctions import Contract, IllegalCall
from pitch.hand.deals import Deal
from pitch.hand.proofs import Proof
from pitch.hand.records import HandRecord
from pitch.hand.verdicts import Verdict
from pitch.match import outlooks
from pitch.messages import Message
from pitch.proof import provers
from pitch.proof.efforts import Effort
from pitch.proof.formula import layouts
from pitch.rulings import dimensions

MOST_PAIRS: Final = 12
"""Pairs of options that a record is judged under; each may take a search."""


def effort_allowance(effort: Effort, own: Deal) -> Callable[[Deal], Effort]:
    """The work that a record may take under other rules, by the hand that it would be there.

    Games that are played alike share one allowance, the table's own game played otherwise has
    another, and all other games a third. So however many there are, what the table might have
    chosen itself is not left undecided for them.
    """
    alike, otherwise, others = (effort.further(provers.OTHERS) for _ in range(3))
    layout, preset = layouts.from_deal(own), own.ruleset.preset

    def allowed(deal: Deal) -> Effort:
        if layouts.from_deal(deal) == layout:
            return alike
        return otherwise if deal.ruleset.preset == preset else others

    return allowed


def bids_in_record(record: HandRecord) -> tuple[Call, ...]:
    """The bids that a record names."""
    contract = () if record.contract is None else (record.contract.bid,)
    return tuple(dict.fromkeys((*record.calls, *contract)))


def options_for_record(
    options: tuple[str, ...], record: HandRecord, verdict: Verdict, deal: Deal
) -> tuple[str, ...]:
    """Those of some options that can bear on a record, and those of pack, draw and play that can.

    No call may err where the contract rests on none and nothing is wrong with it.
    """
    is_settled = not record.calls and verdict.status is not Status.IMPOSSIBLE
    return (
        *dimensions.options_for_bid(options, verdict.bid, is_settled=is_settled),
        *dimensions.play_options_for_record(record, deal, verdict),
    )


def is_decided(verdict: Verdict, proof: Proof, deal: Deal) -> bool:
    """Whether no more work would change the outcome.

    Where the endings are not all listed, the hand is open for certain if two of them differ.
    """
    if not proof.is_exact:
        return False
    if proof.is_complete or verdict.status is not Status.OPEN or verdict.bid is None:
        return True
    return len({way.deltas for way in outlooks.list_ways(verdict, proof, deal)}) > 1


class PlainCardsPlayed(Refusal):
    """In this game plain cards are played too."""

    code = "plain_cards_played"
    default_message = Message("problem.plain_cards_played")


def check_alternative(record: HandRecord, deal: Deal, own: Deal) -> None:
    """Refuse a record with a card, or a bid that its seat can never win, unknown to some rules.

    `own` is the deal as the table's rules have it: a game in which all cards are played is not
    asked for as one of trumps alone.
    """
    is_own = deal.ruleset.preset == own.ruleset.preset
    if is_own and deal.is_trumps_only and not own.is_trumps_only:
        raise PlainCardsPlayed
    records.check_record(record, deal.ruleset, deal.seating.table)
    auction = structs.replace(auctions.begin_auction(deal), calls=record.calls)
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
    mine = {option: getattr(own.ruleset.rules, option) for option in dimensions.AUCTION}
    if structs.replace(other.ruleset.rules, **mine) != own.ruleset.rules:
        return False
    return _auction(record, own) == _auction(record, other)


def _auction(record: HandRecord, deal: Deal) -> tuple[object, ...]:
    """What a search takes from the auction of a record."""
    bidding = auction_record.read(record, deal)
    is_wrong = any(map(findings.prevents_scoring, bidding.findings))
    pitchers = provers.pitchers(record, deal, readings.read(record, deal))
    return bidding.contract, bidding.thrown_in, bidding.dealer_set, is_wrong, pitchers
