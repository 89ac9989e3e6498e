"""Reasons that claimed points give: against the cards that were taken, and against each other."""

from collections.abc import Iterator
from typing import Final

from domain import cards
from domain.findings import FindingKind
from domain.hand import results
from domain.proof.facts import Facts, KnownValue
from domain.proof.reasons.reason import Reason, Teller
from domain.proof.statements import (
    GameIsTied,
    InPile,
    JackInPlay,
    LowWasDealtTo,
    PlayedToTrick,
    PointCardIs,
    PointGoesTo,
    PointName,
    PointsAre,
    Statement,
    WasDealt,
)
from domain.rules.options import GameTie, Low
from domain.wording import counted, together

_EXTREMES: Final = {PointName.HIGH: ("higher", 1), PointName.LOW: ("lower", -1)}
_ALL: Final = ("score.high", "score.low", "score.jack", "score.game")


def found(facts: Facts) -> Iterator[Reason]:
    """Every reason of that sort."""
    arithmetic = Teller(facts, FindingKind.ARITHMETIC)
    yield from _suits(facts, arithmetic)
    yield from _cards(facts, arithmetic)
    yield from _jack(facts, arithmetic)
    yield from _jack_owner(facts, arithmetic)
    yield from _owners(facts, arithmetic)
    yield from _trickless(facts, arithmetic)
    yield from _dealt_low(facts, arithmetic)
    yield from _ties(facts, arithmetic)
    yield from _counts(facts, arithmetic)


def _suits(facts: Facts, arithmetic: Teller) -> Iterator[Reason]:
    """A claimed card of another suit than trump, or High below Low."""
    claimed = facts.all(PointCardIs)
    if facts.trump is None:  # then no card is claimed, for that would tell the suit
        return
    for each in claimed:
        if cards.suit(each.card) == facts.trump:
            continue
        suit = cards.suit_name(facts.trump)
        message = f"The {cards.name(each.card)} cannot be High or Low when {suit} are trump."
        yield arithmetic.tell("claimed_card_is_no_trump", message, each, trump=True)
    high = [each.card for each in claimed if each.point is PointName.HIGH]
    low = [each.card for each in claimed if each.point is PointName.LOW]
    if high and low and facts.pack.order[high[0]] < facts.pack.order[low[0]]:
        message = "The card claimed for High is lower than the one claimed for Low."
        yield arithmetic.tell("high_below_low", message, *claimed)


def _cards(facts: Facts, arithmetic: Teller) -> Iterator[Reason]:
    """A claimed card that another in play is beyond, or that is in no pile."""
    for claim in facts.all(PointCardIs):
        name, (beyond, sign) = claim.point.value, _EXTREMES[claim.point]
        code, said = f"{name}_is_another_card", f"{name.capitalize()} is not the"
        for other in facts.in_play():
            is_beyond = sign * (facts.pack.order[other.card] - facts.pack.order[claim.card]) > 0
            if cards.suit(other.card) == cards.suit(claim.card) and is_beyond:
                message = (
                    f"{said} {cards.name(claim.card)}: the {cards.name(other.card)} was in play "
                    f"and is {beyond}."
                )
                yield arithmetic.tell(code, message, claim, other, topics=(f"score.{name}",))
        # A pile listed from the ten up says nothing of a card that counts no pips.
        closed = facts.closed_by_all(whole=not facts.pack.pips[claim.card])
        if closed and all(claim.card not in pile.cards for pile in closed):
            message = f"{said} {cards.name(claim.card)}, which is in no pile."
            by: tuple[Statement, ...] = (claim, *closed)
            yield arithmetic.tell(code, message, *by, topics=(f"score.{name}",))


def _jack(facts: Facts, arithmetic: Teller) -> Iterator[Reason]:
    """Whether the jack of trumps was in play, against what else is said of it."""
    owned = [each for each in facts.all(PointGoesTo) if each.point is PointName.JACK]
    absent = [each for each in facts.all(JackInPlay) if not each.was]
    present: list[Statement] = [*owned, *(each for each in facts.all(JackInPlay) if each.was)]
    # Each pair is told by itself: which one of the two is the slip, the table knows.
    for missing in absent:
        for owner in owned:
            message = "The jack of trumps cannot be taken by a side when it was not in play."
            yield arithmetic.tell("jack_awarded_but_absent", message, missing, owner)
        for other in facts.in_play():
            if facts.trump is not None and other.card == cards.jack(facts.trump):
                message = f"The {cards.name(other.card)} is listed, so it was in play."
                yield arithmetic.tell("jack_was_in_play", message, missing, other, trump=True)
    for claim in facts.all(PointCardIs):
        _, sign = _EXTREMES[claim.point]
        name = claim.point.value.capitalize()
        jack = cards.jack(cards.suit(claim.card))
        if sign * (facts.pack.order[jack] - facts.pack.order[claim.card]) > 0:
            for there in present:
                message = (
                    f"With the jack of trumps in play, {name} cannot be the "
                    f"{cards.name(claim.card)}."
                )
                yield arithmetic.tell("jack_beyond_high_or_low", message, claim, there)
        for missing in absent if claim.card == jack else ():
            message = (
                f"{name} is said to be the {cards.name(jack)}, so the jack of trumps was in play."
            )
            yield arithmetic.tell("jack_is_high_or_low", message, claim, missing)


