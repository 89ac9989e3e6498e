"""Reasons from pips: against the captured cards, the tricks, and the side with Game."""

from collections.abc import Iterator, Sequence
from itertools import product

from pitch import cards
from pitch.hand import lemmas, pips
from pitch.point_names import PointName
from pitch.proof.card_facts import KnownValue
from pitch.proof.facts import Facts, Reason, explain
from pitch.proof.statements import (
    GameIsTied,
    InPile,
    PipsAre,
    PointCardIs,
    PointGoesTo,
    Statement,
    TricksAre,
)
from pitch.rules.choices import GameTie


def find(facts: Facts) -> Iterator[Reason]:
    """Yield every reason from pips."""
    yield from _totals(facts)
    for claim in facts.all(PipsAre):
        yield from _against_pile(facts, claim)
        yield from _against_tricks(facts, claim)
    yield from _game(facts)
    yield from _ties(facts)


def _totals(facts: Facts) -> Iterator[Reason]:
    """Yield pips of all sides that are more than the pack has, or that no dealt cards have."""
    claims = sorted(facts.all(PipsAre), key=lambda claim: -claim.pips)
    # The largest claims first: as few as add up to more than the pack are blamed.
    for size in range(1, len(claims) + 1):
        total = sum(claim.pips for claim in claims[:size])
        if total > facts.pack.total_pips:
            conflict = lemmas.PIPS_OVER_DECK(facts.deal, total=total, deck=facts.pack.total_pips)
            yield explain(facts, conflict, *claims[:size])
            return
    total = sum(claim.pips for claim in claims)
    dealt = facts.deal.cards_in_play
    is_complete = facts.deal.has_whole_tricks and len(claims) == facts.deal.sides
    if is_complete and not _can_count(facts, dealt, total):
        conflict = lemmas.PIPS_OF_ALL(facts.deal, cards=dealt, total=total)
        yield explain(facts, conflict, *claims)


def _can_count(facts: Facts, size: int, total: int) -> bool:
    """Return whether some cards of a number can have so many pips together."""
    may_skip = not facts.deal.ruleset.rules.trump_jack_pips
    return total in pips.sums_of_size(size, facts.pack, may_skip_jack=may_skip)


def _worth(facts: Facts, card: str) -> tuple[int, int]:
    """Return the least and the most that a card can count (S4.pips).

    Under some rules the trump jack counts none.
    """
    pips_of_card = facts.pack.pips[card]
    if not _turns_on_trump(facts, [card]):
        return pips_of_card, pips_of_card
    if facts.trump is None:
        return 0, pips_of_card
    return (0, 0) if cards.suit(card) == facts.trump else (pips_of_card, pips_of_card)


def _turns_on_trump(facts: Facts, among: Sequence[str]) -> bool:
    """Return whether the trump suit decides how much some cards count."""
    is_out = not facts.deal.ruleset.rules.trump_jack_pips
    return is_out and any(map(cards.is_jack, among))


def _captured_pips(facts: Facts, side: int) -> dict[str, tuple[Statement, ...]]:
    """Return the cards with pips that a side took, each with the statements that say so."""
    captures: dict[str, tuple[Statement, ...]] = {
        taken.card: (taken,) for taken in facts.all(InPile, side=side)
    }
    high_owner, jack_owner = (PointGoesTo(name, side) for name in (PointName.HIGH, PointName.JACK))
    for high in facts.all(PointCardIs, point=PointName.HIGH) if facts.has(high_owner) else ():
        captures.setdefault(high.card, (high, high_owner))
    if facts.trump is not None and facts.has(jack_owner):
        captures.setdefault(cards.jack(facts.trump), (jack_owner, *facts.trump_by))
    return {card: sources for card, sources in captures.items() if _worth(facts, card)[0]}


def _least(facts: Facts, side: int) -> KnownValue:
    """Return the fewest pips that a side can have by the cards it took."""
    captures = _captured_pips(facts, side)
    by = tuple(dict.fromkeys(source for sources in captures.values() for source in sources))
    suit = facts.trump_by if _turns_on_trump(facts, list(captures)) else ()
    return KnownValue(sum(_worth(facts, card)[0] for card in captures), (*by, *suit))


def _most(facts: Facts, side: int) -> KnownValue | None:
    """Return the most pips that a side can have by a pile that is closed."""
    pile = facts.closed_pile(side)
    if pile is None:
        return None
    suit = facts.trump_by if _turns_on_trump(facts, pile.cards) else ()
    return KnownValue(sum(_worth(facts, card)[1] for card in pile.cards), (pile, *suit))


