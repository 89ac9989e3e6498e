"""What contradicts the points that a table claimed."""

from collections.abc import Iterator

from msgspec import structs

from pitch import cards, point_names
from pitch.cards import Suit
from pitch.findings import Finding
from pitch.hand import lemmas, pips, points
from pitch.hand.checks import counts
from pitch.hand.contradictions import Contradiction
from pitch.hand.deals import Deal
from pitch.hand.piles import Captures
from pitch.hand.points import Point, Points
from pitch.hand.records import Claims, HandRecord, PointClaim
from pitch.point_names import EXTREMES, PointName
from pitch.rules.choices import GameTie, Surplus


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
    told = [(claim, point) for point in reckoned if (claim := claims.find(point.point)) is not None]
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


def _low_holder(
    record: HandRecord, captures: Captures, low: Point, deal: Deal
) -> Iterator[Finding]:
    holder = captures.holder(low.card) if low.card else None
    said = record.low_dealt_to
    if low.card and said is not None and holder is not None and holder != said:
        conflict = lemmas.LOW_DEALT_ELSEWHERE(deal, holder=holder, card=low.card, player=said)
        yield conflict.finding("/lowDealtTo", "/holdings")


def _suits(record: HandRecord, claims: Claims, trump: str | None, deal: Deal) -> Iterator[Finding]:
    """A claimed card that is no trump, a joker as Low, or High below Low."""
    ranking = deal.pack.ranking(trump)
    claimed = [
        (f"{claims.pointer(point)}/card", claim.card)
        for point in EXTREMES
        if (claim := claims.find(point)) is not None and claim.card is not None
    ]
    for pointer, card in claimed:
        if trump is not None and ranking.suits[card] != trump:
            conflict = lemmas.NO_TRUMP_CLAIMED(deal, card=card, trump=trump)
            yield conflict.finding("/trump" if record.trump else claimed[0][0], pointer)
    low = claims.find(PointName.LOW)
    if low is not None and low.card is not None and cards.is_joker(low.card):
        conflict = lemmas.JOKER_AS_LOW(deal, card=low.card)
        yield conflict.finding(f"{claims.pointer(PointName.LOW)}/card")
    # With no trump known a joker or an off-card does not tell how it stands to another card.
    if (
        trump is not None
        and len(claimed) == 2
        and ranking.order[claimed[0][1]] < ranking.order[claimed[1][1]]
    ):
        yield lemmas.HIGH_BELOW_LOW(deal).finding(*(pointer for pointer, _ in claimed))


def _absent(claims: Claims, claim: PointClaim, captures: Captures, deal: Deal) -> Iterator[Finding]:
    """A card that was not in play, and yet was taken or is listed."""
    if claim.in_play:
        return
    point, place = claim.point, claims.pointer(claim.point)
    if claim.side is not None:
        conflict = lemmas.AWARDED_BUT_ABSENT(deal, point=point).for_point(point)
        yield conflict.finding(f"{place}/inPlay", f"{place}/side")
    card = points.card_for(point, captures.trump)
    if card is None:
        return
    if captures.captor(card) is not None or captures.holder(card) is not None:
        listed = "/piles" if captures.captor(card) is not None else "/holdings"
        conflict = lemmas.WAS_IN_PLAY(deal, card=card).for_point(point)
        yield conflict.finding(f"{place}/inPlay", listed)


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
        conflict = trickless_conflict(claim.side, claim.point, deal)
        yield conflict.finding(record.claims.pointer(claim.point), _captured(record))


def trickless_conflict(side: int, point: PointName, deal: Deal) -> Contradiction:
    """That a side without a trick is said to have a point that captured cards give."""
    conflict = lemmas.WITHOUT_A_TRICK(deal, side=side, point=point)
    return conflict.citing(point_names.topic(point))


def _awarded(record: HandRecord, claim: PointClaim, point: Point, deal: Deal) -> Iterator[Finding]:
    """A point claimed for another side than the rest of the record gives it."""
    # Where the rest of the record leaves a point open, the claim is the best that is known of it.
    claims = record.claims
    if claims is None or point.is_open or not claim.in_play:
        return
    # Without a side too a claim says that its card was in play; of Game it says nothing then.
    absent = point.side is None and claim.point not in point_names.NO_CARD
    if absent or (claim.side is not None and claim.side != point.side):
        conflict = (
            lemmas.NOBODYS(deal, point=claim.point)
            if point.side is None
            else lemmas.ANOTHERS(deal, point=claim.point, side=point.side)
        )
        sources = _sources(record, claims, claim.point)
        told = conflict.for_point(claim.point).finding(claims.pointer(claim.point), *sources)
        yield structs.replace(told, clauses=point.clauses)


