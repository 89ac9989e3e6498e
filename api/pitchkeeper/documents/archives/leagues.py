"""Leagues of archives: conversion of a league to a line of an archive and back."""

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from typing import Final
from uuid import UUID

from msgspec import structs

from pitch.league import (
    MOST_ENTRANTS,
    MOST_NIGHTS,
    LeagueContradicts,
    Pairing,
    Payment,
    PlayOff,
    check_format,
    check_league,
)
from pitch.messages import Message, prefix_pointer
from pitch.notation import (
    Moment,
    TranscribedCancellation,
    check_moment,
    remake_ruleset,
    transcribe_rules,
)
from pitchkeeper.access.devices import Cancellation, Role, Stamp
from pitchkeeper.documents.archives.records import (
    ArchivedLeague,
    ArchivedPayment,
    ArchivedPlayOff,
    ArchivedReport,
)
from pitchkeeper.documents.transcripts import moment
from pitchkeeper.leagues import charter as charters
from pitchkeeper.leagues.season import reports
from pitchkeeper.leagues.season.fixtures import MatchLinked
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.state import (
    LeagueState,
    RecordedLeagueMember,
    RecordedPayment,
    RecordedPlayOff,
    RecordedReport,
    Report,
    ReportedMatch,
    list_linked,
)

