"""Substitutions: who cannot have played in whose place."""

from collections.abc import Iterator, Mapping

from domain import seats
from domain.findings import Finding, FindingKind
from domain.league import clauses
from domain.league.fixtures import EnteredResult, Fixture, Substitute
from domain.league.leagues import Entrant, League
from domain.messages import AS_WRITTEN
from domain.wording import counted

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
            yield _finding(
                league,
                FindingKind.ARITHMETIC,
                "place_taken_twice",
                f"{_called(result.substitutes[first])} and {_called(substitute)} cannot both play "
                f"for {entrants[place[0]].players[place[1]]} of {entrants[place[0]].name}.",
                (f"/substitutes/{first}", f"/substitutes/{number}"),
            )
    yield from _alike(league, entrants, result, taken)


def _misplaced(
    league: League, entrants: Mapping[int, Entrant], number: int, substitute: Substitute
) -> Finding | None:
    """A place that the fixture does not have."""
    entrant = entrants.get(substitute.entrant)
    if entrant is None:
        message = f"{_called(substitute)} plays for somebody who is not in this fixture."
        fact = f"/substitutes/{number}/entrant"
    elif substitute.player >= len(entrant.players):
        players = counted(len(entrant.players), "player")
        message = (
            f"{_called(substitute)} plays in place {substitute.player}, but "
            f"{entrant.name} has {players}, counted from 0."
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
        (number, player): seats.read(name)
        for number, entrant in entrants.items()
        for player, name in enumerate(entrant.players)
        if (number, player) not in taken
    }
    for place, number in taken.items():
        substitute = result.substitutes[number]
        read = seats.read(substitute.name)
        others = [taken.get(other) for other, known in sitting.items() if known == read]
        if others:
            places = (number, *(other for other in others if other is not None))
            yield _finding(
                league,
                FindingKind.PHYSICAL,
                "names_alike",
                f"{_called(substitute)} cannot sit in two places; of two who are called so write "
                "one otherwise.",
                tuple(f"/substitutes/{each}/name" for each in sorted(places)),
            )
        sitting[place] = read


def _called(substitute: Substitute) -> str:
    return substitute.name.strip()


def _finding(
    league: League, kind: FindingKind, code: str, message: str, facts: tuple[str, ...]
) -> Finding:
    return Finding(
        code=code,
        kind=kind,
        message=AS_WRITTEN(text=message),
        facts=facts,
        clauses=clauses.cite(league.format, "league.substitutes"),
    )
