"""What contradicts the points that a table claimed."""

from collections.abc import Iterator
from typing import Final

from domain import cards, point_names
from domain.cards import Suit
from domain.findings import Finding, FindingKind
from domain.hand import awards, pips, points, results
from domain.hand.checks import counts
from domain.hand.deals import Deal
from domain.hand.piles import Captures
from domain.hand.points import Point, Points
from domain.hand.records import Claims, HandRecord, PointClaim
from domain.messages import AS_WRITTEN, POINT, SIDE, Message, Sentence
from domain.point_names import EXTREMES, PointName
from domain.rules.choices import GameTie, Low, Surplus
from domain.wording import sentence, together

CLAIMED_BY_ANOTHER: Final = Message("finding.claimed_by_another", point=POINT, side=SIDE)
CLAIMED_OF_NOBODYS: Final = Message("finding.claimed_by_another.nobody", point=POINT)


def check(
    record: HandRecord, captures: Captures, reckoned: Points, deal: Deal
) -> Iterator[Finding]:
    """Every claim that the rest of the record contradicts, each with the facts at odds."""
    claims = record.claims
    if record.low_dealt_to is not None and deal.ruleset.rules.low is Low.DEALT:
        low = points.of(reckoned, PointName.LOW)
        if low is not None:
            yield from _low_holder(record, captures, low, deal)
    if claims is None:
        return
    told = [(claim, point) for point in reckoned if (claim := claims.of(point.point)) is not None]
    yield from _unknown(claims, deal)
    yield from _suits(record, claims, captures.trump, deal)
    for claim, _ in told:
        yield from _absent(claims, claim, captures, deal)
    for claim, point in told:
        yield from _trickless(record, claim, point, captures, deal)
    for claim, point in told:
        yield from _awarded(record, claim, point, deal)
    for claim, point in told:
        yield from _another_card(record, claim, point, deal)
    yield from _game(record, claims, captures, deal)
    if claims.taken is not None:
        yield from counts.check(record, claims, claims.taken, reckoned, deal)


def _captured(record: HandRecord) -> str:
    """Where the record says what was captured."""
    return "/piles" if record.piles else "/tricksWon"


def _sources(record: HandRecord, claims: Claims, point: PointName) -> tuple[str, ...]:
    """Where the record says who has a point, the claim of that point left aside."""
    if point is PointName.LOW and record.low_dealt_to is not None:
        return ("/lowDealtTo",)
    if point is PointName.GAME and not record.piles and claims.pips:
        return ("/claims/pips",)
    places = (("/piles", record.piles), ("/holdings", record.holdings))
    return tuple(pointer for pointer, listed in places if listed)


def _arithmetic(
    code: str, message: str | Sentence, *facts: str, clauses: tuple[str, ...] = ()
) -> Finding:
    return Finding(
        code=code,
        kind=FindingKind.ARITHMETIC,
        message=AS_WRITTEN(text=message) if isinstance(message, str) else message,
        facts=facts,
        clauses=clauses,
    )


def _low_holder(
    record: HandRecord, captures: Captures, low: Point, deal: Deal
) -> Iterator[Finding]:
    holder = captures.holder(low.card) if low.card else None
    if low.card and holder is not None and holder != record.low_dealt_to:
        yield _arithmetic(
            "low_dealt_elsewhere",
            f"The {deal.pack.name(low.card)} is in another holding than the one said to have it.",
            "/lowDealtTo",
            "/holdings",
        )


def _suits(record: HandRecord, claims: Claims, trump: str | None, deal: Deal) -> Iterator[Finding]:
    """A claimed card that is no trump, a joker as Low, or High below Low."""
    ranking = deal.pack.ranking(trump)
    claimed = [
        (f"{claims.pointer(point)}/card", claim.card)
        for point in EXTREMES
        if (claim := claims.of(point)) is not None and claim.card is not None
    ]
    for pointer, card in claimed:
        if trump is not None and ranking.suits[card] != trump:
            yield _arithmetic(
                "claimed_card_is_no_trump",
                f"The {deal.pack.name(card)} cannot be High or Low when {cards.suit_name(trump)} "
                "are trump.",
                "/trump" if record.trump else claimed[0][0],
                pointer,
            )
    low = claims.of(PointName.LOW)
    if low is not None and low.card is not None and cards.is_joker(low.card):
        yield _arithmetic(
            "joker_is_never_low",
            "Low is the lowest trump that is no joker, so it is not the "
            f"{deal.pack.name(low.card)}.",
            f"{claims.pointer(PointName.LOW)}/card",
            clauses=deal.cite("score.low"),
        )
    # With no trump known a joker or an off-card does not tell how it stands to another card.
    if (
        trump is not None
        and len(claimed) == 2
        and ranking.order[claimed[0][1]] < ranking.order[claimed[1][1]]
    ):
        yield _arithmetic(
            "high_below_low",
            "The card claimed for High is lower than the one claimed for Low.",
            *(pointer for pointer, _ in claimed),
        )


