"""Standings: the table of a league, with the tie-breaks that decided equal scores."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Annotated, Final, TypeVar

from msgspec import Meta, Struct, structs

from pitch.findings import Status
from pitch.league import brackets
from pitch.league.choices import FinalNight, Leavers
from pitch.league.fixtures import Stage
from pitch.league.judgements import JudgedFixture
from pitch.league.leagues import Bracket, League
from pitch.league.ranking import tie_breaks
from pitch.league.ranking.tie_breaks import Evidence, Level, Parting, PlayOff
from pitch.league.ties import KnockOut
from pitch.messages import ENTRANT, Argument, Message, all_of
from pitch.types import (
    MOST_ENTRANTS,
    EntrantNumber,
    FixtureNumber,
    GroupNumber,
    Quantity,
    Total,
    Value,
)

_IN_FINAL: Final = Message("tie_break.before_final", above=all_of(ENTRANT))
_LEFT: Final = Message("tie_break.left")
_NOT_IN_FINAL: Final = Message("tie_break.not_in_final")
_HIGHER: Final = Message("tie_break.not_in_final.higher", above=all_of(ENTRANT))
_STILL_IN: Final = Message("tie_break.knock_out.still_in")
_LESS_FAR: Final = Message("tie_break.knock_out.less_far")
_SAME_ROUND: Final = Message("tie_break.knock_out.same_round")
_SAME_PLACE: Final = Message("tie_break.knock_out.same_place")
Place = Annotated[int, Meta(ge=1, le=MOST_ENTRANTS)]


R = TypeVar("R", bound="Row")


class Row(Value, frozen=True):
    """The line of one team or player."""

    entrant: EntrantNumber
    """The number of the team or player that the row is about."""
    position: Place
    """The row's position in the table from 1, never shared."""
    rank: Place
    """The rank in the standings from 1, the same for those who are tied."""
    score: Total
    """The total that the league counts; with a separate final, that of the final night only, and
    with a knock-out as the final, that of the season without it.
    """
    seed: Place | None
    """The rank before a separate final, or the seed in a knock-out; null without one."""
    by_night: tuple[Total, ...]
    """The score of each night, the first night first."""
    won: Quantity
    """The number of matches won so far."""
    lost: Quantity
    """The number of matches lost so far."""
    difference: Total | None
    """Points scored less points scored against, over all matches; null if not all are known."""
    played: Quantity
    """The number of matchups that are settled."""
    left: Quantity
    """Matchups not settled yet."""
    byes: Quantity
    """The number of rounds without an opponent."""
    divisor: Quantity | None
    """The number of settled matchups by which the score is divided to rank; null if the score
    itself ranks.
    """
    decided_by: Parting | None
    """The reason for the order of this row and the row above at an equal score; null if the score
    alone decides.
    """
    awaits_play_off: bool
    """True if only a play-off can decide the rank."""
    group: GroupNumber | None = None
    """The group of the team; null in a league without groups."""
    group_rank: Place | None = None
    """The rank in the group before the final, the same for those who are tied."""
    group_score: Total | None = None
    """The score in the group before the final; null in a league without groups."""
    group_decided_by: Parting | None = None
    """The reason for the order of this row and the one above it in the group at an equal score."""
    missed_rounds: Quantity = 0
    """The number of rounds before it joined that count as byes; 0 if they count for nothing."""


def group_rows(rows: Iterable[R]) -> list[tuple[str, list[R]]]:
    """Return the rows of each group in their order, by its letter; none without groups."""
    groups: dict[int, list[R]] = {}
    for row in rows:
        if row.group is not None:
            groups.setdefault(row.group, []).append(row)
    return [
        (chr(ord("A") - 1 + group), sorted(groups[group], key=lambda row: row.group_rank or 0))
        for group in sorted(groups)
    ]


class Standings(Value, frozen=True):
    """The table of a league."""

    rows: tuple[Row, ...]
    left: Annotated[int, Meta(ge=0)]
    """Matchups that are not settled."""
    impossible: tuple[FixtureNumber, ...]
    """Matchups with impossible results."""

    def compare(self, after: "Standings") -> tuple["Move", ...]:
        """Return everyone with another rank or score in the second table, in its order."""
        olds = {row.entrant: row for row in self.rows}
        news = {row.entrant: row for row in after.rows}
        moves = (_move(olds.get(number), news.get(number)) for number in {**news, **olds})
        return tuple(move for move in moves if move is not None)


class Move(Value, frozen=True):
    """A change of rank or score: a new team or player has no values before, one that left none
    after.
    """

    entrant: EntrantNumber
    """The number of the team or player that moves."""
    rank_before: Place | None
    """The rank before the change."""
    rank_after: Place | None
    """The rank after the change."""
    score_before: Total | None
    """The league score before the change."""
    score_after: Total | None
    """The league score after the change."""


