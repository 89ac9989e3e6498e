"""The clauses of a record in the portable notation: writing and reading them."""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, Final

from msgspec import UNSET

from pitch import calls, cards
from pitch.calls import Call
from pitch.cards import Suit
from pitch.hand.auctions import Contract
from pitch.hand.records import (
    Claims,
    HandRecord,
    Holding,
    Listed,
    Pile,
    PointClaim,
    SurplusCards,
    Trick,
)
from pitch.messages import BID, TYPED, Message, any_of
from pitch.notation.tokens import (
    MAX_WORDS,
    Expectation,
    NotationError,
    Tokens,
    choice,
    join_words,
)
from pitch.point_names import PointName

SEAT: Final = Message("notation.seat", found=TYPED)
SUIT: Final = Message("notation.suit", found=TYPED)
_SIDE: Final = Message("notation.side", found=TYPED)
_CARD_SUCH_AS: Final = Message("notation.card", examples=any_of(TYPED), found=TYPED)
_TRUMPS: Final = Message("notation.trumps", found=TYPED)
_CALLS: Final = Message("notation.calls", calls=any_of(BID), found=TYPED)
_HAND_HAS_ONE: Final = Message("notation.hand_has_one", word=TYPED)

FORGOTTEN: Final = "?"
_MINUS: Final = str.maketrans("−–", "--")
_NUMBER: Final = re.compile(r"-?[0-9]{1,6}", re.ASCII)


def number(word: str) -> str | None:
    """Return the digits of a whole number, or None."""
    plain = word.translate(_MINUS).removeprefix("+")
    return plain if _NUMBER.fullmatch(plain) else None


def take_number(tokens: Tokens, expected: Expectation) -> int:
    """Take the next word as a number."""
    return int(tokens.take_word(number, expected))


def take_numbers(tokens: Tokens) -> tuple[int, ...]:
    """Take all the numbers that come next; none if another word comes first."""
    return tuple(map(int, tokens.take_words(number)))


def lines(record: HandRecord) -> Iterator[str]:
    """Yield the clauses of a record in their order."""
    if record.dealer is not None:
        yield f"Dealer {record.dealer}"
    if record.calls:
        yield f"Calls {join_words(*record.calls)}"
    if record.contract is not None:
        yield join_words("Contract", *_contract(record.contract))
    if record.trump is not None:
        yield f"Trump {record.trump}"
    for pile in record.piles:
        trumps = () if pile.trumps is UNSET else ("trumps", pile.trumps)
        yield join_words("Pile", pile.side, pile.listed, *trumps, *pile.cards)
    if record.tricks_won is not None:
        yield f"TricksWon {join_words(*record.tricks_won)}"
    for holding in record.holdings:
        yield join_words("Holding", holding.seat, *holding.cards)
    for trick in record.tricks:
        yield _trick(trick)
    for surplus in record.surplus:
        yield join_words("Surplus", surplus.side, *surplus.cards)
    if record.low_dealt_to is not None:
        yield f"LowDealtTo {record.low_dealt_to}"
    if record.claims is not None:
        yield from _claims(record.claims)


def _contract(contract: Contract) -> Iterator[object]:
    yield from (contract.pitcher, contract.bid)
    if contract.called_card is not None:
        yield from ("calling", contract.called_card)
    if contract.partner is not None:
        yield from ("with", contract.partner)


