"""Seasons of leagues as they are kept: what follows from reports and from their matches now."""

from functools import cached_property

from msgspec import structs

from pitch import Finding
from pitch.league import JudgedFixture, Season, Snapshot
from pitch.schedule import find_doubt, review_night
from pitchkeeper.leagues.season import results
from pitchkeeper.leagues.season.results import Outcomes
from pitchkeeper.leagues.state import LeagueState, RecordedReport


class LeagueSeason(Season, frozen=True, dict=True, kw_only=True):
    """A season, with the league as it was read and what its matches say."""

    state: LeagueState
    outcomes: Outcomes

    @cached_property
    def now(self) -> Snapshot:
        """The table, the chances and the prizes as they stand."""
        return self.snapshot(self.last_night)

    def snapshot(self, night: int) -> Snapshot:
        """The table, the chances and the prizes after a night."""
        # Where nights are to be planned again others may meet, and nobody's chance is certain.
        return self.after(night, find_doubt(self))

    def findings(self, night: int) -> tuple[Finding, ...]:
        """What is odd about a night."""
        return review_night(self, night)

    def shown(self, number: int) -> RecordedReport | None:
        """What was reported of a fixture, with what its matches say now."""
        reported = self.state.report(number)
        if reported is None:
            return None
        return structs.replace(reported, report=results.shown(reported.report, self.outcomes))


def of(
    state: LeagueState, outcomes: Outcomes, known: tuple[JudgedFixture, ...] = ()
) -> LeagueSeason:
    """The season of a league, with what its matches say now; `known` was judged before."""
    return LeagueSeason(
        league=state.league,
        fixtures=state.fixtures,
        results={each.fixture: results.of(each.report, outcomes) for each in state.reported},
        play_offs=tuple(each for each in state.play_offs if each.cancelled is None),
        payments=tuple(each for each in state.payments if each.cancelled is None),
        previous=known,
        state=state,
        outcomes=outcomes,
    )