def rank_entrants(
    league: League, outcomes: Sequence[JudgedFixture], play_offs: tuple[PlayOff, ...] = ()
) -> Standings:
    """Return the table of the judged fixtures, one row an entrant, the first place first.

    Before a separate final the nights up to it rank everybody (`seed`); in it the finalists are
    ranked by what they win there alone, and stand before all others. So are those in a
    knock-out by how far they come; it adds nothing to their scores of the season.
    """
    season = _evidence(league, outcomes, play_offs)
    if league.format.final_night is FinalNight.SEPARATE:
        ranking = _rank_final_night(league, outcomes, play_offs)
    elif league.bracket is not None:
        ranking = _rank_knock_out(league, league.bracket, outcomes, season)
    else:
        ranking = _Ranking(list(_levels(season)), season.scores, {})
    rows = _rows(ranking.levels, season, ranking.scores, ranking.seeds)
    return Standings(
        rows=tuple(_with_groups(league, rows, outcomes, play_offs)),
        left=sum(not outcome.is_settled for outcome in outcomes),
        impossible=tuple(
            outcome.fixture.number
            for outcome in outcomes
            if outcome.judgement.status is Status.IMPOSSIBLE
        ),
    )


class _Ranking(Struct, frozen=True):
    """The order of a table, and the score and the seed that each entrant has in it."""

    levels: list[Level]
    scores: Mapping[int, int]
    seeds: Mapping[int, int]


def _rank_final_night(
    league: League, outcomes: Sequence[JudgedFixture], play_offs: tuple[PlayOff, ...]
) -> _Ranking:
    """Return the order by two stages, each added up by itself.

    The nights before the final seed it, and it alone decides the places of its entrants.
    """
    last, playing = league.format.nights, finalists(league, outcomes)
    early = _evidence(league, [each for each in outcomes if each.night < last], play_offs)
    final = _evidence(league, [each for each in outcomes if each.night == last], play_offs)
    before = list(_levels(early))
    # As long as nobody is drawn for the final the table is that of the nights before it.
    rest = _rest(before, playing, {})
    levels = [*_final(before, final, playing), *rest] if playing else before
    scores = early.scores | {
        number: score for number, score in final.scores.items() if number in playing
    }
    return _Ranking(levels, scores, _ranks(before))


def _rank_knock_out(
    league: League, bracket: Bracket, outcomes: Sequence[JudgedFixture], season: Evidence
) -> _Ranking:
    """Return the order by how far each entrant comes, and below them that of the season."""
    knock_out, early = brackets.play(league, bracket, outcomes), season
    if not league.format.is_knock_out:
        regular = [each for each in outcomes if each.fixture.stage is Stage.SEASON]
        early = _evidence(league, regular, season.play_offs)
    before = list(_levels(early))
    levels = [
        *_knocked_out(league, before, knock_out),
        *_rest(before, frozenset(knock_out.entrants), _finalists_below(early, knock_out)),
    ]
    seeds = {number: seed for seed, number in enumerate(knock_out.bracket.seeds, 1) if number}
    return _Ranking(levels, early.scores, seeds)


def _with_groups(
    league: League,
    rows: Iterable[Row],
    outcomes: Iterable[JudgedFixture],
    play_offs: tuple[PlayOff, ...],
) -> Iterator[Row]:
    """Yield rows with their ranks in their groups, by the nights before the final."""
    form = league.format
    if form.groups == 1:
        yield from rows
        return
    early = _evidence(league, [each for each in outcomes if each.night < form.nights], play_offs)
    found: dict[int, tuple[int, int, Parting | None]] = {}
    for group, numbers in enumerate(league.by_group(early.totals), 1):
        levels = list(_levels(early, numbers))
        ranks = _ranks(levels)
        for level in levels:
            for number, decision, _ in _lines(level, early):
                found[number] = group, ranks[number], decision
    for row in rows:
        group, rank, decision = found[row.entrant]
        yield structs.replace(
            row,
            group=group,
            group_rank=rank,
            group_score=early.totals[row.entrant].score,
            group_decided_by=decision,
        )


def finalists(league: League, outcomes: Iterable[JudgedFixture]) -> frozenset[int]:
    """Return the entrants in a separate final; none if the last night is no such final."""
    if league.format.final_night is not FinalNight.SEPARATE:
        return frozenset()
    guests = league.guests
    return frozenset(
        number
        for outcome in outcomes
        if outcome.night == league.format.nights
        for side in outcome.fixture.sides
        for number in side
        if number not in guests
    )


def _move(before: Row | None, after: Row | None) -> Move | None:
    row = after or before
    if row is None:
        return None
    if before and after and (before.rank, before.score) == (after.rank, after.score):
        return None
    return Move(
        entrant=row.entrant,
        rank_before=before.rank if before else None,
        rank_after=after.rank if after else None,
        score_before=before.score if before else None,
        score_after=after.score if after else None,
    )


def _evidence(
    league: League, outcomes: Sequence[JudgedFixture], play_offs: tuple[PlayOff, ...]
) -> Evidence:
    return Evidence(league, tuple(outcomes), tie_breaks.by_entrant(league, outcomes), play_offs)


