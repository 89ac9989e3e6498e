"""Reports: the results that tables entered, and the matches that were opened for fixtures."""

from collections.abc import Collection
from uuid import UUID

from msgspec import structs

from pitch.league import Fixture, SeatedPlayer, Substitute
from pitch.messages import COUNT, Message, Refusal
from pitchkeeper.access.devices import Stamp
from pitchkeeper.leagues import state
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.state import LeagueState, RecordedReport, Report, ReportedMatch
from pitchkeeper.matches.opening import Opening

NO_FIXTURE = Message("problem.no_such_fixture", matchup=COUNT)
_FULL = Message("problem.fixture_complete.full", matchup=COUNT)


class NoSuchFixture(Refusal):
    """The league has no matchup of that number."""

    code = "no_such_fixture"


class FixtureComplete(Refusal):
    """All matches of the matchup are there already."""

    code = "fixture_complete"


def find_fixture(league: LeagueState, number: int) -> Fixture:
    """Return the fixture with a number. Raises NoSuchFixture."""
    fixture = league.fixture(number)
    if fixture is None:
        raise NoSuchFixture(NO_FIXTURE(matchup=number))
    return fixture


def for_fixture(league: LeagueState, number: int) -> Report:
    """Return the report of a fixture, or an empty one if nothing was reported."""
    reported = league.report(number)
    return reported.report if reported else Report()


def opened_matches(league: LeagueState, number: int) -> tuple[UUID, ...]:
    """Return the ids of the matches that were opened for a fixture."""
    reported = league.report(number)
    return reported.opened if reported else ()


def last_match(league: LeagueState, number: int) -> UUID | None:
    """Return the id of the last match of a fixture, if that match is linked."""
    matches = for_fixture(league, number).matches
    return matches[-1].match_id if matches else None


def unfinished_matches(season: LeagueSeason, number: int) -> tuple[UUID, ...]:
    """Return the ids of the linked matches of a fixture that have no winner."""
    linked = state.list_linked([for_fixture(season.state, number)])
    outcomes = ((match_id, season.outcomes.get(match_id)) for match_id in linked)
    return tuple(
        match_id for match_id, outcome in outcomes if outcome is None or outcome.winner is None
    )


def make_room(
    league: LeagueState, number: int, deleted: Collection[UUID], stamp: Stamp
) -> LeagueState:
    """Return a league with room for one more match of a fixture. Raises FixtureComplete.

    A match that was deleted before it was won keeps its place until another match needs it.
    """
    report = for_fixture(league, number)
    if len(report.matches) < league.charter.format.matches_a_fixture:
        return league
    removed_match = next((match for match in report.matches if match.match_id in deleted), None)
    if removed_match is None:
        raise FixtureComplete(_FULL(matchup=number))
    matches = tuple(match for match in report.matches if match is not removed_match)
    return with_report(league, number, structs.replace(report, matches=matches), stamp)


def with_report(
    league: LeagueState, number: int, report: Report, stamp: Stamp, opens: tuple[UUID, ...] = ()
) -> LeagueState:
    """Return a league with a report; `opens` are the matches that are opened with it."""
    linked = state.list_linked([report])
    reported = RecordedReport(
        fixture=number,
        report=without_scores(report),
        device_id=stamp.device_id,
        at=stamp.at,
        # A deleted match that lost its place to another is no longer one of this fixture.
        opened=tuple(
            match_id for match_id in (*opened_matches(league, number), *opens) if match_id in linked
        ),
    )
    reports = [known for known in league.reported if known.fixture != number]
    reports.append(reported)
    reports.sort(key=lambda report: report.fixture)
    return structs.replace(league, reported=tuple(reports))


def without_scores(report: Report) -> Report:
    """Return a report without winners and scores of linked matches, which their sheets hold."""
    matches = (
        structs.replace(match, winner=None, scores=None) if match.match_id else match
        for match in report.matches
    )
    return structs.replace(report, matches=tuple(matches))


def with_match(league: LeagueState, number: int, match_id: UUID, stamp: Stamp) -> LeagueState:
    """Return a league with one more match of a fixture, opened for it."""
    report = for_fixture(league, number)
    matches = (*report.matches, ReportedMatch(match_id=match_id))
    substitutes = report.substitutes or _substitutes_tonight(league, find_fixture(league, number))
    report = structs.replace(report, matches=matches, substitutes=substitutes)
    return with_report(league, number, report, stamp, (match_id,))


def _substitutes_tonight(league: LeagueState, fixture: Fixture) -> tuple[Substitute, ...]:
    """Return the substitutes of a fixture's sides as they were checked in."""
    return tuple(
        Substitute(entrant=number, player=seated.player, name=seated.substitute)
        for side in fixture.sides
        for number in side
        if (check_in := league.check_in(fixture.night, number)) is not None
        for seated in check_in.players
        if seated.substitute is not None
    )


def lineups(league: LeagueState, number: int) -> tuple[tuple[SeatedPlayer, ...], ...]:
    """Return who sits for each side of a fixture, as far as substitutes are known."""
    fixture = find_fixture(league, number)
    substitutes = for_fixture(league, number).substitutes or _substitutes_tonight(league, fixture)
    return fixture.lineups(league.league, substitutes)


def next_opening(league: LeagueState, number: int, deleted: Collection[UUID]) -> Opening:
    """Return the opening of the next match of a fixture: its seats and its first dealer.

    The deal rotates with the matches of the fixture that were not deleted.
    """
    fixture, report = find_fixture(league, number), for_fixture(league, number)
    table = league.charter.format.fixture_table
    sides = lineups(league, number)
    played = sum(match.match_id not in deleted for match in report.matches)
    lineup = sorted((player for side in sides for player in side), key=lambda player: player.seat)
    # A substitute is no player of the league here, so the absent player's phone gets no seat.
    devices: dict[tuple[int, int | None], UUID] = {
        (member.plays_as.entrant, member.plays_as.player): member.device_id
        for member in league.members
        if member.plays_as is not None
    }
    return Opening(
        ruleset=league.ruleset,
        names=tuple(player.sheet_name for player in lineup),
        devices=tuple(devices.get((player.entrant, player.player)) for player in lineup),
        sides=table.sides,
        first_dealer=(fixture.first_dealer + played) % table.players,
    )
