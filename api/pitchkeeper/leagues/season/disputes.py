"""Disputes: confirm the result that others reported, dispute it, and settle two results.

All of them add a report of a side, or one that decides, and none overwrites that of others.
"""

from enum import StrEnum
from uuid import UUID

from msgspec import structs

from pitch import messages
from pitch.league import Fixture, ResultPolicy, ResultSettlement
from pitch.messages import COUNT, Message, Refusal
from pitch.types import Fact, Reason
from pitchkeeper.access.changes import NotAllowed, permit
from pitchkeeper.access.devices import LeagueRole, Stamp
from pitchkeeper.leagues.changes import Comparison, LeagueEdit, LeagueRevision
from pitchkeeper.leagues.journal import LeagueAction
from pitchkeeper.leagues.records import RecordedReport, Report
from pitchkeeper.leagues.season import reports
from pitchkeeper.leagues.season.fixtures import LeagueSeasons, NewMatches, check_links
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.state import LeagueState
from pitchkeeper.matches.hands.disputes import SettlementIncomplete

_OWNER_CONFIRMS = Message("problem.not_allowed.owner_confirms_results")
_NOTHING = Message("problem.nothing_reported", matchup=COUNT)
_TWO_RESULTS = Message("problem.two_results", matchup=COUNT)
_ONE_RESULT = Message("problem.not_contradicted", matchup=COUNT)
_NO_REPORT = Message("problem.settlement_incomplete.no_report")
_REPORT = Message("problem.settlement_incomplete.report")
_NO_RESULT = Message("problem.settlement_incomplete.no_result")


class OneIsEnough(Refusal):
    """In this league one report is enough; a result is corrected instead."""


class NoSide(Refusal):
    """This device plays for neither side of the matchup."""


class NothingReported(Refusal, has_message=False):
    """Nobody else has reported a result of the matchup."""


class NotContradicted(Refusal, has_message=False):
    """The matchup does not have two results."""


class TwoResults(Refusal, has_message=False):
    """The matchup has two results; an organizer settles which one counts."""


class ResultChoice(StrEnum):
    """The end of a disagreement about a result."""

    FIRST = "first"
    """The report of side 0 counts."""
    SECOND = "second"
    """The report of side 1 counts."""
    ENTERED = "entered"
    """Another report counts."""
    WITHDRAWN = "withdrawn"
    """The side of this device accepts the report of the other."""


class NewResultDispute(Fact, frozen=True):
    """An objection of a side to the reported result."""

    reason: Reason
    """The reason why the side disputes the result."""
    report: Report | None = None
    """The result by the side's own account; absent if it names none."""


class ResultSettling(Fact, frozen=True):
    """The end of a disagreement: the report of one side, another, or a withdrawal."""

    settlement: ResultChoice
    """The report that counts from now on."""
    report: Report | None = None
    """The result that counts; with `entered` only."""


async def confirm(edit: LeagueEdit, league_seasons: LeagueSeasons, number: int) -> LeagueSeason:
    """Confirm the result that others reported; confirming it twice changes nothing."""

    async def decide(league: LeagueState, stamp: Stamp) -> LeagueRevision | None:
        season = await league_seasons.load_season(league)
        comparison = await edit.compare(league)
        return decide_confirmation(season, stamp, number=number, comparison=comparison)

    return await league_seasons.load_season(await edit.write(LeagueRole.SCORER, decide))


async def dispute(
    edit: LeagueEdit, league_seasons: LeagueSeasons, number: int, request: NewResultDispute
) -> LeagueSeason:
    """Dispute the result that others reported; the same dispute changes nothing."""

    async def decide(league: LeagueState, stamp: Stamp) -> LeagueRevision | None:
        report = request.report or Report()
        return decide_dispute(
            league,
            stamp,
            number=number,
            dispute=request,
            comparison=await edit.compare(league),
            new_matches=await league_seasons.read_new_links(
                league, number, report, stamp.device_id
            ),
        )

    return await league_seasons.load_season(await edit.write(LeagueRole.SCORER, decide))


async def resolve(
    edit: LeagueEdit, league_seasons: LeagueSeasons, number: int, settling: ResultSettling
) -> LeagueSeason:
    """Settle a matchup with two results."""

    async def decide(league: LeagueState, stamp: Stamp) -> LeagueRevision | None:
        report = settling.report or Report()
        return decide_resolution(
            await league_seasons.load_season(league),
            stamp,
            number=number,
            settling=settling,
            comparison=await edit.compare(league),
            new_matches=await league_seasons.read_new_links(
                league, number, report, stamp.device_id
            ),
        )

    return await league_seasons.load_season(await edit.write(LeagueRole.SCORER, decide))


def decide_confirmation(
    season: LeagueSeason, stamp: Stamp, *, number: int, comparison: Comparison
) -> LeagueRevision | None:
    """Return a league in which a side, or an organizer, confirms the result of others."""
    league = season.state
    fixture = reports.find_fixture(league, number)
    policy = league.charter.format.policy
    if policy is ResultPolicy.ONE:
        raise OneIsEnough
    if policy is ResultPolicy.OWNER:
        if not league.is_run_by(stamp.device_id):
            raise NotAllowed(_OWNER_CONFIRMS())
        return _confirm_as_organizer(season, stamp, number, comparison)
    side = _find_side(league, fixture, stamp.device_id)
    other = _find_other_report(league, number, side)
    if other is None or other.is_objection:
        raise NothingReported(_NOTHING(matchup=number))
    own = league.report(number, side)
    if own is not None and own.report == other.report:
        return None
    for seen in filter(None, (other, own)):
        comparison.refuse_stale(seen.place)
    after = reports.with_side_report(
        league, number, side, other.report, stamp, is_confirmation=True
    )
    return LeagueRevision(action=LeagueAction.RESULT_CONFIRMED, after=after)


