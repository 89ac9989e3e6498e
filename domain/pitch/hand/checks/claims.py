"""Contradictions of the points that a table claimed."""

from collections.abc import Iterator

from msgspec import Struct, structs

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
    record: HandRecord, captures: Captures, hand_points: Points, deal: Deal
) -> Iterator[Finding]:
    """Yield the claims that the rest of the record contradicts, each with the facts at odds."""
    claims = record.claims
    if PointName.LOW in deal.ruleset.rules.dealt_points:
        yield from _low_holder(record, captures, hand_points, deal)
    if claims is None:
        return
    claimed = [
        _ClaimedPoint(record, claims, claim, point, captures, deal)
        for point in hand_points
        if (claim := claims.find(point.point)) is not None
    ]
    yield from _rules(claims, deal)
    yield from _suits(record, claims, captures.trump, deal)
    for check_point in (_absence, _tricks, _owner, _card):
        for claimed_point in claimed:
            yield from check_point(claimed_point)
    yield from _game(record, claims, captures, deal)
    if claims.taken is not None:
        yield from counts.check(record, claims, claims.taken, hand_points, deal)


class _ClaimedPoint(Struct, frozen=True):
    """The claim of a point, beside the point by the rest of the record."""

    record: HandRecord
    claims: Claims
    claim: PointClaim
    point: Point
    captures: Captures
    deal: Deal

    @property
    def pointer(self) -> str:
        """Return the pointer to the claim."""
        return self.claims.pointer(self.claim.point)

    def sources(self) -> tuple[str, ...]:
        """Return pointers to the owner of the point in the rest of the record."""
        if self.claim.point is PointName.LOW and self.record.low_dealt_to is not None:
            return ("/lowDealtTo",)
        if self.claim.point is PointName.GAME and not self.record.piles and self.claims.pips:
            return ("/claims/pips",)
        return self.card_sources()

    def card_sources(self) -> tuple[str, ...]:
        """Return pointers to the cards of the record."""
        lists = (("/piles", self.record.piles), ("/holdings", self.record.holdings))
        return tuple(pointer for pointer, listed in lists if listed)


def _captured_fact(record: HandRecord) -> str:
    """Return the pointer to what was captured."""
    return "/piles" if record.piles else "/tricksWon"


def _low_holder(
    record: HandRecord, captures: Captures, hand_points: Points, deal: Deal
) -> Iterator[Finding]:
    """Yield the finding on Low dealt to another seat than the holdings show."""
    low, seat = points.find_point(hand_points, PointName.LOW), record.low_dealt_to
    holder = captures.holder(low.card) if low and low.card else None
    if low and low.card and seat is not None and holder is not None and holder != seat:
        conflict = lemmas.LOW_DEALT_ELSEWHERE(deal, holder=holder, card=low.card, player=seat)
        yield conflict.finding("/lowDealtTo", "/holdings")


def _suits(record: HandRecord, claims: Claims, trump: str | None, deal: Deal) -> Iterator[Finding]:
    """Yield claimed cards that are no trump, a joker as Low, and High below Low."""
    ranking = deal.pack.ranking(trump)
    extremes = [
        (f"{claims.pointer(point)}/card", claim.card)
        for point in EXTREMES
        if (claim := claims.find(point)) is not None and claim.card is not None
    ]
    for pointer, card in extremes:
        if trump is not None and ranking.suits[card] != trump:
            conflict = lemmas.NO_TRUMP_CLAIMED(deal, card=card, trump=trump)
            yield conflict.finding("/trump" if record.trump else extremes[0][0], pointer)
    low = claims.find(PointName.LOW)
    if low is not None and low.card is not None and cards.is_joker(low.card):
        conflict = lemmas.JOKER_AS_LOW(deal, card=low.card)
        yield conflict.finding(f"{claims.pointer(PointName.LOW)}/card")
    # With an unknown trump a joker or an off-card cannot be compared with another card.
    if trump is not None and len(extremes) == 2:
        (high_pointer, high_card), (low_pointer, low_card) = extremes
        if ranking.order[high_card] < ranking.order[low_card]:
            yield lemmas.HIGH_BELOW_LOW(deal).finding(high_pointer, low_pointer)


def _absence(claimed: _ClaimedPoint) -> Iterator[Finding]:
    """Yield findings on a card claimed not to be in play, but taken or listed."""
    claim, captures, deal = claimed.claim, claimed.captures, claimed.deal
    if claim.in_play:
        return
    point, pointer = claim.point, claimed.pointer
    if claim.side is not None:
        conflict = lemmas.AWARDED_BUT_ABSENT(deal, point=point).for_point(point)
        yield conflict.finding(f"{pointer}/inPlay", f"{pointer}/side")
    card = points.card_for(point, captures.trump)
    if card is None:
        return
    is_captured = captures.captor(card) is not None
    if is_captured or captures.holder(card) is not None:
        conflict = lemmas.WAS_IN_PLAY(deal, card=card).for_point(point)
        yield conflict.finding(f"{pointer}/inPlay", "/piles" if is_captured else "/holdings")


def _tricks(claimed: _ClaimedPoint) -> Iterator[Finding]:
    """Yield the finding on a side without a trick that has a captured point.

    Unless it has trumps that its opponents could not keep, or Game is tied at no pips and paid.
    """
    claim, captures, deal = claimed.claim, claimed.captures, claimed.deal
    rules = deal.ruleset.rules
    if deal.surplus is Surplus.TO_OPPONENTS or claim.point in rules.dealt_points:
        return
    tie_pays = claim.point is PointName.GAME and rules.game_tie is not GameTie.NOBODY
    if tie_pays and not any(pips.count_cards(pile, captures, deal) for pile in captures.cards):
        return
    if claim.side is None or claim.side != claimed.point.side:
        return
    if captures.tricks[claim.side] == 0:
        conflict = trickless_conflict(claim.side, claim.point, deal)
        yield conflict.finding(claimed.pointer, _captured_fact(claimed.record))