def _absent(claims: Claims, claim: PointClaim, captures: Captures, deal: Deal) -> Iterator[Finding]:
    """A card that was not in play, and yet was taken or is listed."""
    if claim.in_play:
        return
    point, place = claim.point, claims.pointer(claim.point)
    if claim.side is not None:
        yield _arithmetic(
            f"{point}_awarded_but_absent",
            f"{sentence(point_names.card_said(point))} cannot be taken by a side when it was not "
            "in play.",
            f"{place}/inPlay",
            f"{place}/side",
        )
    card = awards.card_of(point, captures.trump)
    if card is None:
        return
    if captures.captor(card) is not None or captures.holder(card) is not None:
        yield _arithmetic(
            f"{point}_was_in_play",
            f"The {deal.pack.name(card)} is listed, so it was in play.",
            f"{place}/inPlay",
            "/piles" if captures.captor(card) is not None else "/holdings",
        )


def _trickless(
    record: HandRecord, claim: PointClaim, point: Point, captures: Captures, deal: Deal
) -> Iterator[Finding]:
    """A side without a trick has no point that captured cards give (D-16).

    Unless it has trumps that others could not keep, or Game is tied at no pips and not nobody's.
    """
    if deal.surplus is Surplus.TO_OPPONENTS:
        return
    tie_pays = deal.ruleset.rules.game_tie is not GameTie.NOBODY
    shown = (pips.of(pile, captures, deal) for pile in captures.cards)
    if claim.point is PointName.GAME and tie_pays and not any(shown):
        return
    is_dealt = deal.ruleset.rules.low is Low.DEALT and claim.point in point_names.DEALT
    if is_dealt or claim.side is None or claim.side != point.side or record.claims is None:
        return
    if captures.tricks[claim.side] == 0:
        yield _arithmetic(
            "point_without_a_trick",
            f"{deal.side_names[claim.side]} won no trick, so cannot have "
            f"{point_names.said(claim.point)}.",
            record.claims.pointer(claim.point),
            _captured(record),
            clauses=deal.cite(point_names.topic(claim.point)),
        )


def _awarded(record: HandRecord, claim: PointClaim, point: Point, deal: Deal) -> Iterator[Finding]:
    """A point claimed for another side than the rest of the record gives it."""
    # Where the rest of the record leaves a point open, the claim is the best that is known of it.
    claims = record.claims
    if claims is None or point.is_open or not claim.in_play:
        return
    absent = point.side is None and claim.point not in point_names.NO_CARD
    if absent or (claim.side is not None and claim.side != point.side):
        said: Sentence = CLAIMED_OF_NOBODYS(point=claim.point)
        if point.side is not None:
            said = CLAIMED_BY_ANOTHER(point=claim.point, side=deal.side(point.side))
        yield _arithmetic(
            f"{claim.point}_claimed_by_another",
            said,
            claims.pointer(claim.point),
            *_sources(record, claims, claim.point),
            clauses=point.clauses,
        )


def _another_card(
    record: HandRecord, claim: PointClaim, point: Point, deal: Deal
) -> Iterator[Finding]:
    """A point claimed with another card than the rest of the record, or the rules, give it."""
    if record.claims is None or not (claim.card and point.card) or claim.card == point.card:
        return
    said = point_names.said(claim.point)
    yield _arithmetic(
        f"{claim.point}_is_another_card",
        f"{said} is the {deal.pack.name(point.card)}, not the {deal.pack.name(claim.card)}.",
        f"{record.claims.pointer(claim.point)}/card",
        *_sources(record, record.claims, PointName.HIGH),
        clauses=point.clauses,
    )


