"""The clauses of a record in the portable notation, written and read."""

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
from pitch.notation.tokens import Expectation, NotationError, Tokens, join_words
from pitch.point_names import PointName

SEAT: Final = Message("notation.seat", found=TYPED)
SUIT: Final = Message("notation.suit", found=TYPED)
_SIDE: Final = Message("notation.side", found=TYPED)
_CARD_SUCH_AS: Final = Message("notation.card", examples=any_of(TYPED), found=TYPED)
_TRUMPS: Final = Message("notation.trumps", found=TYPED)
_CALLS: Final = Message("notation.calls", calls=any_of(BID), found=TYPED)
_HAND_HAS_ONE: Final = Message("notation.hand_has_one", word=TYPED)

FORGOTTEN: Final = "?"
_MINUS: Final = str.maketrans("−–", "--")  # noqa: RUF001
_NUMBER: Final = re.compile(r"-?[0-9]{1,6}", re.ASCII)


def number(word: str) -> str | None:
    """A whole number."""
    plain = word.translate(_MINUS).removeprefix("+")
    return plain if _NUMBER.fullmatch(plain) else None


def take_number(tokens: Tokens, expected: Expectation) -> int:
    """The next word as a number."""
    return int(tokens.one(number, expected))


def take_numbers(tokens: Tokens) -> tuple[int, ...]:
    """All the numbers that come next, in their order; none if a word comes first."""
    return tuple(map(int, tokens.many(number)))


def lines(record: HandRecord) -> Iterator[str]:
    """The clauses of a record in their one order."""
    if record.dealer is not None:
        yield f"Dealer {record.dealer}"
    if record.calls:
        yield f"Calls {join_words(record.calls)}"
    if record.contract is not None:
        yield join_words(("Contract", *_contract(record.contract)))
    if record.trump is not None:
        yield f"Trump {record.trump}"
    for pile in record.piles:
        trumps = () if pile.trumps is UNSET else ("trumps", pile.trumps)
        yield join_words(("Pile", pile.side, pile.listed, *trumps, *pile.cards))
    if record.tricks_won is not None:
        yield f"TricksWon {join_words(record.tricks_won)}"
    for holding in record.holdings:
        yield join_words(("Holding", holding.seat, *holding.cards))
    for trick in record.tricks:
        yield _trick(trick)
    for surplus in record.surplus:
        yield join_words(("Surplus", surplus.side, *surplus.cards))
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
    """The record that the next clauses tell; NotationError for one given twice."""
    facts: dict[str, Any] = {}
    claims: dict[str, Any] = {}
    has_claims = False
    said_points: set[str] = set()
    while tokens.word in CLAUSES:
        name = tokens.word
        field, pointer, read_clause = CLAUSES[name]
        many = field in _MANY
        # Claims stand among the other clauses in a text, but in a record they are one fact.
        known = claims if pointer.startswith("/claims") else facts
        if (field in known and not many) or name in said_points:
            raise NotationError(tokens.position, _HAND_HAS_ONE(word=name.capitalize()))
        has_claims |= known is claims
        said_points |= {name} & _POINTS.keys()
        with tokens.inside(f"{pointer}/{len(known.get(field, ()))}" if many else pointer):
            tokens.skip()
            if read_clause is not None:
                value = read_clause(tokens)
                # Held to its bounds where it stands, so that a refusal can name line and column.
                value = tokens.checked(value) if hasattr(value, "__struct_fields__") else value
                if many:
                    known.setdefault(field, []).append(value)
                else:
                    known[field] = value
        if name == "game":
            _take_pips(tokens, claims)
    said = Claims(**claims) if has_claims else None
    return tokens.checked(HandRecord(**facts, claims=said))


def _trick(trick: Trick) -> str:
    by = () if trick.leader is None else ("by", trick.leader)
    out = ("out", *trick.out) if trick.out else ()
    to = () if trick.winner is None else ("to", trick.winner)
    return (
        join_words(("Trick", *by, *trick.cards, *out, *to))
        if trick != Trick()
        else f"Trick {FORGOTTEN}"
    )


def _claims(claims: Claims) -> Iterator[str]:
    """The clauses of claims, in counting order and then the table's own sheet."""
    # Claims that say nothing are written too, or the text would read back as a record without
    # them.
    if claims == Claims():
        yield "Claims"
    pips = () if claims.pips is None else ("pips", *claims.pips)
    # Pips stand behind Game, but would swallow a Game of which nothing else is said.
    if pips and claims.find(PointName.GAME) == PointClaim(point=PointName.GAME):
        yield join_words(("Pips", *pips[1:]))
        pips = ()
    for claim in claims.points:
        is_game = claim.point is PointName.GAME
        yield join_words((*_point(claim), *(pips if is_game else ())))
        pips = () if is_game else pips
    if pips:
        yield join_words(("Game", *pips))
    if claims.taken is not None:
        taken = (FORGOTTEN if points is None else points for points in claims.taken)
        yield join_words(("Taken", *taken))
    if claims.taken_together is not None:
        together = (FORGOTTEN if taken is None else taken for taken in claims.taken_together)
        yield join_words(("Together", *together))
    if claims.scores is not None:
        yield f"Scores {join_words(claims.scores)}"
    if claims.winner is not None:
        yield f"Winner {claims.winner}"


def _point(claim: PointClaim) -> Iterator[object]:
    """The words of what is said of a point."""
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
    said = tokens.many(_call)
    if not said:
        raise tokens.wrong(_CALL)
    return tuple(map(Call, said))


