"""Reasons from a called partner: the card, its holder, and the points of both together."""

from collections.abc import Iterator, Sequence
from itertools import product

from pitch.hand import lemmas, points
from pitch.hand.checks import counts
from pitch.proof.facts import Facts, Reason, explain
from pitch.proof.statements import (
    CalledCardIs,
    PartnerIs,
    PlayedToTrick,
    PointGoesTo,
    PointsAre,
    Statement,
    TogetherAre,
    TrumpIs,
)


def find(facts: Facts) -> Iterator[Reason]:
    """Yield every reason from a called partner; none if no partner is called."""
    if not facts.deal.calls_partner:
        return
    yield from _no_trump(facts)
    for call in facts.all(CalledCardIs):
        yield from _wrong_partner(facts, call)
        yield from _another_card(facts, call)
        yield from _held_back(facts, call)
    yield from _over_total(facts)
    yield from _wrong_counts(facts)


def _no_trump(facts: Facts) -> Iterator[Reason]:
    """Yield a called card of another suit than trump (`play.partner`)."""
    for trump, call in product(facts.all(TrumpIs), facts.all(CalledCardIs)):
        if not facts.is_trump(call.card):
            conflict = lemmas.CALLED_NO_TRUMP(facts.deal, card=call.card, trump=trump.suit)
            yield explain(facts, conflict, trump, call)


def _wrong_partner(facts: Facts, call: CalledCardIs) -> Iterator[Reason]:
    """Yield a partner who did not have the called card (`play.partner`)."""
    for claim, holder in product(facts.all(PartnerIs), facts.card_holders(call.card)):
        if claim.seat != holder.value:
            had, partner = holder.value, claim.seat
            conflict = lemmas.WRONG_PARTNER(facts.deal, holder=had, card=call.card, partner=partner)
            yield explain(facts, conflict, call, claim, holder)


def _another_card(facts: Facts, call: CalledCardIs) -> Iterator[Reason]:
    """Yield a partner who played another card to the first trick (`play.called`)."""
    leader, players = facts.leader(0), facts.deal.players
    last = facts.card(0, players - 1)
    for claim in facts.all(PartnerIs):
        partner = claim.seat
        if leader is None or last is None or partner == leader.value:
            continue
        # With a last card everybody played, and so the partner in his place.
        own = facts.card(0, (partner - leader.value) % players)
        if own is None or own.card == call.card:
            continue
        conflict = lemmas.PARTNER_PLAYED_ANOTHER(
            facts.deal, player=partner, card=own.card, called=call.card
        )
        yield explain(facts, conflict, call, claim, leader, own, last)


def _held_back(facts: Facts, call: CalledCardIs) -> Iterator[Reason]:
    """Yield a called card that another than the pitcher played later (`play.called`)."""
    first = facts.leader(0)
    for fell in facts.all(PlayedToTrick, card=call.card):
        if not fell.trick or first is None:
            continue
        # The pitcher led first, so of a trick that he led no later card is his.
        led, player = facts.leader(fell.trick), facts.player(fell)
        is_his_trick = led is not None and led.value == first.value and fell.place > 0
        holder = led if is_his_trick else player
        if holder is None or (not is_his_trick and holder.value == first.value):
            continue
        conflict = lemmas.CALLED_CARD_HELD_BACK(facts.deal, card=call.card, trick=fell.trick + 1)
        yield explain(facts, conflict, call, first, holder, fell)


def _over_total(facts: Facts) -> Iterator[Reason]:
    """Yield points of both camps that are more or fewer than a hand has."""
    deal, camps = facts.deal, facts.all(TogetherAre)
    for claims in (camps[:1], camps[1:2], camps[:2]):
        total = sum(claim.points for claim in claims)
        if claims and total > points.most_points(deal):
            yield explain(facts, counts.over_total_conflict((), total, deal), *claims)
        if len(claims) == 2 and total < points.least_points(deal):
            yield explain(facts, counts.under_least_conflict(total, deal), *claims)


def _wrong_counts(facts: Facts) -> Iterator[Reason]:
    """Yield points of a camp that do not agree with those of its sides."""
    pitcher, deal = facts.pitcher(), facts.deal
    for claim, partner in product(facts.all(TogetherAre), facts.all(PartnerIs)):
        if pitcher is None:
            continue
        own = {pitcher.value, partner.seat}
        sides = own if claim.is_pitching else set(range(deal.sides)) - own
        counted = [count for count in facts.all(PointsAre) if count.side in sides]
        owned = [point for point in facts.all(PointGoesTo) if point.side in sides]
        is_all = len(counted) == len(sides)
        bounds: tuple[tuple[Sequence[Statement], int, bool], ...] = (
            (counted, sum(count.points for count in counted), is_all),
            (owned, sum(map(facts.worth, owned)), False),
        )
        for sources, total, is_exact in bounds:
            if total > claim.points or (is_exact and total != claim.points):
                conflict = lemmas.POOLED_MISCOUNTED[not claim.is_pitching](
                    deal,
                    points=total,
                    bound="exactly" if is_exact else "least",
                    claimed=claim.points,
                )
                yield explain(facts, conflict, claim, partner, pitcher, *sources)