def _game(record: HandRecord, claims: Claims, captures: Captures, deal: Deal) -> Iterator[Finding]:
    """Pips that were miscounted, are too many or are not tied, and Game where a tie pays nobody."""
    game = claims.of(PointName.GAME)
    is_tied = game is not None and game.tied
    pays_nobody = deal.ruleset.rules.game_tie is GameTie.NOBODY
    if game is not None and game.tied and game.side is not None and pays_nobody:
        yield _arithmetic(
            "game_awarded_but_tied",
            "When the most pips are shared nobody gets Game, so no side can have it.",
            f"{claims.pointer(PointName.GAME)}/tied",
            f"{claims.pointer(PointName.GAME)}/side",
            clauses=deal.cite("score.tie"),
        )
    if claims.pips is None:
        return
    for side, claimed in enumerate(claims.pips):
        shown = pips.of(captures.cards[side], captures, deal)
        if pips.is_counted(captures, side, deal) and shown != claimed:
            yield _arithmetic(
                "pips_miscounted",
                f"The pile of {deal.side_names[side]} counts {shown} pips, not {claimed}.",
                f"/claims/pips/{side}",
                _captured(record),
                clauses=deal.cite("score.pips"),
            )
    if sum(claims.pips) > deal.pack.all_pips:
        yield _arithmetic(
            "pips_over_deck",
            f"The pips add up to {sum(claims.pips)}, but the whole pack has {deal.pack.all_pips}.",
            "/claims/pips",
            clauses=deal.cite("score.pips"),
        )
    if is_tied and claims.pips.count(max(claims.pips)) == 1:
        yield _arithmetic(
            "pips_not_tied",
            "The most pips are not shared, so Game is not tied.",
            f"{claims.pointer(PointName.GAME)}/tied",
            "/claims/pips",
        )


def _may_bring(claim: PointClaim) -> bool:
    """Whether a claimed card brings its point in some suit of trumps."""
    if claim.card is None or claim.point in {*EXTREMES, PointName.HIGH_SPADE}:
        return True
    return claim.card in {awards.card_of(claim.point, suit) for suit in Suit}


def _unknown(claims: Claims, deal: Deal) -> Iterator[Finding]:
    """Claims that no hand under these rules can bear out."""
    ruleset = deal.ruleset
    listed = together(map(point_names.said, ruleset.rules.points))
    if claims.pips is not None and PointName.GAME not in ruleset.rules.points:
        yield Finding(
            code="point_not_in_rules",
            kind=FindingKind.RULESET,
            message=AS_WRITTEN(
                text=f"{ruleset.name} has no point Game, so nobody counts pips; its points are "
                f"{listed}."
            ),
            facts=("/claims/pips",),
        )
    for place, claim in enumerate(claims.points):
        said, pointer = point_names.said(claim.point), f"/claims/points/{place}"
        if claim.point not in ruleset.rules.points:
            code, fact = "point_not_in_rules", f"{pointer}/point"
            message = f"{ruleset.name} has no point {said}; its points are {listed}."
        elif claim.card is not None and claim.point in point_names.NO_CARD:
            code, fact = "point_has_no_card", f"{pointer}/card"
            message = f"By {ruleset.name} no card brings {said}, so none can be named for it."
        elif not _may_bring(claim):
            code, fact = "claimed_card_brings_another", f"{pointer}/card"
            message = f"The {deal.pack.name(claim.card or '')} never brings {said}."
        elif claim.tied and claim.point is not PointName.GAME:
            code, fact = "point_cannot_be_tied", f"{pointer}/tied"
            message = f"By {ruleset.name} only Game can be tied, not {said}."
        elif not claim.in_play and results.is_always_taken(claim.point, deal):
            code, fact = "point_always_in_play", f"{pointer}/inPlay"
            is_named = claim.point in {*EXTREMES, PointName.LAST_TRICK}
            what = said if is_named else point_names.card_said(claim.point)
            message = f"By {ruleset.name} {what} is in play in every hand, so it is somebody's."
        else:
            continue
        yield Finding(
            code=code, kind=FindingKind.RULESET, message=AS_WRITTEN(text=message), facts=(fact,)
        )
