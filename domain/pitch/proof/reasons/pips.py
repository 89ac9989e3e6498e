"""Reasons that pips give: against the cards that were taken, the tricks, and who has Game."""

from collections.abc import Iterator, Sequence
from itertools import product

from pitch import cards
from pitch.hand import lemmas, pips
from pitch.point_names import PointName
from pitch.proof.card_facts import KnownValue
from pitch.proof.facts import Facts
from pitch.proof.reasons.reason import Reason, explain
from pitch.proof.statements import (
    GameIsTied,
    InPile,
    PipsAre,
    PointGoesTo,
    Statement,
    TricksAre,
)
from pitch.rules.choices import GameTie


def find(facts: Facts) -> Iterator[Reason]:
    """Every reason of that sort."""
    yield from _totals(facts)
    for claim in facts.all(PipsAre):
        yield from _against_pile(facts, claim)
        yield from _against_tricks(facts, claim)
    yield from _game(facts)
    yield from _tied(facts)


def _totals(facts: Facts) -> Iterator[Reason]:
    """Pips of all sides together: no more than the pack has, and what so many cards can have."""
    claimed = sorted(facts.all(PipsAre), key=lambda claim: -claim.pips)
    # The largest claims first: as few as add up to more than the pack are blamed.
    for size in range(1, len(claimed) + 1):
        total = sum(claim.pips for claim in claimed[:size])
        if total > facts.pack.total_pips:
            conflict = lemmas.PIPS_OVER_DECK(facts.deal, total=total, deck=facts.pack.total_pips)
            yield explain(facts, conflict, *claimed[:size])
            return
    total = sum(claim.pips for claim in claimed)
    dealt = facts.deal.cards_in_play
    is_told = facts.deal.has_whole_tricks and len(claimed) == facts.deal.sides
    if is_told and not _can_count(facts, dealt, total):
        conflict = lemmas.PIPS_OF_ALL(facts.deal, cards=dealt, total=total)
        yield explain(facts, conflict, *claimed)


def _can_count(facts: Facts, size: int, total: int) -> bool:
    may_skip = not facts.deal.ruleset.rules.trump_jack_pips
    return total in pips.sums_of_size(size, facts.pack, may_skip_jack=may_skip)


def _worth(facts: Facts, card: str) -> tuple[int, int]:
    """The least and the most that a card can count: the trump jack may count none (S4.pips)."""
    if facts.deal.ruleset.rules.trump_jack_pips or not cards.is_jack(card):
        return facts.pack.pips[card], facts.pack.pips[card]
    if facts.trump is None:
        return 0, facts.pack.pips[card]
    return (
        (0, 0)
        if cards.suit(card) == facts.trump
        else (facts.pack.pips[card], facts.pack.pips[card])
    )


def _turns_on_trump(facts: Facts, listed: Sequence[str]) -> bool:
    is_out = not facts.deal.ruleset.rules.trump_jack_pips
    return is_out and any(map(cards.is_jack, listed))


def _named(facts: Facts, side: int) -> dict[str, tuple[Statement, ...]]:
    """The cards with pips that a side took or is said to have taken, and what says so."""
    named: dict[str, tuple[Statement, ...]] = {
        each.card: (each,) for each in facts.all(InPile, side=side) if _worth(facts, each.card)[0]
    }
    for claim in facts.extreme_claims():
        owner = PointGoesTo(PointName.HIGH, side)
        if claim.point is PointName.HIGH and facts.has(owner) and _worth(facts, claim.card)[0]:
            named.setdefault(claim.card, (claim, owner))
    jack, taken = facts.trump and cards.jack(facts.trump), PointGoesTo(PointName.JACK, side)
    if jack is not None and facts.has(taken) and _worth(facts, jack)[0]:
        named.setdefault(jack, (taken, *facts.trump_by))
    return named


def _least(facts: Facts, side: int) -> KnownValue:
    """The fewest pips that a side can have by the cards it took."""
    named = _named(facts, side)
    by = tuple(dict.fromkeys(each for said in named.values() for each in said))
    suit = facts.trump_by if _turns_on_trump(facts, list(named)) else ()
    return KnownValue(sum(_worth(facts, card)[0] for card in named), (*by, *suit))


