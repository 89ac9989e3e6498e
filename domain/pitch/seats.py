"""Tables: how many sit, and who scores with whom."""

import unicodedata
from collections.abc import Sequence
from enum import StrEnum
from functools import cache, lru_cache
from typing import Annotated, Final

from msgspec import Meta, field

from pitch import messages, name_caches, wording
from pitch.cards import Rank
from pitch.errors import Refusal
from pitch.messages import COUNT, TYPED, Argument, Message
from pitch.types import JOINERS, Value

_NO_SEAT = Message("problem.not_at_table.seat", players=COUNT)
_NO_SIDE = Message("problem.not_at_table.side", sides=COUNT)
_BY_SIDE = Message("problem.wrong_length", sides=COUNT)
_SAME_NAME = Message("problem.names_alike", name=TYPED)

CARDS_EACH: Final = 6
"""Cards that every player is usually dealt (S0.deal)."""
TRICKS: Final = CARDS_EACH
"""A hand has as many tricks as a player has cards: everybody plays one to each."""
MOST_PLAYERS: Final = 8
"""Six cards each from 52 serve eight at the most (T7)."""
MOST_IN_PLAY: Final = MOST_PLAYERS * CARDS_EACH
"""Cards that the largest table plays."""
MOST_TRICKS: Final = 16
"""The most cards that a player may be dealt or play from, and so the most tricks of a hand."""


_UNSEEN: Final = str.maketrans("", "", f"{JOINERS}\ufe0e\ufe0f")
"""What only changes how its neighbours look."""


class NamesAlike(Refusal):
    """Two players have the same name; give one of them another."""

    code = "names_alike"


class NotAtTable(Refusal):
    """There is no such seat or side at this table."""

    code = "not_at_table"


class WrongLength(Refusal):
    """A list by side has one entry for every side of the table."""

    code = "wrong_length"


class Arrangement(StrEnum):
    """Who scores together."""

    INDIVIDUALS = "individuals"
    PARTNERS_ACROSS = "partners_across"
    THREE_PAIRS = "three_pairs"
    TWO_THREES = "two_threes"
    CALLED_PARTNER = "called_partner"


_SIDES: Final[dict[Arrangement, tuple[int, int]]] = {
    Arrangement.PARTNERS_ACROSS: (4, 2),
    Arrangement.THREE_PAIRS: (6, 3),
    Arrangement.TWO_THREES: (6, 2),
    # Partners change from hand to hand, so that scores, piles and claims are each person's own.
    Arrangement.CALLED_PARTNER: (5, 5),
}
"""The one number of players that an arrangement fits, and the sides it makes."""


DealtCards = Annotated[int, Meta(ge=1, le=MOST_TRICKS)]
Kitty = Annotated[int, Meta(ge=0, le=26)]
Stripped = Annotated[tuple[Rank, ...], Meta(max_length=12)]


class Table(Value, frozen=True, cache_hash=True, omit_defaults=True):
    """A number of players and how they score together, and what is dealt to so many.

    Whoever names a table names players and sides; the rest a rule set says of its own tables.
    """

    players: Annotated[int, Meta(ge=2, le=MOST_PLAYERS, description="How many sit at the table.")]
    # Made by a function, for a default that is one is left out of JSON, and rule sets of old are
    # hashed with it.
    sides: Arrangement = field(default_factory=lambda: Arrangement.INDIVIDUALS)
    """Who scores together."""
    dealt: DealtCards = CARDS_EACH
    """How many cards each player is dealt before anything is drawn."""
    kitty: Kitty = 0
    """How many cards are dealt to nobody for the pitcher, who throws away as many."""
    stripped: Stripped = ()
    """The ranks taken out of the deck, from low to high."""


def is_seated_alike(table: Table, other: Table) -> bool:
    """Whether as many sit at two tables in the same arrangement, whatever is dealt there."""
    return (table.players, table.sides) == (other.players, other.sides)


def players_needed(arrangement: Arrangement) -> int | None:
    """How many players an arrangement is for; None when it fits any number."""
    fixed = _SIDES.get(arrangement)
    return fixed[0] if fixed else None


def calls_partner(table: Table) -> bool:
    """Whether the pitcher calls a card, and its holder is the partner for the hand."""
    return table.sides is Arrangement.CALLED_PARTNER


@cache
def side_count(table: Table) -> int:
    """How many sides score at a table."""
    fixed = _SIDES.get(table.sides)
    return fixed[1] if fixed else table.players


