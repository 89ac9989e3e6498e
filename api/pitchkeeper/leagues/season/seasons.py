"""Seasons of leagues: results from reports and the matches they link to, judged when needed."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from uuid import UUID

from msgspec import structs

from pitch import Finding
from pitch.league import JudgedFixture, Season, Snapshot
from pitch.schedule import find_doubt, review_night
from pitchkeeper.leagues.state import (
    LeagueState,
    RecordedReport,
    Report,
    ReportedMatch,
    list_linked,
)
from pitchkeeper.matches.state import MatchOutcome

Outcomes = Mapping[UUID, MatchOutcome]


class LeagueSeason(Season, frozen=True, dict=True, kw_only=True):
    """A season, with the league as it was read and the outcomes of its linked matches."""

    state: LeagueState
    outcomes: Outcomes

    @cached_property
    def now(self) -> Snapshot:
        """The current standings, chances and prizes."""
        return self.snapshot(self.last_night)

    def snapshot(self, night: int) -> Snapshot:
        """Return the standings, chances and prizes after a night."""
        # If nights are to be planned again the pairings may differ, so no chance is certain.
        return self.after(night, find_doubt(self))

    def findings(self, night: int) -> tuple[Finding, ...]:
        """Return the findings about a night."""
        return review_night(self, night)

    @cached_property
    def unproven(self) -> frozenset[int]:
        """The numbers of fixtures with a match of which a hand is not checked yet."""
        return frozenset(
            reported.fixture
            for reported in self.state.reported
            if any(
                match_id in self.outcomes and not self.outcomes[match_id].is_proven
                for match_id in list_linked([reported.report])
            )
        )

    def report_with_scores(self, number: int) -> RecordedReport | None:
        """Return the report of a fixture with the scores of its linked matches, if there is one."""
        reported = self.state.report(number)
        if reported is None:
            return None
        return structs.replace(reported, report=_with_scores(reported.report, self.outcomes))


def from_state(
    state: LeagueState, outcomes: Outcomes, previous: tuple[JudgedFixture, ...] = ()
) -> LeagueSeason:
    """Return the season of a league; fixtures equal in `previous` are not judged again."""
    return LeagueSeason(
        league=state.league,
        fixtures=state.fixtures,
        results={
            reported.fixture: _result(reported.report, outcomes) for reported in state.reported
        },
        play_offs=tuple(game for game in state.play_offs if game.cancelled is None),
        payments=tuple(payment for payment in state.payments if payment.cancelled is None),
        payouts=tuple(payout for payout in state.payouts if payout.cancelled is None),
        previous=previous,
        state=state,
        outcomes=outcomes,
    )


def _result(report: Report, outcomes: Outcomes) -> Report:
    """Return the result of a fixture, which leaves out linked matches that do not count yet."""
    return structs.replace(report, matches=tuple(_counted_matches(report, outcomes)))


def _counted_matches(report: Report, outcomes: Outcomes) -> Iterator[ReportedMatch]:
    is_forfeited = report.forfeit is not None or report.neither_came
    for match in _with_scores(report, outcomes).matches:
        outcome = outcomes.get(match.match_id) if match.match_id else None
        # A match that was begun contradicts a forfeit even before it is won; one without a hand
        # proves nothing.
        has_begun = outcome is not None and outcome.has_begun
        counts_unfinished = has_begun if is_forfeited else report.is_closed
        if match.match_id is None or match.winner is not None or counts_unfinished:
            yield match


def _with_scores(report: Report, outcomes: Outcomes) -> Report:
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
