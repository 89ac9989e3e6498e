"""What contradicts the points that a table claimed."""

from collections.abc import Iterator
from typing import Final

from domain import cards
from domain.findings import Finding, FindingKind
from domain.hand import pips, points, records, results
from domain.hand.deals import Deal
from domain.hand.piles import Captures
from domain.hand.points import Certainty, Point, Points
from domain.hand.records import Claims, HandRecord
from domain.rules.options import GameTie, Low
from domain.wording import counted, together

_POINTS: Final = ("score.high", "score.low", "score.jack", "score.game")


def check(
    record: HandRecord, captures: Captures, reckoned: Points, deal: Deal
) -> Iterator[Finding]:
    """Every claim that the rest of the record contradicts, each with the facts at odds."""
    claims = record.claims
    if record.low_dealt_to is not None and deal.ruleset.rules.low is Low.DEALT:
        yield from _low_holder(record, captures, reckoned.low)
    if claims is None:
        return
    yield from _suits(record, claims, captures.trump, deal)
    yield from _jack(claims, captures)
    yield from _trickless(record, claims, captures, reckoned, deal)
    yield from _awards(record, claims, reckoned, deal)
    yield from _cards(record, claims, reckoned)
    yield from _game(record, claims, captures, deal)
    if claims.taken is not None:
        yield from _taken(record, claims.taken, reckoned, deal)


def _captured(record: HandRecord) -> str:
    """Where the record says what was captured."""
    return "/piles" if record.piles else "/tricksWon"


def _sources(record: HandRecord, claims: Claims, name: str) -> tuple[str, ...]:
    """Where the record says who has a point, the claim of that point left aside."""
    if name == "low" and record.low_dealt_to is not None:
        return ("/lowDealtTo",)
    if name == "game" and not record.piles and claims.game and claims.game.pips:
        return ("/claims/game/pips",)
    places = (("/piles", record.piles), ("/holdings", record.holdings))
    return tuple(pointer for pointer, listed in places if listed)


def _arithmetic(code: str, message: str, *facts: str, clauses: tuple[str, ...] = ()) -> Finding:
    return Finding(
        code=code, kind=FindingKind.ARITHMETIC, message=message, facts=facts, clauses=clauses
    )


def _low_holder(record: HandRecord, captures: Captures, low: Point) -> Iterator[Finding]:
    holder = captures.holder(low.card) if low.card else None
    if low.card and holder is not None and holder != record.low_dealt_to:
        yield _arithmetic(
            "low_dealt_elsewhere",
            f"The {cards.name(low.card)} is in another holding than the one said to have it.",
            "/lowDealtTo",
            "/holdings",
        )


def _suits(record: HandRecord, claims: Claims, trump: str | None, deal: Deal) -> Iterator[Finding]:
    """A claimed card that is no trump, or High below Low."""
    order = deal.pack.order
    claimed = [
        (f"/claims/{name}/card", claim.card)
        for name, claim in (("high", claims.high), ("low", claims.low))
        if claim is not None and claim.card is not None
    ]
    for pointer, card in claimed:
        if trump is not None and cards.suit(card) != trump:
            yield _arithmetic(
                "claimed_card_is_no_trump",
                f"The {cards.name(card)} cannot be High or Low when {cards.suit_name(trump)} "
                "are trump.",
                "/trump" if record.trump else claimed[0][0],
                pointer,
            )
    if len(claimed) == 2 and order[claimed[0][1]] < order[claimed[1][1]]:
        yield _arithmetic(
            "high_below_low",
            "The card claimed for High is lower than the one claimed for Low.",
            *(pointer for pointer, _ in claimed),
        )


def _jack(claims: Claims, captures: Captures) -> Iterator[Finding]:
    """A jack that was not in play, and yet was taken or is listed."""
    claim = claims.jack
    if claim is None or claim.in_play:
        return
    if claim.side is not None:
        yield _arithmetic(
            "jack_awarded_but_absent",
            "The jack of trumps cannot be taken by a side when it was not in play.",
            "/claims/jack/inPlay",
            "/claims/jack/side",
        )
    jack = cards.jack(captures.trump) if captures.trump else None
    if jack is None:
        return
    if captures.captor(jack) is not None or captures.holder(jack) is not None:
        yield _arithmetic(
            "jack_was_in_play",
            f"The {cards.name(jack)} is listed, so it was in play.",
            "/claims/jack/inPlay",
            "/piles" if captures.captor(jack) is not None else "/holdings",
        )


def _trickless(
    record: HandRecord, claims: Claims, captures: Captures, reckoned: Points, deal: Deal
) -> Iterator[Finding]:
    """A side without a trick has no point that captured cards give (D-16)."""
    low = claims.low if deal.ruleset.rules.low is Low.CAPTURED else None
    for name, claim, point in (
        ("high", claims.high, reckoned.high),
        ("low", low, reckoned.low),
        ("jack", claims.jack, reckoned.jack),
        ("game", claims.game, reckoned.game),
    ):
        if claim is None or claim.side is None or claim.side != point.side:
            continue
        if captures.tricks[claim.side] == 0:
            yield _arithmetic(
                "point_without_a_trick",
                f"{deal.side_names[claim.side]} won no trick, so cannot have {name.capitalize()}.",
                f"/claims/{name}",
                _captured(record),
                clauses=deal.cite(f"score.{name}"),
            )


