"""Differences: what two records of the same hand do not say alike, fact by fact."""

from collections.abc import Iterator
from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, Struct, structs

from pitch import messages
from pitch.findings import Pointer
from pitch.hand.deals import Deal
from pitch.hand.records import Claims, HandRecord, Listed, PointClaim, Trick
from pitch.messages import (
    BID,
    CARD,
    COUNT,
    FACT,
    PLAYER,
    POINT,
    SCORE,
    SIDE,
    SUIT,
    Argument,
    ArgumentKind,
    Message,
    Parameter,
    Sentence,
)
from pitch.types import Value


def _about(code: str, kind: ArgumentKind, **subject: ArgumentKind) -> Message:
    """What is said of a fact on which two records differ: each may have one, or none."""
    return Message(f"difference.{code}", yours=kind, theirs=kind, **subject)


_DEALER: Final = _about("dealer", PLAYER)
_CALL: Final = _about("call", BID, place=COUNT)
_PITCHER: Final = _about("pitcher", PLAYER)
_BID: Final = _about("bid", BID)
_CALLED_CARD: Final = _about("called_card", CARD)
_PARTNER: Final = _about("partner", PLAYER)
_TRUMP: Final = _about("trump", SUIT)
_LISTED: Final = _about("listed", FACT, side=SIDE)
_PILE_TRUMPS: Final = _about("pile_trumps", COUNT, side=SIDE)
_TOOK_CARD: Final = _about("card", SIDE, card=CARD)
_HOLDING: Final = _about("holding", FACT, player=PLAYER)
_DEALT: Final = _about("dealt", PLAYER, card=CARD)
_LOW_DEALT: Final = _about("low_dealt_to", PLAYER)
_TRICKS: Final = _about("tricks", COUNT, side=SIDE)
_TRICK: Final = _about("trick", FACT, trick=COUNT)
_LED: Final = _about("led", PLAYER, trick=COUNT)
_TOOK_TRICK: Final = _about("took_trick", PLAYER, trick=COUNT)
_OUT: Final = _about("out", PLAYER, trick=COUNT)
_CARD_OF_TRICK: Final = _about("card_of_trick", CARD, trick=COUNT, place=COUNT)
_SURPLUS: Final = _about("surplus", SIDE, card=CARD)
_COUNTED: Final = _about("counted", COUNT, side=SIDE)
_POINTS: Final = _about("points", COUNT, side=SIDE)
_PITCHER_POINTS: Final = _about("points_of_pitcher", COUNT)
_OTHERS_POINTS: Final = _about("points_of_others", COUNT)
_SCORE: Final = _about("score", SCORE, side=SIDE)
_WON: Final = _about("won", SIDE)
_POINT: Final = _about("point", SIDE, point=POINT)
_POINT_CARD: Final = _about("card_of_point", CARD, point=POINT)
_TIED: Final = _about("tied", FACT, point=POINT)
_IN_PLAY: Final = _about("in_play", FACT, point=POINT)
FACTS: Final = (*Listed, "no_card", "played", "tied", "in_play", "not_in_play")
"""What is said of a pile, a holding, a trick or a point by a word."""


class Disagreement(Value, frozen=True):
    """One fact about which two records differ; null in a record that does not have it."""

    message: Sentence
    """The difference in a sentence."""
    yours: Annotated[Argument | None, Meta(description="What the record that was sent says.")]
    theirs: Annotated[Argument | None, Meta(description="What the record that is kept says.")]
    your_fact: Annotated[
        Pointer | None, Meta(description="Where the record that was sent says so.")
    ]
    their_fact: Annotated[
        Pointer | None, Meta(description="Where the record that is kept says so.")
    ]


class _Said(Struct, frozen=True):
    """A fact of a record: what it is about, where it stands, and what it says."""

    message: Message
    pointer: str
    value: Any
    subject: tuple[tuple[str, Any], ...] = ()
    others: tuple["_Said", ...] = ()
    """The same fact where the record says it again, otherwise."""

    @property
    def whole(self) -> list[Any]:
        """All that the record says of it, in one order whichever way it was entered."""
        return sorted((each.value for each in (self, *self.others)), key=repr)

    def unlike(self, other: "_Said | None") -> str:
        """Where the record says what the other does not."""
        known = other.whole if other else []
        new = (each.pointer for each in (self, *self.others) if each.value not in known)
        return next(new, self.pointer)


