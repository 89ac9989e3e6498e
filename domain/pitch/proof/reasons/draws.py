"""Reasons of games in which trumps are drawn: nothing else is played, and some have too many."""

from collections.abc import Iterator, Sequence
from typing import Final

from pitch import cards
from pitch.cards import Suit
from pitch.findings import FindingKind
from pitch.hand.checks import revokes, spare_trumps
from pitch.messages import CARD, COUNT, PLAYER, SIDE, Message, Sentence, all_of
from pitch.proof.facts import Facts
from pitch.proof.reasons.reason import Reason, Teller
from pitch.proof.statements import (
    HadToSpare,
    InPile,
    LedTrick,
    OutOfTrick,
    PlayedToTrick,
    Statement,
)
from pitch.rules.choices import Surplus

_NEVER_BOTH: Final = Message("finding.card_is_no_trump", card=CARD, other=CARD)
_LED_LATER: Final = Message(
    "finding.folded_with_a_trump.led", player=PLAYER, trick=COUNT, later=COUNT
)
_TOO_MANY_LEFT: Final = Message(
    "finding.folded_with_a_trump.too_many", players=all_of(PLAYER), trick=COUNT, cards=COUNT
)
_TRUMP_IN_TWO_SUITS: Final = Message(
    "finding.folded_with_a_trump.two_suits", player=PLAYER, trick=COUNT, card=CARD
)
_BELONGS_ACROSS: Final = Message(
    "finding.surplus_elsewhere.missing", card=CARD, side=SIDE, other=SIDE
)


def found(facts: Facts) -> Iterator[Reason]:
    """Every reason of that sort."""
    if facts.deal.is_trumps_only:
        yield from _no_trumps(facts)
        yield from _never_both(facts)
        yield from _folded(facts)
        yield from _too_few_left(facts)
    yield from _no_spare_trump(facts)
    yield from _spare_elsewhere(facts)


def _placed(facts: Facts) -> list[InPile | PlayedToTrick]:
    return [*facts.all(InPile), *facts.all(PlayedToTrick)]


def _is_named(facts: Facts) -> bool:
    """Whether the trump suit is told by something else than the cards that were played."""
    return bool(facts.trump_by) and facts.trump_by[0] not in _placed(facts)


def _no_trumps(facts: Facts) -> Iterator[Reason]:
    """N2: a card that is no trump in a pile or in a trick, where only trumps are played."""
    ruleset, topics = Teller(facts, FindingKind.RULESET), ("play.follow",)
    for each in _placed(facts) if _is_named(facts) else []:
        if not facts.is_trump(each.card):
            message = _plain(facts, each, facts.trump or "")
            yield ruleset.tell("card_is_no_trump", message, each, topics=topics, trump=True)


def _plain(facts: Facts, placed: InPile | PlayedToTrick, trump: str) -> Sentence:
    """That a card is no trump where nothing else is played."""
    card = facts.named(placed.card)
    if isinstance(placed, InPile):
        return spare_trumps.PLAIN_IN_PILE(card=card, side=facts.deal.side(placed.side))
    return revokes.PLAIN_CARD(card=card, trick=placed.trick + 1, suit=trump)


def _never_both(facts: Facts) -> Iterator[Reason]:
    """N2: two cards that are trumps together whatever was trump in no hand.

    Most cards are entered right, so only what does not go with the most of them is told.
    """
    if _is_named(facts):
        return
    ruleset, topics = Teller(facts, FindingKind.RULESET), ("play.follow",)
    trumps = [set(facts.pack.ranking(suit).trumps) for suit in Suit]
    fell = [*_placed(facts), *facts.all(HadToSpare)]
    likely = max(trumps, key=lambda suit: sum(each.card in suit for each in fell))
    for odd in (each for each in fell if each.card not in likely):
        for other in fell:
            if not any({odd.card, other.card} <= suit for suit in trumps):
                message = _NEVER_BOTH(card=facts.named(other.card), other=facts.named(odd.card))
                yield ruleset.tell("card_is_no_trump", message, other, odd, topics=topics)
                break