def _against_pile(facts: Facts, claim: PipsAre) -> Iterator[Reason]:
    """Yield pips that the cards of a pile rule out."""
    side, claimed = claim.side, claim.pips
    least, most = _least(facts, side), _most(facts, side)
    if least.value > claimed:
        conflict = lemmas.PIPS_BELOW_NAMED(
            facts.deal, side=side, least=least.value, counted=claimed
        )
        yield explain(facts, conflict, claim, least)
    if most is not None and most.value < claimed:
        conflict = lemmas.PIPS_AT_MOST(facts.deal, side=side, most=most.value, claimed=claimed)
        yield explain(facts, conflict, claim, most)


def _against_tricks(facts: Facts, claim: PipsAre) -> Iterator[Reason]:
    """Yield pips that no cards of so many tricks add up to."""
    for most in facts.most_tricks(claim.side) if facts.deal.has_whole_tricks else ():
        is_counted = any(isinstance(source, TricksAre) for source in most.by)
        # Fewer tricks are possible too unless their number is certain; then all sizes are tried.
        is_exact = is_counted and any(most == least for least in facts.least_tricks(claim.side))
        size = most.value * facts.deal.players
        sizes = [size] if is_exact else range(0, size + 1, facts.deal.players)
        if is_counted and not any(_can_count(facts, size, claim.pips) for size in sizes):
            conflict = lemmas.PIPS_FOR_TRICKS(
                facts.deal, side=claim.side, counted=claim.pips, tricks=most.value
            )
            yield explain(facts, conflict, claim, most)


def _bounds(facts: Facts, side: int) -> tuple[list[KnownValue], list[KnownValue]]:
    """Return the least and the most that a side counted, by its pile or its claim."""
    counts = [KnownValue(claim.pips, (claim,)) for claim in facts.all(PipsAre, side=side)]
    most = _most(facts, side)
    # A claim counts as exact, a list only as a bound.
    return [*counts, _least(facts, side)], [*counts, *([most] if most else [])]


def _game(facts: Facts) -> Iterator[Reason]:
    """Yield a claimed Game although another side has more pips, or as many if a tie pays nobody."""
    deal = facts.deal
    pays_nobody = deal.ruleset.rules.game_tie is GameTie.NOBODY
    claims = facts.all(PointGoesTo, point=PointName.GAME)
    for claim, rival in product(claims, range(deal.sides)):
        if rival == claim.side:
            continue
        for more, fewer in product(_bounds(facts, rival)[0], _bounds(facts, claim.side)[1]):
            if more.value > fewer.value or (pays_nobody and more.value == fewer.value):
                conflict = lemmas.ANOTHERS_GAME(
                    deal, other=rival, more=more.value, side=claim.side, fewer=fewer.value
                )
                yield explain(facts, conflict.for_point(PointName.GAME), claim, more, fewer)


def _ties(facts: Facts) -> Iterator[Reason]:
    """Yield a tie for Game although one side has more pips than every other, or all tricks."""
    for tie in facts.all(GameIsTied):
        for side in range(facts.deal.sides):
            rivals = [rival for rival in range(facts.deal.sides) if rival != side]
            for most in _bounds(facts, side)[0]:
                fewer = [
                    next((f for f in _bounds(facts, rival)[1] if f.value < most.value), None)
                    for rival in rivals
                ]
                bounds = [bound for bound in fewer if bound]
                if len(bounds) == len(rivals):
                    next_most = max(bound.value for bound in bounds)
                    conflict = lemmas.NOT_TIED(facts.deal, counts=(most.value, next_most))
                    yield explain(facts, conflict, tie, most, *bounds)
        for won in facts.all(TricksAre):
            is_all = won.tricks == facts.deal.tricks and not facts.deal.is_surplus_captured
            for pip in _some_pips(facts) if is_all else ():
                conflict = lemmas.ALL_TRICKS(facts.deal, side=won.side, tricks=won.tricks)
                yield explain(facts, conflict, tie, won, pip)


def _some_pips(facts: Facts) -> Iterator[Statement]:
    """Yield statements by which somebody counted a pip."""
    yield from (claim for claim in facts.all(PipsAre) if claim.pips)
    for taken in facts.all(InPile):
        if facts.pack.pips[taken.card] and not cards.is_jack(taken.card):
            yield taken
