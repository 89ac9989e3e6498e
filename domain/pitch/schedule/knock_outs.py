"""Knock-outs: the draw, latecomers, and findings about them.

The best of the season are seeded by their rank, or everybody of a league that is a knock-out. The
fixtures after the draw follow from `brackets`.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Final

from msgspec import structs

from pitch import random_stream
from pitch.findings import Finding
from pitch.league import bracket_layouts, brackets, leagues
from pitch.league.choices import Others, Seeding
from pitch.league.contradictions import SUSPICIOUS, PlanLemma
from pitch.league.fixtures import Fixture
from pitch.league.leagues import Bracket, League
from pitch.league.ranking.standings import Row
from pitch.league.season import Season
from pitch.league.ties import KnockOut, Tie
from pitch.messages import COUNT, ENTRANT, Message, Refusal, all_of
from pitch.schedule import schedules

_TIED: Final = Message("problem.places_tied", places=COUNT)
_FINAL: Final = "league.final"
_WALK_OVER: Final = PlanLemma("walk_over", SUSPICIOUS, _FINAL, entrant=ENTRANT, matchup=COUNT)
_NO_WINNER: Final = PlanLemma("no_winner", SUSPICIOUS, _FINAL, matchup=COUNT)
_STANDS: Final = PlanLemma("bracket_stands", SUSPICIOUS, _FINAL, matchup=COUNT)
_RESEEDED: Final = PlanLemma("bracket_outdated", SUSPICIOUS, _FINAL)
_NOT_DRAWN: Final = PlanLemma("bracket_outdated.late", SUSPICIOUS, _FINAL, entrants=all_of(ENTRANT))


class NoKnockOut(Refusal):
    """Neither the league nor its last night is a knock-out."""


class BracketBegun(Refusal):
    """A result of the knock-out was entered already."""


class PlacesTied(Refusal, has_message=False):
    """The standings do not part those who reach the final from those who do not."""


def first_night(league: League) -> int:
    """Return the night on which the knock-out of a league begins. Raises NoKnockOut."""
    form = league.format
    if not form.has_bracket:
        raise NoKnockOut
    if not form.is_knock_out:
        return form.nights
    nights = range(1, form.nights + 1)
    return next((night for night in nights if not league.night(night).is_called_off), 1)


def draw(
    season: Season, first_fixture: int, seed: int, *, league: League | None = None
) -> tuple[Bracket, tuple[Fixture, ...]]:
    """Return the draw of a knock-out, and the fixtures of those who are not in it.

    `first_fixture` is the number of its first fixture, `league` that of the season with other
    attendances, if any. Raises NoKnockOut, NoSchedule if fewer than two take part, and PlacesTied.
    """
    league = league or season.league
    form, night = league.format, first_night(league)
    present = {entrant.number for entrant in league.entrants_on(night)}
    if form.is_knock_out:
        order, rest = sorted(present), list[int]()
    else:
        rows = [row for row in season.standings_before_final.rows if row.entrant in present]
        order, rest = _qualify(season, rows)
    schedules.check_number(league, night, order)
    if form.finals.seeding is Seeding.DRAW:
        order = random_stream.shuffle(order, seed)
    bracket = Bracket(night=night, first_fixture=first_fixture, seeds=tuple(order))
    return bracket, _pair_rest(structs.replace(league, bracket=bracket), season, rest, seed)


def take_in(season: Season, bracket: Bracket) -> Bracket:
    """Return a draw that has begun with everybody who came late, each in the place of a bye.

    That is the bye of the lowest seed whose next fixture has not begun. Raises BracketBegun if
    nobody came, or no such bye is left.
    """
    seeds = list(bracket.seeds)
    before = brackets.play(season.league, bracket, season.judged)
    late = _newcomers(season.league, bracket) if season.league.format.is_knock_out else []
    for number in late:
        for place in range(len(seeds) // 2, before.layout.size):
            if place < len(seeds) and seeds[place] is not None:
                continue
            fill = [None] * (place - len(seeds) + 1)
            trial = [*seeds, *fill]
            trial[place] = number
            drawn = structs.replace(bracket, seeds=tuple(trial))
            after = brackets.play(season.league, drawn, season.judged)
            if (
                _outdated_fixtures(after) == _outdated_fixtures(before)
                and after.layout.size == before.layout.size
            ):
                seeds = trial
                break
        else:
            raise BracketBegun
    if not late:
        raise BracketBegun
    return structs.replace(bracket, seeds=tuple(seeds))


def judge_night(season: Season, night: int) -> tuple[Finding, ...]:
    """Return findings about the fixtures of a knock-out on a night.

    A pointer `/fixtures/7` is the fixture of that number.
    """
    ties = season.knock_out.ties if season.knock_out is not None else ()
    return tuple(
        finding for tie in ties if tie.night == night for finding in _oddities(season.league, tie)
    )


def judge_draw(season: Season, night: int) -> tuple[Finding, ...]:
    """Return a finding if others would be drawn now, on the night on which a knock-out begins."""
    league, bracket = season.league, season.league.bracket
    if bracket is None or bracket.night != night or season.knock_out is None:
        return ()
    if season.has_bracket_begun:
        late = _newcomers(league, bracket) if league.format.is_knock_out else []
        names = leagues.entrant_arguments(league, late)
        return (_outdated(_NOT_DRAWN(league, "/entrants", entrants=names)),) if late else ()
    try:
        drawn, _ = draw(season, bracket.first_fixture, 0)
    except Refusal:
        drawn = None
    # A draw by lot is not repeated, so only who is in it is compared.
    by_lot = league.format.finals.seeding is Seeding.DRAW
    if drawn is not None and (
        set(drawn.seeds) == set(bracket.seeds) if by_lot else drawn.seeds == bracket.seeds
    ):
        return ()
    ties = season.knock_out.ties
    facts = [f"/fixtures/{tie.number}" for tie in ties if tie.fixture is not None]
    return (_outdated(_RESEEDED(league, *(facts or ["/entrants"]))),)


def _outdated(finding: Finding) -> Finding:
    """Return a finding with the code of all nights that are to be planned again."""
    return structs.replace(finding, code="night_outdated")


def _qualify(season: Season, rows: Sequence[Row]) -> tuple[list[int], list[int]]:
    """Return those who reach the final and the others, best first. Raises PlacesTied."""
    league, by_number = season.league, {row.entrant: row for row in rows}
    groups = [[by_number[number] for number in group] for group in league.by_group(by_number)]
    first = [_best(season, group, league.format.places_a_group) for group in groups]
    order = _crosswise(first)
    return order, [row.entrant for row in rows if row.entrant not in order]


def _best(season: Season, rows: Sequence[Row], places: int) -> list[int]:
    """Return those of a group who reach the final, best first. Raises PlacesTied."""
    rows = sorted(rows, key=lambda row: (row.group_rank or row.rank, row.position))
    ranks = {row.entrant: row.group_rank or row.rank for row in rows}
    if len(rows) <= places:
        return list(ranks)
    last = ranks[rows[places - 1].entrant]
    tied = [number for number in ranks if ranks[number] == last]
    wins = Counter(
        game.winner for game in season.play_offs if game.winner in tied and game.loser in tied
    )
    # Play-offs between them decide, also in a league whose ties are shared in the end.
    tied.sort(key=lambda number: -wins[number])
    above = [number for number in ranks if ranks[number] < last]
    order = [*above, *tied, *(number for number in ranks if ranks[number] > last)]
    inside, outside = order[places - 1], order[places]
    if outside in tied and wins[inside] == wins[outside]:
        raise PlacesTied(_TIED(places=places))
    return order[:places]


def _crosswise(groups: Sequence[Sequence[int]]) -> list[int]:
    """Return the seeds of a final: the first of every group, then the second of every group.

    Those of one place are in such an order that nobody meets its own group in the first round, if
    there is one.
    """
    group_of = {number: index for index, group in enumerate(groups) for number in group}
    size = bracket_layouts.places_for(len(group_of))
    order: list[int] = []
    for place in range(max(map(len, groups))):
        block = [group[place] for group in groups if place < len(group)]
        # The seeds of two who meet in the first round add up to one more than there are places.
        rivals = [size - 1 - seed for seed in range(len(order), len(order) + len(block))]
        avoided = [group_of[order[seed]] if seed < len(order) else None for seed in rivals]
        apart = (
            chosen
            for chosen in permutations(block)
            if all(group_of[each] != group for each, group in zip(chosen, avoided, strict=True))
        )
        order += next(apart, block)
    return order


def _pair_rest(
    league: League, season: Season, rest: Sequence[int], seed: int
) -> tuple[Fixture, ...]:
    """Return the fixtures of those who play on, at the tables behind those of the knock-out."""
    if league.format.finals.others is Others.STOP or len(rest) < 2 or league.bracket is None:
        return ()
    earlier = tuple(
        outcome.fixture for outcome in season.judged if outcome.night < league.format.nights
    )
    count = min(league.format.fixtures_a_night, len(rest) - 1 + len(rest) % 2)
    fixtures = schedules.pair_neighbours(league, rest, earlier, count, seed)
    ties = brackets.play(league, league.bracket, ()).ties
    used = Counter(tie.slot for tie in ties if tie.table is not None)
    return tuple(
        structs.replace(fixture, table=fixture.table + used[fixture.slot]) for fixture in fixtures
    )


def _newcomers(league: League, bracket: Bracket) -> list[int]:
    """Return those who take part in the night of a draw and are not in it."""
    return [
        entrant.number
        for entrant in league.entrants_on(bracket.night)
        if entrant.number not in bracket.seeds
    ]


def _outdated_fixtures(knock_out: KnockOut) -> list[int]:
    """Return the fixtures that have begun with other sides than those that are due."""
    return [tie.number for tie in knock_out.ties if tie.due is not None]


def _oddities(league: League, tie: Tie) -> Iterator[Finding]:
    number, fact = tie.number, f"/fixtures/{tie.number}"
    if tie.has_no_winner:
        yield _NO_WINNER(league, fact, matchup=number)
    if tie.due is not None:
        yield _STANDS(league, fact, matchup=number)
    if tie.is_walk_over and tie.is_needed:
        (entrant,) = leagues.entrant_arguments(league, (tie.winner,))
        yield _WALK_OVER(league, fact, entrant=entrant, matchup=number)
