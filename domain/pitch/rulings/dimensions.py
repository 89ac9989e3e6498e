"""Dimensions: the choices that a ruling on a record can depend on, as far as they bear on it."""

from typing import Final

from pitch import calls, cards
from pitch.calls import Call
from pitch.findings import Status
from pitch.hand import piles, records
from pitch.hand.deals import Deal
from pitch.hand.records import HandRecord
from pitch.hand.verdicts import Verdict
from pitch.point_names import PointName
from pitch.rules import options
from pitch.rules.bearings import Bearing
from pitch.rules.choices import Draw

AUCTION: Final = options.bearing_on(Bearing.AUCTION)
"""The choices that bear on a hand by its auction alone."""
PLAY: Final = options.bearing_on(Bearing.PLAY)
"""The choices of pack, draw and play; what a hand pays is the game itself, as documents have it."""
_SLAM: Final = options.bearing_on(Bearing.SLAM)


def options_for_bid(
    names: tuple[str, ...], bid: Call | None, *, is_settled: bool
) -> tuple[str, ...]:
    """The options that can bear on a hand; `bid` is the contract's, and settled if no call may err.

    A contract is for a number or for a slam, and stays what it is under every rule set that has it.
    """
    # A bid that was made stays the same bid under all rules that have it, so what only slams turn
    # on cannot matter to a number.
    is_number = bid is not None and calls.number(bid) is not None
    idle = {*(_SLAM if is_number else ()), *(AUCTION if is_settled and bid else ())}
    return tuple(option for option in names if option not in idle)


def play_options_for_record(record: HandRecord, deal: Deal, verdict: Verdict) -> tuple[str, ...]:
    """The choices of pack, draw and play that can bear on a record, of which there is a verdict.

    What makes another game of it, as other off-cards or another draw do, is asked only of a record
    that cannot be: that may have been played so.
    """
    rules, trump = deal.ruleset.rules, verdict.trump
    named = {card for _, card in records.card_pointers(record)}
    has_joker = any(map(cards.is_joker, named))
    # A joker that nobody listed can be in play as well, unless all cards are known.
    may_have_joker = bool(deal.pack.jokers) and len(named) < piles.most_captured(deal)
    claims = record.claims
    is_counted = PointName.GAME in rules.points and (record.piles or (claims and claims.pips))
    first = record.tricks[0].cards[:1] if record.tricks else ()
    is_wrong = verdict.status is Status.IMPOSSIBLE
    bears = {
        "pitched_joker": any(map(cards.is_joker, first)),
        "joker_order": has_joker,
        "joker_pips": has_joker or is_counted,
        "joker_rank": has_joker or may_have_joker,
        "follow": is_wrong if deal.is_trumps_only else _is_ruffed(record, deal, trump),
        "draw": is_wrong and rules.draw is not Draw.NONE,
        "off_cards": is_wrong and rules.off_cards,
    }
    # An option that means nothing under these rules changes nothing, so none is tried of trumps to
    # spare, or of what is left, where nothing is drawn.
    free = (option for option in PLAY if option not in bears)
    return (*free, *(option for option, does_bear in bears.items() if does_bear))


def _is_ruffed(record: HandRecord, deal: Deal, trump: str | None) -> bool:
    """Whether a trump fell to a plain suit, which strict following may not allow."""
    suit_of = deal.pack.suit_of
    return any(
        trump is None
        or (suit_of(led, trump) != trump and any(suit_of(card, trump) == trump for card in others))
        for led, *others in (trick.cards for trick in record.tricks if len(trick.cards) > 1)
    )
