"""Reasons that cards and tricks give by being counted: one pack, six cards each, six tricks."""

from collections.abc import Iterator
from itertools import combinations, product
from typing import Final, TypeVar

from pitch.findings import FindingKind
from pitch.hand import play
from pitch.hand.checks import captures, lemmas
from pitch.messages import CARD, COUNT, SIDE, Message, Sentence
from pitch.proof.card_facts import KnownValue
from pitch.proof.facts import Facts
from pitch.proof.reasons.reason import Reason, Teller
from pitch.proof.statements import InPile, PlayedToTrick, Statement, TricksAre, WasDealt
from pitch.rules.choices import Surplus

_MORE_CARDS: Final = Message(
    "finding.tricks_contradict_pile.at_least", side=SIDE, tricks=COUNT, cards=COUNT
)
_TRICKS_LEFT: Final = Message(
    "finding.tricks_contradict_pile.left", side=SIDE, tricks=COUNT, cards=COUNT
)
_PLAYED_NOT_DEALT: Final = Message("finding.card_not_dealt.played", card=CARD)


def found(facts: Facts) -> Iterator[Reason]:
    """Every reason of that sort."""
    yield from _twice(facts)
    yield from _too_many(facts)
    yield from _totals(facts)
    yield from _pile_sizes(facts)
    yield from _tricks(facts)
    yield from _shares(facts)
    yield from _not_dealt(facts)


def _twice(facts: Facts) -> Iterator[Reason]:
    """A card in two places."""
    physical = Teller(facts, FindingKind.PHYSICAL)
    for one, other in _alike(facts.all(InPile)):
        owners = map(facts.deal.side, (one.side, other.side))
        message = captures.IN_TWO_PILES(card=facts.named(one.card), owners=owners)
        yield physical.tell("card_in_two_piles", message, one, other)
    for held, again in _alike(facts.all(WasDealt)):
        players = map(facts.deal.player, (held.seat, again.seat))
        message = captures.IN_TWO_HOLDINGS(card=facts.named(held.card), owners=players)
        yield physical.tell("card_in_two_holdings", message, held, again)
    for fell, later in _alike(facts.all(PlayedToTrick)):
        card, fallen = facts.named(fell.card), sorted({fell.trick + 1, later.trick + 1})
        message = (
            play.PLAYED_TWICE(card=card, tricks=fallen)
            if len(fallen) > 1
            else play.TWICE_ON_ONE(card=card, trick=fallen[0])
        )
        yield physical.tell("card_played_twice", message, fell, later)


Placed = TypeVar("Placed", InPile, WasDealt, PlayedToTrick)


def _alike(placed: list[Placed]) -> Iterator[tuple[Placed, Placed]]:
    return ((one, other) for one, other in combinations(placed, 2) if one.card == other.card)


def _too_many(facts: Facts) -> Iterator[Reason]:
    """More cards in a trick than players, or in a holding than six."""
    physical, players = Teller(facts, FindingKind.PHYSICAL), facts.deal.players
    may_throw = facts.deal.surplus is Surplus.ON_FIRST_TRICK
    for fell in facts.all(PlayedToTrick):
        # Trumps to spare are thrown to the first trick.
        if fell.place >= players and (fell.trick or not may_throw):
            message = play.TRICK_SIZE(trick=fell.trick + 1, cards=fell.place + 1, players=players)
            yield physical.tell("trick_size", message, fell)
    for seat in range(players if not may_throw else 0):
        held = facts.dealt(seat)
        if len(held) > facts.deal.tricks:
            message = captures.too_many_held(seat, len(held), facts.deal)
            topics = ("table.deal", "irregular.misdeal")
            yield physical.tell("holding_size", message, *held, topics=topics)


def _totals(facts: Facts) -> Iterator[Reason]:
    """Piles with more cards together than are played, or with fewer."""
    if not facts.deal.has_whole_tricks:
        return
    played = facts.deal.cards_in_play
    closed = [facts.closed(side, whole=True) for side in range(facts.deal.sides)]
    whole = [each for each in closed if each is not None]
    listed: list[tuple[int, list[Statement]]] = [
        (len(facts.all(InPile)), list(facts.all(InPile))),
        (sum(len(each.cards) for each in whole), list(whole)),
    ]
    (most, many), (least, few) = listed
    for total, wrong, by in (
        # Too many by the listed cards, too few only where every pile is said to be whole.
        (most, most > played, many),
        (least, None not in closed and least < played, few),
    ):
        if wrong:
            message = captures.off_total(total, played, facts.deal)
            yield Teller(facts, FindingKind.PHYSICAL).tell("wrong_card_total", message, *by)


def _pile_sizes(facts: Facts) -> Iterator[Reason]:
    """A pile listed whole that is no whole number of tricks."""
    players = facts.deal.players
    for side in range(facts.deal.sides):
        closed, taken = facts.closed(side, whole=True), facts.taken(side)
        if closed is None or not facts.deal.has_whole_tricks:
            continue
        size = len(closed.cards)
        fewer = size // players * players
        if fewer < len(taken):
            message = captures.PILE_SIZE(side=facts.deal.side(side), cards=size, players=players)
            physical = Teller(facts, FindingKind.PHYSICAL)
            # The fewest cards that show it: one more than fill the whole tricks.
            yield physical.tell("pile_size", message, closed, *taken[: fewer + 1])


