"""Checks of leagues of archives: what a file may say, and no league could have become."""

from collections.abc import Collection, Iterable
from typing import Final

from pitch.league import LeagueContradicts, Stage, count_ties
from pitch.messages import Message, prefix_pointer
from pitch.notation import check_moment
from pitch.types import MOST_ENTRANTS, MOST_NIGHTS, MOST_SLOTS, Moment
from pitchkeeper.documents.archives.records import ArchivedLeague
from pitchkeeper.leagues import charter as charters
from pitchkeeper.leagues.state import LeagueState

_TIMED: Final = {
    "reports": "reports",
    "sign_ups": "signUps",
    "payments": "payments",
    "payouts": "payouts",
    "play_offs": "playOffs",
    "nights": "nights",
    "check_ins": "checkIns",
}
"""The lists whose values have times, by their fields, with their names in an archive."""
_TIMES: Final = {
    "opened_at": "openedAt",
    "paired_at": "pairedAt",
    "withdrawn_at": "withdrawnAt",
}
_TORN: Final = Message("problem.league_contradicts.torn")
_MOST_FIXTURES: Final = MOST_NIGHTS * MOST_SLOTS * (MOST_ENTRANTS // 2)
"""The most matchups: as many rounds a night as can be, with everybody at a table."""
_MOST_PAIRINGS: Final = 2 * _MOST_FIXTURES
"""The most pairings: two pairs of partners in each matchup."""


def check_times(league: ArchivedLeague, latest: Moment) -> None:
    """Raise a refusal for a time of a league that is after `latest`."""
    check_moment(league.opened, latest, "/opened")
    for field, name in _TIMED.items():
        for place, entry in enumerate(getattr(league, field)):
            at = f"/{name}/{place}"
            check_moment(entry.at, latest, f"{at}/at")
            for time, member in _TIMES.items():
                if getattr(entry, time, None) is not None:
                    check_moment(getattr(entry, time), latest, f"{at}/{member}")
            cancellation = getattr(entry, "cancelled", None)
            if cancellation is not None:
                check_moment(cancellation.at, latest, f"{at}/cancelled/at")


def check(state: LeagueState) -> None:
    """Raise LeagueContradicts if one part of a league names another that is missing.

    An impossible result is no contradiction: it is stored and flagged, as always.
    """
    with prefix_pointer("/charter"):
        charters.check_when(state.charter)
        with prefix_pointer("/format"):
            state.charter.format.check(state.ruleset)
    state.league.check()
    _check_plan(state)
    form, numbers = state.charter.format, {number.number for number in state.entrants}
    if len(numbers) < len(state.entrants):
        raise LeagueContradicts(_TORN(), pointer="/entrants")
    # A side is one team, or else the partners of that evening.
    size = 1 if form.pairing.is_of_teams else form.players
    for place, fixture in enumerate(state.fixtures):
        meeting = [number for side in fixture.sides for number in side]
        is_complete = all(len(side) == size for side in fixture.sides)
        if (
            not is_complete
            or not _are_distinct_members(meeting, numbers)
            or fixture.night > form.nights
        ):
            raise LeagueContradicts(_TORN(), pointer=f"/fixtures/{place}")
    _check_reports(state)
    _check_bracket(state, numbers)
    _check_entries(state, numbers)
    _check_nights(state, numbers)


def _check_plan(state: LeagueState) -> None:
    """Raise LeagueContradicts if a schedule has more matchups or pairings than can exist."""
    plan = state.plan
    if len(state.fixtures) > _MOST_FIXTURES:
        raise LeagueContradicts(_TORN(), pointer="/fixtures")
    if plan is not None:
        counts = (plan.pairings, plan.pairs, plan.repeats, plan.fewest)
        if not all(0 <= count <= _MOST_PAIRINGS for count in counts):
            raise LeagueContradicts(_TORN(), pointer="/plan")


def _check_reports(state: LeagueState) -> None:
    fixtures = {entry.number for entry in state.fixtures}
    if len(fixtures) < len(state.fixtures):
        raise LeagueContradicts(_TORN(), pointer="/fixtures")
    places = [entry.place for entry in state.all_reports]
    if (
        len(set(places)) < len(places)
        or not fixtures.issuperset(entry.fixture for entry in state.all_reports)
        # Sides report, and only organizers settle.
        or any(entry.is_final for entry in state.side_reports)
    ):
        raise LeagueContradicts(_TORN(), pointer="/reports")


def _check_bracket(state: LeagueState, numbers: Collection[int]) -> None:
    """Raise LeagueContradicts for a draw of others, of another night, or with others' numbers."""
    bracket, form = state.bracket, state.charter.format
    staged = [each.number for each in state.fixtures if each.stage is not Stage.SEASON]
    if bracket is None:
        if staged:
            raise LeagueContradicts(_TORN(), pointer="/bracket")
        return
    seeds = [number for number in bracket.seeds if number is not None]
    last = bracket.first_fixture + count_ties(state.league, bracket) - 1
    block = range(bracket.first_fixture, last + 1)
    taken = {each.number for each in state.fixtures if each.stage is Stage.SEASON}
    if (
        not form.has_bracket
        or not _are_distinct_members(seeds, numbers)
        or bracket.night > form.nights
        or not set(staged) <= set(block)
        or not taken.isdisjoint(block)
        or last > state.last_fixture
    ):
        raise LeagueContradicts(_TORN(), pointer="/bracket")


def _check_entries(state: LeagueState, numbers: Collection[int]) -> None:
    """Raise LeagueContradicts for numbered entries with gaps or of unknown entrants.

    Payments may be of an entrant that was removed.
    """
    for place, sign_up in enumerate(state.sign_ups):
        entrant = sign_up.entrant
        is_known = entrant is None or entrant in numbers or state.has_removed(entrant)
        if sign_up.number != place + 1 or not is_known:
            raise LeagueContradicts(_TORN(), pointer=f"/signUps/{place}")
    for place, paid in enumerate(state.payments):
        is_known = paid.entrant in numbers or state.has_removed(paid.entrant)
        if paid.number != place + 1 or not is_known or paid.amount == 0:
            raise LeagueContradicts(_TORN(), pointer=f"/payments/{place}")
    for place, payout in enumerate(state.payouts):
        # An entrant is removed only once its payouts are cancelled.
        is_void = payout.cancelled is not None and state.has_removed(payout.entrant)
        is_known = payout.entrant in numbers or is_void
        if payout.number != place + 1 or not is_known:
            raise LeagueContradicts(_TORN(), pointer=f"/payouts/{place}")
    for place, play_off in enumerate(state.play_offs):
        if play_off.number != place + 1 or not _are_distinct_members(
            [play_off.winner, play_off.loser], numbers
        ):
            raise LeagueContradicts(_TORN(), pointer=f"/playOffs/{place}")


def _check_nights(state: LeagueState, numbers: Collection[int]) -> None:
    """Raise LeagueContradicts for a night or an attendance that is unknown or occurs twice."""
    nights = set(range(1, state.charter.format.nights + 1))
    if not _are_distinct_members([each.night for each in state.nights], nights):
        raise LeagueContradicts(_TORN(), pointer="/nights")
    places = [(each.night, each.entrant) for each in state.check_ins]
    is_torn = any(night not in nights or number not in numbers for night, number in places)
    if is_torn or len(set(places)) < len(places):
        raise LeagueContradicts(_TORN(), pointer="/checkIns")


def _are_distinct_members(numbers: Iterable[int], members: Collection[int]) -> bool:
    """Return whether all numbers are known and none occurs twice."""
    listed_numbers = list(numbers)
    return len(set(listed_numbers)) == len(listed_numbers) and set(listed_numbers) <= set(members)
