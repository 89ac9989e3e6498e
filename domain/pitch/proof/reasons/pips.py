"""Reasons that pips give: against the cards that were taken, the tricks, and who has Game."""

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from pitch import cards
from pitch.findings import FindingKind
from pitch.hand import pips
from pitch.hand.checks import claims, lemmas
from pitch.messages import COUNT, SIDE, Message
from pitch.point_names import PointName
from pitch.proof.card_facts import KnownValue
from pitch.proof.facts import Facts
from pitch.proof.reasons.reason import Reason, Teller
from pitch.proof.statements import (
    GameIsTied,
    InPile,
    PipsAre,
    PointGoesTo,
    Statement,
    TricksAre,
)
from pitch.rules.choices import GameTie

_AT_MOST: Final = Message("finding.pips_miscounted.at_most", side=SIDE, most=COUNT, claimed=COUNT)
_OTHERS_GAME: Final = Message(
    "finding.claimed_by_another.game", other=SIDE, more=COUNT, side=SIDE, fewer=COUNT
)
_TOPICS = ("score.pips",)


def found(facts: Facts) -> Iterator[Reason]:
    """Every reason of that sort."""
    arithmetic = Teller(facts, FindingKind.ARITHMETIC)
    yield from _totals(facts, arithmetic)
    for claim in facts.all(PipsAre):
        yield from _against_pile(facts, arithmetic, claim)
        yield from _against_tricks(facts, arithmetic, claim)
    yield from _game(facts, arithmetic)
    yield from _tied(facts, arithmetic)


def _totals(facts: Facts, arithmetic: Teller) -> Iterator[Reason]:
    """Pips of all sides together: no more than the pack has, and what so many cards can have."""
    claimed = sorted(facts.all(PipsAre), key=lambda claim: -claim.pips)
    # The largest claims first: as few as add up to more than the pack are blamed.
    for size in range(1, len(claimed) + 1):
        total = sum(claim.pips for claim in claimed[:size])
        if total > facts.pack.all_pips:
            message = claims.OVER_DECK(total=total, deck=facts.pack.all_pips)
            yield arithmetic.tell("pips_over_deck", message, *claimed[:size], topics=_TOPICS)
            return
    total = sum(claim.pips for claim in claimed)
    dealt = facts.deal.cards_in_play
    is_told = facts.deal.has_whole_tricks and len(claimed) == facts.deal.sides
    if is_told and not _can_count(facts, dealt, total):
        message = lemmas.COUNT_OF_ALL(cards=dealt, total=total)
        yield arithmetic.tell("pips_total_impossible", message, *claimed, topics=_TOPICS)


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
        each.card: (each,) for each in facts.taken(side) if _worth(facts, each.card)[0]
    }
    for claim in facts.claimed_extremes():
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
    closed = facts.closed(side)
    if closed is None:
        return None
    suit = facts.trump_by if _turns_on_trump(facts, closed.cards) else ()
    return KnownValue(sum(_worth(facts, card)[1] for card in closed.cards), (closed, *suit))


def _against_pile(facts: Facts, arithmetic: Teller, claim: PipsAre) -> Iterator[Reason]:
    least, most = _least(facts, claim.side), _most(facts, claim.side)
    side = facts.deal.side(claim.side)
    if least.value > claim.pips:
        message = lemmas.BELOW_NAMED(side=side, least=least.value, counted=claim.pips)
        code = "pips_below_named_cards"
        yield arithmetic.tell(code, message, claim, least, topics=_TOPICS)
    if most is not None and most.value < claim.pips:
        message = _AT_MOST(side=side, most=most.value, claimed=claim.pips)
        yield arithmetic.tell("pips_miscounted", message, claim, most, topics=_TOPICS)


def _against_tricks(facts: Facts, arithmetic: Teller, claim: PipsAre) -> Iterator[Reason]:
    """D-13: pips that no cards of so many tricks add up to."""
    for most in facts.most_tricks(claim.side) if facts.deal.has_whole_tricks else ():
        is_told = any(isinstance(each, TricksAre) for each in most.by)
        # Fewer tricks are possible too unless their number is certain; then all sizes are tried.
        is_exact = is_told and any(most == least for least in facts.least_tricks(claim.side))
        size = most.value * facts.deal.players
        sizes = [size] if is_exact else range(0, size + 1, facts.deal.players)
        if is_told and not any(_can_count(facts, each, claim.pips) for each in sizes):
            message = lemmas.COUNT_FOR_TRICKS(
                side=facts.deal.side(claim.side), counted=claim.pips, tricks=most.value
            )
            code = "pips_impossible_for_tricks"
            yield arithmetic.tell(code, message, claim, most, topics=_TOPICS)


def _bounds(facts: Facts, side: int) -> tuple[list[KnownValue], list[KnownValue]]:
    """What a side counted at least and at the most, by its pile or by what is claimed."""
    claimed = [KnownValue(each.pips, (each,)) for each in facts.all(PipsAre) if each.side == side]
    most = _most(facts, side)
    # What is claimed counts as exact, what is listed only as a bound.
    return [*claimed, _least(facts, side)], [*claimed, *([most] if most else [])]


def _game(facts: Facts, arithmetic: Teller) -> Iterator[Reason]:
    """Game for a side that another has more pips than, or as many where a tie pays nobody."""
    deal, code, topics = facts.deal, "game_claimed_by_another", ("score.game", "score.pips")
    pays_nobody = deal.ruleset.rules.game_tie is GameTie.NOBODY
    claimed = [each for each in facts.all(PointGoesTo) if each.point is PointName.GAME]
    for claim, other in product(claimed, range(deal.sides)):
        if other == claim.side:
            continue
        for more, fewer in product(_bounds(facts, other)[0], _bounds(facts, claim.side)[1]):
            if more.value > fewer.value or (pays_nobody and more.value == fewer.value):
                message = _OTHERS_GAME(
                    other=deal.side(other),
                    more=more.value,
                    side=deal.side(claim.side),
                    fewer=fewer.value,
                )
                yield arithmetic.tell(code, message, claim, more, fewer, topics=topics)


def _tied(facts: Facts, arithmetic: Teller) -> Iterator[Reason]:
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
                    message = claims.NOT_TIED(counts=(most.value, next_most))
                    by: list[KnownValue | Statement] = [tied, most, *known]
                    yield arithmetic.tell("pips_not_tied", message, *by, topics=("score.tie",))
        for won in facts.all(TricksAre):
            is_all = won.tricks == facts.deal.tricks and not facts.deal.is_surplus_captured
            for pip in _some_pips(facts) if is_all else ():
                winner = facts.deal.side(won.side)
                message = lemmas.ALL_TRICKS(side=winner, tricks=won.tricks)
                code, topics = "six_tricks_without_game", ("score.tie",)
                yield arithmetic.tell(code, message, tied, won, pip, topics=topics)


def _some_pips(facts: Facts) -> Iterator[Statement]:
    """Statements by which somebody counted a pip."""
    yield from (claim for claim in facts.all(PipsAre) if claim.pips)
    yield from (
        each
        for each in facts.all(InPile)
        if facts.pack.pips[each.card] and not cards.is_jack(each.card)
    )
