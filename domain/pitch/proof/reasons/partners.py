"""Reasons that a called partner gives: the card, its holder, and what two took together."""

from collections.abc import Iterator
from itertools import product

from pitch.hand import lemmas, points
from pitch.hand.checks import called_cards, counts
from pitch.proof.facts import Facts
from pitch.proof.reasons.reason import Reason, explain
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
    """Every reason of that sort; none where no partner is called."""
    if not facts.deal.calls_partner:
        return
    yield from _no_trump(facts)
    for called in facts.all(CalledCardIs):
        yield from _wrong_partner(facts, called)
        yield from _another_card(facts, called)
        yield from _held_back(facts, called)
    yield from _over_total(facts)
    yield from _miscounted(facts)


def _no_trump(facts: Facts) -> Iterator[Reason]:
    """A called card of another suit than trump (`play.partner`)."""
    for named, called in product(facts.all(TrumpIs), facts.all(CalledCardIs)):
        if not facts.is_trump(called.card):
            conflict = lemmas.CALLED_NO_TRUMP(facts.deal, card=called.card, trump=named.suit)
            yield explain(facts, conflict, named, called)


def _wrong_partner(facts: Facts, called: CalledCardIs) -> Iterator[Reason]:
    """A partner who did not have the called card, for another did (`play.partner`)."""
    for stated, holder in product(facts.all(PartnerIs), facts.card_holders(called.card)):
        if stated.seat != holder.value:
            had, partner = holder.value, stated.seat
            conflict = lemmas.WRONG_PARTNER(
                facts.deal, holder=had, card=called.card, partner=partner
            )
            yield explain(facts, conflict, called, stated, holder)


def _another_card(facts: Facts, called: CalledCardIs) -> Iterator[Reason]:
    """A partner who played another card to the first trick (`play.called`)."""
    leader, players = facts.leader(0), facts.deal.players
    last = facts.card(0, players - 1)
    for stated in facts.all(PartnerIs):
        partner = stated.seat
        if leader is None or last is None or partner == leader.value:
            continue
        # With a last card everybody played, and so the partner in his place.
        own = facts.card(0, (partner - leader.value) % players)
        if own is None or own.card == called.card:
            continue
        conflict = lemmas.PARTNER_PLAYED_ANOTHER(
            facts.deal, player=partner, card=own.card, called=called.card
        )
        yield explain(facts, conflict, called, stated, leader, own, last)


def _held_back(facts: Facts, called: CalledCardIs) -> Iterator[Reason]:
    """A called card that another than the pitcher played later (`play.called`)."""
    first = facts.leader(0)
    for fell in facts.all(PlayedToTrick):
        if fell.card != called.card or not fell.trick or first is None:
            continue
        # The pitcher led first, so of a trick that he led no later card is his.
        led, player = facts.leader(fell.trick), facts.player(fell)
        is_his_trick = led is not None and led.value == first.value and fell.place > 0
        other = led if is_his_trick else player
        if other is None or (not is_his_trick and other.value == first.value):
            continue
        conflict = lemmas.CALLED_CARD_HELD_BACK(facts.deal, card=called.card, trick=fell.trick + 1)
        yield explain(facts, conflict, called, first, other, fell)


def _over_total(facts: Facts) -> Iterator[Reason]:
    """More or fewer points than a hand has, by what two and the others took together (D-8, N1)."""
    deal, said = facts.deal, facts.all(TogetherAre)
    for each in (said[:1], said[1:2], said[:2]):
        total = sum(taken.points for taken in each)
        if each and total > points.most_points(deal):
            yield explain(facts, counts.over_total_conflict((), total, deal), *each)
        if len(each) == 2 and total < points.least_points(deal):
            yield explain(facts, counts.under_least_conflict(total, deal), *each)


def _miscounted(facts: Facts) -> Iterator[Reason]:
    """What two took together against what each of them took, or against their points."""
    pitcher, deal = facts.pitcher(), facts.deal
    for said, partner in product(facts.all(TogetherAre), facts.all(PartnerIs)):
        if pitcher is None:
            continue
        own = {pitcher.value, partner.seat}
        sides = own if said.is_pitching else set(range(deal.sides)) - own
        counted_by = [each for each in facts.all(PointsAre) if each.side in sides]
        taken = [each for each in facts.all(PointGoesTo) if each.side in sides]
        least: tuple[tuple[list[Statement], int], ...] = (
            ([*counted_by], sum(each.points for each in counted_by)),
            ([*taken], sum(map(facts.worth, taken))),
        )
        for by, total in least:
            is_all = len(counted_by) == len(sides) and by == counted_by
            if total > said.points or (is_all and total != said.points):
                conflict = lemmas.TOGETHER_MISCOUNTED(
                    deal,
                    who=called_cards.CAMPS[not said.is_pitching],
                    points=total,
                    bound="exactly" if is_all else "least",
                    claimed=said.points,
                )
                yield explain(facts, conflict, said, partner, pitcher, *by)