def _folded(facts: Facts) -> Iterator[Reason]:
    """N2: who was out, so had no trump left, and led later all the same."""
    for out in facts.all(OutOfTrick):
        for led in facts.all(LedTrick):
            if led.seat == out.seat and led.trick >= out.trick:
                message = _LED_LATER(
                    player=facts.deal.player(out.seat), trick=out.trick + 1, later=led.trick + 1
                )
                yield _revoked(facts, message, out, led)


def _too_few_left(facts: Facts) -> Iterator[Reason]:
    """N2: more cards in a trick than players who had a trump left, for some were out by then."""
    for fell in sorted(facts.all(PlayedToTrick), key=lambda fell: fell.trick):
        needed = facts.deal.players - fell.place
        if needed <= 0 or facts.may_be_thrown(fell.trick):
            continue
        earlier: dict[int, OutOfTrick] = {}
        for out in facts.all(OutOfTrick):
            if out.trick <= fell.trick:
                earlier.setdefault(out.seat, out)
        if len(earlier) >= needed:
            outs = tuple(earlier.values())[:needed]
            yield _revoked(facts, _kept_back(facts, fell, outs), fell, *outs)
            return


def _kept_back(facts: Facts, fell: PlayedToTrick, outs: Sequence[OutOfTrick]) -> Sentence:
    """That somebody who was out had a card all the same: whose it was, where the record tells."""
    player, deal = facts.who_played(fell), facts.deal
    own = next((out for out in outs if out.seat == player and out.trick < fell.trick), None)
    if own is None:
        players = [deal.player(out.seat) for out in outs]
        return _TOO_MANY_LEFT(players=players, trick=fell.trick + 1, cards=fell.place + 1)
    named, card, trick = deal.player(own.seat), facts.named(fell.card), own.trick + 1
    # A jack may be the jack of one suit and the off-jack of another, and is easily kept back.
    if not cards.is_joker(fell.card) and not facts.is_natural(fell.card):
        return _TRUMP_IN_TWO_SUITS(player=named, trick=trick, card=card)
    return revokes.FOLDED(player=named, trick=trick, card=card, later=fell.trick + 1)


def _revoked(facts: Facts, message: Sentence, *by: Statement) -> Reason:
    """To keep a trump back and be out is as much a revoke as any."""
    violation, topics = Teller(facts, FindingKind.VIOLATION), ("play.follow", "irregular.revoke")
    return violation.tell("folded_with_a_trump", message, *by, topics=topics)


def _no_spare_trump(facts: Facts) -> Iterator[Reason]:
    """A card to spare that is no trump: what is none is thrown away before play."""
    for spare in facts.all(HadToSpare):
        if facts.trump is not None and not facts.is_trump(spare.card):
            message = spare_trumps.SURPLUS_IS_NO_TRUMP(
                card=facts.named(spare.card), side=facts.deal.side(spare.side)
            )
            arithmetic, topics = Teller(facts, FindingKind.ARITHMETIC), ("play.surplus",)
            yield arithmetic.tell("surplus_is_no_trump", message, spare, topics=topics, trump=True)


def _spare_elsewhere(facts: Facts) -> Iterator[Reason]:
    """A trump to spare that goes to the opponents, and so lies in their pile and nowhere else."""
    if facts.deal.surplus is not Surplus.TO_OPPONENTS:
        return
    physical, topics = Teller(facts, FindingKind.PHYSICAL), ("play.surplus",)
    for spare in facts.all(HadToSpare):
        # Rules that give them to the opponents have two sides only (`packs`).
        card, own, opponents = facts.named(spare.card), facts.deal.side(spare.side), 1 - spare.side
        for fell in facts.all(PlayedToTrick):
            if fell.card == spare.card:
                message = spare_trumps.SURPLUS_ELSEWHERE(card=card, side=own, where="trick")
                yield physical.tell("surplus_elsewhere", message, spare, fell, topics=topics)
        for taken in facts.taken(spare.side):
            if taken.card == spare.card:
                message = spare_trumps.SURPLUS_ELSEWHERE(card=card, side=own, where="own_pile")
                yield physical.tell("surplus_elsewhere", message, spare, taken, topics=topics)
        pile = facts.closed(opponents, whole=not facts.pack.pips[spare.card])
        if pile is not None and spare.card not in pile.cards:
            message = _BELONGS_ACROSS(card=card, side=own, other=facts.deal.side(opponents))
            yield physical.tell("surplus_elsewhere", message, spare, pile, topics=topics)
