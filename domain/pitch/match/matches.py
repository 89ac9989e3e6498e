"""Matches: the agreement before the first deal, and the entries for each hand after it."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, TypeVar

from msgspec import Meta, Struct

from pitch import seats
from pitch.hand.proofs import Proof
from pitch.hand.records import HandRecord
from pitch.hand.results import Change
from pitch.messages import COUNT, Message, Refusal
from pitch.rules.rulesets import RuleSet
from pitch.seats import Arrangement, Seating
from pitch.types import MOST_HANDS, HandNumber, Reason, Side, Value

_FULL = Message("problem.hand_out_of_order.full", most=COUNT)
_NEXT = Message("problem.hand_out_of_order.next", hand=COUNT)
_NO_HAND = Message("problem.no_such_hand", hand=COUNT)
_NOT_YET = Message("problem.no_such_hand.yet", hand=COUNT, last=COUNT)


class NoSuchHand(Refusal, has_message=False):
    """There is no hand of that number."""


class HandOutOfOrder(Refusal, has_message=False):
    """Hands are numbered without gaps."""


class Policy(StrEnum):
    """The players who must agree to a hand before it counts as confirmed."""

    ONE = "one"
    BOTH_SIDES = "both_sides"
    OWNER = "owner"


class Settlement(StrEnum):
    """The way in which a dispute ended."""

    CORRECTED = "corrected"
    RULING_ACCEPTED = "ruling_accepted"
    OVERRULED = "overruled"
    WITHDRAWN = "withdrawn"


class Match(Struct, frozen=True):
    """The agreement before the first deal: rules, seats and the first dealer."""

    ruleset: RuleSet
    seating: Seating
    first_dealer: int

    def check_hand(self, hands: Sequence["Hand"], number: int, record: HandRecord) -> None:
        """Refuse a hand, counted from 1, that leaves a gap or that `HandRecord.check` refuses."""
        if number > MOST_HANDS:
            raise HandOutOfOrder(_FULL(most=MOST_HANDS))
        if not 1 <= number <= len(hands) + 1:
            raise HandOutOfOrder(_NEXT(hand=len(hands) + 1))
        record.check(self.ruleset, self.seating.table)

    def check_adjustment(self, hands: Sequence["Hand"], adjustment: "Adjustment") -> None:
        """Refuse an adjustment for no side (NotAtTable) or no hand (NoSuchHand) of the match."""
        self.seating.table.check_side(adjustment.side, "/side")
        if adjustment.after_hand > len(hands):
            raise NoSuchHand(
                _NOT_YET(hand=adjustment.after_hand, last=len(hands)),
                pointer="/afterHand",
            )

    def check_overruling(self, overruling: "Overruling") -> None:
        """Refuse an overruling that does not have one change for each side (WrongLength)."""
        seats.check_by_side(self.seating.table, overruling.deltas, "/deltas")

    @classmethod
    def open(
        cls, ruleset: RuleSet, names: tuple[str, ...], sides: Arrangement | None, first_dealer: int
    ) -> "Match":
        """Return a new match, `names` by seat. Raises TableNotAllowed or NotAtTable."""
        table = ruleset.table_for(len(names), sides)
        table.check_seat(first_dealer, "/firstDealer")
        seating = Seating(table=table, names=names)
        return cls(ruleset=ruleset, seating=seating, first_dealer=first_dealer)


class Overruling(Value, frozen=True):
    """The scores of a hand that the table agreed on, against its record, and the reason."""

    deltas: Annotated[tuple[Change, ...], Meta(min_length=2, max_length=8)]
    """The change of each side's score that the table agreed on."""
    made: bool | None
    """True if the bid counts as made by agreement; null if nobody bid."""
    reason: Reason
    """The table's reason for the scores it agreed on."""


class Hand(Value, frozen=True):
    """One recorded hand of a match; a void one stays on the sheet but counts for nothing."""

    number: HandNumber
    record: HandRecord
    is_void: bool = False
    overruled: Overruling | None = None
    proof: Proof | None = None
    """The proof of the record, valid for the dealer that it names."""


AnyHand = TypeVar("AnyHand", bound=Hand)
"""A hand, possibly of a subclass with more fields."""


class Adjustment(Value, frozen=True):
    """Points given or taken outside play, with the reason, after a hand (0: before the first)."""

    side: Side
    points: Annotated[int, Meta(ge=-100, le=100)]
    reason: str
    after_hand: Annotated[int, Meta(ge=0, le=MOST_HANDS)]


def put_hand(hands: Sequence[AnyHand], hand: AnyHand) -> tuple[AnyHand, ...]:
    """Return the hands with one added or replaced."""
    return (*hands[: hand.number - 1], hand, *hands[hand.number :])


def find_hand(hands: Sequence[AnyHand], number: int) -> AnyHand:
    """Return the hand of a number, from 1. Raises NoSuchHand if there is none."""
    if not 1 <= number <= len(hands):
        raise NoSuchHand(_NO_HAND(hand=number))
    return hands[number - 1]