def trickless_conflict(side: int, point: PointName, deal: Deal) -> Contradiction:
    """Return the conflict of a side without a trick that is said to have a captured point."""
    conflict = lemmas.WITHOUT_A_TRICK(deal, side=side, point=point)
    return conflict.citing(point_names.topic(point))


def _owner(claimed: _ClaimedPoint) -> Iterator[Finding]:
    """Yield the finding on a point claimed for another side than the rest of the record shows."""
    # If the rest of the record leaves a point open, the claim is the best information.
    claim, point, deal = claimed.claim, claimed.point, claimed.deal
    if point.is_open or not claim.in_play:
        return
    # A claim without a side still claims that its card was in play; of Game it claims nothing.
    is_absent = point.side is None and claim.point not in point_names.NO_CARD
    if is_absent or (claim.side is not None and claim.side != point.side):
        if claim.side is None:
            conflict = lemmas.NOBODYS_IN_PLAY(deal, point=claim.point)
        elif point.side is None:
            conflict = lemmas.NOBODYS(deal, point=claim.point, claimed=claim.side)
        else:
            sides = {"claimed": claim.side, "side": point.side}
            conflict = lemmas.ANOTHERS(deal, point=claim.point, **sides)
        finding = conflict.for_point(claim.point).finding(claimed.pointer, *claimed.sources())
        yield structs.replace(finding, clauses=point.clauses)


def _card(claimed: _ClaimedPoint) -> Iterator[Finding]:
    """Yield the finding on a point claimed with another card than the record or rules show."""
    claim, point = claimed.claim, claimed.point
    if not (claim.card and point.card) or claim.card == point.card:
        return
    conflict = lemmas.ANOTHER_CARD(
        claimed.deal, point=claim.point, card=point.card, claimed=claim.card
    ).for_point(claim.point)
    # The holder of Low and the pips for Game show no card.
    finding = conflict.finding(f"{claimed.pointer}/card", *claimed.card_sources())
    yield structs.replace(finding, clauses=point.clauses)


def _game(record: HandRecord, claims: Claims, captures: Captures, deal: Deal) -> Iterator[Finding]:
    """Yield findings on pips that are miscounted, too many or not tied, and on a tie that pays."""
    game = claims.find(PointName.GAME)
    is_tied = game is not None and game.tied
    pays_nobody = deal.ruleset.rules.game_tie is GameTie.NOBODY
    if game is not None and game.tied and game.side is not None and pays_nobody:
        pointer = claims.pointer(PointName.GAME)
        yield lemmas.TIED_BUT_AWARDED(deal).finding(f"{pointer}/tied", f"{pointer}/side")
    if claims.pips is None:
        return
    for side, number in enumerate(claims.pips):
        counted = pips.count_cards(captures.cards[side], captures, deal)
        if pips.is_counted(captures, side, deal) and counted != number:
            conflict = lemmas.PIPS_MISCOUNTED(deal, side=side, counted=counted, claimed=number)
            yield conflict.finding(f"/claims/pips/{side}", _captured_fact(record))
    if sum(claims.pips) > deal.pack.total_pips:
        conflict = lemmas.PIPS_OVER_DECK(deal, total=sum(claims.pips), deck=deal.pack.total_pips)
        yield conflict.finding("/claims/pips")
    if is_tied and claims.pips.count(max(claims.pips)) == 1:
        conflict = lemmas.NOT_TIED(deal, counts=sorted(claims.pips, reverse=True)[:2]).citing()
        yield conflict.finding(f"{claims.pointer(PointName.GAME)}/tied", "/claims/pips")


def _rules(claims: Claims, deal: Deal) -> Iterator[Finding]:
    """Yield findings on claims that are impossible in every hand under these rules."""
    if claims.pips is not None and PointName.GAME not in deal.ruleset.rules.points:
        yield lemmas.NOTHING_COUNTED(deal).finding("/claims/pips")
    for place, claim in enumerate(claims.points):
        contradiction = _rule_conflict(claim, deal)
        if contradiction is not None:
            conflict, field = contradiction
            yield conflict.finding(f"/claims/points/{place}/{field}")


def _rule_conflict(claim: PointClaim, deal: Deal) -> tuple[Contradiction, str] | None:
    """Return the conflict of a claim with the rules and its field; None without a conflict."""
    point, card, scored = claim.point, claim.card, deal.ruleset.rules.points
    if point not in scored:
        return lemmas.POINT_NOT_IN_RULES(deal, point=point, points=scored), "point"
    if card is not None and point in point_names.NO_CARD:
        return lemmas.POINT_HAS_NO_CARD(deal, point=point), "card"
    is_any_card = card is None or point in {*EXTREMES, PointName.HIGH_SPADE}
    if not is_any_card and card not in {points.card_for(point, suit) for suit in Suit}:
        return lemmas.BRINGS_ANOTHER(deal, card=card, point=point), "card"
    if claim.tied and point is not PointName.GAME:
        return lemmas.NEVER_TIED(deal, point=point), "tied"
    if not claim.in_play and points.is_always_taken(point, deal):
        return lemmas.ALWAYS_IN_PLAY(deal, point=point), "inPlay"
    return None
