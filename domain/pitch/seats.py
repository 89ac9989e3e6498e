"""Tables: the number of players, their sides and their names."""

import unicodedata
from collections.abc import Sequence
from enum import StrEnum
from functools import cache, lru_cache
from typing import Annotated, Final

from msgspec import Meta, field, structs

from pitch import messages, name_caches
from pitch.cards import Rank
from pitch.messages import COUNT, TYPED, Argument, Message, Refusal, join_partners
from pitch.types import JOINERS, MOST_PLAYERS, Value

_NO_SEAT = Message("problem.not_at_table.seat", players=COUNT)
_NO_SIDE = Message("problem.not_at_table.side", sides=COUNT)
_BY_SIDE = Message("problem.wrong_length", sides=COUNT)
_SAME_NAME = Message("problem.names_alike", name=TYPED)

CARDS_EACH: Final = 6
"""The cards that each player is usually dealt (S0.deal)."""
MOST_TRICKS: Final = 16
"""The most cards of a player, and so the most tricks of a hand: everyone plays one to each."""
_INVISIBLE: Final = str.maketrans("", "", f"{JOINERS}\ufe0e\ufe0f")
"""Characters that only change the look of their neighbours."""


class NamesAlike(Refusal, has_message=False):
    """Two players have the same name; give one of them another."""


class NotAtTable(Refusal, has_message=False):
    """There is no such seat or side at this table."""


class WrongLength(Refusal, has_message=False):
    """A list by side does not have one entry for every side of the table."""


class Arrangement(StrEnum):
    """The way in which players form sides."""

    INDIVIDUALS = "individuals"
    PARTNERS_ACROSS = "partners_across"
    THREE_PAIRS = "three_pairs"
    TWO_THREES = "two_threes"
    CALLED_PARTNER = "called_partner"


_SIDES: Final[dict[Arrangement, tuple[int, int]]] = {
    Arrangement.PARTNERS_ACROSS: (4, 2),
    Arrangement.THREE_PAIRS: (6, 3),
    Arrangement.TWO_THREES: (6, 2),
    # Partners change from hand to hand, so every player has a score, a pile and claims alone.
    Arrangement.CALLED_PARTNER: (5, 5),
}
"""The only number of players of an arrangement, and its number of sides."""

DealtCards = Annotated[int, Meta(ge=1, le=MOST_TRICKS)]
Kitty = Annotated[int, Meta(ge=0, le=26)]
Stripped = Annotated[tuple[Rank, ...], Meta(max_length=12)]


class Table(Value, frozen=True, cache_hash=True, omit_defaults=True):
    """The number of players, their sides, and the cards that they are dealt.

    A request for a table names players and sides; the rule set has the rest.
    """

    players: Annotated[int, Meta(ge=2, le=MOST_PLAYERS)]
    """The number of players at this kind of table."""
    # Made by a function because msgspec leaves plain defaults out of JSON, and the hashes of rule
    # sets include this one.
    sides: Arrangement = field(default_factory=lambda: Arrangement.INDIVIDUALS)
    """The sides that the players form."""
    dealt: DealtCards = CARDS_EACH
    """The number of cards that each player is dealt, before any draw."""
    kitty: Kitty = 0
    """The number of cards in the kitty. The pitcher picks it up and discards as many cards."""
    stripped: Stripped = ()
    """The ranks that are removed from the deck, from low to high."""

    @property
    def calls_partner(self) -> bool:
        """Whether the pitcher calls a card, whose holder is the partner for the hand."""
        return self.sides is Arrangement.CALLED_PARTNER

    @property
    @cache  # noqa: B019
    def side_count(self) -> int:
        """The number of sides at a table."""
        fixed = _SIDES.get(self.sides)
        return fixed[1] if fixed else self.players

    @property
    @cache  # noqa: B019
    def seats_by_side(self) -> tuple[tuple[int, ...], ...]:
        """The seats of every side; partners sit at equal distances round the table."""
        sides = self.side_count
        return tuple(tuple(range(side, self.players, sides)) for side in range(sides))

    def side_of(self, seat: int) -> int:
        """Return the side of a seat."""
        return seat % self.side_count

    def check_seat(self, seat: int | None, pointer: str) -> None:
        """Raise NotAtTable for a seat that the table does not have; None passes."""
        if seat is not None and not 0 <= seat < self.players:
            hint = f"Seats are 0 to {self.players - 1}."
            raise NotAtTable(_NO_SEAT(players=self.players), pointer=pointer, hint=hint)

    def check_side(self, side: int | None, pointer: str) -> None:
        """Raise NotAtTable for a side that the table does not have; None passes."""
        sides = self.side_count
        if side is not None and not 0 <= side < sides:
            hint = f"Sides are 0 to {sides - 1}."
            raise NotAtTable(_NO_SIDE(sides=sides), pointer=pointer, hint=hint)


