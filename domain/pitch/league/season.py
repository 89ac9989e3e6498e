"""A season: a league with the results of its fixtures, and everything that follows from them.

Every fixture is judged once, and the table, the chances and the money use that judgement.
"""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from functools import cached_property
from itertools import chain
from operator import attrgetter

from msgspec import Struct, structs

from pitch.findings import Finding
from pitch.league import brackets, fees, fixtures, judgements, prize_tables
from pitch.league.choices import Guests
from pitch.league.fees import Ledger, Payment
from pitch.league.fixtures import Bye, EnteredResult, Fixture
from pitch.league.judgements import JudgedFixture, Judgement
from pitch.league.leagues import League
from pitch.league.payouts import Payout
from pitch.league.prize_tables import PrizeTable
from pitch.league.ranking import final_race, standings, title_odds, title_race
from pitch.league.ranking.standings import Standings
from pitch.league.ranking.tie_breaks import PlayOff
from pitch.league.ranking.title_odds import TitleOdds
from pitch.league.ranking.title_race import Chance
from pitch.league.ties import KnockOut
from pitch.messages import Sentence


class NightState(StrEnum):
    """The state of a night: how far it has come."""

    PLANNED = "planned"
    CHECKING_IN = "checking_in"
    BEGUN = "begun"
    """A round was planned from those who are here, or a result was entered."""
    OVER = "over"
    CALLED_OFF = "called_off"


class Snapshot(Struct, frozen=True):
    """A season as it was after a night."""

    night: int
    """0 is before the first."""
    standings: Standings
    chances: tuple[Chance, ...]
    """One of each entrant, by number."""
    prizes: PrizeTable


