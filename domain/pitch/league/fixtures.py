"""Fixtures: two sides that meet on a night of a league, and the result that was entered.

A result is stored as entered. `matches` reports it match by match, `wins` in one line, `forfeit`
that one side did not come and `neither_came` that both stayed away; `judgements` draws conclusions.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from pitch import messages
from pitch.league import leagues
from pitch.league.leagues import MOST_ENTRANTS, EntrantNumber, League, NightNumber
from pitch.messages import Argument
from pitch.types import Fact, Name, Quantity, Value

FixtureNumber = Annotated[
    int, Meta(ge=1, le=99_999, description="A matchup's number, which no other ever gets.")
]
Half = Annotated[int, Meta(ge=0, le=1, description="A side of a fixture.")]

Pair = Annotated[
    tuple[Annotated[int, Meta(ge=-9999, le=9999)], ...], Meta(min_length=2, max_length=2)
]
Wins = Annotated[tuple[Annotated[int, Meta(ge=0, le=99)], ...], Meta(min_length=2, max_length=2)]


class Fixture(Value, frozen=True):
    """Two sides that meet at a table for a fixed number of matches."""

    number: FixtureNumber
    night: NightNumber
    slot: Annotated[int, Meta(ge=1, le=12, description="The round of the night.")]
    table: Annotated[int, Meta(ge=1, le=MOST_ENTRANTS // 2)]
    """The table at which it is played."""
    sides: Annotated[
        tuple[tuple[EntrantNumber, ...], ...],
        Meta(
            min_length=2,
            max_length=2,
            description="Each side: a team, or players who are partners.",
        ),
    ]
    first_dealer: Annotated[int, Meta(ge=0, le=7, description="The seat that deals first.")] = 0


class PlayedMatch(Fact, frozen=True):
    """One match of a fixture: its winner, or that closing time ended it (C82)."""

    winner: Annotated[
        Half | None,
        Meta(
            description="Nobody, if it was not finished. Left out, scores at the target tell it "
            "where the rules decide it by them alone; where they do not, it is asked for."
        ),
    ] = None
    scores: Annotated[Pair | None, Meta(description="Each side's score at the end.")] = None

    @property
    def has_sheet(self) -> bool:
        """True if its winner and scores are those of a score sheet kept hand by hand."""
        return False


class Substitute(Fact, frozen=True):
    """A player who played in place of another."""

    entrant: EntrantNumber
    player: Annotated[int, Meta(ge=0, le=3, description="The place in the team, from 0.")]
    name: Name


class EnteredResult(Fact, frozen=True):
    """The result of a fixture as the table reports it."""

    matches: Annotated[tuple[PlayedMatch, ...], Meta(max_length=15)] = ()
    wins: Annotated[Wins | None, Meta(description="Matches won by each side.")] = None
    points: Annotated[Pair | None, Meta(description="The sum of each side's scores.")] = None
    forfeit: Annotated[Half | None, Meta(description="The side that did not come.")] = None
    neither_came: Annotated[
        bool, Meta(description="Whether both sides stayed away, so that neither gets anything.")
    ] = False
    substitutes: Annotated[tuple[Substitute, ...], Meta(max_length=8)] = ()
    """The players who sat in for absent ones."""
    is_closed: Annotated[
        bool,
        Meta(description="Whether closing time ended what is not finished or not begun."),
    ] = False


def playing_order(fixture: Fixture) -> tuple[int, int, int]:
    """Return the key that sorts fixtures by night, slot and table."""
    return fixture.night, fixture.slot, fixture.table


def side_argument(league: League, fixture: Fixture, side: int) -> Argument:
    """Return a side of a fixture, 0 or 1, as an argument of sentences."""
    return messages.side(side, leagues.entrant_arguments(league, fixture.sides[side]))


class Bye(Value, frozen=True):
    """Entrants who sit out in a round."""

    night: NightNumber
    slot: Quantity
    """The round of that night, from 1."""
    entrants: tuple[EntrantNumber, ...]
    """The entrants who sit out in it."""


def byes(league: League, fixtures: Sequence[Fixture]) -> tuple[Bye, ...]:
    """Return the entrants who take part in a night but not in a slot of it, by slot.

    Only slots that have fixtures count: before they are planned nobody sits out.
    """
    playing: defaultdict[tuple[int, int], set[int]] = defaultdict(set)
    for fixture in fixtures:
        playing[fixture.night, fixture.slot].update(*fixture.sides)
    result = []
    for (night, slot), busy in sorted(playing.items()):
        present = {entrant.number for entrant in leagues.entrants_in(league, night)}
        if present - busy:
            result.append(Bye(night=night, slot=slot, entrants=tuple(sorted(present - busy))))
    return tuple(result)