def is_seated_alike(left: Table, right: Table) -> bool:
    """Return whether two tables have the same number of players in the same arrangement."""
    return (left.players, left.sides) == (right.players, right.sides)


def players_needed(arrangement: Arrangement) -> int | None:
    """Return the number of players of an arrangement; None if it fits any number."""
    fixed = _SIDES.get(arrangement)
    return fixed[0] if fixed else None


def cards_in_play(table: Table) -> int:
    """Return the number of cards dealt to all players of a table."""
    return table.players * table.dealt


def check_by_side(table: Table, by_side: Sequence[object], pointer: str) -> None:
    """Raise WrongLength for a list that does not have one entry for every side."""
    sides = table.side_count
    if len(by_side) != sides:
        raise WrongLength(_BY_SIDE(sides=sides), pointer=pointer)


def next_seat(table: Table, seat: int) -> int:
    """Return the next seat clockwise."""
    return (seat + 1) % table.players


def _check_name(name: str, others: tuple[str, ...], pointer: str) -> None:
    if normalize_name(name) in map(normalize_name, others):
        raise NamesAlike(_SAME_NAME(name=name.strip()), pointer=pointer)


def number_alike_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return the names with a number behind each that is read like an earlier one."""
    numbered: list[str] = []
    for name in names:
        taken = set(map(normalize_name, numbered))
        # A name has at most 40 characters, including the number.
        longer = (f"{name[:36]} ({number})" for number in range(2, len(names) + 2))
        numbered.append(next(n for n in (name, *longer) if normalize_name(n) not in taken))
    return tuple(numbered)


def normalize_name(name: str) -> str:
    """Return a name without differences in case, width, spaces and joiners."""
    # Ann and ann, or full-width letters, sound the same at a table.
    visible = name.translate(_INVISIBLE)
    return " ".join(unicodedata.normalize("NFKC", visible).casefold().split())


class Seating(Value, frozen=True, cache_hash=True):
    """A table and the names of its players by seat."""

    table: Table
    names: tuple[str, ...]

    def check_names(self) -> None:
        """Raise NamesAlike if two names are read alike, because nobody could tell them apart."""
        for seat, name in enumerate(self.names):
            _check_name(name, self.names[:seat], f"/players/{seat}/name")

    def check_rename(self, seat: int, name: str) -> None:
        """Raise NamesAlike for a name that is read like that at another seat."""
        _check_name(name, self.names[:seat] + self.names[seat + 1 :], "/name")

    def without_name(self, seat: int) -> "Seating":
        """Return the seating with the name of a player who gave none at a seat."""
        before, after = self.names[:seat], self.names[seat + 1 :]
        # Another player may have that name.
        *_, name = number_alike_names((*before, *after, nameless(seat)))
        return structs.replace(self, names=(*before, name, *after))

    @property
    @name_caches.register_cache
    @lru_cache(maxsize=1024)  # noqa: B019
    def side_names(self) -> tuple[str, ...]:
        """The name of each side: the names of its players."""
        return tuple(
            join_partners(self.names[seat] for seat in seats) for seats in self.table.seats_by_side
        )

    @property
    @name_caches.register_cache
    @lru_cache(maxsize=1024)  # noqa: B019
    def player_arguments(self) -> tuple[Argument, ...]:
        """The players as arguments of sentences, by seat."""
        # Every language has its own words for a player without a name.
        return tuple(
            messages.player(seat, "" if name == nameless(seat) else name)
            for seat, name in enumerate(self.names)
        )

    @property
    @name_caches.register_cache
    @lru_cache(maxsize=1024)  # noqa: B019
    def side_arguments(self) -> tuple[Argument, ...]:
        """The sides as arguments of sentences, each with its players."""
        players = self.player_arguments
        return tuple(
            messages.side(side, (players[seat] for seat in seats))
            for side, seats in enumerate(self.table.seats_by_side)
        )


def nameless(seat: int) -> str:
    """Return the name of a player who gave none: `Player 1` at seat 0."""
    return f"Player {seat + 1}"