_About = tuple[str, tuple[tuple[str, Any], ...]]


def find_disagreements(
    yours: HandRecord, theirs: HandRecord, deal: Deal
) -> tuple[Disagreement, ...]:
    """Every fact that only one of two records has, or for which they have different values.

    Cards are compared by where they went, not by the order in which a pile lists them.
    """
    mine, other = _facts(yours, deal), _facts(theirs, deal)
    # In the order of the record that was sent, then what only the kept one has, so that the same
    # two records always give the same list.
    about = [*mine, *(name for name in other if name not in mine)]
    return tuple(
        _difference(mine.get(name) or other[name], mine.get(name), other.get(name))
        for name in about
        if _values(mine.get(name)) != _values(other.get(name))
    )


def _difference(either: _Said, yours: _Said | None, theirs: _Said | None) -> Disagreement:
    """A fact of which at least one record says something: `either` is one that does."""
    kind = either.message.parameters["yours"]
    message = either.message(
        yours=_together(kind, _values(yours)),
        theirs=_together(kind, _values(theirs)),
        **dict(either.subject),
    )
    arguments = dict(message.arguments)
    return Disagreement(
        message=message,
        yours=arguments["yours"] if yours else None,
        theirs=arguments["theirs"] if theirs else None,
        your_fact=yours.unlike(theirs) if yours else None,
        their_fact=theirs.unlike(yours) if theirs else None,
    )


def _together(kind: Parameter, values: list[Any]) -> Any:
    # Nothing is said as a list of nothing, and so is what a record says twice.
    return values[0] if len(values) == 1 else messages.list_argument(kind, values)


def _values(said: _Said | None) -> list[Any]:
    return said.whole if said else []


def _facts(record: HandRecord, deal: Deal) -> dict[_About, _Said]:
    """The facts of a record by what they are about; a card in two piles is one fact."""
    facts: dict[_About, _Said] = {}
    told = (_auction, _piles, _holdings, _tricks, _claims)
    for said in (said for tell in told for said in tell(record, deal)):
        # A record may put one card in two piles; that is one fact said twice, and compared as a
        # whole.
        about = (said.message.code, said.subject)
        earlier = facts.get(about)
        facts[about] = structs.replace(earlier, others=(*earlier.others, said)) if earlier else said
    return facts


def _fact(message: Message, pointer: str, value: Any, **subject: Any) -> _Said:
    return _Said(message, pointer, value, tuple(subject.items()))


def _auction(record: HandRecord, deal: Deal) -> Iterator[_Said]:
    """Who dealt, each call by its place, and the contract with what it made trump."""
    if record.dealer is not None:
        yield _fact(_DEALER, "/dealer", deal.player(record.dealer))
    for place, call in enumerate(record.calls):
        yield _fact(_CALL, f"/calls/{place}", call, place=place + 1)
    if record.contract is not None:
        contract = record.contract
        yield _fact(_PITCHER, "/contract/pitcher", deal.player(contract.pitcher))
        yield _fact(_BID, "/contract/bid", contract.bid)
        if contract.called_card is not None:
            called = deal.pack.card_argument(contract.called_card)
            yield _fact(_CALLED_CARD, "/contract/calledCard", called)
        if contract.partner is not None:
            yield _fact(_PARTNER, "/contract/partner", deal.player(contract.partner))
    if record.trump is not None:
        yield _fact(_TRUMP, "/trump", record.trump)


def _piles(record: HandRecord, deal: Deal) -> Iterator[_Said]:
    """How much of each pile is known, and of each card in one who took it."""
    for place, pile in enumerate(record.piles):
        side = deal.side(pile.side)
        yield _fact(_LISTED, f"/piles/{place}/listed", pile.listed, side=side)
        if pile.trumps is not UNSET:
            yield _fact(_PILE_TRUMPS, f"/piles/{place}/trumps", pile.trumps, side=side)
        for index, card in enumerate(pile.cards):
            pointer = f"/piles/{place}/cards/{index}"
            yield _fact(_TOOK_CARD, pointer, side, card=deal.pack.card_argument(card))


