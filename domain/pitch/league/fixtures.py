"""Fixtures: who meets whom on a night of a league, and what came of it.

A result is kept as it was entered. `matches` says it match by match, `wins` in one line, `forfeit`
that one side did not come and `neither_came` that both stayed away; what follows from it is for
`judgements` to say.
"""

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
    slot: Annotated[int, Meta(ge=1, le=12, description="In which round of the night it is.")]
    table: Annotated[int, Meta(ge=1, le=MOST_ENTRANTS // 2)]
    """At which table it is played."""
    sides: Annotated[
        tuple[tuple[EntrantNumber, ...], ...],
        Meta(
            min_length=2,
            max_length=2,
            description="Who is on each side: a team, or players who are partners.",
        ),
    ]
    first_dealer: Annotated[int, Meta(ge=0, le=7, description="The seat that deals first.")] = 0


class PlayedMatch(Fact, frozen=True):
    """One match of a fixture: who won it, or that closing time ended it (C82)."""

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
        """Whether its winner and scores are those of a score sheet kept hand by hand."""
        return False


class Substitute(Fact, frozen=True):
    """Somebody who played in place of another."""

    entrant: EntrantNumber
    player: Annotated[int, Meta(ge=0, le=3, description="Whose place, by place in the team.")]
    name: Name


class EnteredResult(Fact, frozen=True):
    """What the table says came of a fixture."""

    matches: Annotated[tuple[PlayedMatch, ...], Meta(max_length=15)] = ()
    wins: Annotated[Wins | None, Meta(description="Matches won by each side.")] = None
    points: Annotated[Pair | None, Meta(description="The sum of each side's scores.")] = None
    forfeit: Annotated[Half | None, Meta(description="The side that did not come.")] = None
    neither_came: Annotated[
        bool, Meta(description="Whether both sides stayed away, so that neither gets anything.")
    ] = False
    substitutes: Annotated[tuple[Substitute, ...], Meta(max_length=8)] = ()
    """Who sat in for whom."""
    is_closed: Annotated[
        bool,
        Meta(description="Whether closing time ended what is not finished or not begun."),
    ] = False


def playing_order(fixture: Fixture) -> tuple[int, int, int]:
    """Return the key that sorts fixtures by night, slot and table."""
    return fixture.night, fixture.slot, fixture.table


def side_argument(league: League, fixture: Fixture, place: int) -> Argument:
    """One side of a fixture, 0 or 1, by its entrants, as sentences are about it."""
    return messages.side(place, leagues.entrant_arguments(league, fixture.sides[place]))


class Bye(Value, frozen=True):
    """Who sits out in a round."""

    night: NightNumber
    slot: Quantity
    """In which round of that night it sits out, from 1."""
    entrants: tuple[EntrantNumber, ...]
    """Who sits out in it."""


def byes(league: League, fixtures: Sequence[Fixture]) -> tuple[Bye, ...]:
    """Who takes part in a night but not in a slot of it, for every slot that has fixtures."""
    # A slot is known by its fixtures: before they are planned nobody sits out of it.
    playing: dict[tuple[int, int], set[int]] = {}
    for fixture in fixtures:
        turn = playing.setdefault((fixture.night, fixture.slot), set())
        turn.update(*fixture.sides)
    found = []
    for (night, slot), busy in sorted(playing.items()):
        there = (each.number for each in leagues.entrants_in(league, night))
        idle = tuple(sorted(set(there) - busy))
        if idle:
            found.append(Bye(night=night, slot=slot, entrants=idle))
    return tuple(found)
