"""Movements: how far a progressive night has come, and whether its slots follow from its results.

A slot has begun once any result of one of its fixtures is entered. From then on all of it stays:
its players cannot be sent to another table, because nobody is left to sit there. A correction
therefore moves people only in slots planned after the last one that has begun.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final

from pitch.findings import Finding
from pitch.league.choices import Pairing
from pitch.league.contradictions import SUSPICIOUS, PlanLemma
from pitch.league.fixtures import Fixture
from pitch.league.judgements import JudgedFixture, Judgement
from pitch.league.leagues import League
from pitch.messages import COUNT, Refusal
from pitch.schedule import progressions
from pitch.schedule.progressions import NightOver, Winners

OUTDATED: Final = "slot_outdated"
"""The code of the finding that planning again would seat others."""
_TOPICS: Final = ("league.teams", "league.partners")
_TOO_SOON: Final = PlanLemma("night_too_soon", SUSPICIOUS, *_TOPICS, night=COUNT, later=COUNT)
_STANDS: Final = PlanLemma("slot_stands", SUSPICIOUS, *_TOPICS, round=COUNT, next=COUNT)
_OUTDATED: Final = PlanLemma(OUTDATED, SUSPICIOUS, *_TOPICS, round=COUNT)


def begun_fixtures(outcomes: Sequence[JudgedFixture]) -> tuple[Fixture, ...]:
    """Return the fixtures up to the last slot of which any result is entered."""
    last = max(
        (_turn(outcome.fixture) for outcome in outcomes if outcome.is_reported), default=(0, 0)
    )
    return tuple(outcome.fixture for outcome in outcomes if _turn(outcome.fixture) <= last)


def list_winners(outcomes: Sequence[JudgedFixture]) -> Winners:
    """Return the side that won each fixture that is over, by matches, or else by points.

    If neither side came, side 0 counts as the winner, so that the others can play on.
    """
    winners = {}
    for outcome in outcomes:
        if (pair := _deciding_pair(outcome.judgement)) is not None:
            winners[outcome.fixture.number] = int(pair[1] > pair[0])
        elif outcome.result is not None and outcome.result.neither_came:
            winners[outcome.fixture.number] = 0
    return winners


def judge_night(
    league: League, night: int, outcomes: Sequence[JudgedFixture]
) -> tuple[Finding, ...]:
    """Return findings about slots of a progressive night that do not follow from its results.

    A pointer `/fixtures/7` is the fixture of that number.
    """
    if league.format.pairing is not Pairing.PROGRESSIVE:
        return ()
    tonight = [outcome for outcome in outcomes if outcome.night == night]
    begun, winners = begun_fixtures(tonight), list_winners(tonight)
    # A later night that has begun closes this one: nothing more of it can be planned.
    is_over = any(outcome.night > night for outcome in outcomes if outcome.is_reported)
    is_underway = begun and not is_over
    ahead = [outcome.fixture for outcome in tonight if is_underway and outcome.fixture not in begun]
    return (
        *_contradicted_slots(league, begun, winners),
        *_outdated_slots(league, begun_fixtures(outcomes), ahead, winners),
    )


def judge_order(league: League, night: int, outcomes: Sequence[JudgedFixture]) -> Iterator[Finding]:
    """Yield findings about results of a progressive night entered before an earlier one was over.

    From the first such result on, nothing more of the earlier night can be planned.
    """
    if league.format.pairing is not Pairing.PROGRESSIVE:
        return
    played = [
        outcome.fixture for outcome in outcomes if outcome.night == night and outcome.is_reported
    ]
    for earlier in sorted({outcome.night for outcome in outcomes if outcome.night < night}):
        before = [outcome for outcome in outcomes if outcome.night == earlier]
        slots = max(outcome.fixture.slot for outcome in before)
        is_complete = all(outcome.is_reported for outcome in before)
        if played and (slots < league.format.fixtures_a_night or not is_complete):
            yield _TOO_SOON(league, *_pointers(played), night=earlier, later=night)


def _turn(fixture: Fixture) -> tuple[int, int]:
    return fixture.night, fixture.slot


def _deciding_pair(judgement: Judgement) -> tuple[int, ...] | None:
    """Return the wins of a fixture that is over, or else its points, if they decide who won."""
    if judgement.left:
        return None
    pairs = (judgement.wins, judgement.points)
    return next((pair for pair in pairs if pair is not None and pair[0] != pair[1]), None)


def _contradicted_slots(
    league: League, begun: Sequence[Fixture], winners: Winners
) -> Iterator[Finding]:
    """Yield slots that have begun at other tables than the results before them now give."""
    for slot, following in pairwise(sorted({fixture.slot for fixture in begun})):
        before = [fixture for fixture in begun if fixture.slot == slot]
        after = [fixture for fixture in begun if fixture.slot == following]
        # From a slot that has no winner at some table nothing follows yet.
        is_decided = all(fixture.number in winners for fixture in before)
        if is_decided and not progressions.is_consistent(before, after, winners):
            yield _STANDS(league, *_pointers(after), round=slot, next=following)


def _outdated_slots(
    league: League, played: Sequence[Fixture], ahead: Sequence[Fixture], winners: Winners
) -> Iterator[Finding]:
    """Yield slots that are planned and have not begun, if others would be planned now."""
    if not ahead:
        return
    try:
        planned = progressions.plan_next_slot(league, played, winners)
    except NightOver:
        return
    except Refusal:
        # A table lost its winner by a correction, or too few are left: nothing follows at all.
        planned = ()
    if _tables(planned) != _tables(ahead):
        last = max(map(_turn, played))[1]
        yield _OUTDATED(league, *_pointers(ahead), round=last)


def _tables(fixtures: Iterable[Fixture]) -> set[tuple[int, int, frozenset[frozenset[int]]]]:
    """Return the partners at each table of each slot."""
    return {
        (fixture.slot, fixture.table, frozenset(frozenset(side) for side in fixture.sides))
        for fixture in fixtures
    }


def _pointers(fixtures: Iterable[Fixture]) -> Iterator[str]:
    return (f"/fixtures/{fixture.number}" for fixture in fixtures)
