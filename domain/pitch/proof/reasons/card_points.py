"""Reasons that points of a card give: who is said to have taken it, or that it was not in play."""

from collections.abc import Iterator
from typing import Final

from pitch import point_names
from pitch.findings import FindingKind
from pitch.hand import points
from pitch.hand.checks import claims
from pitch.messages import CARD, POINT, SIDE, Message
from pitch.point_names import PointName
from pitch.proof.facts import Facts
from pitch.proof.reasons.reason import Reason, Teller
from pitch.proof.statements import InPile, PointGoesTo, PointInPlay, Statement

_TAKEN: Final = Message("finding.claimed_by_another.card", other=SIDE, card=CARD, side=SIDE)
_NOT_IN_PILE: Final = Message("finding.claimed_by_another.not_in_pile", side=SIDE, card=CARD)
_POINT_NOT_IN_PILE: Final = Message(
    "finding.claimed_by_another.not_in_pile.any_suit", side=SIDE, point=POINT
)
_IN_NO_PILE: Final = Message("finding.claimed_by_another.in_no_pile", card=CARD)
_POINT_IN_NO_PILE: Final = Message("finding.claimed_by_another.in_no_pile.any_suit", point=POINT)


def found(facts: Facts) -> Iterator[Reason]:
    """Every reason of that sort."""
    arithmetic = Teller(facts, FindingKind.ARITHMETIC)
    yield from _absent(facts, arithmetic)
    for claim in facts.all(PointGoesTo):
        yield from _against_piles(facts, arithmetic, claim)
    yield from _in_no_pile(facts, arithmetic)


def owners(facts: Facts) -> list[tuple[PointGoesTo, Statement]]:
    """Who has which point, each with the claim or the captured card that tells it."""
    found: list[tuple[PointGoesTo, Statement]] = [(each, each) for each in facts.all(PointGoesTo)]
    said = {each.point for each, _ in found}
    for point in facts.deal.ruleset.rules.points:
        brings = _brings(facts, point)
        if point in said or len(brings) != 1 or _is_holders(facts, point):
            continue
        taken = [each for each in facts.all(InPile) if each.card in brings]
        found += [(PointGoesTo(point, each.side), each) for each in taken[:1]]
    return found


def _is_holders(facts: Facts, point: PointName) -> bool:
    """Whether a point is of who was dealt its card, in whichever pile that lies (N3)."""
    return point in facts.deal.ruleset.rules.dealt_points


def _absent(facts: Facts, arithmetic: Teller) -> Iterator[Reason]:
    """A card that was not in play, and yet was taken or is listed."""
    # Each pair is told by itself: which one of the two is the slip, the table knows.
    for missing in (each for each in facts.all(PointInPlay) if not each.was):
        point, brings = missing.point, _brings(facts, missing.point)
        for owner in (each for each in facts.all(PointGoesTo) if each.point is point):
            message = claims.AWARDED_BUT_ABSENT(point=point)
            yield arithmetic.tell(f"{point}_awarded_but_absent", message, missing, owner)
        for other in facts.in_play() if len(brings) == 1 else ():
            if other.card in brings:
                message = claims.WAS_IN_PLAY(card=facts.named(other.card))
                code, needs_suit = f"{point}_was_in_play", _needs_suit(facts, point)
                yield arithmetic.tell(code, message, missing, other, trump=needs_suit)


def _against_piles(facts: Facts, arithmetic: Teller, claim: PointGoesTo) -> Iterator[Reason]:
    """Who is said to have taken a card, where it lies in another pile, or not in that one."""
    point, brings = claim.point, _brings(facts, claim.point)
    if not brings or _is_holders(facts, point):
        return
    side = facts.deal.side(claim.side)
    code, topics = f"{point}_claimed_by_another", (point_names.topic(point),)
    needs_suit = _needs_suit(facts, point)
    for taken in facts.all(InPile) if len(brings) == 1 else ():
        if taken.card in brings and taken.side != claim.side:
            other = facts.deal.side(taken.side)
            message = _TAKEN(other=other, card=facts.named(taken.card), side=side)
            yield arithmetic.tell(code, message, claim, taken, topics=topics, trump=needs_suit)
    pile = facts.closed(claim.side, whole=_counts_nothing(facts, brings))
    if pile is not None and brings.isdisjoint(pile.cards):
        message = (
            _NOT_IN_PILE(side=side, card=card)
            if (card := _only(facts, brings))
            else _POINT_NOT_IN_PILE(side=side, point=point)
        )
        yield arithmetic.tell(code, message, claim, pile, topics=topics, trump=needs_suit)


def _in_no_pile(facts: Facts, arithmetic: Teller) -> Iterator[Reason]:
    """A card that is said to have been in play, and is in no pile."""
    for said in (each for each in facts.all(PointInPlay) if each.was):
        point, brings = said.point, _brings(facts, said.point)
        closed = facts.closed_by_all(whole=_counts_nothing(facts, brings))
        if brings and closed and all(brings.isdisjoint(pile.cards) for pile in closed):
            card = _only(facts, brings)
            message = _IN_NO_PILE(card=card) if card else _POINT_IN_NO_PILE(point=point)
            by: list[Statement] = [said, *closed]
            code, topics = f"{point}_claimed_by_another", (point_names.topic(point),)
            needs_suit = _needs_suit(facts, point)
            yield arithmetic.tell(code, message, *by, topics=topics, trump=needs_suit)


def _brings(facts: Facts, point: PointName) -> frozenset[str]:
    """The cards one of which brings a point: just one where the trump suit is known."""
    suits = (facts.trump,) if facts.trump else facts.pack.suits
    found = (points.card_for(point, suit) for suit in suits)
    return frozenset(card for card in found if card is not None)


def _needs_suit(facts: Facts, point: PointName) -> bool:
    """Whether it rests on the trump suit which card a point is for."""
    return facts.trump is not None and point not in point_names.JOKERS


def _only(facts: Facts, brings: frozenset[str]) -> str | None:
    """The card that brings a point; None while the trump suit is not known."""
    return facts.named(next(iter(brings))) if len(brings) == 1 else None


def _counts_nothing(facts: Facts, brings: frozenset[str]) -> bool:
    """Whether only a pile that is listed whole tells that a card is not in it."""
    return not all(facts.pack.pips[card] for card in brings)
