"""Alternatives: the other rules that a record is judged under, the work allowed, and shortcuts."""

from collections.abc import Callable
from typing import Final, TypeVar

from msgspec import structs

from pitch import calls, cards
from pitch.calls import Call
from pitch.findings import Finding, Status
from pitch.hand import auction_record, auctions, records
from pitch.hand.auctions import Contract, IllegalCall
from pitch.hand.deals import Deal
from pitch.hand.proofs import Proof
from pitch.hand.records import HandRecord
from pitch.hand.verdicts import Verdict
from pitch.match import outlooks
from pitch.messages import Refusal
from pitch.point_names import PointName
from pitch.proof import provers
from pitch.proof.formula import layouts
from pitch.proof.solver import Effort
from pitch.rules.bearings import Bearing
from pitch.rules.choices import Draw
from pitch.rules.options import bearing_on
from pitch.rules.rulesets import RuleSet
from pitch.rulings import hinges
from pitch.rulings.answers import Ruling

_MOST_PAIRS: Final = 12
"""Limit on the pairs of options that a record is judged under, because each may take a search."""
AUCTION: Final = bearing_on(Bearing.AUCTION)
"""The options that affect a hand by its auction alone."""
PLAY: Final = bearing_on(Bearing.PLAY)
"""The options of pack, draw and play; other scoring would be another game, as documents have."""
_SLAM: Final = bearing_on(Bearing.SLAM)
_Ruling = TypeVar("_Ruling", bound=Ruling)


def rule_on_record(
    own: _Ruling,
    judge_there: Callable[[Deal], _Ruling],
    deal_under: Callable[[RuleSet], Deal],
    record: HandRecord,
    verdict: Verdict,
    deal: Deal,
    options: tuple[str, ...],
) -> _Ruling:
    """Return the ruling on a record with its hinges, among `options` and those of the play.

    `own` is the ruling under the table's rules, and `verdict` that on the record. `judge_there`
    rules on it under other rules, with the deal that `deal_under` builds for them.
    """

    def judge(alternative: RuleSet) -> _Ruling:
        if alternative == deal.ruleset:
            return own
        there = deal_under(alternative)
        check_alternative(record, there, deal)
        # Rules that differ only in the auction need no second search if its result is the same.
        return own if _is_judged_alike(record, deal, there) else judge_there(there)

    # No call may err if the contract rests on none and nothing is wrong with it.
    is_settled = not record.calls and verdict.status is not Status.IMPOSSIBLE
    bearing = (
        *options_for_bid(options, verdict.bid, is_settled=is_settled),
        *play_options_for_record(record, deal, verdict),
    )
    contract = () if record.contract is None else (record.contract.bid,)
    bids = tuple(dict.fromkeys((*record.calls, *contract)))
    table = deal.seating.table
    return hinges.rule_with_hinges(judge, deal.ruleset, table, bearing, _MOST_PAIRS, bids)


def effort_allowance(effort: Effort, own: Deal) -> Callable[[Deal], Effort]:
    """Return the work that a record may take under other rules, by its deal under them.

    Games that are played alike share one allowance, the table's own game played otherwise has
    another, and all other games a third. So even many other games leave work for the choices that
    the table might have made itself.
    """
    alike, otherwise, others = (effort.continue_with(provers.OTHERS) for _ in range(3))
    layout, preset = layouts.from_deal(own), own.ruleset.preset

    def allowance(deal: Deal) -> Effort:
        if layouts.from_deal(deal) == layout:
            return alike
        return otherwise if deal.ruleset.preset == preset else others

    return allowance


def options_for_bid(
    options: tuple[str, ...], bid: Call | None, *, is_settled: bool
) -> tuple[str, ...]:
    """Return the options that can affect a hand with a bid; it is settled if no call may err.

    A contract is for a number or for a slam, and stays the same under every rule set that has it.
    """
    is_number = bid is not None and calls.number(bid) is not None
    idle = {*(_SLAM if is_number else ()), *(AUCTION if is_settled and bid else ())}
    return tuple(option for option in options if option not in idle)


