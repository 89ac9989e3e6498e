"""Claimed trumps: how many stand between High and Low, and which cannot be either (D-7)."""

from collections.abc import Iterator

from pitch.cards import JokerRank, is_joker
from pitch.hand import lemmas, play, points
from pitch.hand.contradictions import Contradiction
from pitch.hand.deals import Deal
from pitch.hand.piles import Captures
from pitch.hand.records import Claims
from pitch.point_names import EXTREMES, JOKERS, NO_CARD, PointName


def check(
    claims: Claims, captures: Captures, deal: Deal, pitcher: int | None
) -> Iterator[Contradiction]:
    """What claims of trumps contradict among themselves."""
    yield from _gap(claims, captures, deal, pitcher)
    yield from _between(claims, captures, deal)


def _gap(
    claims: Claims, captures: Captures, deal: Deal, pitcher: int | None
) -> Iterator[Contradiction]:
    """D-7: no more trumps than stand between High and Low, and enough for all who took one.

    Where the first lead is a trump that draws all others: no joker apart may be thrown instead,
    and piles have no trumps that nobody could keep.
    """
    high, low = claims.find(PointName.HIGH), claims.find(PointName.LOW)
    if high is None or low is None or high.card is None or low.card is None:
        return
    trump = _trump_of(high.card, captures, deal)
    if trump is None or not deal.pulls_trumps:
        return
    trumps, order = deal.pack.trumps(trump), deal.pack.ranking(trump).order
    if not {high.card, low.card} <= set(trumps) or order[high.card] < order[low.card]:
        return
    # Jokers can stand below Low, for they are never that themselves.
    between = [
        card
        for card in trumps
        if order[card] <= order[high.card] and (order[card] >= order[low.card] or is_joker(card))
    ]
    # A trump that nobody was dealt leaves one fewer between the two.
    absent = {points.card_for(each.point, trump) for each in claims.points if not each.in_play}
    room = len(set(between) - (absent - {high.card, low.card}))
    needed = _least_in_play(claims, room, deal, pitcher)
    if room < needed:
        yield lemmas.TOO_FEW_BETWEEN(deal, low=low.card, high=high.card, room=room, needed=needed)


def _least_in_play(claims: Claims, room: int, deal: Deal, pitcher: int | None) -> int:
    """How many trumps have to be in play so that every side can have taken what it is said to."""
    owners = _captors(claims, deal)
    led = pitcher is not None and deal.pitcher_leads_trump
    holders = owners | {deal.side_of(pitcher)} if led and pitcher is not None else owners
    # Two trumps alone fall together in the first trick, so two sides cannot have one each (D-5).
    if len(owners) > 1 and room == 2:
        return 3
    return len(holders) + len(owners) - 1


def _trump_of(card: str, captures: Captures, deal: Deal) -> str | None:
    """The trump suit if a card is High or Low: its own, unless it is a joker or an off-card."""
    return play.suit_of_trump(card, deal.pack) or captures.trump


def _captors(claims: Claims, deal: Deal) -> set[int]:
    """The sides that are said to have captured a trump."""
    # Low and the two can be somebody's who was dealt them, and a joker apart is no trump.
    others = NO_CARD | {PointName.HIGH_SPADE} | deal.ruleset.rules.dealt_points
    if deal.pack.joker_rank is JokerRank.APART:
        others |= set(JOKERS)
    return {
        claim.side
        for claim in claims.points
        if claim.point not in others and claim.in_play and claim.side is not None
    }


def _between(claims: Claims, captures: Captures, deal: Deal) -> Iterator[Contradiction]:
    """D-7: a trump in play is no higher than High and, unless a joker, no lower than Low.

    For all rules, in the order in which the trumps stand.
    """
    for point, sign in EXTREMES.items():
        claim = claims.find(point)
        trump = _trump_of(claim.card, captures, deal) if claim and claim.card else None
        if claim is None or claim.card is None or trump is None:
            continue
        order = deal.pack.ranking(trump).order
        trumps = deal.pack.trumps(trump)
        for other in claims.points:
            card = points.card_for(other.point, trump)
            if card not in trumps or claim.card not in trumps or card is None:
                continue
            is_beyond = sign * (order[card] - order[claim.card]) > 0
            if other.in_play and is_beyond and not (sign < 0 and is_joker(card)):
                yield beyond_extreme_conflict(other.point, point, claim.card, deal)
            elif not other.in_play and claim.card == card:
                yield extreme_conflict(other.point, point, claim.card, deal)


def beyond_extreme_conflict(
    point: PointName, extreme: PointName, card: str, deal: Deal
) -> Contradiction:
    """That the card of a point in play is higher than High, or lower than Low."""
    conflict = lemmas.BEYOND_EXTREME(deal, point=point, extreme=extreme, card=card)
    return conflict.for_point(point)


def extreme_conflict(point: PointName, extreme: PointName, card: str, deal: Deal) -> Contradiction:
    """That the card of a point that was not in play is claimed for High or Low."""
    return lemmas.IS_EXTREME(deal, point=point, extreme=extreme, card=card).for_point(point)