def _another_card(
    record: HandRecord, claim: PointClaim, point: Point, deal: Deal
) -> Iterator[Finding]:
    """A point claimed with another card than the rest of the record, or the rules, give it."""
    if record.claims is None or not (claim.card and point.card) or claim.card == point.card:
        return
    conflict = lemmas.ANOTHER_CARD(deal, point=claim.point, card=point.card, claimed=claim.card)
    # As of High: who was dealt Low and what was counted for Game tell of no card.
    sources = _sources(record, record.claims, PointName.HIGH)
    place = f"{record.claims.pointer(claim.point)}/card"
    told = conflict.for_point(claim.point).finding(place, *sources)
    yield structs.replace(told, clauses=point.clauses)


def _game(record: HandRecord, claims: Claims, captures: Captures, deal: Deal) -> Iterator[Finding]:
    """Pips that were miscounted, are too many or are not tied, and Game where a tie pays nobody."""
    game = claims.find(PointName.GAME)
    is_tied = game is not None and game.tied
    pays_nobody = deal.ruleset.rules.game_tie is GameTie.NOBODY
    if game is not None and game.tied and game.side is not None and pays_nobody:
        place = claims.pointer(PointName.GAME)
        yield lemmas.TIED_BUT_AWARDED(deal).finding(f"{place}/tied", f"{place}/side")
    if claims.pips is None:
        return
    for side, claimed in enumerate(claims.pips):
        shown = pips.count_cards(captures.cards[side], captures, deal)
        if pips.is_counted(captures, side, deal) and shown != claimed:
            conflict = lemmas.PIPS_MISCOUNTED(deal, side=side, counted=shown, claimed=claimed)
            yield conflict.finding(f"/claims/pips/{side}", _captured(record))
    if sum(claims.pips) > deal.pack.total_pips:
        conflict = lemmas.PIPS_OVER_DECK(deal, total=sum(claims.pips), deck=deal.pack.total_pips)
        yield conflict.finding("/claims/pips")
    if is_tied and claims.pips.count(max(claims.pips)) == 1:
        conflict = lemmas.NOT_TIED(deal, counts=sorted(claims.pips, reverse=True)[:2]).citing()
        yield conflict.finding(f"{claims.pointer(PointName.GAME)}/tied", "/claims/pips")


def _may_bring(claim: PointClaim) -> bool:
    """Whether a claimed card brings its point in some suit of trumps."""
    if claim.card is None or claim.point in {*EXTREMES, PointName.HIGH_SPADE}:
        return True
    return claim.card in {points.card_for(claim.point, suit) for suit in Suit}


def _unknown(claims: Claims, deal: Deal) -> Iterator[Finding]:
    """Claims that no hand under these rules can bear out."""
    if claims.pips is not None and PointName.GAME not in deal.ruleset.rules.points:
        yield lemmas.NOTHING_COUNTED(deal).finding("/claims/pips")
    for place, claim in enumerate(claims.points):
        wrong = _misclaimed(claim, deal)
        if wrong is not None:
            said, field = wrong
            yield said.finding(f"/claims/points/{place}/{field}")


def _misclaimed(claim: PointClaim, deal: Deal) -> tuple[Contradiction, str] | None:
    """What no hand bears out about a claim, and the field that is wrong."""
    point, card, scored = claim.point, claim.card, deal.ruleset.rules.points
    if point not in scored:
        return lemmas.POINT_NOT_IN_RULES(deal, point=point, points=scored), "point"
    if card is not None and point in point_names.NO_CARD:
        return lemmas.POINT_HAS_NO_CARD(deal, point=point), "card"
    if card is not None and not _may_bring(claim):
        return lemmas.BRINGS_ANOTHER(deal, card=card, point=point), "card"
    if claim.tied and point is not PointName.GAME:
        return lemmas.NEVER_TIED(deal, point=point), "tied"
    if not claim.in_play and points.is_always_taken(point, deal):
        return lemmas.ALWAYS_IN_PLAY(deal, point=point), "inPlay"
    return None
