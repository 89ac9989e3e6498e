"""Nights at the door: open them, check in, plan from who is here, and call them off."""

from collections.abc import Sequence
from datetime import date
from uuid import UUID

from msgspec import structs

from pitch.league import Attendance, Entrant, LeagueContradicts
from pitch.messages import COUNT, Message, Refusal, prefix_pointer
from pitchkeeper.access import changes as access_changes
from pitchkeeper.access.devices import Cancellation, LeagueRole, Stamp
from pitchkeeper.leagues.changes import LeagueEdit, LeagueRevision, refuse_stale
from pitchkeeper.leagues.journal import LeagueAction
from pitchkeeper.leagues.records import RecordedCheckIn, RecordedNight
from pitchkeeper.leagues.season import plans, slot_plans
from pitchkeeper.leagues.season.fixtures import LeagueSeasons
from pitchkeeper.leagues.season.night_views import EntrantCheckIn, NewCallingOff, NewSlotPlan
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.state import Charter, LeagueState
from pitchkeeper.workers import threads

_NO_ENTRANT = Message("problem.not_in_night", number=COUNT, night=COUNT)
_NO_PLAYER = Message("problem.league_contradicts.no_such_place")
_BEGUN = Message("problem.night_begun", night=COUNT)


class NotInNight(Refusal, has_message=False):
    """No team or player of that number takes part in the night."""


class NightBegun(Refusal, has_message=False):
    """A night with a result or a match is not called off."""


class DatesMissing(Refusal):
    """A night moves only if it has a date, and the new day is later than the nights before it."""


async def read(
    league_seasons: LeagueSeasons, device_id: UUID, league_id: UUID, night: int
) -> LeagueSeason:
    """Return the season of a league that has a night. Raises NoSuchNight."""
    season = await league_seasons.read_season(device_id, league_id)
    slot_plans.check_night(season.state, night)
    return season


async def plan_slot(
    edit: LeagueEdit, league_seasons: LeagueSeasons, night: int, slot: int, request: NewSlotPlan
) -> LeagueState:
    """Plan a slot of a night and those after it from who is here."""

    async def decide(league: LeagueState, stamp: Stamp) -> LeagueRevision | None:
        refuse_stale(league, edit.precondition)
        season = await league_seasons.load_season(league)
        planned = await threads.run(
            slot_plans.plan_slot, season, night, slot, request.expects_late, stamp
        )
        # Planned again alike, only the time of the plan would differ.
        if planned.fixtures == league.fixtures and planned.check_ins == league.check_ins:
            before = league.night(night)
            if before is not None and before.paired_at is not None:
                return None
        return LeagueRevision(action=LeagueAction.SLOT_PLANNED, after=planned)

    return await edit.write(LeagueRole.ORGANISER, decide)


async def preview_slot(
    league_seasons: LeagueSeasons,
    device_id: UUID,
    league_id: UUID,
    night: int,
    slot: int,
    request: NewSlotPlan,
) -> LeagueSeason:
    """Return the season that a plan of a slot would make, without saving it."""
    season = await league_seasons.read_season(device_id, league_id)
    stamp = Stamp(device_id=device_id, at=season.state.updated_at)
    planned = await threads.run(
        slot_plans.plan_slot, season, night, slot, request.expects_late, stamp
    )
    return await league_seasons.load_season(planned)


def decide_opening(league: LeagueState, stamp: Stamp, *, night: int) -> LeagueRevision | None:
    """Return a league with a night that is open; None if it is open already."""
    slot_plans.check_night(league, night)
    before = league.night(night)
    if before is not None and before.opened_at is not None:
        return None
    opened = RecordedNight(night=night, device_id=stamp.device_id, at=stamp.at, opened_at=stamp.at)
    after = slot_plans.with_night(league, opened)
    return LeagueRevision(action=LeagueAction.NIGHT_OPENED, after=after)


def decide_check_ins(
    league: LeagueState, stamp: Stamp, *, night: int, check_ins: Sequence[EntrantCheckIn]
) -> LeagueRevision | None:
    """Return a league with other attendances on a night that is open; None if none differs.

    A viewer may enter that of its own team.
    """
    _permit(league, stamp.device_id, check_ins)
    slot_plans.find_open(league, night)
    after = league
    for place, check_in in enumerate(check_ins):
        with prefix_pointer(f"/checkIns/{place}" if len(check_ins) > 1 else ""):
            after = _checked_in(after, stamp, night, check_in)
    if after.check_ins == league.check_ins:
        return None
    return LeagueRevision(action=LeagueAction.CHECKED_IN, after=after)


