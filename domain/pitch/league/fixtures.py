"""Fixtures: two sides that meet on a night of a league, and the result that was entered.

A result is stored as entered. `matches` reports it match by match, `wins` in one line, `forfeit`
that one side did not come and `neither_came` that both stayed away; `judgements` draws conclusions.
A line-up has the players at the seats of its matches.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from pitch import messages
from pitch import seats as tables
from pitch.league import leagues
from pitch.league.choices import Latecomers
from pitch.league.formats import Format
from pitch.league.leagues import League
from pitch.messages import Argument
from pitch.types import (
    MOST_ENTRANTS,
    EntrantNumber,
    Fact,
    FixtureNumber,
    Name,
    NightNumber,
    Quantity,
    SlotNumber,
    Value,
)

Half = Annotated[int, Meta(ge=0, le=1, description="A side of a fixture.")]

Pair = Annotated[
    tuple[Annotated[int, Meta(ge=-9999, le=9999)], ...], Meta(min_length=2, max_length=2)
]
Wins = Annotated[tuple[Annotated[int, Meta(ge=0, le=99)], ...], Meta(min_length=2, max_length=2)]


class Stage(StrEnum):
    """The part of a league: its season, or a part of its knock-out."""

    SEASON = "season"
    WINNERS = "winners"
    """A round of a knock-out, of those who have not lost."""
    LOSERS = "losers"
    """A round of a double knock-out, of those who have lost once."""
    THIRD_PLACE = "third_place"
    GRAND_FINAL = "grand_final"
    """Of a double knock-out: the unbeaten against the best of those who have lost once."""
    RESET = "reset"
    """The grand final once more, because the unbeaten side lost it."""


class Fixture(Value, frozen=True):
    """Two sides that meet at a table for a fixed number of matches."""

    number: FixtureNumber
    """The matchup's number, which no other matchup ever gets."""
    night: NightNumber
    """The number of the night on which the matchup is played, from 1."""
    slot: SlotNumber
    """The round of the night in which the matchup is played, from 1."""
    table: Annotated[int, Meta(ge=1, le=MOST_ENTRANTS // 2)]
    """The number of the table at which the matchup is played, from 1."""
    sides: Annotated[tuple[tuple[EntrantNumber, ...], ...], Meta(min_length=2, max_length=2)]
    """The two sides of the matchup, each a team or players who are partners, by their numbers."""
    first_dealer: Annotated[int, Meta(ge=0, le=7)] = 0
    """The seat that deals first in the matchup, counted clockwise from 0."""
    stage: Stage = Stage.SEASON
    """The part of the league that the matchup belongs to."""

    @property
    def playing_order(self) -> tuple[int, int, int]:
        """The key that sorts fixtures by night, slot and table."""
        return self.night, self.slot, self.table

    def terms(self, form: Format) -> Format:
        """Return the format by which the fixture is played: a knock-out has its own length."""
        return form if self.stage is Stage.SEASON else form.knock_out

    def lineups(
        self, league: League, substitutes: Sequence["Substitute"]
    ) -> tuple[tuple["SeatedPlayer", ...], ...]:
        """Return the players of each side, side 0 first, in the order of their seats.

        Substitutes sit in the places of the absent.
        """
        table = league.format.fixture_table
        sides = [list(_players(league, entrants, substitutes)) for entrants in self.sides]
        by_seat = {
            seat: player
            for seats, players in zip(table.seats_by_side, sides, strict=True)
            for seat, player in zip(seats, players, strict=True)
        }
        # Each team may have an Ann, and a score sheet knows its players by name.
        names = tables.number_alike_names([by_seat[seat][1] for seat in range(table.players)])
        return tuple(
            tuple(SeatedPlayer(*by_seat[seat], seat=seat, sheet_name=names[seat]) for seat in seats)
            for seats in table.seats_by_side
        )


class PlayedMatch(Fact, frozen=True):
    """One match of a fixture: its winner, or that closing time ended it."""

    winner: Half | None = None
    """The side that won the match, 0 or 1; null if nobody did. Left out, it follows from scores at
    the target if the rules decide it by them alone; otherwise a finding asks for it.
    """
    scores: Pair | None = None
    """The final score of each side of the match."""

    @property
    def has_sheet(self) -> bool:
        """True if its winner and scores are those of a score sheet kept hand by hand."""
        return False


class Substitute(Fact, frozen=True):
    """A player who played in place of another."""

    entrant: EntrantNumber
    """The number of the team whose player was absent."""
    player: Annotated[int, Meta(ge=0, le=3)]
    """The absent player's position in the team, from 0."""
    name: Name
    """The name of the player who sat in."""


class EnteredResult(Fact, frozen=True):
    """The result of a fixture as the table reports it."""

    matches: Annotated[tuple[PlayedMatch, ...], Meta(max_length=15)] = ()
    """The matches of the matchup in playing order, each as far as it is known."""
    wins: Wins | None = None
    """The number of matches that each side won."""
    points: Pair | None = None
    """The sum of each side's scores over the matches."""
    forfeit: Half | None = None
    """The side of the matchup that did not come, 0 or 1."""
    neither_came: bool = False
    """True if both sides stayed away, so that neither gets anything."""
    substitutes: Annotated[tuple[Substitute, ...], Meta(max_length=8)] = ()
    """The players who sat in for absent ones."""
    is_closed: bool = False
    """True if closing time ended the matches that are not finished or not begun."""


def side_argument(league: League, fixture: Fixture, side: int) -> Argument:
    """Return a side of a fixture, 0 or 1, as an argument of sentences."""
    return messages.side(side, leagues.entrant_arguments(league, fixture.sides[side]))


class Bye(Value, frozen=True):
    """The teams or players who sit out in a round."""

    night: NightNumber
    """The number of the night of the bye, from 1."""
    slot: Quantity
    """The round of that night in which the teams or players sit out, from 1."""
    entrants: tuple[EntrantNumber, ...]
    """The numbers of the teams or players who sit out in the round."""


def byes(league: League, fixtures: Sequence[Fixture]) -> tuple[Bye, ...]:
    """Return the entrants who take part in a night but not in a slot of it, by slot.

    Only slots that have fixtures of the season count: before they are planned nobody sits out, and
    who is in a knock-out, or out of it, does not.
    """
    playing: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for fixture in fixtures:
        if fixture.stage is Stage.SEASON:
            playing[fixture.night, fixture.slot].update(*fixture.sides)
    drawn = set() if league.bracket is None else set(league.bracket.seeds)
    result = []
    for (night, slot), busy in sorted(playing.items()):
        present = {entrant.number for entrant in league.entrants_on(night, slot)}
        if league.has_bracket_on(night):
            present -= drawn
        if present - busy:
            result.append(Bye(night=night, slot=slot, entrants=tuple(sorted(present - busy))))
    return tuple(result)


def missed(league: League, fixtures: Sequence[Fixture]) -> tuple[Bye, ...]:
    """Return the slots that were played before an entrant joined, if they count as byes.

    Guests miss nothing, because they are not ranked.
    """
    if league.format.late is Latecomers.NOTHING:
        return ()
    first_slots = {
        (each.entrant, night.night): each.from_slot
        for night in league.nights
        for each in night.check_ins
    }
    joined = {
        each.number: (each.from_night, first_slots.get((each.number, each.from_night), 1))
        for each in league.entrants
        if not each.is_guest
    }
    slots = {(each.night, each.slot) for each in fixtures if each.stage is Stage.SEASON}
    late = (
        Bye(night=turn[0], slot=turn[1], entrants=tuple(n for n in joined if turn < joined[n]))
        for turn in sorted(slots)
    )
    return tuple(each for each in late if each.entrants)


class SeatedPlayer(Struct, frozen=True):
    """A player at a seat, with the entrant and the name on the score sheet."""

    entrant: int
    name: str
    player: int | None
    """The index among the players of the entrant; None for a substitute."""
    seat: int
    sheet_name: str
    """The name, numbered if another player at the table has the same."""


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
