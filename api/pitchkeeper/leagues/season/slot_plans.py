"""Slot plans: a slot of a night and those after it, planned from who is here."""

from msgspec import structs

from pitch.league import League
from pitch.messages import COUNT, Message, Refusal
from pitch.schedule import BracketBegun, bracket_night, refuse_begun, settle_attendances
from pitch.schedule import plan_slot as plan_fixtures
from pitchkeeper.access.devices import Stamp
from pitchkeeper.leagues.records import RecordedCheckIn, RecordedNight
from pitchkeeper.leagues.season import plans
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.state import LeagueState

_NO_NIGHT = Message("problem.no_such_night", night=COUNT)
_NO_SLOT = Message("problem.no_such_slot", night=COUNT, round=COUNT)
_NOT_OPEN = Message("problem.night_not_open", night=COUNT)
_CALLED_OFF = Message("problem.night_called_off", night=COUNT)


class NoSuchNight(Refusal, has_message=False):
    """The league has no night of that number."""


class NoSuchSlot(Refusal, has_message=False):
    """The night has no round of that number, or the round before it is not planned."""


class NightNotOpen(Refusal, has_message=False):
    """The night has to be opened first (openNight)."""


class NightCalledOff(Refusal, has_message=False):
    """The night is called off; to hold it after all, open it (openNight)."""


def check_night(state: LeagueState, night: int) -> None:
    """Refuse a night that the league does not have. Raises NoSuchNight."""
    if not 1 <= night <= state.charter.format.nights:
        raise NoSuchNight(_NO_NIGHT(night=night))


def find_open(state: LeagueState, night: int) -> RecordedNight:
    """Return a night that is open. Raises NoSuchNight, NightCalledOff and NightNotOpen."""
    check_night(state, night)
    held = state.night(night)
    if held is not None and held.is_called_off:
        raise NightCalledOff(_CALLED_OFF(night=night))
    if held is None or held.opened_at is None:
        raise NightNotOpen(_NOT_OPEN(night=night))
    return held


def with_night(state: LeagueState, night: RecordedNight) -> LeagueState:
    """Return a league with what happened to a night."""
    others = (each for each in state.nights if each.night != night.night)
    nights = sorted((*others, night), key=lambda each: each.night)
    return structs.replace(state, nights=tuple(nights))


def plan_slot(
    season: LeagueSeason, night: int, slot: int, expects_late: bool, stamp: Stamp
) -> LeagueState:
    """Return a league with a slot of a night and those after it planned from who is here.

    Anyone of whom nothing is known is away from then on. The first slot of a separate final plans
    all of it, by the ranking, and that of a knock-out draws it; in a progressive night and in a
    league by scores a slot follows from the results before it. Raises the refusals of `find_open`,
    NoSuchSlot, NightPlayed, SlotBegun, NoSchedule and those of `plans.draw`.
    """
    state = season.state
    form = state.charter.format
    held = find_open(state, night)
    league = settle_attendances(state.league, night)
    if form.is_knock_out or (form.has_bracket and night == form.nights):
        if slot != 1 or night != bracket_night(league):
            raise BracketBegun
        after = plans.draw(season, league)
    else:
        after = _plan(season, league, night, slot, expects_late=expects_late)
    planned = structs.replace(held, paired_at=stamp.at)
    return with_night(after, planned).with_check_ins(_settled(state, league, night, stamp))


def _plan(
    season: LeagueSeason, league: League, night: int, slot: int, *, expects_late: bool
) -> LeagueState:
    """Return a league with a slot planned, not of a knock-out; `league` is as at the door."""
    state = season.state
    before = {(fixture.night, fixture.slot) for fixture in state.fixtures}
    last = state.charter.format.fixtures_a_night
    if not 1 <= slot <= last or (slot > 1 and (night, slot - 1) not in before):
        raise NoSuchSlot(_NO_SLOT(night=night, round=slot))
    if state.last_night > night:
        raise plans.NightPlayed
    refuse_begun(night, slot, state.reported_fixtures)
    seed = state.charter.seed
    planned = plan_fixtures(season, league, night, slot, seed, expects_late=expects_late)
    return plans.with_plan(state, planned)


def _settled(
    state: LeagueState, league: League, night: int, stamp: Stamp
) -> tuple[RecordedCheckIn, ...]:
    """Return the attendances of a league with those of a night as they were settled."""
    recorded = [
        state.check_in(night, each.entrant)
        if state.league.night(night).attendance(each.entrant) is each.attendance
        else None
        for each in league.night(night).check_ins
    ]
    settled = (
        before
        or RecordedCheckIn(
            **structs.asdict(each), night=night, device_id=stamp.device_id, at=stamp.at
        )
        for before, each in zip(recorded, league.night(night).check_ins, strict=True)
    )
    others = (each for each in state.check_ins if each.night != night)
    return *others, *settled
