"""Differences: what two records of the same hand do not say alike, fact by fact."""

from collections.abc import Iterator
from typing import Annotated

from msgspec import UNSET, Meta, Struct, structs

from domain import cards, messages, point_names
from domain.findings import Pointer
from domain.hand.deals import Deal
from domain.hand.records import Claims, HandRecord, Listed, PointClaim, Trick
from domain.seats import MOST_TRICKS
from domain.types import Encoded, Value
from domain.wording import nth

_LISTED = {
    Listed.ALL: "listed whole",
    Listed.SCORING: "listed from the ten up",
    Listed.SOME: "listed in part",
}


class Disagreement(Value, frozen=True):
    """One fact about which two records differ; null in a record that does not have it."""

    message: messages.Sentence
    """The difference in a sentence."""
    yours: Annotated[Encoded | None, Meta(description="What the record that was sent says.")]
    theirs: Annotated[Encoded | None, Meta(description="What the record that is kept says.")]
    your_fact: Annotated[
        Pointer | None, Meta(description="Where the record that was sent says so.")
    ]
    their_fact: Annotated[
        Pointer | None, Meta(description="Where the record that is kept says so.")
    ]


class _Said(Struct, frozen=True):
    """A fact in words: what it is about, where it stands, and what it says."""

    about: str
    pointer: str
    value: str
    others: tuple["_Said", ...] = ()
    """The same fact where the record says it again, otherwise."""

    @property
    def whole(self) -> str:
        """All that the record says of it."""
        return " and ".join(sorted(each.value for each in (self, *self.others)))

    def unlike(self, other: "_Said | None") -> str:
        """Where the record says what the other does not."""
        known = {each.value for each in (other, *other.others)} if other else set()
        new = (each.pointer for each in (self, *self.others) if each.value not in known)
        return next(new, self.pointer)


def between(yours: HandRecord, theirs: HandRecord, deal: Deal) -> tuple[Disagreement, ...]:
    """Every fact that only one of two records has, or for which they have different values.

    Cards are compared by where they went, not by the order in which a pile lists them.
    """
    mine, other = _facts(yours, deal), _facts(theirs, deal)
    # In the order of the record that was sent, then what only the kept one has, so that the same
    # two records always give the same list.
    about = [*mine, *(name for name in other if name not in mine)]
    return tuple(
        _difference(name, mine.get(name), other.get(name))
        for name in about
        if _value(mine.get(name)) != _value(other.get(name))
    )


def _difference(about: str, yours: _Said | None, theirs: _Said | None) -> Disagreement:
    said = f"{_value(yours) or 'nothing'} here, {_value(theirs) or 'nothing'} there"
    return Disagreement(
        message=messages.AS_WRITTEN(text=f"{about}: {said}."),
        yours=_value(yours),
        theirs=_value(theirs),
        your_fact=yours.unlike(theirs) if yours else None,
        their_fact=theirs.unlike(yours) if theirs else None,
    )


def _value(said: _Said | None) -> str | None:
    return said.whole if said else None


def _facts(record: HandRecord, deal: Deal) -> dict[str, _Said]:
    """The facts of a record by what they are about; a card in two piles is one fact."""
    facts: dict[str, _Said] = {}
    told = (_auction, _piles, _holdings, _tricks, _claims)
    for said in (said for tell in told for said in tell(record, deal)):
        # A record may put one card in two piles; that is one fact said twice, and compared as a
        # whole.
        earlier = facts.get(said.about)
        facts[said.about] = (
            structs.replace(earlier, others=(*earlier.others, said)) if earlier else said
        )
    return facts


def _auction(record: HandRecord, deal: Deal) -> Iterator[_Said]:
    names = deal.seating.names
    if record.dealer is not None:
        yield _Said("The dealer", "/dealer", names[record.dealer])
    for place, call in enumerate(record.calls):
        yield _Said(f"Call {place + 1}", f"/calls/{place}", call.value)
    if record.contract is not None:
        contract = record.contract
        yield _Said("The pitcher", "/contract/pitcher", names[contract.pitcher])
        yield _Said("The bid", "/contract/bid", contract.bid.value)
        if contract.called_card is not None:
            called = deal.pack.name(contract.called_card)
            yield _Said("The called card", "/contract/calledCard", called)
        if contract.partner is not None:
            yield _Said("The partner", "/contract/partner", names[contract.partner])
    if record.trump is not None:
        yield _Said("Trump", "/trump", cards.suit_name(record.trump))


