"""Substitutions: who cannot have played in whose place."""

from collections.abc import Iterator, Mapping
from typing import Final

from pitch import messages, seats
from pitch.findings import Finding, FindingKind
from pitch.league import clauses
from pitch.league.fixtures import EnteredResult, Fixture, Substitute
from pitch.league.leagues import Entrant, League
from pitch.messages import COUNT, ENTRANT, TYPED, Message, Sentence, all_of

_TAKEN_TWICE: Final = Message(
    "league_finding.place_taken_twice", names=all_of(TYPED), player=TYPED, entrant=ENTRANT
)
_NOT_IN_FIXTURE: Final = Message("league_finding.substitute_out_of_place", name=TYPED)
_NO_SUCH_PLAYER: Final = Message(
    "league_finding.substitute_out_of_place.player",
    name=TYPED,
    entrant=ENTRANT,
    player=COUNT,
    players=COUNT,
)
_ALIKE: Final = Message("league_finding.names_alike", name=TYPED)

RosterPlace = tuple[int, int]
"""An entrant's number, and a player of it."""


def find(league: League, fixture: Fixture, result: EnteredResult) -> Iterator[Finding]:
    """A substitute plays alone in the place of somebody who is in the fixture."""
    playing = {number for side in fixture.sides for number in side}
    entrants = {each.number: each for each in league.entrants if each.number in playing}
    taken: dict[RosterPlace, int] = {}
    for number, substitute in enumerate(result.substitutes):
        misplaced = _misplaced(league, entrants, number, substitute)
        if misplaced is not None:
            yield misplaced
            continue
        place = (substitute.entrant, substitute.player)
        first = taken.setdefault(place, number)
        if first != number:
            entrant = entrants[substitute.entrant]
            yield _finding(
                league,
                FindingKind.ARITHMETIC,
                "place_taken_twice",
                _TAKEN_TWICE(
                    names=(_called(result.substitutes[first]), _called(substitute)),
                    player=entrant.players[substitute.player],
                    entrant=messages.entrant(entrant.number, entrant.name),
                ),
                (f"/substitutes/{first}", f"/substitutes/{number}"),
            )
    yield from _alike(league, entrants, result, taken)


def _misplaced(
    league: League, entrants: Mapping[int, Entrant], number: int, substitute: Substitute
) -> Finding | None:
    """A place that the fixture does not have."""
    entrant = entrants.get(substitute.entrant)
    if entrant is None:
        message = _NOT_IN_FIXTURE(name=_called(substitute))
        fact = f"/substitutes/{number}/entrant"
    elif substitute.player >= len(entrant.players):
        message = _NO_SUCH_PLAYER(
            name=_called(substitute),
            entrant=messages.entrant(entrant.number, entrant.name),
            player=substitute.player + 1,
            players=len(entrant.players),
        )
        fact = f"/substitutes/{number}/player"
    else:
        return None
    return _finding(league, FindingKind.ARITHMETIC, "substitute_out_of_place", message, (fact,))


def _alike(
    league: League,
    entrants: Mapping[int, Entrant],
    result: EnteredResult,
    taken: Mapping[RosterPlace, int],
) -> Iterator[Finding]:
    """A substitute who bears the name of somebody else at the table."""
    # Who is absent does not sit there, so a substitute may well have the same name.
    sitting = {
        (number, player): seats.normalize_name(name)
        for number, entrant in entrants.items()
        for player, name in enumerate(entrant.players)
        if (number, player) not in taken
    }
    for place, number in taken.items():
        substitute = result.substitutes[number]
        read = seats.normalize_name(substitute.name)
        others = [taken.get(other) for other, known in sitting.items() if known == read]
        if others:
            places = (number, *(other for other in others if other is not None))
            yield _finding(
                league,
                FindingKind.PHYSICAL,
                "names_alike",
                _ALIKE(name=_called(substitute)),
                tuple(f"/substitutes/{each}/name" for each in sorted(places)),
            )
        sitting[place] = read


def _called(substitute: Substitute) -> str:
    return substitute.name.strip()


def _finding(
    league: League, kind: FindingKind, code: str, message: Sentence, facts: tuple[str, ...]
) -> Finding:
    return Finding(
        code=code,
        kind=kind,
        message=message,
        facts=facts,
        clauses=clauses.cite(league.format, "league.substitutes"),
    )
