"""Reasons that claimed points give: against the cards that were taken, and against each other."""

from collections.abc import Iterator, Sequence
from typing import Final

from pitch import cards, point_names
from pitch.findings import FindingKind
from pitch.hand import points
from pitch.hand.checks import claimed_trumps, counts
from pitch.hand.checks import claims as checked
from pitch.messages import CARD, CHOICE, PLAYER, POINT, SIDE, Message, Sentence
from pitch.point_names import EXTREMES, PointName
from pitch.proof.facts import Facts
from pitch.proof.reasons import card_points
from pitch.proof.reasons.reason import Reason, Teller
from pitch.proof.statements import (
    GameIsTied,
    InPile,
    LowWasDealtTo,
    PointGoesTo,
    PointInPlay,
    PointsAre,
    Statement,
)
from pitch.rules.choices import GameTie, Surplus

_BEYOND: Final = Message("finding.is_another_card.beyond", point=POINT, card=CARD, other=CARD)
_IN_NO_PILE: Final = Message("finding.is_another_card.in_no_pile", point=POINT, card=CARD)
_TAKEN: Final = Message(
    "finding.claimed_by_another.taken", other=SIDE, card=CARD, point=POINT, side=SIDE
)
_NONE_BEYOND: Final = Message(
    "finding.claimed_by_another.none_beyond", other=SIDE, card=CARD, side=SIDE, way=CHOICE
)
_NO_TRUMP_TAKEN: Final = Message("finding.claimed_by_another.no_trump", side=SIDE, point=POINT)
_LOW_DEALT: Final = Message("finding.claimed_by_another.low_dealt", player=PLAYER, side=SIDE)


def found(facts: Facts) -> Iterator[Reason]:
    """Every reason of that sort."""
    arithmetic = Teller(facts, FindingKind.ARITHMETIC)
    yield from _suits(facts, arithmetic)
    yield from _cards(facts, arithmetic)
    yield from _jack(facts, arithmetic)
    yield from _owners(facts, arithmetic)
    yield from _trickless(facts, arithmetic)
    yield from _dealt_low(facts, arithmetic)
    yield from _ties(facts, arithmetic)
    yield from _counts(facts, arithmetic)


def _suits(facts: Facts, arithmetic: Teller) -> Iterator[Reason]:
    """A claimed card that is no trump, or High below Low."""
    claimed = facts.claimed_extremes()
    if facts.trump is None:  # then no card is claimed, for that would tell the suit
        return
    for each in claimed:
        if facts.is_trump(each.card):
            continue
        message = checked.NO_TRUMP(card=facts.named(each.card), trump=facts.trump)
        yield arithmetic.tell("claimed_card_is_no_trump", message, each, trump=True)
    high = [each.card for each in claimed if each.point is PointName.HIGH]
    low = [each.card for each in claimed if each.point is PointName.LOW]
    if high and low and facts.order(high[0]) < facts.order(low[0]):
        needs_suit = not facts.is_natural(high[0], low[0])
        message = checked.HIGH_BELOW_LOW()
        yield arithmetic.tell("high_below_low", message, *claimed, trump=needs_suit)


def _cards(facts: Facts, arithmetic: Teller) -> Iterator[Reason]:
    """A claimed card that another in play is beyond, or that is in no pile."""
    for claim in facts.claimed_extremes():
        name, sign, card = claim.point.value, EXTREMES[claim.point], facts.named(claim.card)
        code, topics = f"{name}_is_another_card", (f"score.{name}",)
        for other in facts.in_play():
            if _is_beyond(facts, other.card, claim.card, sign):
                message = _BEYOND(point=claim.point, card=card, other=facts.named(other.card))
                needs_suit = not facts.is_natural(claim.card, other.card)
                yield arithmetic.tell(code, message, claim, other, topics=topics, trump=needs_suit)
        # A pile listed from the ten up says nothing of a card that counts no pips.
        closed = facts.closed_by_all(whole=not facts.pack.pips[claim.card])
        if closed and all(claim.card not in pile.cards for pile in closed):
            message = _IN_NO_PILE(point=claim.point, card=card)
            by: tuple[Statement, ...] = (claim, *closed)
            yield arithmetic.tell(code, message, *by, topics=topics)


def _is_beyond(facts: Facts, other: str, card: str, sign: int) -> bool:
    """Whether a card would be High in the place of another, or Low with -1, were that a trump."""
    # Without the trump suit an off-card or a joker does not tell how it stands to another card.
    if not facts.is_natural(card, other) and not facts.is_trump(card):
        return False
    if facts.suit(other) != facts.suit(card) or (sign < 0 and cards.is_joker(other)):
        return False
    return sign * (facts.order(other) - facts.order(card)) > 0