def _levels(evidence: Evidence, numbers: Iterable[int] | None = None) -> Iterator[Level]:
    """Yield some entrants, or all, by their score or rate, and by the tie-breaks if it is equal.

    If leavers are last, having left is what parts the first of them from those who stayed.
    """
    form, leavers = evidence.league.format, evidence.league.leavers
    last = leavers if form.leavers is Leavers.LAST else frozenset[int]()
    by_value: defaultdict[tuple[bool, Fraction], list[int]] = defaultdict(list)
    # By number first, so that entrants whom nothing parts keep one order.
    for number in sorted(evidence.totals if numbers is None else numbers):
        by_value[number not in last, evidence.totals[number].value].append(number)
    stays_above = False
    for stays, value in sorted(by_value, reverse=True):
        above = Parting(tie_break=None, whys=(_LEFT(),)) if stays_above and not stays else None
        yield from tie_breaks.levels(tuple(by_value[stays, value]), evidence, above)
        stays_above = stays


def _final(before: list[Level], final: Evidence, playing: frozenset[int]) -> Iterator[Level]:
    """Yield the finalists by their score in the final; if it is equal, by their place before it."""
    for value in sorted({final.totals[number].value for number in playing}, reverse=True):
        above: tuple[int, ...] = ()
        tied = {number for number in playing if final.totals[number].value == value}
        for level in before:
            part = tuple(number for number in level.entrants if number in tied)
            if part:
                why = _IN_FINAL(above=final.arguments(*above))
                decision = Parting(tie_break=None, whys=(why,)) if above else None
                yield Level(part, decision, level.awaits_play_off and len(part) > 1)
                above = part


def _knocked_out(league: League, before: list[Level], knock_out: KnockOut) -> Iterator[Level]:
    """Yield those in a knock-out: those still in it, then the others by how far they came.

    Entrants who came equally far keep their order from before it, or share their places.
    """
    still_in, has_above = knock_out.still_in, False
    for group in knock_out.groups():
        is_open = group == still_in and len(group) > 1
        ordered = [
            part
            for level in before
            if (part := tuple(number for number in level.entrants if number in group))
        ]
        # Before a league that is a knock-out there is no order.
        if ordered and (league.format.is_knock_out or (knock_out.is_shared and not is_open)):
            ordered = [tuple(sorted(number for part in ordered for number in part))]
        ties = Parting(tie_break=None, whys=(_STILL_IN() if is_open else _SAME_PLACE(),))
        for place, part in enumerate(ordered):
            why = _LESS_FAR() if not place else _STILL_IN() if is_open else _SAME_ROUND()
            decision = Parting(tie_break=None, whys=(why,)) if has_above else None
            yield Level(part, decision, ties=ties)
            has_above = True


def _finalists_below(early: Evidence, knock_out: KnockOut) -> dict[int, tuple[Argument, ...]]:
    """Return the finalists who had less than an entrant before the final, by its number."""
    values = {number: total.value for number, total in early.totals.items()}
    # A guest in a knock-out has no score.
    drawn = [number for number in knock_out.entrants if number in values]
    return {
        number: early.arguments(*(each for each in drawn if values[each] < value))
        for number, value in values.items()
    }


def _rest(
    before: list[Level], playing: frozenset[int], below: Mapping[int, tuple[Argument, ...]]
) -> Iterator[Level]:
    """Yield the others, behind the finalists and in the order before the final.

    `below` has the finalists who had less, who stand above nevertheless.
    """
    for level in before:
        part = tuple(number for number in level.entrants if number not in playing)
        if part:
            above = below.get(part[0], ())
            why = _HIGHER(above=above) if above else _NOT_IN_FINAL()
            decision = Parting(tie_break=None, whys=(why,))
            yield Level(part, decision, level.awaits_play_off and len(part) > 1)


def _ranks(levels: Iterable[Level]) -> dict[int, int]:
    ranks: dict[int, int] = {}
    for level in levels:
        # Two who share the second place leave no third: the next is fourth.
        ranks |= dict.fromkeys(level.entrants, len(ranks) + 1)
    return ranks


def _rows(
    levels: list[Level], season: Evidence, scores: Mapping[int, int], seeds: Mapping[int, int]
) -> Iterator[Row]:
    """Yield the lines: the place from the levels, the score from the stage that counts it.

    The other columns are of the whole season, so that a final hides nothing of it.
    """
    ranks = _ranks(levels)
    lines = [line for level in levels for line in _lines(level, season)]
    for position, (number, decision, waits) in enumerate(lines, start=1):
        yield Row(
            entrant=number,
            position=position,
            rank=ranks[number],
            score=scores[number],
            seed=seeds.get(number),
            decided_by=decision,
            awaits_play_off=waits,
            **structs.asdict(season.totals[number]),
        )


def _lines(level: Level, season: Evidence) -> Iterator[tuple[int, Parting | None, bool]]:
    """Yield the entrants of a level by number, each with its parting from the one above."""
    decision = level.decision
    for place, number in enumerate(level.entrants):
        if place:
            decision = level.ties or tie_breaks.level_with(number, level, season)
        yield number, decision, level.awaits_play_off