def _holdings(record: HandRecord, deal: Deal) -> Iterator[_Said]:
    """To whom each card was dealt, and of whom no card is known yet."""
    for place, holding in enumerate(record.holdings):
        player = deal.player(holding.seat)
        if not holding.cards:
            yield _fact(_HOLDING, f"/holdings/{place}/cards", "no_card", player=player)
        for index, card in enumerate(holding.cards):
            pointer = f"/holdings/{place}/cards/{index}"
            yield _fact(_DEALT, pointer, player, card=deal.pack.card_argument(card))
    if record.low_dealt_to is not None:
        yield _fact(_LOW_DEALT, "/lowDealtTo", deal.player(record.low_dealt_to))


def _tricks(record: HandRecord, deal: Deal) -> Iterator[_Said]:
    """What is known of tricks: how many by side, and of each who led, who won and what fell."""
    for side, won in enumerate(record.tricks_won or ()):
        yield _fact(_TRICKS, f"/tricksWon/{side}", won, side=deal.side(side))
    for place, trick in enumerate(record.tricks):
        yield from _trick(f"/tricks/{place}", place + 1, trick, deal)
    for place, surplus in enumerate(record.surplus):
        for index, card in enumerate(surplus.cards):
            pointer = f"/surplus/{place}/cards/{index}"
            yield _fact(
                _SURPLUS, pointer, deal.side(surplus.side), card=deal.pack.card_argument(card)
            )


def _trick(pointer: str, number: int, trick: Trick, deal: Deal) -> Iterator[_Said]:
    if trick == Trick():
        yield _fact(_TRICK, pointer, "played", trick=number)
    if trick.leader is not None:
        yield _fact(_LED, f"{pointer}/leader", deal.player(trick.leader), trick=number)
    if trick.winner is not None:
        yield _fact(_TOOK_TRICK, f"{pointer}/winner", deal.player(trick.winner), trick=number)
    for index, seat in enumerate(trick.out):
        yield _fact(_OUT, f"{pointer}/out/{index}", deal.player(seat), trick=number)
    for index, card in enumerate(trick.cards):
        named, place = deal.pack.card_argument(card), f"{pointer}/cards/{index}"
        yield _fact(_CARD_OF_TRICK, place, named, trick=number, place=index + 1)


def _claims(record: HandRecord, deal: Deal) -> Iterator[_Said]:
    """What the table says of points, of what counts for Game, and of its own score sheet."""
    if record.claims is None:
        return
    claims = record.claims
    yield from _points(claims, deal)
    for side, pips in enumerate(claims.pips or ()):
        yield _fact(_COUNTED, f"/claims/pips/{side}", pips, side=deal.side(side))
    for side, taken in enumerate(claims.taken or ()):
        if taken is not None:
            yield _fact(_POINTS, f"/claims/taken/{side}", taken, side=deal.side(side))
    for place, taken in enumerate(claims.taken_together or ()):
        if taken is not None:
            message = (_PITCHER_POINTS, _OTHERS_POINTS)[place]
            yield _fact(message, f"/claims/takenTogether/{place}", taken)
    for side, score in enumerate(claims.scores or ()):
        yield _fact(_SCORE, f"/claims/scores/{side}", score, side=deal.side(side))
    if claims.winner is not None:
        yield _fact(_WON, "/claims/winner", deal.side(claims.winner))


def _points(claims: Claims, deal: Deal) -> Iterator[_Said]:
    """The points as the table claimed them."""
    for place, claim in enumerate(claims.points):
        point, pointer = claim.point, f"/claims/points/{place}"
        if claim.side is not None:
            yield _fact(_POINT, f"{pointer}/side", deal.side(claim.side), point=point)
        if claim.card is not None:
            yield _fact(
                _POINT_CARD, f"{pointer}/card", deal.pack.card_argument(claim.card), point=point
            )
        if claim.tied:
            yield _fact(_TIED, f"{pointer}/tied", "tied", point=point)
        if not claim.in_play or claim == PointClaim(point=point):
            in_play = "in_play" if claim.in_play else "not_in_play"
            yield _fact(_IN_PLAY, pointer, in_play, point=point)