def _piles(record: HandRecord, deal: Deal) -> Iterator[_Said]:
    sides = deal.side_names
    for place, pile in enumerate(record.piles):
        whose = f"the pile of {sides[pile.side]}"
        yield _Said(f"How much of {whose}", f"/piles/{place}/listed", _LISTED[pile.listed])
        if pile.trumps is not UNSET:
            about = f"How many trumps in {whose}"
            yield _Said(about, f"/piles/{place}/trumps", str(pile.trumps))
        for index, card in enumerate(pile.cards):
            about = f"The {deal.pack.name(card)}"
            yield _Said(about, f"/piles/{place}/cards/{index}", f"in {whose}")


def _holdings(record: HandRecord, deal: Deal) -> Iterator[_Said]:
    for place, holding in enumerate(record.holdings):
        if not holding.cards:
            whose = f"The holding of {deal.seating.names[holding.seat]}"
            yield _Said(whose, f"/holdings/{place}/cards", "no card yet")
        for index, card in enumerate(holding.cards):
            about = f"Who was dealt the {deal.pack.name(card)}"
            pointer = f"/holdings/{place}/cards/{index}"
            yield _Said(about, pointer, deal.seating.names[holding.seat])
    if record.low_dealt_to is not None:
        yield _Said("Who was dealt Low", "/lowDealtTo", deal.seating.names[record.low_dealt_to])


def _tricks(record: HandRecord, deal: Deal) -> Iterator[_Said]:
    """What is known of tricks: how many by side, and of each who led, who won and what fell."""
    names, sides = deal.seating.names, deal.side_names
    for side, won in enumerate(record.tricks_won or ()):
        yield _Said(f"The tricks of {sides[side]}", f"/tricksWon/{side}", str(won))
    for place, trick in enumerate(record.tricks):
        about = f"the {nth(place, MOST_TRICKS)} trick"
        if trick == Trick():
            yield _Said(f"What is known of {about}", f"/tricks/{place}", "that it was played")
        if trick.leader is not None:
            yield _Said(f"Who led to {about}", f"/tricks/{place}/leader", names[trick.leader])
        if trick.winner is not None:
            yield _Said(f"Who won {about}", f"/tricks/{place}/winner", names[trick.winner])
        for index, seat in enumerate(trick.out):
            yield _Said(f"Who was out of {about}", f"/tricks/{place}/out/{index}", names[seat])
        for index, card in enumerate(trick.cards):
            pointer = f"/tricks/{place}/cards/{index}"
            yield _Said(f"Card {index + 1} of {about}", pointer, deal.pack.name(card))
    for place, surplus in enumerate(record.surplus):
        for index, card in enumerate(surplus.cards):
            pointer = f"/surplus/{place}/cards/{index}"
            about = f"Who could not keep the {deal.pack.name(card)}"
            yield _Said(about, pointer, sides[surplus.side])


def _claims(record: HandRecord, deal: Deal) -> Iterator[_Said]:
    if record.claims is None:
        return
    claims, sides = record.claims, deal.side_names
    yield from _points(claims, deal)
    for side, pips in enumerate(claims.pips or ()):
        yield _Said(f"The pips of {sides[side]}", f"/claims/pips/{side}", str(pips))
    for side, taken in enumerate(claims.taken or ()):
        if taken is not None:
            yield _Said(f"The points of {sides[side]}", f"/claims/taken/{side}", str(taken))
    for place, taken in enumerate(claims.taken_together or ()):
        if taken is not None:
            whose = ("the pitcher and the partner", "the others")[place]
            pointer = f"/claims/takenTogether/{place}"
            yield _Said(f"The points of {whose} together", pointer, str(taken))
    for side, score in enumerate(claims.scores or ()):
        yield _Said(f"The score of {sides[side]}", f"/claims/scores/{side}", str(score))
    if claims.winner is not None:
        yield _Said("Who has won", "/claims/winner", sides[claims.winner])


def _points(claims: Claims, deal: Deal) -> Iterator[_Said]:
    """The points as the table claimed them."""
    for place, claim in enumerate(claims.points):
        name, pointer = point_names.said(claim.point), f"/claims/points/{place}"
        if claim.side is not None:
            yield _Said(name, f"{pointer}/side", deal.side_names[claim.side])
        if claim.card is not None:
            yield _Said(f"The card of {name}", f"{pointer}/card", deal.pack.name(claim.card))
        if claim.tied:
            yield _Said(f"Whether {name} was tied", f"{pointer}/tied", "tied")
        if not claim.in_play or claim == PointClaim(point=claim.point):
            in_play = "in play" if claim.in_play else "not in play"
            yield _Said(f"Whether {name} was in play", pointer, in_play)