@cache
def seats_by_side(table: Table) -> tuple[tuple[int, ...], ...]:
    """The seats of every side, in order: partners sit at equal distances round the table."""
    sides = side_count(table)
    return tuple(tuple(range(side, table.players, sides)) for side in range(sides))


def side_of(table: Table, seat: int) -> int:
    """The side that a seat scores for."""
    return seat % side_count(table)


def cards_in_play(table: Table) -> int:
    """How many cards are dealt to the players of a table."""
    return table.players * table.dealt


def check_seat(table: Table, seat: int | None, pointer: str) -> None:
    """Refuse a seat that the table does not have (NotAtTable); None is no seat and passes."""
    if seat is not None and not 0 <= seat < table.players:
        hint = f"Seats are 0 to {table.players - 1}."
        raise NotAtTable(_NO_SEAT(players=table.players), pointer=pointer, hint=hint)


def check_side(table: Table, side: int | None, pointer: str) -> None:
    """Refuse a side that the table does not have (NotAtTable); None is no side and passes."""
    sides = side_count(table)
    if side is not None and not 0 <= side < sides:
        hint = f"Sides are 0 to {sides - 1}."
        raise NotAtTable(_NO_SIDE(sides=sides), pointer=pointer, hint=hint)


def check_by_side(table: Table, by_side: Sequence[object], pointer: str) -> None:
    """Refuse a list that has not one entry for every side (WrongLength)."""
    sides = side_count(table)
    if len(by_side) != sides:
        raise WrongLength(_BY_SIDE(sides=sides), pointer=pointer)


def next_seat(table: Table, seat: int) -> int:
    """The seat to the left, clockwise."""
    return (seat + 1) % table.players


def check_names(names: tuple[str, ...]) -> None:
    """Refuse two names that are read alike, for what is said of one would be said of both."""
    known = [normalize_name(name) for name in names]
    for seat, name in enumerate(known):
        if name in known[:seat]:
            said = _SAME_NAME(name=names[seat].strip())
            raise NamesAlike(said, pointer=f"/players/{seat}/name")


def check_name(name: str, others: tuple[str, ...]) -> None:
    """Refuse a name that is read like that of another (NamesAlike)."""
    if normalize_name(name) in map(normalize_name, others):
        raise NamesAlike(_SAME_NAME(name=name.strip()), pointer="/name")


def number_alike_names(names: Sequence[str]) -> tuple[str, ...]:
    """The names, with a number behind those that are read like one before them."""
    told: list[str] = []
    for name in names:
        taken = {normalize_name(each) for each in told}
        # A name has at most 40 characters, the number included.
        longer = (f"{name[:36]} ({number})" for number in range(2, len(names) + 2))
        told.append(next(each for each in (name, *longer) if normalize_name(each) not in taken))
    return tuple(told)


def normalize_name(name: str) -> str:
    """A name as people read it, whatever its case, widths, spaces and joiners."""
    # Ann and ann, or full-width letters, look the same on a sheet and are heard the same at a
    # table.
    joined = name.translate(_UNSEEN)
    return " ".join(unicodedata.normalize("NFKC", joined).casefold().split())


class Seating(Value, frozen=True, cache_hash=True):
    """A table and the names of those who sit at it, by seat."""

    table: Table
    names: tuple[str, ...]


@name_caches.register_cache
@lru_cache(maxsize=1024)
def side_names(seating: Seating) -> tuple[str, ...]:
    """What each side is called: its players' names."""
    return tuple(
        wording.join_partners(seating.names[seat] for seat in seats)
        for seats in seats_by_side(seating.table)
    )


def nameless(seat: int) -> str:
    """What a player who gave no name is called, by the seat from 0, counted from 1."""
    return wording.sentence(wording.nth_player(seat))


@name_caches.register_cache
@lru_cache(maxsize=1024)
def player_arguments(seating: Seating) -> tuple[Argument, ...]:
    """The players as sentences are about them, by seat."""
    # Every language says in its own words which place it is that has no name.
    return tuple(
        messages.player(seat, "" if name == nameless(seat) else name)
        for seat, name in enumerate(seating.names)
    )


@name_caches.register_cache
@lru_cache(maxsize=1024)
def side_arguments(seating: Seating) -> tuple[Argument, ...]:
    """The sides as sentences are about them, each by its players."""
    named = player_arguments(seating)
    return tuple(
        messages.side(place, (named[seat] for seat in seats))
        for place, seats in enumerate(seats_by_side(seating.table))
    )