def decide_calling_off(
    league: LeagueState, stamp: Stamp, *, night: int, request: NewCallingOff
) -> LeagueRevision | None:
    """Return a league with a night called off; None if it is not to be held already.

    Its attendances are removed, and its matchups unless it moves.
    """
    slot_plans.check_night(league, night)
    before = league.night(night)
    if before is not None and before.is_called_off and request.move_to is None:
        return None
    if any(fixture.night == night for fixture in league.reported_fixtures):
        raise NightBegun(_BEGUN(night=night))
    reason = Cancellation(device_id=stamp.device_id, at=stamp.at, reason=request.reason)
    called_off = RecordedNight(
        night=night,
        device_id=stamp.device_id,
        at=stamp.at,
        moved_to=request.move_to,
        cancelled=reason,
    )
    after = slot_plans.with_night(league, called_off).with_check_ins(
        each for each in league.check_ins if each.night != night
    )
    if request.move_to is not None:
        charter = structs.replace(
            league.charter, dates=_moved_dates(league.charter, night, request.move_to)
        )
        after = structs.replace(after, charter=charter)
    else:
        fixtures = tuple(fixture for fixture in league.fixtures if fixture.night != night)
        after = structs.replace(after, fixtures=fixtures)
        if after.bracket is not None and after.bracket.night == night:
            after = plans.without_bracket(after, night)
    return LeagueRevision(action=LeagueAction.NIGHT_CALLED_OFF, after=after)


def _moved_dates(charter: Charter, night: int, day: date) -> tuple[date, ...]:
    """Return the dates without that of a night and with another day: later nights move on."""
    dates = charter.dates
    if len(dates) < night:
        raise DatesMissing(pointer="/moveTo")
    moved = tuple(sorted((*dates[: night - 1], *dates[night:], day)))
    # Nights that are over keep their dates, and the new day is not one of another night.
    if moved[: night - 1] != dates[: night - 1] or day in (*dates[: night - 1], *dates[night:]):
        raise DatesMissing(pointer="/moveTo")
    return moved


def _permit(league: LeagueState, device_id: UUID, check_ins: Sequence[EntrantCheckIn]) -> None:
    """Refuse anyone but a scorer, except for the attendance of their own team."""
    member = league.member(device_id)
    own = member.plays_as.entrant if member is not None and member.plays_as else None
    if any(each.entrant != own for each in check_ins):
        access_changes.permit(league, device_id, LeagueRole.SCORER)


def _checked_in(
    league: LeagueState, stamp: Stamp, night: int, check_in: EntrantCheckIn
) -> LeagueState:
    """Return a league with an attendance."""
    number = check_in.entrant
    entrant = league.entrant(number)
    if entrant is None or not entrant.is_in(night):
        raise NotInNight(_NO_ENTRANT(number=number, night=night))
    _check_players(entrant, check_in)
    before = league.check_in(night, number)
    others = [each for each in league.check_ins if each is not before]
    after = RecordedCheckIn(
        entrant=number,
        attendance=check_in.attendance,
        players=check_in.players,
        from_slot=_first_slot(league, night, number, check_in.attendance),
        night=night,
        device_id=stamp.device_id,
        at=stamp.at,
    )
    if before is not None and _facts(before) == _facts(after):
        return league
    if check_in.attendance is not Attendance.UNKNOWN or check_in.players:
        others.append(after)
    return league.with_check_ins(others)


def _facts(check_in: RecordedCheckIn) -> tuple[object, ...]:
    return check_in.attendance, check_in.players, check_in.from_slot


def _first_slot(league: LeagueState, night: int, number: int, attendance: Attendance) -> int:
    """Return the first slot in which an entrant can play that is entered as here, late or away."""
    before = league.check_in(night, number)
    coming = {Attendance.HERE, Attendance.LATE}
    if attendance not in coming or (before is not None and before.attendance in coming):
        return before.from_slot if before is not None else 1
    begun = [fixture for fixture in league.reported_fixtures if fixture.night == night]
    # Anyone who played in a slot was there from then on, whatever was entered since.
    mine = [fixture.slot for fixture in begun if any(number in side for side in fixture.sides)]
    last = max((fixture.slot for fixture in begun), default=0)
    return min(*mine, last + 1) if mine else min(last + 1, league.charter.format.fixtures_a_night)


def _check_players(entrant: Entrant, check_in: EntrantCheckIn) -> None:
    """Refuse a place that a team does not have, or one that is named twice."""
    seated = [each.player for each in check_in.players]
    if len(set(seated)) < len(seated) or any(each >= len(entrant.players) for each in seated):
        raise LeagueContradicts(_NO_PLAYER(), pointer="/players")