def read(tokens: Tokens) -> HandRecord:
    """Read a record from the next clauses; NotationError for a clause given twice."""
    facts: dict[str, Any] = {}
    claims: dict[str, Any] = {}
    has_claims = False
    points: set[str] = set()
    while tokens.word in CLAUSES:
        name = tokens.word
        field, pointer, read_clause = CLAUSES[name]
        is_list = field in _LISTS
        # Claims are among the other clauses in a text, but in a record they are one fact.
        fields = claims if pointer.startswith("/claims") else facts
        if (field in fields and not is_list) or name in points:
            raise NotationError(tokens.position, _HAND_HAS_ONE(word=name.capitalize()))
        if is_list and len(fields.get(field, ())) == MAX_WORDS:
            break
        has_claims |= fields is claims
        points |= {name} & _POINTS.keys()
        with tokens.within(f"{pointer}/{len(fields.get(field, ()))}" if is_list else pointer):
            tokens.skip()
            if read_clause is not None:
                value = read_clause(tokens)
                # Validated here, so that a refusal can name line and column.
                value = tokens.validate(value) if hasattr(value, "__struct_fields__") else value
                if is_list:
                    fields.setdefault(field, []).append(value)
                else:
                    fields[field] = value
        if name == "game":
            _take_pips(tokens, claims)
    all_claims = Claims(**claims) if has_claims else None
    return tokens.validate(HandRecord(**facts, claims=all_claims))


def _trick(trick: Trick) -> str:
    if trick == Trick():
        return f"Trick {FORGOTTEN}"
    by = () if trick.leader is None else ("by", trick.leader)
    out = ("out", *trick.out) if trick.out else ()
    to = () if trick.winner is None else ("to", trick.winner)
    return join_words("Trick", *by, *trick.cards, *out, *to)


def _claims(claims: Claims) -> Iterator[str]:
    """Yield the clauses of claims: the points in counting order, then the table's own sheet."""
    # Empty claims are written too, or the text would be read as a record without them.
    if claims == Claims():
        yield "Claims"
    pips = () if claims.pips is None else ("pips", *claims.pips)
    # Pips follow Game, but would swallow a Game with nothing else.
    if pips and claims.find(PointName.GAME) == PointClaim(point=PointName.GAME):
        yield join_words("Pips", *pips[1:])
        pips = ()
    for claim in claims.points:
        is_game = claim.point is PointName.GAME
        yield join_words(*_point(claim), *(pips if is_game else ()))
        pips = () if is_game else pips
    if pips:
        yield join_words("Game", *pips)
    for word, counts in (("Taken", claims.taken), ("Together", claims.taken_together)):
        if counts is not None:
            yield join_words(word, *(FORGOTTEN if points is None else points for points in counts))
    if claims.scores is not None:
        yield f"Scores {join_words(*claims.scores)}"
    if claims.winner is not None:
        yield f"Winner {claims.winner}"


def _point(claim: PointClaim) -> Iterator[object]:
    """Yield the words of the claim of a point."""
    yield "".join(part.capitalize() for part in claim.point.split("_"))
    if not claim.in_play:
        yield "out"
    if claim.side is not None:
        yield claim.side
    if claim.card is not None:
        yield claim.card
    if claim.tied:
        yield "tied"


def _read_calls(tokens: Tokens) -> tuple[Call, ...]:
    words = tokens.take_words(_call)
    if not words:
        raise tokens.unexpected(_CALL)
    return tuple(map(Call, words))


def _read_contract(tokens: Tokens) -> Contract:
    pitcher = take_number(tokens, SEAT)
    bid = Call(tokens.take_word(_call, _CALL))
    called_card = tokens.take_word(_card, _CARD) if tokens.take_if("calling") else None
    partner = take_number(tokens, SEAT) if tokens.take_if("with") else None
    return Contract(pitcher=pitcher, bid=bid, called_card=called_card, partner=partner)


def _read_pile(tokens: Tokens) -> Pile:
    side = take_number(tokens, _SIDE)
    words = tokens.take_words(choice(tuple(Listed)))
    has_trumps = tokens.take_if("trumps")
    return Pile(
        side=side,
        listed=Listed(words[-1]) if words else Listed.ALL,
        trumps=take_number(tokens, _TRUMPS) if has_trumps else UNSET,
        cards=tokens.take_words(_card),
    )


def _read_holding(tokens: Tokens) -> Holding:
    return Holding(seat=take_number(tokens, SEAT), cards=tokens.take_words(_card))