def _confirm_as_organizer(
    season: LeagueSeason, stamp: Stamp, number: int, comparison: Comparison
) -> LeagueRevision | None:
    """Return a league in which an organizer confirms the result that counts."""
    league, counted = season.state, season.counted.get(number)
    if season.settlement(number) is ResultSettlement.UNREPORTED or counted is None:
        raise NothingReported(_NOTHING(matchup=number))
    if number in season.contradicted:
        raise TwoResults(_TWO_RESULTS(matchup=number))
    entered = league.report(number)
    if entered is not None and entered.is_final:
        return None
    for seen in league.reports_of(number):
        comparison.refuse_stale(seen.place)
    report = counted.reported.report
    after = reports.with_report(league, number, report, stamp, is_final=True, is_confirmation=True)
    return LeagueRevision(action=LeagueAction.RESULT_CONFIRMED, after=after)


def decide_dispute(
    league: LeagueState,
    stamp: Stamp,
    *,
    number: int,
    dispute: NewResultDispute,
    comparison: Comparison,
    new_matches: NewMatches,
) -> LeagueRevision | None:
    """Return a league in which a side disputes the result that others reported."""
    fixture = reports.find_fixture(league, number)
    if league.charter.format.policy is ResultPolicy.ONE:
        raise OneIsEnough
    side = _find_side(league, fixture, stamp.device_id)
    report = reports.without_scores(dispute.report or Report())
    own = league.report(number, side)
    if own is not None:
        if (own.report, own.reason) == (report, dispute.reason):
            return None
        comparison.refuse_stale(own.place)
    if _find_other_report(league, number, side) is None:
        raise NothingReported(_NOTHING(matchup=number))
    with messages.prefix_pointer("/report"):
        check_links(league, fixture, report, new_matches)
    after = reports.with_side_report(league, number, side, report, stamp, reason=dispute.reason)
    return LeagueRevision(action=LeagueAction.RESULT_DISPUTED, after=after)


def decide_resolution(
    season: LeagueSeason,
    stamp: Stamp,
    *,
    number: int,
    settling: ResultSettling,
    comparison: Comparison,
    new_matches: NewMatches,
) -> LeagueRevision | None:
    """Return a league in which one of two results counts; None if that was settled before."""
    league = season.state
    fixture = reports.find_fixture(league, number)
    if settling.report is not None and settling.settlement is not ResultChoice.ENTERED:
        raise SettlementIncomplete(_NO_REPORT(), pointer="/report")
    if settling.settlement is ResultChoice.WITHDRAWN:
        if number not in season.contradicted:
            raise NotContradicted(_ONE_RESULT(matchup=number))
        return _withdraw(league, fixture, stamp, comparison)
    permit(league, stamp.device_id, LeagueRole.ORGANISER)
    report = _choose_report(season, number, settling)
    entered = league.report(number)
    if entered is not None and entered.is_final and entered.report == report:
        return None
    if number not in season.contradicted:
        raise NotContradicted(_ONE_RESULT(matchup=number))
    for seen in league.reports_of(number):
        comparison.refuse_stale(seen.place)
    with messages.prefix_pointer("/report"):
        check_links(league, fixture, report, new_matches)
    after = reports.with_report(league, number, report, stamp, is_final=True)
    return LeagueRevision(action=LeagueAction.RESULT_SETTLED, after=after)


def _withdraw(
    league: LeagueState, fixture: Fixture, stamp: Stamp, comparison: Comparison
) -> LeagueRevision:
    """Return a league in which a side accepts the report of the other."""
    side, number = _find_side(league, fixture, stamp.device_id), fixture.number
    own, other = league.report(number, side), _find_other_report(league, number, side)
    for seen in filter(None, (own, other)):
        comparison.refuse_stale(seen.place)
    if other is None or other.is_objection:
        after = reports.without(league, number, () if own is None else (own,))
    else:
        after = reports.with_side_report(
            league, number, side, other.report, stamp, is_confirmation=True
        )
    return LeagueRevision(action=LeagueAction.RESULT_SETTLED, after=after)


def _choose_report(season: LeagueSeason, number: int, settling: ResultSettling) -> Report:
    """Return the report that an organizer chooses, with the matches kept hand by hand."""
    if settling.settlement is ResultChoice.ENTERED:
        if settling.report is None:
            raise SettlementIncomplete(_REPORT(), pointer="/report")
        return reports.without_scores(settling.report)
    side = 0 if settling.settlement is ResultChoice.FIRST else 1
    chosen, counted = season.state.report(number, side), season.counted.get(number)
    if chosen is None or counted is None or chosen.is_objection:
        raise SettlementIncomplete(_NO_RESULT(), pointer="/settlement")
    doubts = counted.settled.doubts if counted.settled else ()
    # Matches that refute what the organizer chose would make it impossible.
    is_refuted = any(doubt.code == "differs_from_hands" for doubt in doubts)
    linked = () if is_refuted else counted.reported.report.matches
    chosen_matches = chosen.report.matches or linked
    return reports.without_scores(structs.replace(chosen.report, matches=chosen_matches))


def _find_side(league: LeagueState, fixture: Fixture, device_id: UUID) -> int:
    """Return the side of a fixture for which a device plays. Raises NoSide."""
    side = reports.own_side(league, fixture, device_id)
    if side is None:
        raise NoSide
    return side


def _find_other_report(league: LeagueState, number: int, side: int) -> RecordedReport | None:
    """Return the report of the other side, or else of neither; None if there is none."""
    for each in (league.report(number, 1 - side), league.report(number)):
        if each is not None and each.has_claim:
            return each
    return None