class Season(Struct, frozen=True, dict=True, kw_only=True):
    """A league, its fixtures, and their results, with play-offs and payments.

    `results` are by the number of their fixture; a fixture without one was not reported. Only
    play-offs, payments and payouts that count are in it. A season never changes, so everything that
    follows is computed on first use and cached (`dict=True` makes room for that).
    """

    league: League
    fixtures: tuple[Fixture, ...]
    results: Mapping[int, EnteredResult]
    play_offs: tuple[PlayOff, ...] = ()
    payments: tuple[Payment, ...] = ()
    payouts: tuple[Payout, ...] = ()
    doubts: Mapping[int, tuple[Finding, ...]] = judgements.NO_DOUBTS
    """The findings about the reports of fixtures, by their numbers."""
    previous: tuple[JudgedFixture, ...] = ()
    """Earlier judgements of this league, reused if fixture and result are the same."""

    @cached_property
    def judged(self) -> tuple[JudgedFixture, ...]:
        """Every fixture with its result and judgement."""
        return judgements.judge_all(
            self.league, self.fixtures, self.results, self.previous, self.doubts
        )

    @cached_property
    def judgements(self) -> Mapping[int, Judgement]:
        """The judgement of every fixture, by its number."""
        return {outcome.fixture.number: outcome.judgement for outcome in self.judged}

    @cached_property
    def knock_out(self) -> KnockOut | None:
        """The knock-out with its results so far; None before it is drawn."""
        bracket = self.league.bracket
        return None if bracket is None else brackets.play(self.league, bracket, self.judged)

    @property
    def has_bracket_begun(self) -> bool:
        """Return whether the knock-out is drawn and has a result."""
        return self.knock_out is not None and any(
            tie.fixture is not None and tie.number in self.results for tie in self.knock_out.ties
        )

    def fixtures_on(self, night: int) -> tuple[Fixture, ...]:
        """Return the fixtures of a night in the order of its slots and tables."""
        # By number, a night planned again would mix fixtures that kept theirs with new ones.
        tonight = (fixture for fixture in self.fixtures if fixture.night == night)
        return tuple(sorted(tonight, key=attrgetter("playing_order")))

    def byes_on(self, night: int) -> tuple[Bye, ...]:
        """Return the entrants who sit out in a slot of a night."""
        return fixtures.byes(self.league, self.fixtures_on(night))

    @cached_property
    def last_night(self) -> int:
        """The last night of which a result is entered; 0 before the first."""
        # A night counts from its first result on, because players look at the table while others
        # still play.
        nights = (fixture.night for fixture in self.fixtures if fixture.number in self.results)
        return max(nights, default=0)

    @property
    def due_night(self) -> int:
        """The last night whose fee is due: the one under way, or the next as soon as it is planned.

        0 before the first is planned. A league has no dates, so a night is due once the night
        before it is over.
        """
        nights = range(self.last_night + 1, self.league.format.nights + 1)
        following = next((each for each in nights if not self.league.night(each).is_called_off), 0)
        has_next = self._is_over(self.last_night) and bool(self.fixtures_on(following))
        return following if has_next else self.last_night

    @cached_property
    def standings(self) -> Standings:
        """The table of all results."""
        return self._table(self.last_night)

    def standings_after(self, night: int) -> Standings:
        """Return the table after a night, without later results."""
        return self.standings if night == self.last_night else self._table(night)

    @property
    def standings_before_final(self) -> Standings:
        """The table that seeds a final: without results of the last night."""
        return self._table(min(self.last_night, self.league.format.nights - 1))

    @property
    def ranking(self) -> tuple[int, ...]:
        """The numbers of the entrants in the last night, best first."""
        entrants = self.league.entrants_on(self.league.format.nights)
        numbers = {entrant.number for entrant in entrants}
        return tuple(row.entrant for row in self.standings.rows if row.entrant in numbers)

    @cached_property
    def ledger(self) -> Ledger:
        """The fees that everyone owes and has paid."""
        return self._ledger(self.due_night)

    def ledger_at(self, night: int) -> Ledger:
        """Return the fees at the door of a night: it is due of those who are here or late."""
        begun = {
            each
            for each in range(1, self.league.format.nights + 1)
            if self.night_state(each) in {NightState.BEGUN, NightState.OVER}
        }
        return self._ledger(night, begun)

    def night_state(self, night: int) -> NightState:
        """Return how far a night has come."""
        held = self.league.night(night)
        if held.is_called_off:
            return NightState.CALLED_OFF
        tonight = [outcome for outcome in self.judged if outcome.night == night]
        if tonight and self._is_over(night):
            return NightState.OVER
        if held.is_paired or any(outcome.is_reported for outcome in tonight):
            return NightState.BEGUN
        return NightState.CHECKING_IN if held.is_open else NightState.PLANNED

    @property
    def prizes(self) -> PrizeTable:
        """The prizes by the current standings."""
        return self._prizes(self.standings)

    def after(self, night: int, doubt: Sentence | None = None) -> Snapshot:
        """Return the table, the chances and the prizes after a night.

        `doubt` says why no chance is certain, for instance because nights are to be planned again.
        """
        table = self.standings_after(night)
        return Snapshot(
            night=night,
            standings=table,
            chances=self._chances(night, doubt),
            prizes=self._prizes(table),
        )

    def title_odds(self, chances: Sequence[Chance]) -> TitleOdds | None:
        """Return how likely each finishes first by all results, given the certain `chances`.

        None if chances are not certain, and in a knock-out.
        """
        if self.league.bracket is not None:
            return None
        return title_odds.estimate(self.league, self._ranked(self.judged), chances)

    def _is_over(self, night: int) -> bool:
        planned, form = self.fixtures_on(night), self.league.format
        # Some slots are planned when the one before is over, and fixtures of a knock-out follow.
        is_by_slot = form.pairing.is_by_slot and not self.league.has_bracket_on(night)
        if is_by_slot and planned and planned[-1].slot < form.fixtures_a_night:
            return False
        if self.knock_out is not None and not self.knock_out.is_over_on(night):
            return False
        return all(outcome.is_settled for outcome in self.judged if outcome.night == night)

    def _chances(self, night: int, doubt: Sentence | None) -> tuple[Chance, ...]:
        league, outcomes = self.league, self._outcomes_after(night)
        chances = (
            title_race.chances(league, outcomes)
            if doubt is None
            else title_race.uncertain_chances(league, doubt)
        )
        reaches = final_race.reaches(league, outcomes, doubt)
        return tuple(
            structs.replace(chance, reaches=reaches.get(chance.entrant)) for chance in chances
        )

    def _table(self, night: int) -> Standings:
        form = self.league.format
        outcomes, league = self._outcomes_after(night), self.league
        if not league.has_bracket_on(night):
            league = structs.replace(league, bracket=None)
        if form.final_night.is_drawn and night < form.nights:
            # Before a final its entrants are ranked like the others.
            outcomes = tuple(outcome for outcome in outcomes if outcome.night < form.nights)
        return standings.rank_entrants(league, outcomes, self.play_offs)

    def _prizes(self, table: Standings) -> PrizeTable:
        return prize_tables.for_standings(self.league, self.ledger.pot, table, self.payouts)

    def _ledger(self, due_night: int, begun: set[int] | None = None) -> Ledger:
        return fees.for_night(
            self.league, self.payments, self.last_night, due_night, begun, self.payouts
        )

    def _outcomes_after(self, night: int) -> tuple[JudgedFixture, ...]:
        return judgements.after_night(self.league.format, night, self._ranked(self.judged))

    def _ranked(self, outcomes: Sequence[JudgedFixture]) -> tuple[JudgedFixture, ...]:
        """Return the fixtures that count in the standings: those with guests may not."""
        guests = self.league.guests
        if self.league.format.guests is Guests.COUNT or not guests:
            return tuple(outcomes)
        return tuple(
            outcome for outcome in outcomes if guests.isdisjoint(chain(*outcome.fixture.sides))
        )
