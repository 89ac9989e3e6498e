"""Line-ups: who sits at which seat in the matches of a fixture, and for whom."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from pitch import seats as tables
from pitch.league import leagues
from pitch.league.fixtures import Fixture, Substitute
from pitch.league.leagues import League


class SeatedPlayer(Struct, frozen=True):
    """Who is to sit at a seat: for which entrant, and under which name the sheet knows them."""

    entrant: int
    name: str
    player: int | None
    """Which player of the entrant; None for a substitute."""
    seat: int
    written: str
    """Told apart from namesakes at the table."""


def list_lineups(
    league: League, fixture: Fixture, substitutes: Sequence[Substitute]
) -> tuple[tuple[SeatedPlayer, ...], ...]:
    """The places of each side of a fixture, side 0 first, in the order of their seats.

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
        tuple(SeatedPlayer(*by_seat[seat], seat=seat, written=names[seat]) for seat in seats)
        for seats in tables.seats_by_side(table)
    )


def _players(
    league: League, entrants: Iterable[int], substitutes: Sequence[Substitute]
) -> Iterator[tuple[int, str, int | None]]:
    """Who plays for some entrants, and as which of its players."""
    absent = {(each.entrant, each.player): each.name for each in substitutes}
    known = {entrant.number: entrant for entrant in league.entrants}
    for number in entrants:
        for place, name in enumerate(known[number].players):
            substitute = absent.get((number, place))
            yield (number, name, place) if substitute is None else (number, substitute, None)
