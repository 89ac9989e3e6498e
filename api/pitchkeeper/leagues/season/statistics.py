"""League statistics: what the matches of a league add up to, for whoever took part in them.

They are those of its fixtures that are kept hand by hand, by night, slot and table. A side of a
match is the side of the fixture, and who sat there is known by name: as a player of an entrant, or
else, by the name on the sheet, for the entrant in whose place they sat.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, groupby
from uuid import UUID

from msgspec import Struct, structs

from pitch import Status
from pitch.league import SeatedPlayer, list_lineups, playing_order
from pitch.match import SeatTally, Tally, add_tallies, rate_players, tally_side
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.season.statistics_views import (
    EntrantStatistics,
    HeadToHead,
    LeaguePlayer,
    LeaguePlayerStatistics,
    LeagueStatistics,
    PairStatistics,
)
from pitchkeeper.leagues.state import Report, ReportedMatch
from pitchkeeper.matches.players import sums
from pitchkeeper.matches.players.views import Statistics


class _Sitter(Struct, frozen=True):
    """Who sat at a seat, and what was counted of it."""

    player: LeaguePlayer
    seat: SeatTally


Party = tuple[LeaguePlayer, ...]
"""Players of one side whose matches are added up as one."""
_Side = tuple[_Sitter, ...]
_Sides = tuple[_Side, ...]
_Parting = Callable[[_Side], Iterator[tuple[Party, Sequence[_Sitter]]]]


def page(season: LeagueSeason, seats: Mapping[UUID, Sequence[SeatTally]]) -> LeagueStatistics:
    """The statistics of a league, from what was counted of the seats of its matches."""
    played = list(_played(season, seats))
    met, by_entrant = _met(season), _added(played, _as_entrants)
    # Whose matches were all entered alone has a row of zeros.
    none = sums.statistics(0, Counter(), (), None)
    return LeagueStatistics(
        league_id=season.state.league_id,
        version=season.state.version,
        matches=len(played),
        entrants=tuple(
            EntrantStatistics(
                **structs.asdict(by_entrant.get((_entrant(each.number),), none)),
                entrant=each.number,
                name=each.name,
                met=met[each.number],
            )
            for each in season.state.entrants
        ),
        players=tuple(
            LeaguePlayerStatistics(**structs.asdict(summed), player=player)
            for (player,), summed in _added(played, _as_players).items()
        ),
        pairs=tuple(
            PairStatistics(**structs.asdict(summed), players=players)
            for players, summed in _added(played, _as_pairs).items()
        ),
    )


def _played(season: LeagueSeason, seats: Mapping[UUID, Sequence[SeatTally]]) -> Iterator[_Sides]:
    """The matches that were counted, by the sides of their fixtures."""
    reports = {each.fixture: each.report for each in season.state.reported}
    for fixture in sorted(season.state.fixtures, key=playing_order):
        report = reports.get(fixture.number, Report())
        lineup = list_lineups(season.league, fixture, report.substitutes)
        for match in report.matches:
            if match.match_id and match.match_id in seats:
                yield _sides(lineup, match, seats[match.match_id])


def _sides(
    lineup: Sequence[Sequence[SeatedPlayer]], match: ReportedMatch, seats: Sequence[SeatTally]
) -> _Sides:
    by_side = [[each for each in seats if each.side == side] for side in (0, 1)]
    return tuple(map(_side, lineup, by_side[::-1] if match.is_swapped else by_side))


def _side(places: Sequence[SeatedPlayer], seats: Sequence[SeatTally]) -> _Side:
    """Who sat on a side: the players by their names, strangers in the places that are left."""
    left, known = list(places), {}
    for seat, own in zip(seats, places, strict=True):
        # The seat's own place first: players change seats, and a team may have two of one name.
        for place in (own, *places):
            if place in left and seat.name in {place.sheet_name, place.name}:
                left.remove(place)
                known[seat.seat] = LeaguePlayer(entrant=place.entrant, name=place.name)
                break
    return tuple(
        _Sitter(
            known.get(seat.seat) or LeaguePlayer(entrant=left.pop(0).entrant, name=seat.name), seat
        )
        for seat in seats
    )


def _entrant(number: int) -> LeaguePlayer:
    """An entrant, whoever plays for it."""
    return LeaguePlayer(entrant=number, name="")


def _as_entrants(side: _Side) -> Iterator[tuple[Party, Sequence[_Sitter]]]:
    for number, sitters in groupby(side, key=lambda each: each.player.entrant):
        yield (_entrant(number),), tuple(sitters)


def _as_players(side: _Side) -> Iterator[tuple[Party, Sequence[_Sitter]]]:
    for sitter in side:
        yield (sitter.player,), (sitter,)


def _as_pairs(side: _Side) -> Iterator[tuple[Party, Sequence[_Sitter]]]:
    for pair in combinations(sorted(side, key=lambda each: each.player), 2):
        yield tuple(each.player for each in pair), pair


def _added(played: Sequence[_Sides], parted: _Parting) -> dict[Party, Statistics]:
    """What the matches add up to for everybody, parted as entrants, players or pairs."""
    counted: defaultdict[Party, list[Tally]] = defaultdict(list)
    ended = []
    for sides in played:
        parties = [list(parted(side)) for side in sides]
        for party, sitters in (each for side in parties for each in side):
            counted[party].append(tally_side([each.seat.counted for each in sitters]))
        # A win is counted for every seat of the side, so the first of them tells it.
        winner = next(
            (place for place, side in enumerate(sides) if "wins" in side[0].seat.counted), None
        )
        if winner is not None:
            ended.append((tuple(tuple(party for party, _ in side) for side in parties), winner))
    rated = rate_players(ended)
    summed = {}
    for party in sorted(counted):
        won = ["wins" in each for each in counted[party] if {"wins", "losses"} & each.keys()]
        rating = sums.rating(rated[party], len(won)) if won else None
        total = add_tallies(counted[party])
        summed[party] = sums.statistics(len(counted[party]), total, won, rating)
    return summed


def _met(season: LeagueSeason) -> dict[int, tuple[HeadToHead, ...]]:
    """How every entrant did against each that it met."""
    fixtures: Counter[tuple[int, int]] = Counter()
    won: Counter[tuple[int, int]] = Counter()
    for each in season.judged:
        fixture, judgement = each.fixture, each.judgement
        if judgement.status is not Status.SETTLED or judgement.wins is None:
            continue
        # Where neither side came it is settled, and yet nobody met.
        if each.result is None or each.result.neither_came:
            continue
        for side, other in ((0, 1), (1, 0)):
            for pair in ((a, b) for a in fixture.sides[side] for b in fixture.sides[other]):
                fixtures[pair] += 1
                won[pair] += judgement.wins[side]
    names = season.state.names
    return {
        number: tuple(
            HeadToHead(
                entrant=other,
                name=names[other],
                fixtures=fixtures[number, other],
                won=won[number, other],
                lost=won[other, number],
            )
            for other in names
            if (number, other) in fixtures
        )
        for number in names
    }
