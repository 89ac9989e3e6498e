"""Line-ups: the players at the seats of a fixture's matches, with their substitutes."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from pitch import seats as tables
from pitch.league import leagues
from pitch.league.fixtures import Fixture, Substitute
from pitch.league.leagues import League


class SeatedPlayer(Struct, frozen=True):
    """A player at a seat, with the entrant and the name on the score sheet."""

    entrant: int
    name: str
    player: int | None
    """The index among the players of the entrant; None for a substitute."""
    seat: int
    sheet_name: str
    """The name, numbered if another player at the table has the same."""


def list_lineups(
    league: League, fixture: Fixture, substitutes: Sequence[Substitute]
) -> tuple[tuple[SeatedPlayer, ...], ...]:
    """Return the players of each side of a fixture, side 0 first, in the order of their seats.

    Substitutes sit in the places of the absent.
    """
    table = leagues.fixture_table(league.format)
    sides = [list(_players(league, entrants, substitutes)) for entrants in fixture.sides]
    by_seat = {
        seat: player
        for seats, players in zip(tables.seats_by_side(table), sides, strict=True)
        for seat, player in zip(seats, players, strict=True)
    }
    # Each team may have an Ann, and a score sheet knows its players by name.
    names = tables.number_alike_names([by_seat[seat][1] for seat in range(table.players)])
    return tuple(
        tuple(SeatedPlayer(*by_seat[seat], seat=seat, sheet_name=names[seat]) for seat in seats)
        for seats in tables.seats_by_side(table)
    )


def _players(
    league: League, entrants: Iterable[int], substitutes: Sequence[Substitute]
) -> Iterator[tuple[int, str, int | None]]:
    """Yield the entrant, name and player index of everyone who plays for some entrants."""
    stand_ins = {(each.entrant, each.player): each.name for each in substitutes}
    by_number = {entrant.number: entrant for entrant in league.entrants}
    for number in entrants:
        for player, name in enumerate(by_number[number].players):
            stand_in = stand_ins.get((number, player))
            yield (number, name, player) if stand_in is None else (number, stand_in, None)