def play_options_for_record(record: HandRecord, deal: Deal, verdict: Verdict) -> tuple[str, ...]:
    """Return the options of pack, draw and play that can affect a record with its verdict.

    Options that make another game, such as off-cards or the draw, are tried only for an impossible
    record: that game may have been played.
    """
    rules, trump, claims = deal.ruleset.rules, verdict.trump, record.claims
    in_record = {card for _, card in records.card_pointers(record)}
    has_joker = any(map(cards.is_joker, in_record))
    # A joker that is not in the record can be in play as well, unless all cards are known.
    may_have_joker = bool(deal.pack.jokers) and len(in_record) < deal.most_captured
    is_counted = PointName.GAME in rules.points and (record.piles or (claims and claims.pips))
    first = record.tricks[0].cards[:1] if record.tricks else ()
    is_wrong = verdict.status is Status.IMPOSSIBLE
    conditions = {
        "pitched_joker": any(map(cards.is_joker, first)),
        "joker_order": has_joker,
        "joker_pips": has_joker or is_counted,
        "joker_rank": has_joker or may_have_joker,
        "follow": is_wrong if deal.is_trumps_only else _has_ruff(record, deal, trump),
        "draw": is_wrong and rules.draw is not Draw.NONE,
        "off_cards": is_wrong and rules.off_cards,
    }
    # An option without effect under these rules changes nothing, so `hinges` does not try surplus
    # trumps, for one, if nothing is drawn.
    unconditional = (option for option in PLAY if option not in conditions)
    return (*unconditional, *(option for option, applies in conditions.items() if applies))


def _has_ruff(record: HandRecord, deal: Deal, trump: str | None) -> bool:
    """Return whether a trump fell to a plain suit, which strict following may not allow."""
    suit_of = deal.pack.suit_of
    return any(
        trump is None
        or (suit_of(led, trump) != trump and any(suit_of(card, trump) == trump for card in others))
        for led, *others in (trick.cards for trick in record.tricks if len(trick.cards) > 1)
    )


def is_decided(verdict: Verdict, proof: Proof, deal: Deal) -> bool:
    """Return whether no more work would change the outcome.

    If the endings are not all listed, two that differ show that the hand is open.
    """
    if not proof.is_exact:
        return False
    if proof.is_complete or verdict.status is not Status.OPEN or verdict.bid is None:
        return True
    return len({way.deltas for way in outlooks.list_ways(verdict, proof, deal)}) > 1


class PlainCardsPlayed(Refusal):
    """In this game plain cards are played too."""


def check_alternative(record: HandRecord, deal: Deal, own: Deal) -> None:
    """Refuse a record with a card, or a bid that its seat can never win, unknown to some rules.

    `own` is the deal under the table's rules: a game in which all cards are played does not become
    one of trumps alone.
    """
    is_own = deal.ruleset.preset == own.ruleset.preset
    if is_own and deal.is_trumps_only and not own.is_trumps_only:
        raise PlainCardsPlayed
    record.check(deal.ruleset, deal.seating.table)
    auction = structs.replace(auctions.begin_auction(deal), calls=record.calls)
    bids = [*auctions.calls_by_seat(auction)]
    if record.contract:
        bids.append((record.contract.pitcher, record.contract.bid))
    for seat, bid in bids:
        contract = Contract(pitcher=seat % deal.players, bid=bid)
        if bid is not Call.PASS and not auctions.can_pitch(contract, deal):
            raise IllegalCall(auctions.NO_BID(bid=bid))


def _is_judged_alike(record: HandRecord, own: Deal, alternative: Deal) -> bool:
    """Return whether two rule sets differ only in the auction, without effect on a record."""
    # If both have the same options of the auction, does any other differ?
    own_options = {option: getattr(own.ruleset.rules, option) for option in AUCTION}
    if structs.replace(alternative.ruleset.rules, **own_options) != own.ruleset.rules:
        return False
    return _auction(record, own) == _auction(record, alternative)


def _auction(record: HandRecord, deal: Deal) -> tuple[object, ...]:
    """Return the results of a record's auction that a search uses."""
    bidding = auction_record.read(record, deal)
    is_wrong = any(map(Finding.prevents_scoring, bidding.findings))
    pitchers = auction_record.pitchers(record, deal)
    return bidding.contract, bidding.thrown_in, bidding.dealer_set, is_wrong, pitchers
