"""Counting: the report of each fixture that counts, with the scores of its linked matches."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from uuid import UUID

from msgspec import Struct, structs

from pitch.league import (
    Fixture,
    League,
    Reports,
    ResultPolicy,
    ResultSettlement,
    Settled,
    Source,
    Substitute,
    settle,
)
from pitchkeeper.leagues.records import RecordedReport, Report, ReportedMatch
from pitchkeeper.leagues.state import LeagueState
from pitchkeeper.matches.state import MatchOutcome

Outcomes = Mapping[UUID, MatchOutcome]


class CountedReport(Struct, frozen=True):
    """The report of a fixture that counts, and its result."""

    reported: RecordedReport
    """As it was reported; only the linked matches if two reports contradict each other."""
    result: Report
    """The result as it is judged: empty if two reports contradict each other."""
    settled: Settled | None = None
    """None where one report is enough and nothing else is known of the fixture."""
    reports: tuple[RecordedReport, ...] = ()
    """All that were compared for it: of neither side, of side 0 and of side 1."""


def count_reports(
    state: LeagueState, league: League, outcomes: Outcomes
) -> dict[int, CountedReport]:
    """Return what counts of each fixture that was reported, by its number."""
    by_fixture: defaultdict[int, list[RecordedReport]] = defaultdict(list)
    for each in state.all_reports:
        by_fixture[each.fixture].append(each)
    fixtures = {fixture.number: fixture for fixture in state.fixtures}
    linked = set(state.linked_matches)
    return {
        number: _count(league, fixtures[number], reports, outcomes, linked)
        for number, reports in by_fixture.items()
        if number in fixtures
    }


def _count(
    league: League,
    fixture: Fixture,
    reports: Collection[RecordedReport],
    outcomes: Outcomes,
    linked: Collection[UUID],
) -> CountedReport:
    """Return what counts of the reports of a fixture; `linked` are the links of all fixtures."""
    entered = next((each for each in reports if each.side is None), None)
    links = _hand_kept_matches(entered, linked)
    is_enough = league.format.policy is ResultPolicy.ONE or not (entered and entered.has_claim)
    # Nothing to compare, as in every league in which one report is enough.
    if entered and len(reports) == 1 and is_enough and links == _links(entered.report):
        return CountedReport(entered, _count_matches(entered.report, outcomes))
    settled = settle(league, fixture, _to_compare(league, reports, links, outcomes))
    reported = _counted_report(fixture, reports, settled, links)
    is_contradicted = settled.settlement is ResultSettlement.CONTRADICTED
    result = Report() if is_contradicted else _count_matches(reported.report, outcomes)
    claims = tuple(each for each in reports if each.has_claim)
    return CountedReport(reported, result, settled, claims)


def _links(report: Report) -> tuple[ReportedMatch, ...]:
    return tuple(match for match in report.matches if match.has_sheet)


def _hand_kept_matches(
    entered: RecordedReport | None, linked: Collection[UUID]
) -> tuple[ReportedMatch, ...]:
    """Return the matches of a fixture that are kept hand by hand, even if its report omits them."""
    if entered is None:
        return ()
    opened = (each for each in entered.opened if each not in linked)
    return (*_links(entered.report), *(ReportedMatch(match_id=each) for each in opened))


def _to_compare(
    league: League,
    reports: Iterable[RecordedReport],
    links: Iterable[ReportedMatch],
    outcomes: Outcomes,
) -> Reports:
    """Return the reports of a fixture as the domain compares them."""
    results: dict[Source, Report] = {}
    objections = set()
    for each in reports:
        source = _source(league, each)
        if each.has_claim:
            results[source] = _count_matches(each.report, outcomes)
        if each.is_objection:
            objections.add(source)
    won = [
        match
        for match in with_scores(Report(matches=tuple(links)), outcomes).matches
        if match.winner is not None
    ]
    if won:
        results[Source.HANDS] = Report(matches=tuple(won))
    known = (outcomes.get(match.match_id) for match in won if match.match_id)
    last_hands = (outcome.hands for outcome in known if outcome)
    return Reports(results, frozenset(objections), tuple(filter(None, last_hands)))


def _source(league: League, reported: RecordedReport) -> Source:
    if reported.side is not None:
        return Source.for_side(reported.side)
    is_enough = league.format.policy is ResultPolicy.ONE
    return Source.DECIDED if is_enough or reported.is_final else Source.ENTERED


def _counted_report(
    fixture: Fixture,
    reports: Collection[RecordedReport],
    settled: Settled,
    links: tuple[ReportedMatch, ...],
) -> RecordedReport:
    """Return the report of a fixture that counts, with the matches kept hand by hand."""
    by_side = {each.side: each for each in reports}
    entered = by_side.get(None)
    # If reports contradict each other, the last one has the time since when.
    last = max(reports, key=lambda each: (each.at, each.side is not None, each.side or 0))
    counted = {
        Source.FIRST: by_side.get(0),
        Source.SECOND: by_side.get(1),
        None: last,
    }.get(settled.counted, entered)
    if counted is None:
        return last
    if settled.counted is Source.DECIDED:
        return counted
    if settled.counted in {Source.HANDS, None}:
        report = Report(matches=links, substitutes=counted.report.substitutes)
        counted = structs.replace(counted, side=None, is_confirmation=False, reason=None)
    else:
        report = structs.replace(counted.report, matches=counted.report.matches or links)
    return structs.replace(
        counted,
        report=structs.replace(report, substitutes=_substitutes(fixture, report, by_side)),
        opened=entered.opened if entered else (),
    )


def _substitutes(
    fixture: Fixture, report: Report, by_side: Mapping[int | None, RecordedReport]
) -> tuple[Substitute, ...]:
    """Return the substitutes of a fixture: each side knows best who sat in for its own."""

    def of_side(side: int) -> list[Substitute]:
        known = (by_side[each].report for each in (side, None, 1 - side) if each in by_side)
        named = (
            [each for each in report.substitutes if each.entrant in fixture.sides[side]]
            for report in known
        )
        return next(filter(None, named), [])

    misplaced = [
        each
        for each in report.substitutes
        if not any(each.entrant in side for side in fixture.sides)
    ]
    return (*of_side(0), *of_side(1), *misplaced)


def _count_matches(report: Report, outcomes: Outcomes) -> Report:
    """Return the result of a fixture, which leaves out linked matches that do not count yet."""
    return structs.replace(report, matches=tuple(_counted_matches(report, outcomes)))


def _counted_matches(report: Report, outcomes: Outcomes) -> Iterator[ReportedMatch]:
    is_forfeited = report.forfeit is not None or report.neither_came
    for match in with_scores(report, outcomes).matches:
        outcome = outcomes.get(match.match_id) if match.match_id else None
        # A match that was begun contradicts a forfeit even before it is won; one without a hand
        # proves nothing.
        has_begun = outcome is not None and outcome.has_begun
        counts_unfinished = has_begun if is_forfeited else report.is_closed
        if match.match_id is None or match.winner is not None or counts_unfinished:
            yield match


def with_scores(report: Report, outcomes: Outcomes) -> Report:
    """Return a report with the winners and scores of its linked matches."""
    matches = tuple(_with_score(match, outcomes) for match in report.matches)
    return structs.replace(report, matches=matches)


def _with_score(match: ReportedMatch, outcomes: Outcomes) -> ReportedMatch:
    """Return a match of a fixture with the winner and scores of its sheet, by fixture side."""
    outcome = outcomes.get(match.match_id) if match.match_id else None
    if outcome is None:
        return match
    # A match that was opened by hand and linked later may have its sides the other way round.
    step = -1 if match.is_swapped else 1
    winner = outcome.winner
    if winner is not None and match.is_swapped:
        winner = 1 - winner
    return structs.replace(match, winner=winner, scores=outcome.scores[::step])