_TORN: Final = Message("problem.league_contradicts.torn")
_MOST_FIXTURES: Final = MOST_NIGHTS * 12 * (MOST_ENTRANTS // 2)
"""The most matchups: twelve rounds a night with everybody at a table."""
_MOST_PAIRINGS: Final = 2 * _MOST_FIXTURES
"""The most pairings: two pairs of partners in each matchup."""


def to_archive(season: LeagueSeason) -> ArchivedLeague:
    """Return the archived league, with the current results of its matches."""
    state = season.state
    told = filter(None, (season.report_with_scores(each.fixture) for each in state.reported))
    return ArchivedLeague(
        league_id=state.league_id,
        opened=moment(state.created_at),
        charter=state.charter,
        rules=transcribe_rules(state.ruleset),
        entrants=state.entrants,
        last_entrant=state.last_entrant,
        plan=state.plan,
        last_fixture=state.last_fixture,
        fixtures=state.fixtures,
        reports=tuple(map(_report, told)),
        payments=tuple(map(_payment, state.payments)),
        play_offs=tuple(map(_play_off, state.play_offs)),
    )


def _report(told: RecordedReport) -> ArchivedReport:
    return ArchivedReport(
        fixture=told.fixture,
        report=told.report,
        at=moment(told.at),
        opened=told.opened,
    )


def _payment(paid: RecordedPayment) -> ArchivedPayment:
    return ArchivedPayment(
        number=paid.number,
        payment=Payment(entrant=paid.entrant, amount=paid.amount),
        at=moment(paid.at),
        night=paid.night,
        note=paid.note,
        cancelled=_cancellation(paid.cancelled),
    )


def _play_off(played: RecordedPlayOff) -> ArchivedPlayOff:
    return ArchivedPlayOff(
        number=played.number,
        play_off=PlayOff(**{name: getattr(played, name) for name in PlayOff.__struct_fields__}),
        at=moment(played.at),
        cancelled=_cancellation(played.cancelled),
    )


def _cancellation(cancelled: Cancellation | None) -> TranscribedCancellation | None:
    if cancelled is None:
        return None
    return TranscribedCancellation(at=moment(cancelled.at), reason=cancelled.reason)


def linked_matches(told: ArchivedLeague) -> list[UUID]:
    """Return the matches that a league names. Raises MatchLinked if it names one twice."""
    named = list_linked(each.report for each in told.reports)
    if len(set(named)) < len(named):
        raise MatchLinked(pointer="/reports")
    return named


def from_archive(
    told: ArchivedLeague,
    league_id: UUID,
    device_id: UUID,
    links: Mapping[UUID, UUID],
    latest: Moment,
) -> LeagueState:
    """Return a league as if one device had entered all of it. Raises Refusal if it is inconsistent.

    `links` maps the ids of its matches to the ids of those that the device has here; other matches
    keep only their reported results.
    """
    _check_times(told, latest)
    opened = datetime.fromisoformat(told.opened)
    owner = RecordedLeagueMember(device_id=device_id, role=Role.OWNER, joined_at=opened)
    with prefix_pointer("/rules"):
        ruleset = remake_ruleset(told.rules)

    def stamp(at: Moment) -> Stamp:
        return Stamp(device_id=device_id, at=datetime.fromisoformat(at))

    state = LeagueState(
        league_id=league_id,
        version=1,
        ruleset=ruleset,
        charter=told.charter,
        entrants=told.entrants,
        last_entrant=told.last_entrant,
        plan=told.plan,
        # No number may come twice: a phone that was away may still name one that is gone.
        last_fixture=max((told.last_fixture, *(each.number for each in told.fixtures))),
        fixtures=told.fixtures,
        reported=tuple(_reported(each, stamp(each.at), links) for each in told.reports),
        payments=tuple(_paid(each, stamp) for each in told.payments),
        play_offs=tuple(_played_off(each, stamp) for each in told.play_offs),
        members=(owner,),
        created_at=opened,
        updated_at=opened,
    )
    _check(state)
    return state


def _reported(told: ArchivedReport, stamp: Stamp, links: Mapping[UUID, UUID]) -> RecordedReport:
    matches = (_linked(each, told.report, links) for each in told.report.matches)
    report = structs.replace(told.report, matches=tuple(filter(None, matches)))
    return RecordedReport(
        fixture=told.fixture,
        # Of a linked match only the link: what it says is asked of it each time.
        report=reports.without_scores(report),
        device_id=stamp.device_id,
        at=stamp.at,
        opened=tuple(links[each] for each in told.opened if each in links),
    )


def _linked(
    match: ReportedMatch, report: Report, links: Mapping[UUID, UUID]
) -> ReportedMatch | None:
    """Return a match of a matchup with its id here, or with its reported result only."""
    if match.match_id is None:
        return match
    here = links.get(match.match_id)
    if here is not None:
        return structs.replace(match, match_id=here)
    # A match that is being played says nothing yet, unless closing time ended it.
    if match.winner is None and not report.is_closed:
        return None
    return structs.replace(match, match_id=None, is_swapped=False)


def _paid(told: ArchivedPayment, stamp: Callable[[Moment], Stamp]) -> RecordedPayment:
    made = stamp(told.at)
    return RecordedPayment(
        **structs.asdict(told.payment),
        number=told.number,
        device_id=made.device_id,
        at=made.at,
        night=told.night,
        note=told.note,
        cancelled=_cancelled(told.cancelled, stamp),
    )


def _played_off(told: ArchivedPlayOff, stamp: Callable[[Moment], Stamp]) -> RecordedPlayOff:
    made = stamp(told.at)
    return RecordedPlayOff(
        **structs.asdict(told.play_off),
        number=told.number,
        device_id=made.device_id,
        at=made.at,
        cancelled=_cancelled(told.cancelled, stamp),
    )


def _cancelled(
    told: TranscribedCancellation | None, stamp: Callable[[Moment], Stamp]
) -> Cancellation | None:
    if told is None:
        return None
    made = stamp(told.at)
    return Cancellation(device_id=made.device_id, at=made.at, reason=told.reason)


def _check_times(told: ArchivedLeague, latest: Moment) -> None:
    check_moment(told.opened, latest, "/opened")
    for field in ("reports", "payments", "play_offs"):
        for place, each in enumerate(getattr(told, field)):
            at = f"/{'playOffs' if field == 'play_offs' else field}/{place}"
            check_moment(each.at, latest, f"{at}/at")
            cancelled = getattr(each, "cancelled", None)
            if cancelled is not None:
                check_moment(cancelled.at, latest, f"{at}/cancelled/at")


def _check(state: LeagueState) -> None:
    """Raise LeagueContradicts if one part of a league names another that is missing.

    An impossible result is no contradiction: it is stored and flagged, as always.
    """
    with prefix_pointer("/charter"):
        charters.check_dates(state.charter)
        with prefix_pointer("/format"):
            check_format(state.ruleset, state.charter.format)
    check_league(state.league)
    _check_plan(state)
    form, numbers = state.charter.format, {each.number for each in state.entrants}
    if len(numbers) < len(state.entrants):
        raise LeagueContradicts(_TORN(), pointer="/entrants")
    # A side is one team, or else the partners of that evening.
    size = 1 if form.pairing is Pairing.TEAMS else form.players
    for place, fixture in enumerate(state.fixtures):
        meeting = [each for side in fixture.sides for each in side]
        is_whole = all(len(side) == size for side in fixture.sides)
        if (
            not is_whole
            or not _are_distinct_members(meeting, numbers)
            or fixture.night > form.nights
        ):
            raise LeagueContradicts(_TORN(), pointer=f"/fixtures/{place}")
    _check_reports(state)
    _check_entries(state, numbers)


def _check_plan(state: LeagueState) -> None:
    """Raise LeagueContradicts if a schedule has more matchups or pairings than can exist."""
    plan = state.plan
    if len(state.fixtures) > _MOST_FIXTURES:
        raise LeagueContradicts(_TORN(), pointer="/fixtures")
    if plan is not None:
        counted = (plan.pairings, plan.pairs, plan.repeats, plan.fewest)
        if not all(0 <= each <= _MOST_PAIRINGS for each in counted):
            raise LeagueContradicts(_TORN(), pointer="/plan")


def _check_reports(state: LeagueState) -> None:
    fixtures = {each.number for each in state.fixtures}
    if len(fixtures) < len(state.fixtures):
        raise LeagueContradicts(_TORN(), pointer="/fixtures")
    if not _are_distinct_members([each.fixture for each in state.reported], fixtures):
        raise LeagueContradicts(_TORN(), pointer="/reports")


def _check_entries(state: LeagueState, numbers: Collection[int]) -> None:
    """Payments and play-offs count from 1 on, each of somebody who takes part.

    Payments that were taken back may be of somebody who was removed.
    """
    for place, paid in enumerate(state.payments):
        is_of_one = paid.entrant in numbers or state.has_removed(paid.entrant)
        if paid.number != place + 1 or not is_of_one or paid.amount == 0:
            raise LeagueContradicts(_TORN(), pointer=f"/payments/{place}")
    for place, played in enumerate(state.play_offs):
        if played.number != place + 1 or not _are_distinct_members(
            [played.winner, played.loser], numbers
        ):
            raise LeagueContradicts(_TORN(), pointer=f"/playOffs/{place}")


def _are_distinct_members(named: Iterable[int], known: Collection[int]) -> bool:
    """Return whether all numbers are known and none occurs twice."""
    listed = list(named)
    return len(set(listed)) == len(listed) and set(listed) <= set(known)
