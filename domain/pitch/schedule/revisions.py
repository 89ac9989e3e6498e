"""Revisions: nights to come that are to be planned again, for now others would be planned.

A night of which something was entered, or of a later one, stays as it was planned. An entrant may
sit out now and then where numbers are uneven, but no plan leaves it out of a whole night of
several slots, or of all slots to come.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from pitch.findings import Finding, FindingKind, Status
from pitch.league import clauses, leagues
from pitch.league.fixtures import Fixture
from pitch.league.judgements import JudgedFixture
from pitch.league.leagues import FinalNight, League, Pairing
from pitch.messages import COUNT, ENTRANT, Message, Sentence, all_of
from pitch.schedule import schedules

_CLAUSES: Final = ("league.fixtures", "league.byes")
_GONE: Final = Message("schedule.night_outdated.gone", night=COUNT, entrants=all_of(ENTRANT))
_LEFT_OUT: Final = Message(
    "schedule.night_outdated.left_out", night=COUNT, entrants=all_of(ENTRANT)
)
_MISCOUNTED: Final = Message(
    "schedule.night_outdated.number", night=COUNT, planned=COUNT, due=COUNT
)
_RESEEDED: Final = Message("schedule.night_outdated.final")
_EARLY: Final = Message("schedule.night_outdated.before_final", night=COUNT)


def judge_night(
    league: League, night: int, judged: Sequence[JudgedFixture], ranking: Sequence[int]
) -> tuple[Finding, ...]:
    """Why a night is to be planned again, if it is planned and can be.

    `ranking` has everyone who takes part in the last night, best first; only a separate final
    follows from it. A pointer `/fixtures/7` is the fixture of that number.
    """
    listed = [each.fixture for each in judged]
    begun = max((each.fixture.night for each in judged if each.result is not None), default=0)
    ahead = [each for each in listed if each.night > begun]
    tonight = [each for each in ahead if each.night == night]
    if not tonight:
        return ()
    found = (*_gone(league, tonight), *_left_out(league, night, listed, ahead))
    # Who is missing or new explains a wrong number too, so that is told only for want of both.
    found = found or tuple(_miscounted(league, tonight))
    if league.format.final_night is FinalNight.SEPARATE and night == league.format.nights:
        found = found or tuple(_reseeded(league, tonight, ranking))
        return (*found, *_early(league, judged))
    return found


def _gone(league: League, tonight: Sequence[Fixture]) -> Iterator[Finding]:
    """Those who sit in a fixture and do not take part."""
    night = tonight[0].night
    there = {each.number for each in leagues.entrants_in(league, night)}
    held = [each for each in tonight if not _playing([each]) <= there]
    if held:
        gone = leagues.entrant_arguments(league, sorted(_playing(held) - there))
        yield _outdated(league, _GONE(night=night, entrants=gone), _pointers(held))


def _left_out(
    league: League, night: int, listed: Sequence[Fixture], ahead: Sequence[Fixture]
) -> Iterator[Finding]:
    """Those who take part and are in no fixture, though a plan would have one for them."""
    slots = schedules.slots_planned(league)
    planned = {each.night for each in ahead}
    tonight = _playing(each for each in ahead if each.night == night)
    to_play, ever = _playing(ahead), _playing(listed)
    # A plan lets no new team sit out first; of individuals up to three do.
    is_told = len(listed) > len(ahead) and league.format.pairing is Pairing.TEAMS
    idle = set()
    for entrant in leagues.entrants_in(league, night):
        number = entrant.number
        to_come = slots * sum(entrant.is_in(each) for each in planned)
        is_new = is_told and number not in ever
        never = number not in to_play and (to_come > 1 or is_new)
        if never or (slots > 1 and number not in tonight):
            idle.add(number)
    if idle:
        message = _LEFT_OUT(night=night, entrants=leagues.entrant_arguments(league, sorted(idle)))
        yield _outdated(league, message, ("/entrants",))


def _miscounted(league: League, tonight: Sequence[Fixture]) -> Iterator[Finding]:
    """More or fewer fixtures than are agreed for those who take part."""
    night = tonight[0].night
    at_table = 2 if league.format.pairing is Pairing.TEAMS else 4
    tables = len(leagues.entrants_in(league, night)) // at_table
    due = tables * schedules.slots_planned(league)
    if len(tonight) != due:
        message = _MISCOUNTED(night=night, planned=len(tonight), due=due)
        yield _outdated(league, message, _pointers(tonight))


def _reseeded(
    league: League, tonight: Sequence[Fixture], ranking: Sequence[int]
) -> Iterator[Finding]:
    """A separate final between others than the places before it say now."""
    first = sorted((each for each in tonight if each.slot == 1), key=lambda each: each.table)
    seeds = [who for each in first for side in each.sides for who in side]
    if seeds != list(ranking[: len(seeds)]):
        yield _outdated(league, _RESEEDED(), _pointers(tonight))


def _early(league: League, judged: Sequence[JudgedFixture]) -> Iterator[Finding]:
    """A separate final that is planned before the nights that seed it are over."""
    last = league.format.nights
    before = [each for each in judged if each.fixture.night < last]
    missing = set(range(1, last)) - {each.fixture.night for each in before}
    open_nights = missing | {
        each.fixture.night for each in before if each.judgement.status is not Status.SETTLED
    }
    if open_nights:
        yield _outdated(
            league,
            _EARLY(night=min(open_nights)),
            _pointers(each.fixture for each in judged if each.fixture.night == last),
        )


def _playing(fixtures: Iterable[Fixture]) -> set[int]:
    return {who for each in fixtures for side in each.sides for who in side}


def _pointers(fixtures: Iterable[Fixture]) -> tuple[str, ...]:
    return tuple(f"/fixtures/{each.number}" for each in fixtures)


def _outdated(league: League, message: Sentence, facts: tuple[str, ...]) -> Finding:
    return Finding(
        code="night_outdated",
        kind=FindingKind.SUSPICIOUS,
        message=message,
        facts=facts,
        clauses=clauses.cite(league.format, *_CLAUSES),
    )
