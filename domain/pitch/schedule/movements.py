"""Movements: how far a progressive night has come, and whether its slots follow from its results.

A slot has begun once anything was entered of one of its fixtures. From then on all of it stays:
whoever sits at one of its tables cannot be sent to another, so nobody is left to seat elsewhere. A
correction therefore moves people only in what is planned after the last slot that has begun.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from pitch.errors import Refusal
from pitch.findings import Finding, FindingKind
from pitch.league import clauses
from pitch.league.fixtures import Fixture
from pitch.league.judgements import JudgedFixture, Judgement
from pitch.league.leagues import League, Pairing
from pitch.messages import COUNT, Message, Sentence
from pitch.schedule import progressions
from pitch.schedule.progressions import NightOver, Winners

_CLAUSES: Final = ("league.teams", "league.partners")
OUTDATED: Final = "slot_outdated"
"""The code of what is found where planning again would seat others."""
_TOO_SOON: Final = Message("schedule.night_too_soon", night=COUNT, later=COUNT)
_STANDS: Final = Message("schedule.slot_stands", round=COUNT, next=COUNT)
_OUTDATED: Final = Message("schedule.slot_outdated", round=COUNT)


def begun_fixtures(judged: Iterable[JudgedFixture]) -> tuple[Fixture, ...]:
    """The fixtures up to the last slot of which anything was entered."""
    listed = tuple(judged)
    last = max((_turn(each.fixture) for each in listed if each.result is not None), default=(0, 0))
    return tuple(each.fixture for each in listed if _turn(each.fixture) <= last)


def list_winners(judged: Iterable[JudgedFixture]) -> Winners:
    """The side that won each fixture that is over: more matches, or else more points.

    Where neither came the first side goes for the winner, so that the others can play on.
    """
    won = {}
    for each in judged:
        if (pair := _telling(each.judgement)) is not None:
            won[each.fixture.number] = int(pair[1] > pair[0])
        elif each.result is not None and each.result.neither_came:
            won[each.fixture.number] = 0
    return won


def judge_night(league: League, night: int, judged: Iterable[JudgedFixture]) -> tuple[Finding, ...]:
    """What does not follow, in a progressive night, from the results as they are now.

    A pointer `/fixtures/7` is the fixture of that number.
    """
    if league.format.pairing is not Pairing.PROGRESSIVE:
        return ()
    listed = tuple(judged)
    tonight = [each for each in listed if each.fixture.night == night]
    held, won = begun_fixtures(tonight), list_winners(tonight)
    # A later night that has begun closes this one: nothing more of it can be planned.
    is_over = any(each.fixture.night > night for each in listed if each.result is not None)
    ahead = [each.fixture for each in tonight if each.fixture not in held and held and not is_over]
    return (
        *_standing(league, held, won),
        *_waiting(league, begun_fixtures(listed), ahead, won),
    )


def judge_order(league: League, night: int, judged: Iterable[JudgedFixture]) -> Iterator[Finding]:
    """Results of a progressive night that came before an earlier one was over.

    From the first of them on, nothing more of the earlier night can be planned.
    """
    if league.format.pairing is not Pairing.PROGRESSIVE:
        return
    listed = tuple(judged)
    entered = [
        each.fixture for each in listed if each.fixture.night == night and each.result is not None
    ]
    for earlier in sorted({each.fixture.night for each in listed if each.fixture.night < night}):
        held = [each for each in listed if each.fixture.night == earlier]
        slots = max(each.fixture.slot for each in held)
        all_in = all(each.result is not None for each in held)
        if entered and (slots < league.format.fixtures_a_night or not all_in):
            yield _found(
                league,
                "night_too_soon",
                _TOO_SOON(night=earlier, later=night),
                entered,
            )


def _turn(fixture: Fixture) -> tuple[int, int]:
    return fixture.night, fixture.slot


def _telling(judgement: Judgement) -> tuple[int, ...] | None:
    """The wins of a fixture that is over, or else its points, if they tell who won."""
    if judgement.left:
        return None
    pairs = (judgement.wins, judgement.points)
    return next((pair for pair in pairs if pair is not None and pair[0] != pair[1]), None)


def _standing(league: League, held: Sequence[Fixture], won: Winners) -> Iterator[Finding]:
    """Slots that have begun at other tables than the results before them say now."""
    for number, following in pairwise(sorted({each.slot for each in held})):
        before = [each for each in held if each.slot == number]
        after = [each for each in held if each.slot == following]
        # From a slot that has no winner at some table nothing follows yet.
        known = all(each.number in won for each in before)
        if known and not progressions.is_consistent(before, after, won):
            yield _found(
                league,
                "slot_stands",
                _STANDS(round=number, next=following),
                after,
            )


def _waiting(
    league: League, played: Sequence[Fixture], ahead: Sequence[Fixture], won: Winners
) -> Iterator[Finding]:
    """Slots that are planned and have not begun, if others would be planned now."""
    if not ahead:
        return
    try:
        planned = progressions.plan_next_slot(league, played, won)
    except NightOver:
        return
    except Refusal:
        # A table lost its winner by a correction, or too few are left: nothing follows at all.
        planned = ()
    if _tables(planned) != _tables(ahead):
        last = max(_turn(each) for each in played)[1]
        yield _found(
            league,
            OUTDATED,
            _OUTDATED(round=last),
            ahead,
        )


def _tables(fixtures: Iterable[Fixture]) -> set[tuple[int, int, frozenset[frozenset[int]]]]:
    """Who sits with whom at which table."""
    return {
        (each.slot, each.table, frozenset(frozenset(side) for side in each.sides))
        for each in fixtures
    }


def _found(league: League, code: str, message: Sentence, fixtures: Iterable[Fixture]) -> Finding:
    return Finding(
        code=code,
        kind=FindingKind.SUSPICIOUS,
        message=message,
        facts=tuple(f"/fixtures/{each.number}" for each in fixtures),
        clauses=clauses.cite(league.format, *_CLAUSES),
    )
