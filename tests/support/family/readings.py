"""Records as facts to ask of, read without the domain."""

from collections.abc import Iterator

from msgspec import UNSET

from pitch.hand.auctions import Contract
from pitch.hand.records import HandRecord, Listed, PointClaim
from tests.support.family import calling, packs, points
from tests.support.family.games import RANKS, SUITS, Game
from tests.support.family.questions import Fact, can_be


def is_possible(record: HandRecord, game: Game, dealer: int, work: int = 10_000) -> bool | None:
    """Return whether some auction, deal and play come to a record; None where that took too much
    work.
    """
    calls = tuple(call.value for call in record.calls)
    if not auction_fits(record, game, dealer, calls):
        return False
    trumps = [record.trump.value] if record.trump else list(SUITS)
    answers = []
    for trump in trumps:
        answers.append(can_be(game, dealer, list(facts(record, game, dealer, trump)), trump, work))
        if answers[-1]:
            return True
    return None if None in answers else False


def auction_fits(record: HandRecord, game: Game, dealer: int, calls: tuple[str, ...]) -> bool:
    """Return whether the calls are open, one after the other, and make the contract."""
    for place, call in enumerate(calls):
        if call not in calling.open_calls(game, dealer, calls[:place]):
            return False
    if not calls or record.contract is None or not calling.is_over(game, dealer, calls):
        return True
    ended = calling.end_auction(game, dealer, calls)
    return (ended.pitcher, ended.bid) == (record.contract.pitcher, record.contract.bid.value)


def facts(record: HandRecord, game: Game, dealer: int, trump: str) -> Iterator[Fact]:
    """Return the facts of a record about deal and play."""
    calls = tuple(call.value for call in record.calls)
    if record.contract is not None:
        yield from _of_contract(record.contract)
    elif calls and calling.is_over(game, dealer, calls):
        pitcher = calling.end_auction(game, dealer, calls).pitcher
        yield from () if pitcher is None else [("pitcher", pitcher)]
    yield from _of_piles(record, game)
    for side, number in enumerate(record.tricks_won or ()):
        yield "tricks", side, number
    for holding in record.holdings:
        yield from (("had", card, holding.seat) for card in holding.cards)
    for surplus in record.surplus:
        yield from (("surplus", card, surplus.side) for card in surplus.cards)
    if record.low_dealt_to is not None:
        yield "low_dealt", record.low_dealt_to
    for number, trick in enumerate(record.tricks):
        if trick.leader is not None:
            yield "leader", number, trick.leader
        if trick.winner is not None:
            yield "winner", number, trick.winner
        yield from (("out", number, seat) for seat in trick.out)
        if trick.cards:
            yield "log", number, *trick.cards
    yield from _of_claims(record, game, trump)


def _of_contract(contract: Contract) -> Iterator[Fact]:
    yield "pitcher", contract.pitcher
    if contract.called_card is not None:
        yield "called", contract.called_card
    if contract.partner is not None:
        yield "partner", contract.partner


def _of_piles(record: HandRecord, game: Game) -> Iterator[Fact]:
    for pile in record.piles:
        yield from (("got", card, pile.side) for card in pile.cards)
        for card in packs.pack(game):
            counts = card[0] in packs.PIPS
            if packs.is_joker(card):
                counts = game.joker_pips != "none"
            is_listed = pile.listed is Listed.ALL or (pile.listed is Listed.SCORING and counts)
            if is_listed and card not in pile.cards:
                yield "not_got", card, pile.side
        if pile.trumps is not UNSET:
            yield "trumps", pile.side, pile.trumps


def _of_claims(record: HandRecord, game: Game, trump: str) -> Iterator[Fact]:
    claims = record.claims
    if claims is None:
        return
    for claim in claims.points:
        yield from _of_claim(claim, game, trump)
    for side, number in enumerate(claims.taken or ()):
        if number is not None:
            yield "taken", side, number
    for place, number in enumerate(claims.taken_together or ()):
        if number is not None:
            yield "together", place, number
    for side, number in enumerate(claims.pips or ()):
        yield "pips", side, number


def _of_claim(claim: PointClaim, game: Game, trump: str) -> Iterator[Fact]:
    point = claim.point.value
    card = points.card_of(point, trump)
    if claim.side is not None:
        yield "owner", point, claim.side
    if claim.card is not None:
        yield "card", point, claim.card
    if not claim.in_play:
        absent = [card] if card else _kind(point, game, trump)
        yield from (("in_play", each, False) for each in absent if each in packs.pack(game))
    if claim.tied:
        yield ("tied",)


def _kind(point: str, game: Game, trump: str) -> list[str]:
    """The cards of which none is in play where High, Low or the high spade is nobody's."""
    if point == "high_spade":
        return [rank + "S" for rank in RANKS]
    trumps = packs.ladder(game, trump)
    return [card for card in trumps if point == "high" or not packs.is_joker(card)]