def _read_trick(tokens: Tokens) -> Trick:
    if tokens.take_if(FORGOTTEN):
        return Trick()
    leader = take_number(tokens, SEAT) if tokens.take_if("by") else None
    trick_cards = tokens.take_words(_card)
    out = take_numbers(tokens) if tokens.take_if("out") else ()
    winner = take_number(tokens, SEAT) if tokens.take_if("to") else None
    return Trick(leader=leader, cards=trick_cards, winner=winner, out=out)


def _read_surplus(tokens: Tokens) -> SurplusCards:
    return SurplusCards(side=take_number(tokens, _SIDE), cards=tokens.take_words(_card))


def _read_point(name: PointName) -> Callable[[Tokens], PointClaim]:
    """Return a reader of the words that follow the name of a point."""

    def read_words(tokens: Tokens) -> PointClaim:
        in_play, side = not tokens.take_if("out"), _take_optional_side(tokens)
        is_card = _card(tokens.word) is not None
        return PointClaim(
            point=name,
            side=side,
            card=tokens.take_word(_card, _CARD) if is_card else None,
            in_play=in_play,
            tied=tokens.take_if("tied"),
        )

    return read_words


def _take_pips(tokens: Tokens, claims: dict[str, Any]) -> None:
    """Take the pips that follow Game; a Game with nothing else is no claim of the point."""
    position = tokens.position
    if not tokens.take_if("pips"):
        return
    tokens.mark("/claims/pips", position)
    claims["pips"] = take_numbers(tokens)
    if claims["points"][-1] == PointClaim(point=PointName.GAME):
        claims["points"].pop()


def _read_counts(tokens: Tokens) -> tuple[int | None, ...]:
    counts = tokens.take_words(lambda word: FORGOTTEN if word == FORGOTTEN else number(word))
    return tuple(None if points == FORGOTTEN else int(points) for points in counts)


def _take_optional_side(tokens: Tokens) -> int | None:
    return take_number(tokens, _SIDE) if number(tokens.word) is not None else None


def _card(word: str) -> str | None:
    """Return a card as people spell it, except `joker`, which begins a point in a text."""
    return None if word.lower() in CLAUSES else cards.parse_card(word)


def _member(kind: type[Call] | type[Suit], word: str) -> str | None:
    try:
        return kind(word).value
    except ValueError:
        return None


_call: Final = partial(_member, Call)
_suit: Final = partial(_member, Suit)
_read_seat: Final = partial(take_number, expected=SEAT)
_CARD: Final = partial(_CARD_SUCH_AS, examples=("AS", "TH", "2C"))
_CALL: Final = partial(_CALLS, calls=calls.alternatives(Call))
_LISTS: Final = ("piles", "holdings", "tricks", "surplus", "points")
_Clause = tuple[str, str, Callable[[Tokens], Any] | None]
_POINTS: Final[dict[str, _Clause]] = {
    point.replace("_", ""): ("points", "/claims/points", _read_point(point)) for point in PointName
}
CLAUSES: Final[dict[str, _Clause]] = {
    "dealer": ("dealer", "/dealer", _read_seat),
    "calls": ("calls", "/calls", _read_calls),
    "contract": ("contract", "/contract", _read_contract),
    "trump": ("trump", "/trump", lambda tokens: Suit(tokens.take_word(_suit, SUIT))),
    "pile": ("piles", "/piles", _read_pile),
    "trickswon": ("tricks_won", "/tricksWon", take_numbers),
    "holding": ("holdings", "/holdings", _read_holding),
    "trick": ("tricks", "/tricks", _read_trick),
    "surplus": ("surplus", "/surplus", _read_surplus),
    "lowdealtto": ("low_dealt_to", "/lowDealtTo", _read_seat),
    "claims": ("", "/claims", None),
    **_POINTS,
    "pips": ("pips", "/claims/pips", take_numbers),
    "taken": ("taken", "/claims/taken", _read_counts),
    "together": ("taken_together", "/claims/takenTogether", _read_counts),
    "scores": ("scores", "/claims/scores", take_numbers),
    "winner": ("winner", "/claims/winner", partial(take_number, expected=_SIDE)),
}
"""The field of each keyword, its pointer in a record, and the reader of its words."""