def _jack_owner(facts: Facts, arithmetic: Teller) -> Iterator[Reason]:
    """Who is said to have taken the jack of trumps, against the piles."""
    code, topics = "jack_claimed_by_another", ("score.jack",)
    # Without the trump suit any jack may be the one, so only a pile without any jack tells.
    jacks = {cards.jack(suit) for suit in (facts.trump or facts.pack.suits)}
    jack = "jack of trumps" if facts.trump is None else cards.name(cards.jack(facts.trump))
    closed = facts.closed_by_all()
    knows_trump = facts.trump is not None
    for claim in facts.all(PointGoesTo):
        if claim.point is not PointName.JACK:
            continue
        own, name = facts.closed(claim.side), facts.sides[claim.side]
        for taken in facts.all(InPile) if knows_trump else ():
            if taken.card in jacks and taken.side != claim.side:
                message = f"{facts.sides[taken.side]} took the {jack}, not {name}."
                yield arithmetic.tell(code, message, claim, taken, topics=topics, trump=True)
        if own is not None and jacks.isdisjoint(own.cards):
            message = f"{name} did not take the {jack}: it is not in that pile."
            yield arithmetic.tell(code, message, claim, own, topics=topics, trump=knows_trump)
    for said in facts.all(JackInPlay):
        if said.was and closed and all(jacks.isdisjoint(pile.cards) for pile in closed):
            message = f"Nobody took the {jack}: it is in no pile."
            rest: list[Statement] = [said, *closed]
            yield arithmetic.tell(code, message, *rest, topics=topics, trump=knows_trump)


def _owners(facts: Facts, arithmetic: Teller) -> Iterator[Reason]:
    """Who is said to have taken High or Low, against the trumps in the piles."""
    is_captured = facts.deal.ruleset.rules.low is Low.CAPTURED
    for claim in facts.all(PointGoesTo):
        if claim.point not in _EXTREMES or (claim.point is PointName.LOW and not is_captured):
            continue
        name, (beyond, sign) = claim.point.value, _EXTREMES[claim.point]
        code, topics = f"{name}_claimed_by_another", (f"score.{name}",)
        side, none = facts.sides[claim.side], facts.trumps(claim.side)
        for taken in facts.all(InPile):
            if cards.suit(taken.card) != facts.trump or taken.side == claim.side:
                continue
            other, card = facts.sides[taken.side], cards.name(taken.card)
            # Nothing can be beyond the ace, nor below the lowest card of the pack, whoever has
            # what else.
            if not (facts.pack.above if sign > 0 else facts.pack.below)(taken.card):
                message = f"{other} took the {card}, so {name.capitalize()} does not go to {side}."
                yield arithmetic.tell(code, message, claim, taken, topics=topics, trump=True)
            elif (pile := facts.none_beyond(claim.side, taken.card, sign)) is not None:
                message = (
                    f"{other} took the {card}, and {side} no {beyond} trump, so "
                    f"{name.capitalize()} does not go to {side}."
                )
                by = (claim, taken, *pile)
                yield arithmetic.tell(code, message, *by, topics=topics, trump=True)
        if none is not None and none.value == 0:
            message = f"{side} took no trump, so {name.capitalize()} does not go to {side}."
            yield arithmetic.tell(code, message, claim, none, topics=topics)


def _trickless(facts: Facts, arithmetic: Teller) -> Iterator[Reason]:
    """D-16: a side without a trick has no point that captured cards give."""
    is_captured = facts.deal.ruleset.rules.low is Low.CAPTURED
    for claim in facts.all(PointGoesTo):
        if claim.point is PointName.LOW and not is_captured:
            continue
        for most in facts.most_tricks(claim.side):
            if most.value == 0:
                name, side = claim.point.value, facts.sides[claim.side]
                message = f"{side} won no trick, so cannot have {name.capitalize()}."
                topics = (f"score.{name}",)
                yield arithmetic.tell("point_without_a_trick", message, claim, most, topics=topics)