def _jack(facts: Facts, arithmetic: Teller) -> Iterator[Reason]:
    """Whether the jack of trumps was in play, against the cards claimed for High and Low."""
    owned = [each for each in facts.all(PointGoesTo) if each.point is PointName.JACK]
    absent = facts.said_in_play(PointName.JACK, was=False)
    present: list[Statement] = [*owned, *facts.said_in_play(PointName.JACK, was=True)]
    for claim in facts.claimed_extremes():
        sign = EXTREMES[claim.point]
        is_joker = cards.is_joker(claim.card)
        # How a joker stands to the jack is alike in every suit, of an off-card only one tells.
        trump = facts.pack.suits[0] if is_joker else facts.suit(claim.card)
        needs_suit = not is_joker and not facts.is_natural(claim.card)
        ranking, jack = facts.pack.ranking(trump), cards.jack(trump)
        if jack not in ranking.order or (needs_suit and not facts.is_trump(claim.card)):
            continue
        if sign * (ranking.order[jack] - ranking.order[claim.card]) > 0:
            message = claimed_trumps.BEYOND_EXTREME(
                point=PointName.JACK, extreme=claim.point, card=facts.named(claim.card)
            )
            for there in present:
                code = "jack_beyond_high_or_low"
                yield arithmetic.tell(code, message, claim, there, trump=needs_suit)
        for missing in absent if claim.card == jack else ():
            message = claimed_trumps.IS_EXTREME(
                point=PointName.JACK, extreme=claim.point, card=jack
            )
            code = "jack_is_high_or_low"
            yield arithmetic.tell(code, message, claim, missing, trump=needs_suit)


def _owners(facts: Facts, arithmetic: Teller) -> Iterator[Reason]:
    """Who is said to have taken High or Low, against the trumps in the piles."""
    dealt_points = facts.deal.ruleset.rules.dealt_points
    for claim in facts.all(PointGoesTo):
        if claim.point not in EXTREMES or claim.point in dealt_points:
            continue
        code, topics = f"{claim.point}_claimed_by_another", (point_names.topic(claim.point),)
        for message, by in _trumps_taken(facts, claim):
            yield arithmetic.tell(code, message, claim, *by, topics=topics, trump=True)
        none = facts.trumps(claim.side)
        if none is not None and none.value == 0:
            message = _NO_TRUMP_TAKEN(side=facts.deal.side(claim.side), point=claim.point)
            yield arithmetic.tell(code, message, claim, none, topics=topics)


def _trumps_taken(
    facts: Facts, claim: PointGoesTo
) -> Iterator[tuple[Sentence, tuple[Statement, ...]]]:
    """Trumps of another side by which High or Low is not where it is claimed."""
    sign, side = EXTREMES[claim.point], facts.deal.side(claim.side)
    for taken in facts.all(InPile):
        if not facts.is_trump(taken.card) or taken.side == claim.side:
            continue
        # A joker is never Low, however low it stands.
        if sign < 0 and cards.is_joker(taken.card):
            continue
        other, card = facts.deal.side(taken.side), facts.named(taken.card)
        # Nothing can be beyond the highest trump of the pack, nor below the lowest, whoever
        # has what else.
        if taken.card == (facts.ranking.trumps[-1] if sign > 0 else facts.ranking.naturals[0]):
            yield _TAKEN(other=other, card=card, point=claim.point, side=side), (taken,)
        elif (pile := facts.none_beyond(claim.side, taken.card, sign)) is not None:
            way = "higher" if sign > 0 else "lower"
            yield _NONE_BEYOND(other=other, card=card, side=side, way=way), (taken, *pile)


def _trickless(facts: Facts, arithmetic: Teller) -> Iterator[Reason]:
    """D-16: a side without a trick has no point that captured cards give.

    Unless it has trumps that others could not keep, or Game is tied at no pips and not nobody's.
    """
    rules = facts.deal.ruleset.rules
    if facts.deal.surplus is Surplus.TO_OPPONENTS:
        return
    others = rules.dealt_points
    if rules.game_tie is not GameTie.NOBODY:
        others |= {PointName.GAME}
    for claim in facts.all(PointGoesTo):
        if claim.point in others:
            continue
        for most in facts.most_tricks(claim.side):
            if most.value == 0:
                side = facts.deal.side(claim.side)
                message = checked.WITHOUT_A_TRICK(side=side, point=claim.point)
                topics = (point_names.topic(claim.point),)
                yield arithmetic.tell("point_without_a_trick", message, claim, most, topics=topics)


