"""Seasons of leagues: results from reports and the matches they link to, judged when needed."""

from collections.abc import Mapping
from functools import cached_property
from operator import attrgetter

from msgspec import structs

from pitch import Finding, Status
from pitch.league import JudgedFixture, ResultSettlement, Season, Snapshot, Stage
from pitch.schedule import find_doubt, review_night
from pitchkeeper.leagues.records import RecordedReport, list_linked
from pitchkeeper.leagues.season import counting
from pitchkeeper.leagues.season.counting import CountedReport, Outcomes
from pitchkeeper.leagues.state import LeagueState


class LeagueSeason(Season, frozen=True, dict=True, kw_only=True):
    """A season, with the league as it was read and the outcomes of its linked matches."""

    state: LeagueState
    outcomes: Outcomes
    counted: Mapping[int, CountedReport]
    """What counts of the reports of each fixture that has any."""

    @cached_property
    def now(self) -> Snapshot:
        """The current standings, chances and prizes."""
        return self.snapshot(self.last_night)

    def snapshot(self, night: int) -> Snapshot:
        """Return the standings, chances and prizes after a night."""
        # If nights are to be planned again the pairings may differ, so no chance is certain.
        return self.after(night, find_doubt(self))

    @property
    def sure_of_final(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The numbers of those sure of a final that is not drawn yet, and of those out of it."""
        if self.knock_out is not None:
            return (), ()
        reaches = {each.entrant: each.reaches for each in self.now.chances if each.reaches}
        return (
            tuple(number for number, reach in reaches.items() if reach.sure),
            tuple(number for number, reach in reaches.items() if reach.can is False),
        )

    def findings(self, night: int) -> tuple[Finding, ...]:
        """Return the findings about a night."""
        return review_night(self, night)

    @cached_property
    def unproven(self) -> frozenset[int]:
        """The numbers of fixtures with a match of which a hand is not checked yet."""
        return frozenset(
            number
            for number, each in self.counted.items()
            if any(
                match_id in self.outcomes and not self.outcomes[match_id].is_proven
                for match_id in list_linked([each.reported.report])
            )
        )

    @property
    def contradicted(self) -> tuple[int, ...]:
        """The numbers of fixtures with two results, of which neither counts."""
        numbers = sorted(self.counted)
        contradicted = ResultSettlement.CONTRADICTED
        return tuple(each for each in numbers if self.settlement(each) is contradicted)

    def settlement(self, number: int) -> ResultSettlement:
        """Return how far the result of a fixture is agreed to."""
        counted = self.counted.get(number)
        if counted is None:
            return ResultSettlement.UNREPORTED
        if counted.settled is not None:
            return counted.settled.settlement
        # One report is enough, as are hands, so it is agreed once it is complete.
        if self.judgements[number].status is not Status.OPEN:
            return ResultSettlement.AGREED
        is_reported = counted.reported.has_claim or bool(counted.result.matches)
        return ResultSettlement.REPORTED if is_reported else ResultSettlement.UNREPORTED

    def compared_reports(self, number: int) -> tuple[RecordedReport, ...]:
        """Return every report of a fixture; none where one is enough and nothing else is known."""
        counted = self.counted.get(number)
        return counted.reports if counted else ()

    def report_with_scores(self, number: int) -> RecordedReport | None:
        """Return the report of a fixture that counts, with the scores of its linked matches.

        If two contradict each other it has only the linked matches. None if nothing was reported.
        """
        counted = self.counted.get(number)
        return None if counted is None else self.with_scores(counted.reported)

    def with_scores(self, reported: RecordedReport) -> RecordedReport:
        """Return a report with the scores of its linked matches."""
        return structs.replace(
            reported, report=counting.with_scores(reported.report, self.outcomes)
        )


def from_state(
    state: LeagueState, outcomes: Outcomes, previous: tuple[JudgedFixture, ...] = ()
) -> LeagueSeason:
    """Return the season of a league; fixtures equal in `previous` are not judged again.

    The fixtures of a knock-out follow from its results, also from those of linked matches, so those
    that have not begun are worked out anew.
    """
    season = _season(state, outcomes, previous)
    if season.knock_out is None:
        return season
    drawn = (each for each in state.fixtures if each.stage is Stage.SEASON)
    fixtures = tuple(sorted((*drawn, *season.knock_out.fixtures), key=attrgetter("number")))
    if fixtures == state.fixtures:
        return season
    settled = structs.replace(state, fixtures=fixtures)
    return _season(settled, outcomes, (*previous, *season.judged))


def _season(
    state: LeagueState, outcomes: Outcomes, previous: tuple[JudgedFixture, ...]
) -> LeagueSeason:
    league = state.league
    counted = counting.count_reports(state, league, outcomes)
    return LeagueSeason(
        league=league,
        fixtures=state.fixtures,
        results={number: each.result for number, each in counted.items()},
        play_offs=tuple(game for game in state.play_offs if game.cancelled is None),
        payments=tuple(payment for payment in state.payments if payment.cancelled is None),
        payouts=tuple(payout for payout in state.payouts if payout.cancelled is None),
        doubts={
            number: each.settled.doubts
            for number, each in counted.items()
            if each.settled and each.settled.doubts
        },
        previous=previous,
        state=state,
        outcomes=outcomes,
        counted=counted,
    )
