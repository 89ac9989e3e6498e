"""Reasons of games in which trumps are drawn: nothing else is played, and some have too many."""

from collections.abc import Iterator, Sequence

from domain import cards
from domain.cards import Suit
from domain.findings import FindingKind
from domain.proof.facts import Facts
from domain.proof.reasons.reason import Reason, Teller
from domain.proof.statements import (
    HadToSpare,
    InPile,
    LedTrick,
    OutOfTrick,
    PlayedToTrick,
    Statement,
)
from domain.rules.choices import Surplus
from domain.wording import in_words, together


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
            suit = cards.suit_name(facts.trump or "")
            message = (
                f"Only trumps are played, so the {facts.pack.name(each.card)} was not when {suit} "
                "were trump."
            )
            yield ruleset.tell("card_is_no_trump", message, each, topics=topics, trump=True)


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
                message = (
                    f"Only trumps are played, and the {facts.pack.name(other.card)} and the "
                    f"{facts.pack.name(odd.card)} are never both trumps."
                )
                yield ruleset.tell("card_is_no_trump", message, other, odd, topics=topics)
                break


def _folded(facts: Facts) -> Iterator[Reason]:
    """N2: who was out, so had no trump left, and led later all the same."""
    for out in facts.all(OutOfTrick):
        for led in facts.all(LedTrick):
            if led.seat == out.seat and led.trick >= out.trick:
                message = (
                    f"{facts.names[out.seat]} was out of the {facts.nth(out.trick)} trick, so had "
                    f"no trump left, but led to the {facts.nth(led.trick)}."
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


def _kept_back(facts: Facts, fell: PlayedToTrick, outs: Sequence[OutOfTrick]) -> str:
    """That somebody who was out had a card all the same: whose it was, where the record tells."""
    player, trick = facts.who_played(fell), facts.nth(fell.trick)
    own = next((out for out in outs if out.seat == player and out.trick < fell.trick), None)
    if own is None:
        return (
            f"{_were_out(facts, outs)}, without a trump, so not {in_words(fell.place + 1)} cards "
            f"were played to the {trick}."
        )
    others = [out for out in outs if out is not own]
    said = (
        f"{_were_out(facts, [own])}, but had {_any_trump(facts, fell.card)} and played it to the "
        f"{trick}"
    )
    return f"{said}; {_were_out(facts, others)}." if others else f"{said}."


def _were_out(facts: Facts, outs: Sequence[OutOfTrick]) -> str:
    first, *others = ((facts.names[out.seat], facts.nth(out.trick)) for out in outs)
    more = (f"{name} of the {trick}" for name, trick in others)
    return together([f"{first[0]} was out of the {first[1]} trick", *more])


def _any_trump(facts: Facts, card: str) -> str:
    """A card that was played, and that it is a trump in two suits if it may be an off-card."""
    off_ranks, name = facts.pack.off_ranks, f"the {facts.pack.name(card)}"
    if cards.is_joker(card) or not off_ranks or cards.rank(card) not in off_ranks:
        return name
    rank = cards.rank_name(cards.rank(card))
    return f"{name}, which as {rank} or off-{rank} is a trump,"


def _revoked(facts: Facts, message: str, *by: Statement) -> Reason:
    """To keep a trump back and be out is as much a revoke as any."""
    violation, topics = Teller(facts, FindingKind.VIOLATION), ("play.follow", "irregular.revoke")
    return violation.tell("folded_with_a_trump", message, *by, topics=topics)


def _no_spare_trump(facts: Facts) -> Iterator[Reason]:
    """A card to spare that is no trump: what is none is thrown away before play."""
    for spare in facts.all(HadToSpare):
        if facts.trump is not None and not facts.is_trump(spare.card):
            message = (
                f"The {facts.pack.name(spare.card)} is no trump, so {facts.sides[spare.side]} had "
                "no reason to have too many with it: what is no trump is thrown away."
            )
            arithmetic, topics = Teller(facts, FindingKind.ARITHMETIC), ("play.surplus",)
            yield arithmetic.tell("surplus_is_no_trump", message, spare, topics=topics, trump=True)


def _spare_elsewhere(facts: Facts) -> Iterator[Reason]:
    """A trump to spare that goes to the opponents, and so lies in their pile and nowhere else."""
    if facts.deal.surplus is not Surplus.TO_OPPONENTS:
        return
    physical, topics = Teller(facts, FindingKind.PHYSICAL), ("play.surplus",)
    for spare in facts.all(HadToSpare):
        own, opponents = facts.sides[spare.side], 1 - spare.side
        opening = f"The {facts.pack.name(spare.card)} was a trump too many of {own}"
        for fell in facts.all(PlayedToTrick):
            if fell.card == spare.card:
                message = f"{opening}, so it was not played to the {facts.nth(fell.trick)} trick."
                yield physical.tell("surplus_elsewhere", message, spare, fell, topics=topics)
        for taken in facts.taken(spare.side):
            if taken.card == spare.card:
                message = f"{opening}, so it is not in their own pile but in their opponents'."
                yield physical.tell("surplus_elsewhere", message, spare, taken, topics=topics)
        pile = facts.closed(opponents, whole=not facts.pack.pips[spare.card])
        if pile is not None and spare.card not in pile.cards:
            message = f"{opening}, so it belongs in the pile of {facts.sides[opponents]}."
            yield physical.tell("surplus_elsewhere", message, spare, pile, topics=topics)