def _read_contract(tokens: Tokens) -> Contract:
    pitcher = take_number(tokens, SEAT)
    bid = Call(tokens.one(_call, _CALL))
    called = tokens.one(_card, _CARD) if tokens.takes("calling") else None
    partner = take_number(tokens, SEAT) if tokens.takes("with") else None
    return Contract(pitcher=pitcher, bid=bid, called_card=called, partner=partner)


def _read_trump(tokens: Tokens) -> Suit:
    return Suit(tokens.one(_suit, SUIT))


def _read_pile(tokens: Tokens) -> Pile:
    side = take_number(tokens, _SIDE)
    said = tokens.many(_listed)
    has_trumps = tokens.takes("trumps")
    return Pile(
        side=side,
        listed=Listed(said[-1]) if said else Listed.ALL,
        trumps=take_number(tokens, _TRUMPS) if has_trumps else UNSET,
        cards=tokens.many(_card),
    )


def _read_holding(tokens: Tokens) -> Holding:
    return Holding(seat=take_number(tokens, SEAT), cards=tokens.many(_card))


def _read_trick(tokens: Tokens) -> Trick:
    if tokens.takes(FORGOTTEN):
        return Trick()
    leader = take_number(tokens, SEAT) if tokens.takes("by") else None
    played = tokens.many(_card)
    out = take_numbers(tokens) if tokens.takes("out") else ()
    winner = take_number(tokens, SEAT) if tokens.takes("to") else None
    return Trick(leader=leader, cards=played, winner=winner, out=out)


def _read_surplus(tokens: Tokens) -> SurplusCards:
    return SurplusCards(side=take_number(tokens, _SIDE), cards=tokens.many(_card))


def _read_point(name: PointName) -> Callable[[Tokens], PointClaim]:
    """What reads the words that follow the name of a point."""

    def read_words(tokens: Tokens) -> PointClaim:
        in_play, side = not tokens.takes("out"), _maybe_number(tokens)
        is_card = _card(tokens.word) is not None
        return PointClaim(
            point=name,
            side=side,
            card=tokens.one(_card, _CARD) if is_card else None,
            in_play=in_play,
            tied=tokens.takes("tied"),
        )

    return read_words


def _take_pips(tokens: Tokens, claims: dict[str, Any]) -> None:
    """The pips that follow on Game; of a Game with nothing else they are all that is said."""
    position = tokens.position
    if not tokens.takes("pips"):
        return
    tokens.mark("/claims/pips", position)
    claims["pips"] = take_numbers(tokens)
    if claims["points"][-1] == PointClaim(point=PointName.GAME):
        claims["points"].pop()


def _read_taken(tokens: Tokens) -> tuple[int | None, ...]:
    taken = tokens.many(_maybe_known)
    return tuple(None if points == FORGOTTEN else int(points) for points in taken)


def _maybe_known(word: str) -> str | None:
    return FORGOTTEN if word == FORGOTTEN else number(word)


def _read_seat(tokens: Tokens) -> int:
    return take_number(tokens, SEAT)


def _read_side(tokens: Tokens) -> int:
    return take_number(tokens, _SIDE)


def _maybe_number(tokens: Tokens) -> int | None:
    return take_number(tokens, _SIDE) if number(tokens.word) is not None else None


def _card(word: str) -> str | None:
    """A card as people spell it, but for `joker`: in a text that is where a point begins."""
    return None if word.lower() in CLAUSES else cards.parse_card(word)


def _call(word: str) -> str | None:
    return _choice(Call, word)


def _suit(word: str) -> str | None:
    return _choice(Suit, word)


def _choice(choices: type[Call] | type[Suit], word: str) -> str | None:
    try:
        return choices(word).value
    except ValueError:
        return None


def _listed(word: str) -> str | None:
    return word.lower() if word.lower() in set(Listed) else None


_CARD: Final = partial(_CARD_SUCH_AS, examples=("AS", "TH", "2C"))
_CALL: Final = partial(_CALLS, calls=calls.alternatives(Call))
_MANY: Final = ("piles", "holdings", "tricks", "surplus", "points")
_Clause = tuple[str, str, Callable[[Tokens], Any] | None]
_POINTS: Final[dict[str, _Clause]] = {
    point.replace("_", ""): ("points", "/claims/points", _read_point(point)) for point in PointName
}
CLAUSES: Final[dict[str, _Clause]] = {
    "dealer": ("dealer", "/dealer", _read_seat),
    "calls": ("calls", "/calls", _read_calls),
    "contract": ("contract", "/contract", _read_contract),
    "trump": ("trump", "/trump", _read_trump),
    "pile": ("piles", "/piles", _read_pile),
    "trickswon": ("tricks_won", "/tricksWon", take_numbers),
    "holding": ("holdings", "/holdings", _read_holding),
    "trick": ("tricks", "/tricks", _read_trick),
    "surplus": ("surplus", "/surplus", _read_surplus),
    "lowdealtto": ("low_dealt_to", "/lowDealtTo", _read_seat),
    "claims": ("", "/claims", None),
    **_POINTS,
    "pips": ("pips", "/claims/pips", take_numbers),
    "taken": ("taken", "/claims/taken", _read_taken),
    "together": ("taken_together", "/claims/takenTogether", _read_taken),
    "scores": ("scores", "/claims/scores", take_numbers),
    "winner": ("winner", "/claims/winner", _read_side),
}
"""What each keyword tells: the field, its place in a record, and how its words are read."""
