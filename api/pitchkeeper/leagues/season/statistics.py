"""League statistics and their views: totals of the linked matches, by entrant, player and pair.

Matches are taken in the order of night, slot and table. A side of a match is the side of its
fixture. The people on it are identified by the names on the sheet: as players of an entrant, or as
substitutes of the entrant that lacks a player.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import chain as concatenation
from itertools import combinations, count, groupby, pairwise, product
from operator import attrgetter
from typing import Annotated, Final
from uuid import UUID

from msgspec import Meta, Struct, structs

from pitch import Status
from pitch.league import SeatedPlayer
from pitch.match import SeatTally, Tally, add_tallies, rate_players, tally_side
from pitch.types import MOST_ENTRANTS, EntrantNumber, Label
from pitchkeeper.leagues.records import Report, ReportedMatch
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.matches.players import sums
from pitchkeeper.matches.players.views import Number, Statistics
from pitchkeeper.rest.views import Version, View

MOST_LISTED: Final = 10_000


class Seasons(StrEnum):
    """The seasons that count in statistics."""

    THIS = "this"
    ALL = "all"


class LeaguePlayer(View, frozen=True, order=True):
    """A player of a team, one who plays alone, or a substitute."""

    entrant: EntrantNumber
    """The number of the player's team, or of the player who plays alone."""
    name: Label
    """The name of the player as entered for the league."""


class HeadToHead(View, frozen=True):
    """Results of a team or player against one opponent, including results entered without hands."""

    entrant: EntrantNumber
    """The opponent's number."""
    name: Label
    """The opponent's name."""
    fixtures: Number
    """Settled matchups against the opponent."""
    won: Number
    """Matches won against the opponent."""
    lost: Number
    """Matches lost to the opponent."""


class EntrantStatistics(Statistics, frozen=True):
    """Totals of the matches of a team or player; a team's include those of its substitutes."""

    entrant: EntrantNumber
    """The number of the team or player that the statistics are of."""
    name: Label
    """The name of the team or player that the statistics are of."""
    met: Annotated[tuple[HeadToHead, ...], Meta(max_length=MOST_ENTRANTS)]
    """Results against each opponent."""


class LeaguePlayerStatistics(Statistics, frozen=True):
    """Totals of the matches that a player played for one team, or alone."""

    player: LeaguePlayer
    """The player whose statistics these are."""


class PairStatistics(Statistics, frozen=True):
    """Totals of the matches two players played as partners."""

    players: Annotated[tuple[LeaguePlayer, ...], Meta(min_length=2, max_length=2)]
    """The two partners of the pair."""


class LeagueStatistics(View, frozen=True):
    """Statistics of a league's teams, players and pairs."""

    league_id: UUID
    """The id of the league that the statistics are of."""
    version: Version
    """The version of the league, which grows with every change; also the ETag."""
    matches: Number
    """The number of matches that were scored hand by hand."""
    entrants: Annotated[tuple[EntrantStatistics, ...], Meta(max_length=MOST_ENTRANTS)]
    """Statistics of each team, or of each player who plays alone."""
    players: Annotated[tuple[LeaguePlayerStatistics, ...], Meta(max_length=MOST_LISTED)]
    """Statistics of each player, apart for each team."""
    pairs: Annotated[tuple[PairStatistics, ...], Meta(max_length=MOST_LISTED)]
    """Statistics of every two players who were partners."""


class _Sitter(Struct, frozen=True):
    """A player at a seat, with the tally of the seat."""

    player: LeaguePlayer
    seat: SeatTally


Party = tuple[LeaguePlayer, ...]
"""Players of one side whose matches are added up together."""
_Side = tuple[_Sitter, ...]
_Match = tuple[_Side, ...]
_Split = Callable[[_Side], Iterator[tuple[Party, Sequence[_Sitter]]]]


def page(
    chain: Sequence[LeagueSeason], seats: Mapping[UUID, Sequence[SeatTally]]
) -> LeagueStatistics:
    """Return the statistics of a league, from the seat tallies of its matches by their ids.

    `chain` has its season, and behind it those that it follows, newest first. Their matches count
    for those who take part again, under the numbers that they have now.
    """
    season, numbered = chain[0], _renumber(chain)
    matches = [
        _with_numbers(match, numbers)
        for each, numbers in reversed(numbered)
        for match in _list_matches(each, seats)
    ]
    opponents, by_entrant = _head_to_heads(numbered), _add_up(matches, _by_entrant)
    # An entrant without linked matches has a row of zeros.
    zeros = sums.statistics(0, Counter(), (), None)
    return LeagueStatistics(
        league_id=season.state.league_id,
        version=season.state.version,
        matches=len(matches),
        entrants=tuple(
            EntrantStatistics(
                **structs.asdict(by_entrant.get((_entrant(entrant.number),), zeros)),
                entrant=entrant.number,
                name=entrant.name,
                met=opponents[entrant.number],
            )
            for entrant in season.state.entrants
        ),
        players=tuple(
            LeaguePlayerStatistics(**structs.asdict(total), player=player)
            for (player,), total in _add_up(matches, _by_player).items()
            if player.entrant > 0
        ),
        pairs=tuple(
            PairStatistics(**structs.asdict(total), players=players)
            for players, total in _add_up(matches, _by_pair).items()
            if all(player.entrant > 0 for player in players)
        ),
    )


