"""Reasons that a called partner gives: the card, its holder, and what two took together."""

from collections.abc import Iterator
from itertools import product
from typing import Final

from pitch import point_names
from pitch.findings import FindingKind
from pitch.hand import points
from pitch.hand.checks import called_cards, counts
from pitch.messages import CARD, COUNT, PLAYER, Message
from pitch.proof.facts import Facts
from pitch.proof.reasons.reason import Reason, Teller
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

_PLAYED_ANOTHER: Final = Message(
    "finding.partner_played_another", player=PLAYER, card=CARD, called=CARD
)
_HELD_BACK: Final = Message("finding.called_card_held_back", card=CARD, trick=COUNT)


def found(facts: Facts) -> Iterator[Reason]:
    """Every reason of that sort; none where no partner is called."""
    if not facts.deal.calls_partner:
        return
    yield from _no_trump(facts)
    for called in facts.all(CalledCardIs):
        yield from _wrong_partner(facts, called)
        yield from _another_card(facts, called)
        yield from _held_back(facts, called)
    arithmetic = Teller(facts, FindingKind.ARITHMETIC)
    yield from _over_total(facts, arithmetic)
    yield from _miscounted(facts, arithmetic)


def _no_trump(facts: Facts) -> Iterator[Reason]:
    """A called card of another suit than trump (`play.partner`)."""
    ruleset = Teller(facts, FindingKind.RULESET)
    for named, called in product(facts.all(TrumpIs), facts.all(CalledCardIs)):
        if not facts.is_trump(called.card):
            message = called_cards.NO_TRUMP(card=facts.named(called.card), trump=named.suit)
            by, topics = (named, called), ("play.partner",)
            yield ruleset.tell("called_card_is_no_trump", message, *by, topics=topics)


def _wrong_partner(facts: Facts, called: CalledCardIs) -> Iterator[Reason]:
    """A partner who did not have the called card, for another did (`play.partner`)."""
    award = Teller(facts, FindingKind.AWARD)
    for said, holder in product(facts.all(PartnerIs), facts.holders_of(called.card)):
        if said.seat != holder.value:
            had, partner = map(facts.deal.player, (holder.value, said.seat))
            message = called_cards.WRONG_PARTNER(
                holder=had, card=facts.named(called.card), partner=partner
            )
            by, topics = (called, said, holder), ("play.partner",)
            yield award.tell("wrong_partner", message, *by, topics=topics)


def _another_card(facts: Facts, called: CalledCardIs) -> Iterator[Reason]:
    """A partner who played another card to the first trick (`play.called`)."""
    violation, leader, players = (
        Teller(facts, FindingKind.VIOLATION),
        facts.leader(0),
        facts.deal.players,
    )
    last = facts.card(0, players - 1)
    for said in facts.all(PartnerIs):
        if leader is None or last is None or said.seat == leader.value:
            continue
        # With a last card everybody played, and so the partner in his place.
        own = facts.card(0, (said.seat - leader.value) % players)
        if own is None or own.card == called.card:
            continue
        message = _PLAYED_ANOTHER(
            player=facts.deal.player(said.seat),
            card=facts.named(own.card),
            called=facts.named(called.card),
        )
        by, topics = (called, said, leader, own, last), ("play.called",)
        yield violation.tell("partner_played_another", message, *by, topics=topics)


def _held_back(facts: Facts, called: CalledCardIs) -> Iterator[Reason]:
    """A called card that another than the pitcher played later (`play.called`)."""
    violation, first = Teller(facts, FindingKind.VIOLATION), facts.leader(0)
    for fell in facts.all(PlayedToTrick):
        if fell.card != called.card or not fell.trick or first is None:
            continue
        # The pitcher led first, so of a trick that he led no later card is his.
        led, player = facts.leader(fell.trick), facts.player(fell)
        is_his_trick = led is not None and led.value == first.value and fell.place > 0
        other = led if is_his_trick else player
        if other is None or (not is_his_trick and other.value == first.value):
            continue
        message = _HELD_BACK(card=facts.named(called.card), trick=fell.trick + 1)
        by, topics = (called, first, other, fell), ("play.called",)
        yield violation.tell("called_card_held_back", message, *by, topics=topics)


def _over_total(facts: Facts, arithmetic: Teller) -> Iterator[Reason]:
    """More or fewer points than a hand has, by what two and the others took together (D-8, N1)."""
    deal, said = facts.deal, facts.all(TogetherAre)
    for each in (said[:1], said[1:2], said[:2]):
        total = sum(taken.points for taken in each)
        topics = tuple(map(point_names.topic, deal.ruleset.rules.points))
        if each and total > points.most_points(deal):
            message = counts.over_total((), total, deal)
            yield arithmetic.tell("points_over_total", message, *each, topics=topics)
        if len(each) == 2 and total < points.least_points(deal):
            message = counts.under_least(total, deal)
            topics = tuple(map(point_names.topic, points.always_taken(deal)))
            yield arithmetic.tell("points_under_least", message, *each, topics=topics)


def _miscounted(facts: Facts, arithmetic: Teller) -> Iterator[Reason]:
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
                message = called_cards.TOGETHER_MISCOUNTED(
                    who=called_cards.CAMPS[not said.is_pitching],
                    points=total,
                    bound="exactly" if is_all else "least",
                    claimed=said.points,
                )
                topics = ("score.partner",)
                yield arithmetic.tell(
                    "points_miscounted", message, said, partner, pitcher, *by, topics=topics
                )
