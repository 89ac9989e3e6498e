"""Reports: what tables entered of the fixtures of a league, and the matches opened for them."""

from collections.abc import Collection
from uuid import UUID

from msgspec import structs

from pitch.errors import Refusal
from pitch.league import Fixture, fixture_table, list_lineups
from pitch.messages import COUNT, Message
from pitchkeeper.access.stamps import Stamp
from pitchkeeper.leagues import state
from pitchkeeper.leagues.season import results
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.state import LeagueState, RecordedReport, Report, ReportedMatch
from pitchkeeper.matches.opening import Opening

_NO_FIXTURE = Message("problem.no_such_fixture", matchup=COUNT)
_FULL = Message("problem.fixture_complete.full", matchup=COUNT)


class NoSuchFixture(Refusal):
    """The league has no matchup of that number."""

    code = "no_such_fixture"


class FixtureComplete(Refusal):
    """All matches of the matchup are there already."""

    code = "fixture_complete"


def fixture(league: LeagueState, number: int) -> Fixture:
    """The fixture of a number; refused if there is none."""
    found = league.fixture(number)
    if found is None:
        raise NoSuchFixture(_NO_FIXTURE(matchup=number))
    return found


def of(league: LeagueState, number: int) -> Report:
    """What was reported of a fixture; an empty report before anything was."""
    reported = league.report(number)
    return reported.report if reported else Report()


def opened(league: LeagueState, number: int) -> tuple[UUID, ...]:
    """The matches of a fixture that were opened for it."""
    reported = league.report(number)
    return reported.opened if reported else ()


def last_match(league: LeagueState, number: int) -> UUID | None:
    """The last match of a fixture, if it is kept hand by hand."""
    matches = of(league, number).matches
    return matches[-1].match_id if matches else None


def unfinished(season: LeagueSeason, number: int) -> tuple[UUID, ...]:
    """The matches of a fixture, kept hand by hand, that nobody has won."""
    linked = state.linked([of(season.state, number)])
    known = ((each, season.outcomes.get(each)) for each in linked)
    return tuple(each for each, outcome in known if outcome is None or outcome.winner is None)


def with_room(
    league: LeagueState, number: int, deleted: Collection[UUID], stamp: Stamp
) -> LeagueState:
    """The league with room for one more match of a fixture; refused if there is none.

    A match that was deleted before anybody had won it keeps its place, to come back to, until
    another needs it.
    """
    report = of(league, number)
    if len(report.matches) < league.charter.format.matches_a_fixture:
        return league
    left = next((each for each in report.matches if each.match_id in deleted), None)
    if left is None:
        raise FixtureComplete(_FULL(matchup=number))
    staying = tuple(each for each in report.matches if each is not left)
    return entered(league, number, structs.replace(report, matches=staying), stamp)


def entered(
    league: LeagueState, number: int, report: Report, stamp: Stamp, opens: tuple[UUID, ...] = ()
) -> LeagueState:
    """The league with a report; what its matches say is read from them.

    `opens` are those of its matches that are opened with it.
    """
    linked = state.linked([report])
    reported = RecordedReport(
        fixture=number,
        report=results.bare(report),
        device_id=stamp.device_id,
        at=stamp.at,
        # A deleted match whose place another took is of this fixture no longer.
        opened=tuple(each for each in (*opened(league, number), *opens) if each in linked),
    )
    others = (each for each in league.reported if each.fixture != number)
    in_order = sorted((*others, reported), key=lambda each: each.fixture)
    return structs.replace(league, reported=tuple(in_order))


def with_match(league: LeagueState, number: int, match_id: UUID, stamp: Stamp) -> LeagueState:
    """The league with one more match of a fixture, opened for it."""
    matches = (*of(league, number).matches, ReportedMatch(match_id=match_id))
    report = structs.replace(of(league, number), matches=matches)
    return entered(league, number, report, stamp, (match_id,))


def opening(league: LeagueState, number: int, deleted: Collection[UUID]) -> Opening:
    """The next match of a fixture: who sits where, and whose deal it is.

    The deal goes round with the matches that are there, not with those that were deleted.
    """
    planned, report = fixture(league, number), of(league, number)
    table = fixture_table(league.charter.format)
    sides = list_lineups(league.league, planned, report.substitutes)
    played = sum(each.match_id not in deleted for each in report.matches)
    places = sorted((each for side in sides for each in side), key=lambda each: each.seat)
    # A substitute is nobody's player here, so the phone of the absent gets no seat.
    devices: dict[tuple[int, int | None], UUID] = {
        (each.plays_as.entrant, each.plays_as.player): each.device_id
        for each in league.members
        if each.plays_as is not None
    }
    return Opening(
        ruleset=league.ruleset,
        names=tuple(each.sheet_name for each in places),
        devices=tuple(devices.get((each.entrant, each.player)) for each in places),
        sides=table.sides,
        first_dealer=(planned.first_dealer + played) % table.players,
    )