def _dealt_low(facts: Facts, arithmetic: Teller) -> Iterator[Reason]:
    """Who is said to have been dealt Low, against the holdings, the play and the point."""
    for said in facts.all(LowWasDealtTo):
        name = facts.names[said.seat]
        for card, lowest in _lowest(facts):
            for holder in _holders(facts, card):
                if holder.value != said.seat:
                    message = (
                        f"{facts.names[holder.value]} was dealt the {cards.name(card)}, so {name} "
                        "was not dealt the lowest trump in play."
                    )
                    by = (said, holder, *lowest)
                    code, topics = "low_dealt_elsewhere", ("score.low",)
                    needs_suit = not lowest
                    yield arithmetic.tell(code, message, *by, topics=topics, trump=needs_suit)
        for claim in facts.all(PointGoesTo):
            is_dealt = facts.deal.ruleset.rules.low is Low.DEALT
            is_low = claim.point is PointName.LOW and is_dealt
            if is_low and claim.side != facts.deal.side_of(said.seat):
                message = (
                    f"{name} was dealt the lowest trump in play, so Low does not go to "
                    f"{facts.sides[claim.side]}."
                )
                topics = ("score.low",)
                yield arithmetic.tell("low_claimed_by_another", message, said, claim, topics=topics)


def _lowest(facts: Facts) -> Iterator[tuple[str, tuple[Statement, ...]]]:
    """The card that is the lowest trump if it is in play, and what else says so."""
    if facts.trump is not None:
        # The lowest card of the pack is the lowest trump in play whenever it is in play.
        yield facts.pack.suit_cards(facts.trump)[0], ()
    for claim in facts.all(PointCardIs):
        if claim.point is PointName.LOW:
            yield claim.card, (claim,)


def _holders(facts: Facts, card: str) -> Iterator[KnownValue]:
    """Who was dealt a card: by the holdings, or because they played it."""
    for held in facts.all(WasDealt):
        if held.card == card:
            yield KnownValue(held.seat, (held,))
    for fell in facts.all(PlayedToTrick):
        if fell.card == card and (player := facts.player(fell)) is not None:
            yield player


def _ties(facts: Facts, arithmetic: Teller) -> Iterator[Reason]:
    """A side with Game although it is shared and then goes to nobody."""
    if facts.deal.ruleset.rules.game_tie is not GameTie.NOBODY:
        return
    for tied in facts.all(GameIsTied):
        for claim in facts.all(PointGoesTo):
            if claim.point is PointName.GAME:
                message = "When the most pips are shared nobody gets Game, so no side can have it."
                topics = ("score.tie",)
                yield arithmetic.tell("game_awarded_but_tied", message, tied, claim, topics=topics)


def _counts(facts: Facts, arithmetic: Teller) -> Iterator[Reason]:
    """D-8: points by side that no hand has, or that do not agree with who has which point."""
    # The largest first, so that as few sides as possible are blamed for the sum.
    said = sorted(facts.all(PointsAre), key=lambda each: -each.points)
    for size in range(1, len(said) + 1):
        total = sum(each.points for each in said[:size])
        if total > len(PointName):
            listed = together(f"{each.points} for {facts.sides[each.side]}" for each in said[:size])
            message = f"{listed}, but a hand has four points at the most. Count them again."
            yield arithmetic.tell("points_over_four", message, *said[:size], topics=_ALL)
        if total < results.LEAST_POINTS and size == facts.deal.sides:
            message = (
                f"That is {counted(total, 'point')}, but High and Low are always taken. "
                "Count them again."
            )
            yield arithmetic.tell("points_under_two", message, *said, topics=_ALL[:2])
    goes = facts.all(PointGoesTo)
    for each in said:
        own = [point for point in goes if point.side == each.side]
        others: list[Statement] = [point for point in goes if point.side != each.side]
        # A jack that was not in play is a point fewer for everybody.
        others += [absent for absent in facts.all(JackInPlay) if not absent.was]
        for is_least, by, bound in (
            (True, own, len(own)),
            (False, others, len(PointName) - len(others)),
        ):
            if each.points < bound if is_least else each.points > bound:
                told = f"at {'least' if is_least else 'most'} {counted(bound, 'point')}"
                message = f"{facts.sides[each.side]} took {told}, not {each.points}."
                yield arithmetic.tell("points_miscounted", message, each, *by, topics=_ALL)
