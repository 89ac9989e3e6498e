"""Reports: the results that tables entered, and the matches that were opened for fixtures."""

from collections.abc import Collection
from typing import Final
from uuid import UUID

from msgspec import Struct, structs

from pitch.league import Fixture, ResultPolicy, ScorersMay, SeatedPlayer, Substitute
from pitch.messages import COUNT, Message, Refusal
from pitchkeeper.access.changes import NotAllowed
from pitchkeeper.access.devices import Stamp
from pitchkeeper.leagues import records
from pitchkeeper.leagues.records import RecordedReport, Report, ReportedMatch
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.state import LeagueState
from pitchkeeper.matches.opening import Opening

NO_FIXTURE = Message("problem.no_such_fixture", matchup=COUNT)
MOST_OPENED: Final = 15
"""The most matches of a fixture, whose format may have that many."""
_OWN_ONLY = Message("problem.not_allowed.own_matchups")
_FULL = Message("problem.fixture_complete.full", matchup=COUNT)


class NoSuchFixture(Refusal, has_message=False):
    """The league has no matchup of that number."""


class FixtureComplete(Refusal, has_message=False):
    """All matches of the matchup are there already."""


def find_fixture(league: LeagueState, number: int) -> Fixture:
    """Return the fixture with a number. Raises NoSuchFixture."""
    fixture = league.fixture(number)
    if fixture is None:
        raise NoSuchFixture(NO_FIXTURE(matchup=number))
    return fixture


class Reporter(Struct, frozen=True):
    """A device that reports a fixture: for which side, and whether what it reports decides."""

    side: int | None
    """None if it reports for neither side."""
    is_final: bool


def find_reporter(league: LeagueState, fixture: Fixture, device_id: UUID) -> Reporter:
    """Return as whom a device reports a fixture.

    Raises NotAllowed if players may report their own fixtures only, and it plays in another.
    """
    form, is_runner = league.charter.format, league.is_run_by(device_id)
    side = own_side(league, fixture, device_id)
    if form.scorers_may is ScorersMay.OWN and side is None and not is_runner:
        member = league.member(device_id)
        if member is not None and member.plays_as is not None:
            raise NotAllowed(_OWN_ONLY())
    entered = league.report(fixture.number)
    if is_runner and entered is not None and entered.is_final:
        # Nobody else may change what was settled, so organizers do even where they are a side.
        return Reporter(None, is_final=True)
    if form.policy is ResultPolicy.ONE:
        return Reporter(None, is_final=False)
    # At their own table organizers are a side like the other, unless nobody else has to agree.
    if side is None or (is_runner and form.policy is ResultPolicy.OWNER):
        return Reporter(None, is_final=is_runner)
    return Reporter(side, is_final=False)


def own_side(league: LeagueState, fixture: Fixture, device_id: UUID) -> int | None:
    """Return the side of a fixture for which a device plays; None if it does for neither."""
    member = league.member(device_id)
    if member is None or member.plays_as is None:
        return None
    entrant = member.plays_as.entrant
    return next((index for index, side in enumerate(fixture.sides) if entrant in side), None)


def for_fixture(league: LeagueState, number: int) -> Report:
    """Return what was entered of a fixture for neither side; an empty report if nothing was."""
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
    linked = records.list_linked([for_fixture(season.state, number)])
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
    form, fixture = league.charter.format, find_fixture(league, number)
    if len(report.matches) < fixture.terms(form).matches_a_fixture:
        return league
    removed_match = next((match for match in report.matches if match.match_id in deleted), None)
    if removed_match is None:
        raise FixtureComplete(_FULL(matchup=number))
    matches = tuple(match for match in report.matches if match is not removed_match)
    roomy = with_report(league, number, structs.replace(report, matches=matches), stamp)
    # A deleted match that lost its place to another is no longer one of this fixture.
    entered = roomy.report(number)
    opened = tuple(each for each in opened_matches(roomy, number) if each != removed_match.match_id)
    return _put(roomy, structs.replace(entered, opened=opened)) if entered else roomy


def with_report(
    league: LeagueState,
    number: int,
    report: Report,
    stamp: Stamp,
    opens: tuple[UUID, ...] = (),
    *,
    is_final: bool | None = None,
    is_confirmation: bool = False,
) -> LeagueState:
    """Return a league with a report of neither side; `opens` are the matches opened with it."""
    before = league.report(number)
    reported = RecordedReport(
        fixture=number,
        report=without_scores(report),
        device_id=stamp.device_id,
        at=stamp.at,
        # Also those that a report leaves out: their hands still show what was played.
        opened=(*opened_matches(league, number), *opens)[-MOST_OPENED:],
        is_final=is_final if is_final is not None else bool(before and before.is_final),
        is_confirmation=is_confirmation,
    )
    return _put(league, reported)


def with_side_report(
    league: LeagueState,
    number: int,
    side: int,
    report: Report,
    stamp: Stamp,
    *,
    is_confirmation: bool = False,
    reason: str | None = None,
) -> LeagueState:
    """Return a league with the report of a side of a fixture."""
    reported = RecordedReport(
        fixture=number,
        report=without_scores(report),
        device_id=stamp.device_id,
        at=stamp.at,
        side=side,
        is_confirmation=is_confirmation,
        reason=reason,
    )
    return _put(league, reported)


def without(league: LeagueState, number: int, removed: Collection[RecordedReport]) -> LeagueState:
    """Return a league without some reports of a fixture, and without objections to nothing."""
    staying = [each for each in league.reports_of(number) if each not in removed]
    if not any(each.has_claim and not each.is_objection for each in staying):
        staying = [each for each in staying if not each.is_objection]
    return league.with_reports(number, staying)


def keep_overwritten(
    league: LeagueState, fixture: Fixture, report: Report, stamp: Stamp
) -> LeagueState:
    """Return a league with what a report overwrites as the report of the side that made it.

    Where one report is enough the last one counts, and what a phone at the table said otherwise is
    a finding, until that side reports again or the same.
    """
    number, before = fixture.number, league.report(fixture.number)
    is_new = before is None or before.report != report
    after, side = league, own_side(league, fixture, stamp.device_id)
    if before and is_new and before.has_claim and not before.is_final:
        former = own_side(league, fixture, before.device_id)
        if former is not None:
            made = Stamp(device_id=before.device_id, at=before.at)
            after = with_side_report(after, number, former, before.report, made)
    own = None if side is None else after.report(number, side)
    if own is None or side is None:
        return after
    if is_new:
        return without(after, number, (own,))
    if own.report == report:
        return after
    return with_side_report(after, number, side, report, stamp, is_confirmation=True)


def _put(league: LeagueState, report: RecordedReport) -> LeagueState:
    """Return a league with a report in the place of that of the same side, or of neither."""
    others = (each for each in league.reports_of(report.fixture) if each.side != report.side)
    return league.with_reports(report.fixture, (*others, report))


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
