"""Night results: the results of a night as they come in on paper, entered at once."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Annotated, Final
from uuid import UUID

from msgspec import Meta, Struct

from pitch import Finding
from pitch.league import Judgement, Move
from pitch.messages import Refusal
from pitch.types import MOST_ENTRANTS, MOST_SLOTS, Fact, FixtureNumber, NightNumber
from pitchkeeper.access.devices import CommandOutcome, LeagueRole, Stamp
from pitchkeeper.leagues import records
from pitchkeeper.leagues.changes import Comparison, LeagueChanges, LeagueEdit, LeagueRevision
from pitchkeeper.leagues.journal import LeagueAction
from pitchkeeper.leagues.records import Report
from pitchkeeper.leagues.season import fixtures, reports, seasons, slot_plans
from pitchkeeper.leagues.season.counting import Outcomes
from pitchkeeper.leagues.season.fixtures import LeagueSeasons, NewMatches
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.state import LeagueState
from pitchkeeper.rest import problems
from pitchkeeper.rest.preconditions import Precondition
from pitchkeeper.rest.problems import Problem
from pitchkeeper.rest.views import Version, View
from pitchkeeper.workers import threads

MOST_RESULTS: Final = MOST_ENTRANTS // 2 * MOST_SLOTS
"""The most results that are entered at once: of all tables in all rounds of a night."""
_MOST_LINKS: Final = 100
"""The most matches that the results of one request link to, because each has to be read."""


class NewNightResult(Fact, frozen=True):
    """The result of a matchup, and what its device had seen of it."""

    fixture: FixtureNumber
    """The number of the matchup."""
    report: Report
    """The result, as in recordResult."""
    seen_version: Version | None = None
    """The version of the league that the device had seen, as in `If-Match`; without it no result is
    overwritten.
    """


class NewNightResults(Fact, frozen=True):
    """The results of several matchups of a night."""

    results: Annotated[tuple[NewNightResult, ...], Meta(min_length=1, max_length=MOST_RESULTS)]
    """The results, entered in this order."""
    is_atomic: bool = False
    """True to enter all results or none; else a refused one stops no other."""

    def __post_init__(self) -> None:
        """Refuse results that link to too many matches."""
        links = records.list_linked(each.report for each in self.results)
        if len(links) > _MOST_LINKS:
            # msgspec makes the refusal of a body of it, with its place.
            raise ValueError(f"At most {_MOST_LINKS} matches are linked at once")


class NightResult(View, frozen=True):
    """The outcome of one of several results, and its judgment."""

    fixture: FixtureNumber
    """The number of the matchup."""
    outcome: CommandOutcome
    """The outcome of the result: entered now, entered before, or refused."""
    status: Annotated[int, Meta(ge=200, le=599)]
    """The HTTP status that the result would get as a request of its own."""
    judgement: Judgement | None
    """The wins, points and findings that follow from what the matchup now has; null if the league
    has no such matchup on that night.
    """
    problem: Problem | None
    """The reason why the result was refused, with pointers into the request; null if it was not."""


class NightResults(View, frozen=True):
    """The outcomes of the results of a night, and the teams or players that move by them."""

    league_id: UUID
    """The id of the league of the night."""
    version: Version
    """The version of the league, which grows with every change; also the ETag."""
    night: NightNumber
    """The number of the night, from 1."""
    items: Annotated[tuple[NightResult, ...], Meta(max_length=MOST_RESULTS)]
    """The outcome of each result, in the order in which they were sent."""
    findings: tuple[Finding, ...]
    """Errors and oddities that the night now has."""
    moves: tuple[Move, ...]
    """Every team or player whose row in the standings changes."""


class Bulk(Struct, frozen=True):
    """A league before and after several results, with the outcome or the refusal of each."""

    before: LeagueState
    after: LeagueState
    outcomes: tuple[CommandOutcome | Refusal, ...]

    @property
    def revision(self) -> LeagueRevision | None:
        """The change of the league; None if nothing changes."""
        if self.after is self.before:
            return None
        return LeagueRevision(action=LeagueAction.RESULTS_ENTERED, after=self.after)


class NightResultsService:
    """Use cases for the results of a night."""

    def __init__(self, changes: LeagueChanges, league_seasons: LeagueSeasons) -> None:
        self._changes = changes
        self._seasons = league_seasons

    async def record(
        self, edit: LeagueEdit, night: int, request: NewNightResults, path: str
    ) -> NightResults:
        """Enter results in one change, each as `LeagueSeasons.report` enters it.

        `path` is that of the request, which the problems of refused results name.
        """
        bulk: Bulk | None = None

        async def decide(league: LeagueState, stamp: Stamp) -> LeagueRevision | None:
            nonlocal bulk
            bulk = await self._attempt(league, stamp, night, request)
            return bulk.revision

        league = await edit.write(LeagueRole.SCORER, decide)
        if bulk is None:
            # A copy of a command that was carried out: what it entered is there already.
            stamp = Stamp(device_id=edit.device_id, at=league.updated_at)
            bulk = await self._attempt(league, stamp, night, request)
        return await self._view(bulk, league, night, request, path)

    async def preview(
        self, device_id: UUID, league_id: UUID, night: int, request: NewNightResults, path: str
    ) -> NightResults:
        """Return what would come of results, without saving them."""
        league = await self._changes.read(device_id, league_id)
        # Nothing is saved, so any time will do.
        stamp = Stamp(device_id=device_id, at=league.updated_at)
        bulk = await self._attempt(league, stamp, night, request)
        return await self._view(bulk, bulk.after, night, request, path)

    async def _attempt(
        self, league: LeagueState, stamp: Stamp, night: int, request: NewNightResults
    ) -> Bulk:
        """Load what the decision needs, and decide in a thread: a big league takes a while."""
        slot_plans.check_night(league, night)
        season = await self._seasons.load_season(league)
        # The fixtures of a knock-out follow from its results.
        league = season.state if league.bracket is not None else league
        seen = [each.seen_version for each in request.results if each.seen_version is not None]
        places = await self._changes.places_since(league, min(seen, default=league.version))
        new_matches = [
            await self._seasons.read_new_links(league, each.fixture, each.report, stamp.device_id)
            for each in request.results
        ]
        decide = partial(decide_results, outcomes=season.outcomes)
        return await threads.run(decide, league, stamp, night, request, places, new_matches)

    async def _view(
        self,
        bulk: Bulk,
        league: LeagueState,
        night: int,
        request: NewNightResults,
        path: str,
    ) -> NightResults:
        before = await self._seasons.load_season(bulk.before)
        after = await self._seasons.load_season(league)
        return await threads.run(present, bulk, before, after, night, request, path)


def decide_results(
    league: LeagueState,
    stamp: Stamp,
    night: int,
    request: NewNightResults,
    places: Mapping[str, int],
    new_matches: Sequence[NewMatches],
    *,
    outcomes: Outcomes,
) -> Bulk:
    """Return a league with results, each decided as if it had been sent by itself.

    `places` are those that changed since the oldest version that the request names, with the
    version of the last change; `new_matches` are those that each result adds to its matchup. With
    `is_atomic` the first refusal is raised, with its place in the request.
    """
    after, written = league, set[str]()
    answers: list[CommandOutcome | Refusal] = []
    for index, (entry, matches) in enumerate(zip(request.results, new_matches, strict=True)):
        comparison = _compare(after, entry.seen_version, places, written)
        try:
            fixture = reports.find_fixture(after, entry.fixture)
            if fixture.night != night:
                raise reports.NoSuchFixture(reports.NO_FIXTURE(matchup=entry.fixture))
            revision = fixtures.decide_report(
                after,
                stamp,
                number=entry.fixture,
                report=entry.report,
                comparison=comparison,
                new_matches=matches,
            )
        except Refusal as refusal:
            inside = f"/report{refusal.pointer}" if refusal.pointer else ""
            refusal.pointer = f"/results/{index}{inside}"
            if request.is_atomic:
                raise
            answers.append(refusal)
            continue
        answers.append(CommandOutcome.REPEATED if revision is None else CommandOutcome.DONE)
        if revision is not None:
            # The next result may be of a fixture that follows from this one.
            after = revision.after
            if after.bracket is not None:
                after = seasons.from_state(after, outcomes).state
            written.update(each.place for each in after.reports_of(entry.fixture))
    return Bulk(league, after, tuple(answers))


def _compare(
    league: LeagueState, seen: int | None, places: Mapping[str, int], written: set[str]
) -> Comparison:
    """Return a league compared with the version that a result names, or with none.

    Results entered earlier by the request count as unseen, so a matchup named twice is a conflict.
    """
    if seen is None:
        return Comparison(league, Precondition(named="seenVersion"), None)
    precondition = Precondition(frozenset({seen}), is_given=True, named="seenVersion")
    if seen > league.version:
        return Comparison(league, precondition, None)
    changed = {place for place, version in places.items() if version > seen}
    return Comparison(league, precondition, changed | written)


def present(
    bulk: Bulk,
    before: LeagueSeason,
    after: LeagueSeason,
    night: int,
    request: NewNightResults,
    path: str,
) -> NightResults:
    """Return the view of the outcomes of results."""
    items = []
    for entry, outcome in zip(request.results, bulk.outcomes, strict=True):
        refusal = outcome if isinstance(outcome, Refusal) else None
        problem = problems.for_refusal(refusal, path) if refusal else None
        fixture = after.state.fixture(entry.fixture)
        is_tonight = fixture is not None and fixture.night == night
        items.append(
            NightResult(
                fixture=entry.fixture,
                outcome=CommandOutcome.REFUSED if isinstance(outcome, Refusal) else outcome,
                status=problem.status if problem else 200,
                judgement=after.judgements[entry.fixture] if is_tonight else None,
                problem=problem,
            )
        )
    return NightResults(
        league_id=after.state.league_id,
        version=after.state.version,
        night=night,
        items=tuple(items),
        findings=after.findings(night),
        moves=before.standings.compare(after.standings),
    )
