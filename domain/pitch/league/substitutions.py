"""Substitutions: players who cannot have played in the place that a result gives them."""

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
"""An entrant's number, and the index of one of its players."""


def find(league: League, fixture: Fixture, result: EnteredResult) -> Iterator[Finding]:
    """Yield substitutes without a place of their own in the fixture, or with a name taken twice."""
    numbers = {number for side in fixture.sides for number in side}
    entrants = {entrant.number: entrant for entrant in league.entrants if entrant.number in numbers}
    by_place: dict[RosterPlace, int] = {}
    for index, substitute in enumerate(result.substitutes):
        misplaced = _misplaced(league, entrants, index, substitute)
        if misplaced is not None:
            yield misplaced
            continue
        first = by_place.setdefault((substitute.entrant, substitute.player), index)
        if first != index:
            entrant = entrants[substitute.entrant]
            message = _TAKEN_TWICE(
                names=(_name(result.substitutes[first]), _name(substitute)),
                player=entrant.players[substitute.player],
                entrant=messages.entrant(entrant.number, entrant.name),
            )
            facts = (f"/substitutes/{first}", f"/substitutes/{index}")
            kind = FindingKind.ARITHMETIC
            yield _finding(league, kind, "place_taken_twice", message, facts)
    yield from _same_names(league, entrants, result, by_place)


def _misplaced(
    league: League, entrants: Mapping[int, Entrant], index: int, substitute: Substitute
) -> Finding | None:
    """Return a finding if the fixture does not have the place of a substitute."""
    entrant = entrants.get(substitute.entrant)
    if entrant is None:
        message = _NOT_IN_FIXTURE(name=_name(substitute))
        fact = f"/substitutes/{index}/entrant"
    elif substitute.player >= len(entrant.players):
        message = _NO_SUCH_PLAYER(
            name=_name(substitute),
            entrant=messages.entrant(entrant.number, entrant.name),
            player=substitute.player + 1,
            players=len(entrant.players),
        )
        fact = f"/substitutes/{index}/player"
    else:
        return None
    return _finding(league, FindingKind.ARITHMETIC, "substitute_out_of_place", message, (fact,))


def _same_names(
    league: League,
    entrants: Mapping[int, Entrant],
    result: EnteredResult,
    by_place: Mapping[RosterPlace, int],
) -> Iterator[Finding]:
    """Yield substitutes who have the name of anyone else at the table."""
    # An absent player does not sit there, so a substitute may well have the same name.
    names = {
        (number, player): seats.normalize_name(name)
        for number, entrant in entrants.items()
        for player, name in enumerate(entrant.players)
        if (number, player) not in by_place
    }
    for place, index in by_place.items():
        substitute = result.substitutes[index]
        name = seats.normalize_name(substitute.name)
        namesakes = [by_place.get(seat) for seat, seated in names.items() if seated == name]
        if namesakes:
            indices = sorted((index, *(each for each in namesakes if each is not None)))
            facts = tuple(f"/substitutes/{each}/name" for each in indices)
            message = _ALIKE(name=_name(substitute))
            yield _finding(league, FindingKind.PHYSICAL, "names_alike", message, facts)
        names[place] = name


def _name(substitute: Substitute) -> str:
    return substitute.name.strip()


def _finding(
    league: League, kind: FindingKind, code: str, message: Sentence, facts: tuple[str, ...]
) -> Finding:
    return clauses.finding(league.format, kind, code, message, facts, "league.substitutes")
