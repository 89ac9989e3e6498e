"""What contradicts the points that a table claimed."""

from collections.abc import Iterator
from typing import Final

from pitch import cards, point_names
from pitch.cards import Suit
from pitch.findings import Finding, FindingKind
from pitch.hand import pips, points
from pitch.hand.checks import counts
from pitch.hand.deals import Deal
from pitch.hand.piles import Captures
from pitch.hand.points import Point, Points
from pitch.hand.records import Claims, HandRecord, PointClaim
from pitch.messages import CARD, COUNT, PLAYER, POINT, SIDE, SUIT, Message, Sentence, all_of
from pitch.point_names import EXTREMES, PointName
from pitch.rules.choices import GameTie, Surplus

CLAIMED_BY_ANOTHER: Final = Message("finding.claimed_by_another", point=POINT, side=SIDE)
CLAIMED_OF_NOBODYS: Final = Message("finding.claimed_by_another.nobody", point=POINT)
NO_TRUMP: Final = Message("finding.claimed_card_is_no_trump", card=CARD, trump=SUIT)
HIGH_BELOW_LOW: Final = Message("finding.high_below_low")
_NEVER_LOW: Final = Message("finding.joker_is_never_low", card=CARD)
LOW_DEALT_ELSEWHERE: Final = Message(
    "finding.low_dealt_elsewhere", holder=PLAYER, card=CARD, player=PLAYER
)
AWARDED_BUT_ABSENT: Final = Message("finding.awarded_but_absent", point=POINT)
WAS_IN_PLAY: Final = Message("finding.was_in_play", card=CARD)
WITHOUT_A_TRICK: Final = Message("finding.point_without_a_trick", side=SIDE, point=POINT)
ANOTHER_CARD: Final = Message("finding.is_another_card", point=POINT, card=CARD, claimed=CARD)
TIED_BUT_AWARDED: Final = Message("finding.game_awarded_but_tied")
NOT_TIED: Final = Message("finding.pips_not_tied", counts=all_of(COUNT))
MISCOUNTED: Final = Message("finding.pips_miscounted", side=SIDE, counted=COUNT, claimed=COUNT)
OVER_DECK: Final = Message("finding.pips_over_deck", total=COUNT, deck=COUNT)
_NOT_IN_RULES: Final = Message("finding.point_not_in_rules", point=POINT, points=all_of(POINT))
_NOTHING_COUNTED: Final = Message("finding.point_not_in_rules.counts")
_NO_CARD: Final = Message("finding.point_has_no_card", point=POINT)
_BRINGS_ANOTHER: Final = Message("finding.claimed_card_brings_another", card=CARD, point=POINT)
_NEVER_TIED: Final = Message("finding.point_cannot_be_tied", point=POINT)
_ALWAYS_IN_PLAY: Final = Message("finding.point_always_in_play", point=POINT)


def check(
    record: HandRecord, captures: Captures, reckoned: Points, deal: Deal
) -> Iterator[Finding]:
    """Every claim that the rest of the record contradicts, each with the facts at odds."""
    claims = record.claims
    if record.low_dealt_to is not None and PointName.LOW in deal.ruleset.rules.dealt_points:
        low = points.find_point(reckoned, PointName.LOW)
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
    code: str, message: Sentence, *facts: str, clauses: tuple[str, ...] = ()
) -> Finding:
    return Finding(
        code=code,
        kind=FindingKind.ARITHMETIC,
        message=message,
        facts=facts,
        clauses=clauses,
    )