def _dealt_low(facts: Facts, arithmetic: Teller) -> Iterator[Reason]:
    """Who is said to have been dealt Low, against the holdings, the play and the point."""
    dealt_points = facts.deal.ruleset.rules.dealt_points
    for said in facts.all(LowWasDealtTo):
        player = facts.deal.player(said.seat)
        for card, lowest in _lowest(facts):
            for holder in facts.holders_of(card):
                if holder.value != said.seat:
                    message = checked.LOW_DEALT_ELSEWHERE(
                        holder=facts.deal.player(holder.value),
                        card=facts.named(card),
                        player=player,
                    )
                    by = (said, holder, *lowest)
                    code, topics = "low_dealt_elsewhere", ("score.low",)
                    needs_suit = not lowest
                    yield arithmetic.tell(code, message, *by, topics=topics, trump=needs_suit)
        for claim in facts.all(PointGoesTo):
            is_low = claim.point is PointName.LOW and claim.point in dealt_points
            if is_low and claim.side != facts.deal.side_of(said.seat):
                message = _LOW_DEALT(player=player, side=facts.deal.side(claim.side))
                topics = ("score.low",)
                yield arithmetic.tell("low_claimed_by_another", message, said, claim, topics=topics)


def _lowest(facts: Facts) -> Iterator[tuple[str, tuple[Statement, ...]]]:
    """The card that is the lowest trump if it is in play, and what else says so."""
    if facts.trump is not None:
        # The lowest card of the pack is the lowest trump in play whenever it is in play.
        yield facts.ranking.naturals[0], ()
    for claim in facts.claimed_extremes():
        if claim.point is PointName.LOW:
            yield claim.card, (claim,)


def _ties(facts: Facts, arithmetic: Teller) -> Iterator[Reason]:
    """A side with Game although it is shared and then goes to nobody."""
    if facts.deal.ruleset.rules.game_tie is not GameTie.NOBODY:
        return
    for tied in facts.all(GameIsTied):
        for claim in facts.all(PointGoesTo):
            if claim.point is PointName.GAME:
                message, topics = checked.TIED_BUT_AWARDED(), ("score.tie",)
                yield arithmetic.tell("game_awarded_but_tied", message, tied, claim, topics=topics)


def _counts(facts: Facts, arithmetic: Teller) -> Iterator[Reason]:
    """D-8: points by side that no hand has, or that do not agree with who has which point."""
    deal = facts.deal
    cited = tuple(map(point_names.topic, deal.ruleset.rules.points))
    # The largest first, so that as few sides as possible are blamed for the sum.
    said = sorted(facts.all(PointsAre), key=lambda each: -each.points)
    for size in range(1, len(said) + 1):
        total = sum(each.points for each in said[:size])
        sides = [deal.side(each.side) for each in said[:size]]
        if total > points.most_points(deal):
            message = counts.over_total(sides, total, deal)
            yield arithmetic.tell("points_over_total", message, *said[:size], topics=cited)
        if total < points.least_points(deal) and size == deal.sides:
            message = counts.under_least(total, deal)
            always = tuple(map(point_names.topic, points.always_taken(deal)))
            yield arithmetic.tell("points_under_least", message, *said, topics=always)
    for each in said:
        yield from _miscounted(facts, arithmetic, each)


def _miscounted(facts: Facts, arithmetic: Teller, said: PointsAre) -> Iterator[Reason]:
    """The points of a side against who is said to have which point."""
    told = card_points.owners(facts)
    own = [(goes, by) for goes, by in told if goes.side == said.side]
    others = [(goes, by) for goes, by in told if goes.side != said.side]
    # A card that was not in play is its points fewer for everybody.
    absent = [(each, each) for each in facts.all(PointInPlay) if not each.was]
    lost: list[tuple[PointGoesTo | PointInPlay, Statement]] = [*others, *absent]
    total = points.most_points(facts.deal)
    bounds: tuple[tuple[bool, Sequence[tuple[PointGoesTo | PointInPlay, Statement]], int], ...] = (
        (True, own, sum(facts.worth(point) for point, _ in own)),
        (False, lost, total - sum(facts.worth(point) for point, _ in lost)),
    )
    for is_least, owned, bound in bounds:
        if said.points < bound if is_least else said.points > bound:
            message = counts.MISCOUNTED(
                side=facts.deal.side(said.side),
                points=bound,
                bound="least" if is_least else "most",
                claimed=said.points,
            )
            topics = tuple(map(point_names.topic, facts.deal.ruleset.rules.points))
            by = [by for _, by in owned]
            needs_suit = any(isinstance(each, InPile) for each in by)
            code = "points_miscounted"
            yield arithmetic.tell(code, message, said, *by, topics=topics, trump=needs_suit)