def _awards(record: HandRecord, claims: Claims, reckoned: Points, deal: Deal) -> Iterator[Finding]:
    """Points claimed for another side than the rest of the record gives them."""
    jack = claims.jack if claims.jack and claims.jack.in_play else None
    awarded = [
        ("high", claims.high, reckoned.high),
        ("low", claims.low, reckoned.low),
        ("jack", jack, reckoned.jack),
        (
            "game",
            claims.game if claims.game and claims.game.side is not None else None,
            reckoned.game,
        ),
    ]
    for name, claim, point in awarded:
        # Where the rest of the record leaves a point open, the claim is the best that is known of
        # it.
        if claim is None or point.state is Certainty.OPEN:
            continue
        absent = name == "jack" and point.side is None
        if absent or (claim.side is not None and claim.side != point.side):
            owner = "nobody" if point.side is None else deal.side_names[point.side]
            yield _arithmetic(
                f"{name}_claimed_by_another",
                f"{name.capitalize()} goes to {owner}, not as claimed. {point.why}",
                f"/claims/{name}",
                *_sources(record, claims, name),
                clauses=point.clauses,
            )


def _cards(record: HandRecord, claims: Claims, reckoned: Points) -> Iterator[Finding]:
    """High and Low claimed with another card than the rest of the record gives them."""
    for name, held, point in (
        ("high", claims.high, reckoned.high),
        ("low", claims.low, reckoned.low),
    ):
        if held and held.card and point.card and held.card != point.card:
            yield _arithmetic(
                f"{name}_is_another_card",
                f"{name.capitalize()} is the {cards.name(point.card)}, "
                f"not the {cards.name(held.card)}.",
                f"/claims/{name}/card",
                *_sources(record, claims, "high"),
                clauses=point.clauses,
            )


def _game(record: HandRecord, claims: Claims, captures: Captures, deal: Deal) -> Iterator[Finding]:
    """Pips that were miscounted, are too many or are not tied, and Game where a tie pays nobody."""
    game = claims.game
    if game is None:
        return
    if game.tied and game.side is not None and deal.ruleset.rules.game_tie is GameTie.NOBODY:
        yield _arithmetic(
            "game_awarded_but_tied",
            "When the most pips are shared nobody gets Game, so no side can have it.",
            "/claims/game/tied",
            "/claims/game/side",
            clauses=deal.cite("score.tie"),
        )
    if game.pips is None:
        return
    for side, claimed in enumerate(game.pips):
        shown = pips.of(captures.cards[side], captures, deal)
        if pips.is_counted(captures, side, deal) and shown != claimed:
            yield _arithmetic(
                "pips_miscounted",
                f"The pile of {deal.side_names[side]} counts {shown} pips, not {claimed}.",
                f"/claims/game/pips/{side}",
                _captured(record),
                clauses=deal.cite("score.pips"),
            )
    if sum(game.pips) > deal.pack.all_pips:
        yield _arithmetic(
            "pips_over_deck",
            f"The pips add up to {sum(game.pips)}, but the whole pack has {deal.pack.all_pips}.",
            "/claims/game/pips",
            clauses=deal.cite("score.pips"),
        )
    if game.tied and game.pips.count(max(game.pips)) == 1:
        yield _arithmetic(
            "pips_not_tied",
            "The most pips are not shared, so Game is not tied.",
            "/claims/game/tied",
            "/claims/game/pips",
        )


def _taken(
    record: HandRecord, taken: tuple[int | None, ...], reckoned: Points, deal: Deal
) -> Iterator[Finding]:
    """Points by side that a hand does not have (D-8), or that other facts contradict."""
    known = {side: claimed for side, claimed in enumerate(taken) if claimed is not None}
    total = sum(known.values())
    if total > len(_POINTS):
        yield _over_four(known, deal)
        return
    # With a side unsaid the missing points may be there.
    if total < results.LEAST_POINTS and None not in taken:
        yield _arithmetic(
            "points_under_two",
            f"That is {counted(total, 'point')}, but High and Low are always taken. "
            "Count them again.",
            "/claims/taken",
            clauses=deal.cite("score.high", "score.low"),
        )
        return
    bounds = points.bounds(reckoned, deal.sides)
    for side, claimed in known.items():
        least, most = bounds.least[side], bounds.most[side]
        if least <= claimed <= most:
            continue
        # What is certain is said without a bound: took one, not two.
        bound = "" if least == most else "at least " if claimed < least else "at most "
        told = counted(least if claimed < least else most, "point")
        yield _arithmetic(
            "points_miscounted",
            f"{deal.side_names[side]} took {bound}{told}, not {claimed}.",
            f"/claims/taken/{side}",
            *_shown(record),
            clauses=deal.cite(*_POINTS),
        )


def _over_four(known: dict[int, int], deal: Deal) -> Finding:
    """More points by side, together, than a hand has."""
    too_many = _too_many(known)
    listed = together(f"{known[side]} for {deal.side_names[side]}" for side in too_many)
    return _arithmetic(
        "points_over_four",
        f"{listed}, but a hand has four points at the most. Count them again.",
        *(f"/claims/taken/{side}" for side in too_many),
        clauses=deal.cite(*_POINTS),
    )


def _too_many(known: dict[int, int]) -> list[int]:
    """The fewest sides that say more points together than a hand has."""
    chosen: list[int] = []
    for side in sorted(known, key=lambda side: -known[side]):
        if sum(known[each] for each in chosen) <= len(_POINTS):
            chosen.append(side)
    return sorted(chosen)


def _shown(record: HandRecord) -> tuple[str, ...]:
    """Where a record tells who has which point."""
    claimed = [
        f"/claims/{name}"
        for name in ("high", "low", "jack", "game")
        if record.claims and getattr(record.claims, name) is not None
    ]
    shown = records.entered(
        record, "trump", "piles", "tricks_won", "holdings", "tricks", "low_dealt_to"
    )
    return (*shown, *claimed)