def _low_holder(
    record: HandRecord, captures: Captures, low: Point, deal: Deal
) -> Iterator[Finding]:
    holder = captures.holder(low.card) if low.card else None
    said = record.low_dealt_to
    if low.card and said is not None and holder is not None and holder != said:
        yield _arithmetic(
            "low_dealt_elsewhere",
            LOW_DEALT_ELSEWHERE(
                holder=deal.player(holder), card=low.card, player=deal.player(said)
            ),
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
                NO_TRUMP(card=deal.pack.named(card), trump=trump),
                "/trump" if record.trump else claimed[0][0],
                pointer,
            )
    low = claims.of(PointName.LOW)
    if low is not None and low.card is not None and cards.is_joker(low.card):
        yield _arithmetic(
            "joker_is_never_low",
            _NEVER_LOW(card=deal.pack.named(low.card)),
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
            HIGH_BELOW_LOW(),
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
            AWARDED_BUT_ABSENT(point=point),
            f"{place}/inPlay",
            f"{place}/side",
        )
    card = points.card_for(point, captures.trump)
    if card is None:
        return
    if captures.captor(card) is not None or captures.holder(card) is not None:
        yield _arithmetic(
            f"{point}_was_in_play",
            WAS_IN_PLAY(card=deal.pack.named(card)),
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
    shown = (pips.count_cards(pile, captures, deal) for pile in captures.cards)
    if claim.point is PointName.GAME and tie_pays and not any(shown):
        return
    is_dealt = claim.point in deal.ruleset.rules.dealt_points
    if is_dealt or claim.side is None or claim.side != point.side or record.claims is None:
        return
    if captures.tricks[claim.side] == 0:
        yield _arithmetic(
            "point_without_a_trick",
            WITHOUT_A_TRICK(side=deal.side(claim.side), point=claim.point),
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
    # Without a side too a claim says that its card was in play; of Game it says nothing then.
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
    named = deal.pack.named
    yield _arithmetic(
        f"{claim.point}_is_another_card",
        ANOTHER_CARD(point=claim.point, card=named(point.card), claimed=named(claim.card)),
        f"{record.claims.pointer(claim.point)}/card",
        # As of High: who was dealt Low and what was counted for Game tell of no card.
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
            TIED_BUT_AWARDED(),
            f"{claims.pointer(PointName.GAME)}/tied",
            f"{claims.pointer(PointName.GAME)}/side",
            clauses=deal.cite("score.tie"),
        )
    if claims.pips is None:
        return
    for side, claimed in enumerate(claims.pips):
        shown = pips.count_cards(captures.cards[side], captures, deal)
        if pips.is_counted(captures, side, deal) and shown != claimed:
            yield _arithmetic(
                "pips_miscounted",
                MISCOUNTED(side=deal.side(side), counted=shown, claimed=claimed),
                f"/claims/pips/{side}",
                _captured(record),
                clauses=deal.cite("score.pips"),
            )
    if sum(claims.pips) > deal.pack.all_pips:
        yield _arithmetic(
            "pips_over_deck",
            OVER_DECK(total=sum(claims.pips), deck=deal.pack.all_pips),
            "/claims/pips",
            clauses=deal.cite("score.pips"),
        )
    if is_tied and claims.pips.count(max(claims.pips)) == 1:
        yield _arithmetic(
            "pips_not_tied",
            NOT_TIED(counts=sorted(claims.pips, reverse=True)[:2]),
            f"{claims.pointer(PointName.GAME)}/tied",
            "/claims/pips",
        )


def _may_bring(claim: PointClaim) -> bool:
    """Whether a claimed card brings its point in some suit of trumps."""
    if claim.card is None or claim.point in {*EXTREMES, PointName.HIGH_SPADE}:
        return True
    return claim.card in {points.card_for(claim.point, suit) for suit in Suit}


def _unknown(claims: Claims, deal: Deal) -> Iterator[Finding]:
    """Claims that no hand under these rules can bear out."""
    if claims.pips is not None and PointName.GAME not in deal.ruleset.rules.points:
        yield _outside("point_not_in_rules", _NOTHING_COUNTED(), "/claims/pips")
    for place, claim in enumerate(claims.points):
        wrong = _misclaimed(claim, deal)
        if wrong is not None:
            code, message, field = wrong
            yield _outside(code, message, f"/claims/points/{place}/{field}")


def _misclaimed(claim: PointClaim, deal: Deal) -> tuple[str, Sentence, str] | None:
    """What no hand bears out about a claim: the code, the sentence and the field that is wrong."""
    point, card = claim.point, claim.card
    if point not in deal.ruleset.rules.points:
        message = _NOT_IN_RULES(point=point, points=deal.ruleset.rules.points)
        return "point_not_in_rules", message, "point"
    if card is not None and point in point_names.NO_CARD:
        return "point_has_no_card", _NO_CARD(point=point), "card"
    if card is not None and not _may_bring(claim):
        message = _BRINGS_ANOTHER(card=deal.pack.named(card), point=point)
        return "claimed_card_brings_another", message, "card"
    if claim.tied and point is not PointName.GAME:
        return "point_cannot_be_tied", _NEVER_TIED(point=point), "tied"
    if not claim.in_play and points.is_always_taken(point, deal):
        return "point_always_in_play", _ALWAYS_IN_PLAY(point=point), "inPlay"
    return None


def _outside(code: str, message: Sentence, fact: str) -> Finding:
    """A claim of what these rules do not have."""
    return Finding(code=code, kind=FindingKind.RULESET, message=message, facts=(fact,))