def _tricks(facts: Facts) -> Iterator[Reason]:
    """Tricks that do not add up to six, or do not agree with a pile."""
    arithmetic, deal = Teller(facts, FindingKind.ARITHMETIC), facts.deal
    won = sorted(facts.all(TricksAre), key=lambda each: -each.tricks)
    for size in range(1, len(won) + 1):
        total = sum(each.tricks for each in won[:size])
        # Where only trumps are played, the hand may be over before.
        is_short = size == deal.sides and total < deal.tricks and not facts.deal.is_trumps_only
        if total > deal.tricks or is_short:
            message = captures.off_tricks(total, deal)
            yield arithmetic.tell("wrong_trick_total", message, *won[:size])
            return
    for side in range(deal.sides if facts.deal.has_whole_tricks else 0):
        closed, taken = facts.closed(side, whole=True), facts.taken(side)
        for most in _counted(facts.most_tricks(side)):
            room = most.value * deal.players
            if len(taken) > room:
                message = _disagreeing(facts, side, most, room + 1, _MORE_CARDS)
                yield arithmetic.tell("tricks_contradict_pile", message, most, *taken[: room + 1])
        for least in _counted(facts.least_tricks(side)):
            if closed is not None and len(closed.cards) < least.value * deal.players:
                message = _disagreeing(
                    facts, side, least, len(closed.cards), captures.TRICKS_AND_PILE
                )
                yield arithmetic.tell("tricks_contradict_pile", message, least, closed)


def _counted(bounds: list[KnownValue]) -> Iterator[KnownValue]:
    """The bounds that come from numbers of tricks, not from piles."""
    return (bound for bound in bounds if all(isinstance(each, TricksAre) for each in bound.by))


def _disagreeing(facts: Facts, side: int, won: KnownValue, size: int, own: Message) -> Sentence:
    """That a pile does not go with tricks, as `own` says it, or with those of the others."""
    named = facts.deal.side(side)
    if any(isinstance(each, TricksAre) and each.side == side for each in won.by):
        return own(side=named, tricks=won.value, cards=size)
    return _TRICKS_LEFT(side=named, tricks=won.value, cards=won.value * facts.deal.players)


def _shares(facts: Facts) -> Iterator[Reason]:
    """D-10: a side takes one card of every seat with each trick that it wins."""
    physical = Teller(facts, FindingKind.PHYSICAL)
    sides = range(facts.deal.sides if facts.deal.has_whole_tricks else 0)
    for seat, side in product(range(facts.deal.players), sides):
        held, closed = facts.dealt(seat), facts.closed(side, whole=True)
        taken = {each.card: each for each in facts.taken(side)}
        # Each trick that a side wins brings it exactly one card of every seat.
        shared = [each for each in held if each.card in taken]
        for most in facts.most_tricks(side):
            if len(shared) > most.value:
                some = shared[: most.value + 1]
                message = _sharing(facts, seat, side, most.value, len(some))
                by: list[Statement] = [*some, *(taken[each.card] for each in some)]
                yield physical.tell("holding_and_pile_disagree", message, most, *by)
        if closed is None:
            continue
        inside = [each for each in held if each.card in closed.cards and each.card not in taken]
        if inside and len(shared) * facts.deal.players == len(closed.cards):
            message = _sharing(facts, seat, side, len(shared), len(shared) + 1)
            pairs: list[Statement] = [*shared, *(taken[each.card] for each in shared), inside[0]]
            yield physical.tell("holding_and_pile_disagree", message, closed, *pairs)
        outside = [each for each in held if each.card not in closed.cards]
        for least in facts.least_tricks(side):
            # So many of a holding elsewhere that too few are left for the tricks of this side.
            needed = facts.deal.tricks - least.value + 1
            if 0 < needed <= len(outside):
                message = _sharing(facts, seat, side, least.value, facts.deal.tricks - needed)
                rest: list[Statement] = [closed, *outside[:needed]]
                yield physical.tell("holding_and_pile_disagree", message, least, *rest)


def _sharing(facts: Facts, seat: int, side: int, tricks: int, share: int) -> Sentence:
    deal = facts.deal
    return lemmas.SHARE(side=deal.side(side), tricks=tricks, player=deal.player(seat), cards=share)


def _not_dealt(facts: Facts) -> Iterator[Reason]:
    """A card in play that is in no holding, when all are known."""
    if not facts.is_dealt():
        return
    dealt = facts.all(WasDealt)
    known = {each.card for each in dealt}
    played: list[InPile | PlayedToTrick] = [*facts.all(InPile), *facts.all(PlayedToTrick)]
    for each in played:
        if each.card not in known:
            said = captures.NOT_DEALT if isinstance(each, InPile) else _PLAYED_NOT_DEALT
            message = said(card=facts.named(each.card))
            yield Teller(facts, FindingKind.PHYSICAL).tell("card_not_dealt", message, *dealt, each)