def _renumber(chain: Sequence[LeagueSeason]) -> list[tuple[LeagueSeason, dict[int, int]]]:
    """Return the seasons with the numbers that their entrants have in the first of them.

    Entrants who take no part in it have negative numbers, one a season: they are opponents only.
    """
    numbers = {each.number: each.number for each in chain[0].state.entrants}
    numbered, gone = [(chain[0], numbers)], count(-1, -1)
    for later, season in pairwise(chain):
        origin = later.state.origin
        before = (
            {
                each.before: numbers[each.number]
                for each in origin.entrants
                if each.number in numbers
            }
            if origin
            else {}
        )
        numbers = {
            each.number: before.get(each.number) or next(gone) for each in season.state.entrants
        }
        numbered.append((season, numbers))
    return numbered


def _with_numbers(match: _Match, numbers: Mapping[int, int]) -> _Match:
    return tuple(
        tuple(
            _Sitter(LeaguePlayer(numbers[each.player.entrant], each.player.name), each.seat)
            for each in side
        )
        for side in match
    )


def _list_matches(
    season: LeagueSeason, seats: Mapping[UUID, Sequence[SeatTally]]
) -> Iterator[_Match]:
    """Yield the matches that have tallies, by the sides of their fixtures."""
    reports = {number: counted.reported.report for number, counted in season.counted.items()}
    for fixture in sorted(season.state.fixtures, key=attrgetter("playing_order")):
        report = reports.get(fixture.number, Report())
        lineups = fixture.lineups(season.league, report.substitutes)
        for match in report.matches:
            if match.match_id and match.match_id in seats:
                yield _identify_sides(lineups, match, seats[match.match_id])


def _identify_sides(
    lineups: Sequence[Sequence[SeatedPlayer]], match: ReportedMatch, seats: Sequence[SeatTally]
) -> _Match:
    by_side = [[seat for seat in seats if seat.side == side] for side in (0, 1)]
    return tuple(map(_identify_side, lineups, by_side[::-1] if match.is_swapped else by_side))


def _identify_side(lineup: Sequence[SeatedPlayer], seats: Sequence[SeatTally]) -> _Side:
    """Return a side with its players by name; strangers stand for the players that are missing."""
    missing, players = list(lineup), {}
    for seat, expected in zip(seats, lineup, strict=True):
        # The seat's own player first: players change seats, and a team may have a name twice.
        for player in (expected, *lineup):
            if player in missing and seat.name in {player.sheet_name, player.name}:
                missing.remove(player)
                players[seat.seat] = LeaguePlayer(entrant=player.entrant, name=player.name)
                break
    return tuple(
        _Sitter(
            players.get(seat.seat) or LeaguePlayer(entrant=missing.pop(0).entrant, name=seat.name),
            seat,
        )
        for seat in seats
    )


def _entrant(number: int) -> LeaguePlayer:
    """Return the party of an entrant, whoever plays for it."""
    return LeaguePlayer(entrant=number, name="")


def _by_entrant(side: _Side) -> Iterator[tuple[Party, Sequence[_Sitter]]]:
    for number, sitters in groupby(side, key=lambda sitter: sitter.player.entrant):
        yield (_entrant(number),), tuple(sitters)


def _by_player(side: _Side) -> Iterator[tuple[Party, Sequence[_Sitter]]]:
    for sitter in side:
        yield (sitter.player,), (sitter,)


def _by_pair(side: _Side) -> Iterator[tuple[Party, Sequence[_Sitter]]]:
    for pair in combinations(sorted(side, key=lambda sitter: sitter.player), 2):
        yield tuple(sitter.player for sitter in pair), pair


def _add_up(matches: Sequence[_Match], split: _Split) -> dict[Party, Statistics]:
    """Return the totals of the parties into which the sides are split."""
    tallies: defaultdict[Party, list[Tally]] = defaultdict(list)
    results = []
    for sides in matches:
        parties = [list(split(side)) for side in sides]
        for party, sitters in concatenation.from_iterable(parties):
            tallies[party].append(tally_side([sitter.seat.counted for sitter in sitters]))
        # A win is in the tally of every seat of its side, so the first seat is enough.
        winner = next(
            (index for index, side in enumerate(sides) if "wins" in side[0].seat.counted), None
        )
        if winner is not None:
            results.append((tuple(tuple(party for party, _ in side) for side in parties), winner))
    ratings = rate_players(results)
    totals = {}
    for party in sorted(tallies):
        wins = ["wins" in tally for tally in tallies[party] if {"wins", "losses"} & tally.keys()]
        rating = sums.rating(ratings[party], len(wins)) if wins else None
        totals[party] = sums.statistics(
            len(tallies[party]), add_tallies(tallies[party]), wins, rating
        )
    return totals


def _head_to_heads(
    numbered: Sequence[tuple[LeagueSeason, Mapping[int, int]]],
) -> dict[int, tuple[HeadToHead, ...]]:
    """Return the results of every entrant against each opponent, by their numbers now."""
    fixtures: Counter[tuple[int, int]] = Counter()
    wins: Counter[tuple[int, int]] = Counter()
    for judged, numbers in ((each, now) for season, now in numbered for each in season.judged):
        judgement, result = judged.judgement, judged.result
        if judgement.status is not Status.SETTLED or judgement.wins is None:
            continue
        # If neither side came the fixture is settled, but nobody met.
        if result is None or result.neither_came:
            continue
        for pair, won in zip(
            (judged.fixture.sides, judged.fixture.sides[::-1]), judgement.wins, strict=True
        ):
            for entrant, opponent in product(*pair):
                fixtures[numbers[entrant], numbers[opponent]] += 1
                wins[numbers[entrant], numbers[opponent]] += won
    names = numbered[0][0].state.names
    return {
        entrant: tuple(
            HeadToHead(
                entrant=opponent,
                name=names[opponent],
                fixtures=fixtures[entrant, opponent],
                won=wins[entrant, opponent],
                lost=wins[opponent, entrant],
            )
            for opponent in names
            if (entrant, opponent) in fixtures
        )
        for entrant in names
    }