def _most(facts: Facts, side: int) -> KnownValue | None:
    """The most pips that a side can have by a pile that is closed."""
    closed = facts.closed_pile(side)
    if closed is None:
        return None
    suit = facts.trump_by if _turns_on_trump(facts, closed.cards) else ()
    return KnownValue(sum(_worth(facts, card)[1] for card in closed.cards), (closed, *suit))


def _against_pile(facts: Facts, claim: PipsAre) -> Iterator[Reason]:
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
    """D-13: pips that no cards of so many tricks add up to."""
    for most in facts.most_tricks(claim.side) if facts.deal.has_whole_tricks else ():
        is_told = any(isinstance(each, TricksAre) for each in most.by)
        # Fewer tricks are possible too unless their number is certain; then all sizes are tried.
        is_exact = is_told and any(most == least for least in facts.least_tricks(claim.side))
        size = most.value * facts.deal.players
        sizes = [size] if is_exact else range(0, size + 1, facts.deal.players)
        if is_told and not any(_can_count(facts, each, claim.pips) for each in sizes):
            conflict = lemmas.PIPS_FOR_TRICKS(
                facts.deal, side=claim.side, counted=claim.pips, tricks=most.value
            )
            yield explain(facts, conflict, claim, most)


def _bounds(facts: Facts, side: int) -> tuple[list[KnownValue], list[KnownValue]]:
    """What a side counted at least and at the most, by its pile or by what is claimed."""
    claimed = [KnownValue(each.pips, (each,)) for each in facts.all(PipsAre) if each.side == side]
    most = _most(facts, side)
    # What is claimed counts as exact, what is listed only as a bound.
    return [*claimed, _least(facts, side)], [*claimed, *([most] if most else [])]


def _game(facts: Facts) -> Iterator[Reason]:
    """Game for a side that another has more pips than, or as many where a tie pays nobody."""
    deal = facts.deal
    pays_nobody = deal.ruleset.rules.game_tie is GameTie.NOBODY
    claimed = [each for each in facts.all(PointGoesTo) if each.point is PointName.GAME]
    for claim, other in product(claimed, range(deal.sides)):
        if other == claim.side:
            continue
        for more, fewer in product(_bounds(facts, other)[0], _bounds(facts, claim.side)[1]):
            if more.value > fewer.value or (pays_nobody and more.value == fewer.value):
                conflict = lemmas.ANOTHERS_GAME(
                    deal, other=other, more=more.value, side=claim.side, fewer=fewer.value
                )
                yield explain(facts, conflict.for_point(PointName.GAME), claim, more, fewer)


def _tied(facts: Facts) -> Iterator[Reason]:
    """A tie for Game where one side has more pips than every other, or all six tricks."""
    for tied in facts.all(GameIsTied):
        for side in range(facts.deal.sides):
            others = [other for other in range(facts.deal.sides) if other != side]
            for most in _bounds(facts, side)[0]:
                fewer = [
                    next((f for f in _bounds(facts, other)[1] if f.value < most.value), None)
                    for other in others
                ]
                known = [each for each in fewer if each]
                if len(known) == len(others):
                    next_most = max(each.value for each in known)
                    conflict = lemmas.NOT_TIED(facts.deal, counts=(most.value, next_most))
                    yield explain(facts, conflict, tied, most, *known)
        for won in facts.all(TricksAre):
            is_all = won.tricks == facts.deal.tricks and not facts.deal.is_surplus_captured
            for pip in _some_pips(facts) if is_all else ():
                conflict = lemmas.ALL_TRICKS(facts.deal, side=won.side, tricks=won.tricks)
                yield explain(facts, conflict, tied, won, pip)


def _some_pips(facts: Facts) -> Iterator[Statement]:
    """Statements by which somebody counted a pip."""
    yield from (claim for claim in facts.all(PipsAre) if claim.pips)
    yield from (
        each
        for each in facts.all(InPile)
        if facts.pack.pips[each.card] and not cards.is_jack(each.card)
    )
