"""Contradictions of claimed trumps: too few between High and Low, or beyond either."""

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
    """Yield the contradictions among claimed trumps."""
    yield from _gap(claims, captures, deal, pitcher)
    yield from _beyond(claims, captures, deal)


def _gap(
    claims: Claims, captures: Captures, deal: Deal, pitcher: int | None
) -> Iterator[Contradiction]:
    """Yield too few trumps between High and Low for every side that took one.

    Only if the first lead draws all trumps: no joker apart may be thrown instead, and piles get
    no surplus.
    """
    high, low = claims.find(PointName.HIGH), claims.find(PointName.LOW)
    if high is None or low is None or high.card is None or low.card is None:
        return
    trump = _trump_by_extreme(high.card, captures, deal)
    if trump is None or not deal.pulls_trumps:
        return
    trumps, order = deal.pack.trumps(trump), deal.pack.ranking(trump).order
    if not {high.card, low.card} <= set(trumps) or order[high.card] < order[low.card]:
        return
    # Jokers can rank below Low, because a joker is never Low.
    between = [
        card
        for card in trumps
        if order[card] <= order[high.card] and (order[card] >= order[low.card] or is_joker(card))
    ]
    # A trump out of play leaves one fewer between the two.
    absent = {points.card_for(claim.point, trump) for claim in claims.points if not claim.in_play}
    room = len(set(between) - (absent - {high.card, low.card}))
    needed = _least_in_play(claims, room, deal, pitcher)
    if room < needed:
        yield lemmas.TOO_FEW_BETWEEN(deal, low=low.card, high=high.card, room=room, needed=needed)


def _least_in_play(claims: Claims, room: int, deal: Deal, pitcher: int | None) -> int:
    """Return the fewest trumps in play that let every side take its claimed points."""
    owners = _captors(claims, deal)
    holders = set(owners)
    if pitcher is not None and deal.pitcher_leads_trump:
        holders.add(deal.side_of(pitcher))
    # Two trumps alone fall together in the first trick, so two sides cannot have one each.
    if len(owners) > 1 and room == 2:
        return 3
    return len(holders) + len(owners) - 1


def _trump_by_extreme(card: str, captures: Captures, deal: Deal) -> str | None:
    """Return the trump suit by a claimed High or Low, else as known."""
    return play.suit_of_trump(card, deal.pack) or captures.trump


def _captors(claims: Claims, deal: Deal) -> set[int]:
    """Return the sides that claim a captured trump."""
    # Low and the two can go to the player dealt them, and a joker apart is no trump.
    excluded = NO_CARD | {PointName.HIGH_SPADE} | deal.ruleset.rules.dealt_points
    if deal.pack.joker_rank is JokerRank.APART:
        excluded |= set(JOKERS)
    return {
        claim.side
        for claim in claims.points
        if claim.point not in excluded and claim.in_play and claim.side is not None
    }


def _beyond(claims: Claims, captures: Captures, deal: Deal) -> Iterator[Contradiction]:
    """Yield trumps in play higher than High, or lower than Low and no joker.

    Under all rules, by the ranking of the trumps.
    """
    for point, sign in EXTREMES.items():
        claim = claims.find(point)
        trump = _trump_by_extreme(claim.card, captures, deal) if claim and claim.card else None
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
    """Return the conflict of a point in play whose card is above High or below Low."""
    conflict = lemmas.BEYOND_EXTREME(deal, point=point, extreme=extreme, card=card)
    return conflict.for_point(point)


def extreme_conflict(point: PointName, extreme: PointName, card: str, deal: Deal) -> Contradiction:
    """Return the conflict of a point out of play whose card is claimed as High or Low."""
    return lemmas.IS_EXTREME(deal, point=point, extreme=extreme, card=card).for_point(point)
