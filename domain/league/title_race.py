"""Races: who can still finish first, exactly, over every result that can still be entered.

A fixture that is left need not be played: a side may stay away, or both, and closing time may end
matches that nobody has won. So nobody need win anything more than it has, and an entrant stands
best when its side wins all that is left to it and no other side wins any of what is left. Scores
are compared before tie-breaks.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated

from msgspec import Meta, Struct

from domain.findings import Status
from domain.league import judgements, standings, totals
from domain.league.fixtures import Fixture, Result
from domain.league.judgements import Meeting
from domain.league.leagues import Counting, EntrantNumber, FinalNight, League, Pairing
from domain.types import Value


class Chance(Value, frozen=True):
    """Whether an entrant can still finish first by its score; null where that is not certain.

    It is certain over every result that can still be entered: also forfeits, fixtures to which
    neither side comes, and matches that closing time ends. Matches that are won stay won.
    Tie-breaks and play-offs are left out: who is first by one of them is level, not ahead.
    """

    entrant: EntrantNumber
    can_be_first: Annotated[bool | None, Meta(description="With a higher score than all others.")]
    can_be_level: Annotated[bool | None, Meta(description="With a score no other exceeds.")]
    clinched: Annotated[bool | None, Meta(description="No other can reach its score any more.")]
    eliminated: Annotated[bool | None, Meta(description="It cannot even be level at the top.")]
    why: Annotated[str | None, Meta(description="Why something is null.")] = None


class _Open(Struct, frozen=True):
    """A fixture that is not over, and every pair of what it can come to pay its sides."""

    sides: tuple[tuple[int, ...], ...]
    endings: frozenset[tuple[int, int]]


class _Stage(Struct, frozen=True):
    """What decides the first place: scores without the fixtures that are open, and those."""

    scores: Mapping[int, int]
    opens: tuple[_Open, ...]


def chances(
    league: League, fixtures: Iterable[Fixture], results: Mapping[int, Result]
) -> tuple[Chance, ...]:
    """Every entrant's chance of the first place; in a separate final only finalists have one."""
    meetings = judgements.judged(league, fixtures, results)
    is_final = league.format.final_night is FinalNight.SEPARATE
    if is_final:
        last = league.format.nights
        meetings = tuple(each for each in meetings if each.fixture.night == last)
    why = _unknown(league, meetings)
    if why is not None:
        return unknown(league, why)
    over = [each for each in meetings if not _is_open(each)]
    scores = {number: total.score for number, total in totals.of(league, over).items()}
    if is_final:
        playing = standings.finalists(league, meetings)
        scores = {number: score for number, score in scores.items() if number in playing}
    opens = tuple(
        _Open(each.fixture.sides, judgements.endings(league.format, each.judgement))
        for each in meetings
        if _is_open(each)
    )
    stage = _Stage(scores, opens)
    return tuple(_chance(entrant.number, stage) for entrant in league.entrants)


def unknown(league: League, why: str) -> tuple[Chance, ...]:
    """What is said of everyone's chance while nothing is certain."""
    return tuple(_not_known(entrant.number, why) for entrant in league.entrants)


def _unknown(league: League, meetings: Sequence[Meeting]) -> str | None:
    """Why nothing is certain, if so."""
    form = league.format
    drawn = {(each.fixture.night, each.fixture.slot) for each in meetings}
    first = form.nights if form.final_night is FinalNight.SEPARATE else 1
    slots = form.fixtures_a_night if form.pairing is Pairing.PROGRESSIVE else 1
    for night in range(first, form.nights + 1):
        if not {(night, slot) for slot in range(1, slots + 1)} <= drawn:
            return f"Not all fixtures of night {night} are known yet."
    if form.counting is Counting.POINTS and any(map(_is_open, meetings)):
        return "A match can pay any number of points, so nothing is certain before the last one."
    return None


def _is_open(meeting: Meeting) -> bool:
    return meeting.judgement.status is not Status.SETTLED


def _not_known(number: int, why: str) -> Chance:
    return Chance(
        entrant=number,
        can_be_first=None,
        can_be_level=None,
        clinched=None,
        eliminated=None,
        why=why,
    )


def _chance(number: int, stage: _Stage) -> Chance:
    if number not in stage.scores:
        return Chance(
            entrant=number,
            can_be_first=False,
            can_be_level=False,
            clinched=False,
            eliminated=True,
        )
    lead = _best_lead(number, stage)
    return Chance(
        entrant=number,
        can_be_first=lead > 0,
        can_be_level=lead >= 0,
        clinched=all(
            _most_ahead(other, number, stage) < 0 for other in stage.scores if other != number
        ),
        eliminated=lead < 0,
    )


def _best_lead(number: int, stage: _Stage) -> int:
    """How far ahead of the best of the others an entrant can be at the most."""
    scores = Counter(stage.scores)
    for fixture in stage.opens:
        ending = _best_for(number, fixture)
        for side in (0, 1):
            scores.update(dict.fromkeys(fixture.sides[side], ending[side]))
    others = (score for other, score in scores.items() if other != number)
    return scores[number] - max(others, default=scores[number] - 1)


def _best_for(number: int, fixture: _Open) -> tuple[int, int]:
    """The ending that is best for an entrant, and least for all others at once.

    A side that wins all that is left leaves the other what it has; without an entrant in the
    fixture, that both get no more is one of the endings unless only one ending is left.
    """
    side = _side(fixture, number)
    if side is None:
        return min(fixture.endings, key=sum)
    return max(fixture.endings, key=lambda ending: (ending[side], -ending[1 - side]))


def _most_ahead(chaser: int, leader: int, stage: _Stage) -> int:
    """How far one entrant can come ahead of another at the most."""
    ahead = stage.scores[chaser] - stage.scores[leader]
    for fixture in stage.opens:
        ahead += max(
            _part(fixture, ending, chaser) - _part(fixture, ending, leader)
            for ending in fixture.endings
        )
    return ahead


def _part(fixture: _Open, ending: tuple[int, int], number: int) -> int:
    """What an ending of a fixture pays an entrant."""
    side = _side(fixture, number)
    return 0 if side is None else ending[side]


def _side(fixture: _Open, number: int) -> int | None:
    return next((side for side in (0, 1) if number in fixture.sides[side]), None)
