"""A season: a league with what was entered of its fixtures, and all that follows from it.

Every fixture is judged once, however much of the table, the chances and the money is asked for.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property

from msgspec import Struct

from pitch.findings import Status
from pitch.league import fees, fixtures, judgements, leagues, prize_tables
from pitch.league.fees import Ledger, Payment
from pitch.league.fixtures import Bye, EnteredResult, Fixture
from pitch.league.judgements import JudgedFixture, Judgement
from pitch.league.leagues import FinalNight, League, Pairing
from pitch.league.prize_tables import PrizeTable
from pitch.league.ranking import standings, title_odds, title_race
from pitch.league.ranking.standings import Standings
from pitch.league.ranking.tie_breaks import PlayOff
from pitch.league.ranking.title_odds import TitleOdds
from pitch.league.ranking.title_race import Chance
from pitch.messages import Sentence


class Snapshot(Struct, frozen=True):
    """A season as it stood after a night."""

    night: int
    """0 is before the first."""
    standings: Standings
    chances: tuple[Chance, ...]
    """One of each entrant, by number."""
    prizes: PrizeTable


class Season(Struct, frozen=True, dict=True, kw_only=True):
    """A league, its fixtures, and what was entered: results, play-offs and payments.

    `results` are found by the number of their fixture; a fixture without one was not reported.
    Play-offs and payments are those that count. What follows is worked out when it is asked for,
    and then kept (`dict=True` gives it a place), for a season never changes.
    """

    league: League
    fixtures: tuple[Fixture, ...]
    results: Mapping[int, EnteredResult]
    play_offs: tuple[PlayOff, ...] = ()
    payments: tuple[Payment, ...] = ()
    known: tuple[JudgedFixture, ...] = ()
    """What was judged of this league before; where nothing changed it is not judged again."""

    @cached_property
    def judged(self) -> tuple[JudgedFixture, ...]:
        """Every fixture with what its result comes to."""
        return judgements.judge_all(self.league, self.fixtures, self.results, self.known)

    @cached_property
    def judgements(self) -> Mapping[int, Judgement]:
        """What every fixture comes to, by its number."""
        return {each.fixture.number: each.judgement for each in self.judged}

    def fixtures_on(self, night: int) -> tuple[Fixture, ...]:
        """The fixtures of a night in the order of its slots and tables."""
        # By number, a night planned again would mix fixtures that kept theirs with new ones.
        of_night = (each for each in self.fixtures if each.night == night)
        return tuple(sorted(of_night, key=fixtures.playing_order))

    def byes_on(self, night: int) -> tuple[Bye, ...]:
        """Who sits out in a slot of a night."""
        return fixtures.byes(self.league, self.fixtures_on(night))

    @cached_property
    def last_night(self) -> int:
        """The last night of which anything was entered; 0 before the first."""
        # A night counts from its first result on, for the table is looked at while others still
        # play.
        begun = (each.night for each in self.fixtures if each.number in self.results)
        return max(begun, default=0)

    @property
    def due_night(self) -> int:
        """The last night whose fee is due: the one under way, or the next as soon as it is planned.

        0 before the first is planned. A league knows no day on which it is played, so a night is
        due from when the night before it is over.
        """
        following = self.last_night + 1
        has_next = self._is_over(self.last_night) and bool(self.fixtures_on(following))
        return following if has_next else self.last_night

    @cached_property
    def standings(self) -> Standings:
        """The table of all that is entered."""
        return self._table(self.last_night)

    def standings_after(self, night: int) -> Standings:
        """The table after a night, as far as it had come then."""
        return self.standings if night == self.last_night else self._table(night)

    @property
    def ranking(self) -> tuple[int, ...]:
        """The numbers of those who take part in the last night, best first."""
        there = {
            each.number for each in leagues.entrants_in(self.league, self.league.format.nights)
        }
        return tuple(row.entrant for row in self.standings.rows if row.entrant in there)

    @cached_property
    def ledger(self) -> Ledger:
        """What everybody owes and has paid."""
        return fees.for_night(self.league, self.payments, self.last_night, self.due_night)

    @property
    def prizes(self) -> PrizeTable:
        """The prizes as the places stand."""
        return self._prizes(self.standings)

    def after(self, night: int, doubt: Sentence | None = None) -> Snapshot:
        """The table, the chances and the prizes after a night.

        `doubt` says why nobody's chance is certain, for instance because nights are to be planned
        again.
        """
        table = self.standings_after(night)
        return Snapshot(
            night=night,
            standings=table,
            chances=self._chances(night, doubt),
            prizes=self._prizes(table),
        )

    def title_odds(self, chances: Sequence[Chance]) -> TitleOdds | None:
        """How likely each finishes first as things stand, by what is certain (`chances`)."""
        return title_odds.estimate(self.league, self.judged, chances)

    def _is_over(self, night: int) -> bool:
        """Return whether nothing is left to be played of a night."""
        drawn, form = self.fixtures_on(night), self.league.format
        # Of a progressive night each slot is drawn when the one before it is over.
        is_moving = form.pairing is Pairing.PROGRESSIVE and bool(drawn)
        if is_moving and drawn[-1].slot < form.fixtures_a_night:
            return False
        return all(self.judgements[each.number].status is Status.SETTLED for each in drawn)

    def _chances(self, night: int, doubt: Sentence | None) -> tuple[Chance, ...]:
        if doubt is not None:
            return title_race.uncertain_chances(self.league, doubt)
        return title_race.chances(self.league, self._judged_after(night))

    def _table(self, night: int) -> Standings:
        form = self.league.format
        judged = self._judged_after(night)
        if form.final_night is FinalNight.SEPARATE and night < form.nights:
            # Before a separate final those who are in it stand like the others (C83).
            judged = tuple(each for each in judged if each.fixture.night < form.nights)
        return standings.rank_entrants(self.league, judged, self.play_offs)

    def _prizes(self, table: Standings) -> PrizeTable:
        return prize_tables.for_standings(self.league.format, self.ledger.pot, table)

    def _judged_after(self, night: int) -> tuple[JudgedFixture, ...]:
        return judgements.after_night(self.league.format, night, self.judged)
