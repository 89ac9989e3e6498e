"""Formats: what is agreed for a league before the first night.

The league of S3 (`docs/sources.md`) is one value of these types.
"""

from typing import Annotated, Final

from msgspec import Meta, structs

from pitch import messages
from pitch.league.choices import (
    Counting,
    FeeBy,
    FinalNight,
    FirstRound,
    Guests,
    Latecomers,
    Leavers,
    Length,
    Others,
    Pairing,
    PartnerKeepers,
    Ranking,
    ResultPolicy,
    ScorersMay,
    SecondFinal,
    Seeding,
    ThirdPlace,
    TieBreak,
    Unfinished,
)
from pitch.messages import COUNT, TYPED, Message, Refusal
from pitch.rules.rulesets import RuleSet
from pitch.seats import Arrangement, Table
from pitch.types import (
    MOST_ENTRANTS,
    MOST_SLOTS,
    ClockTime,
    Currency,
    GroupNumber,
    Minor,
    NightNumber,
    Value,
)

_AMOUNTS_OR_SHARES = Message("problem.league_contradicts.prizes")
_OVER_THE_POT = Message("problem.league_contradicts.shares")
_IN_TWOS = Message("problem.league_contradicts.partners")
_EVEN = Message("problem.league_contradicts.even_length")
_TIE_BREAK_TWICE = Message("problem.league_contradicts.tie_break_twice")
_SHARE_LAST = Message("problem.league_contradicts.share_last")
_FINAL_ALONE = Message("problem.league_contradicts.final_alone")
_FINAL_OF_TEAMS = Message("problem.league_contradicts.final_of_teams")
_BYE_PAYS = Message("problem.league_contradicts.bye_pays", most=COUNT)
_BYES_OR_RATES = Message("problem.league_contradicts.byes_or_rates")
_FINAL_OF_KNOCK_OUT = Message("problem.league_contradicts.final_of_knock_out")
_KNOCK_OUT_EVEN = Message("problem.league_contradicts.knock_out_even")
_PLAYERS = Message("problem.league_contradicts.players", name=TYPED, needed=COUNT, there=COUNT)
_GROUPS = Message("problem.league_contradicts.groups")
_GROUP_PLACES = Message("problem.league_contradicts.group_places", groups=COUNT)

POINTS_A_HAND: Final = 2
"""Points of a hand in a forfeited match: half of the points in one."""
WHOLE: Final = 10_000
"""All of a pot, in basis points."""


class LeagueContradicts(Refusal, has_message=False):
    """The charter, the teams or players, or the results of the league contradict each other."""


# A fixture has two sides with one, two or three players on each.
_ARRANGEMENTS: Final = {
    1: Arrangement.INDIVIDUALS,
    2: Arrangement.PARTNERS_ACROSS,
    3: Arrangement.TWO_THREES,
}
BasisPoints = Annotated[
    int, Meta(ge=0, le=WHOLE, description="A share in hundredths of a percent.")
]
Minutes = Annotated[int, Meta(ge=1, le=240)]
MOST_POINTS: Final = 1000
"""The most points of a match."""
MatchPoints = Annotated[int, Meta(ge=1, le=MOST_POINTS)]


class Prizes(Value, frozen=True):
    """The prizes of the first places: amounts, or shares of the pot; not both."""

    amounts: Annotated[tuple[Minor, ...], Meta(max_length=MOST_ENTRANTS)] = ()
    """The prize of each rank in minor units, the first rank first."""
    shares: Annotated[tuple[BasisPoints, ...], Meta(max_length=MOST_ENTRANTS)] = ()
    """The share of the pot of each rank in hundredths of a percent, the first rank first."""


class Finals(Value, frozen=True):
    """The terms of a knock-out: of a final, or of a league that is one."""

    places: Annotated[int, Meta(ge=2, le=MOST_ENTRANTS)] = 4
    """The number of teams that reach the final; all play in a league that is a knock-out."""
    seeding: Seeding = Seeding.STANDINGS
    """The order in which teams are placed in the knock-out."""
    third_place: ThirdPlace = ThirdPlace.PLAYED
    """The third place of a single knock-out: played, or shared by all who go out in one round."""
    reset: SecondFinal = SecondFinal.PLAYED
    """The second final of a double knock-out, after the unbeaten team lost the first: played, so
    that everybody loses twice, or not.
    """
    others: Others = Others.PLAY_ON
    """The last night of those who did not reach the final."""
    matches: Annotated[int, Meta(ge=1, le=15)] | None = None
    """The most matches of a matchup of the knock-out; as in all matchups if null."""
    length: Length | None = None
    """The length of a matchup of the knock-out; as in all matchups if null."""


class Format(Value, frozen=True):
    """The rules by which a league is played, counted, paid and decided."""

    pairing: Pairing = Pairing.TEAMS
    """The kind of pairing: teams meet, or players change partners."""
    keeps_partner: PartnerKeepers = PartnerKeepers.HEAD_WINNERS
    """The players who keep their partner in a progressive night: the winners at the head table, and
    so the pair that moves up to them, or nobody.
    """
    players: Annotated[int, Meta(ge=1, le=3)] = 2
    """The number of players who play together as one side of a matchup."""
    places: Annotated[int, Meta(ge=2, le=MOST_ENTRANTS)] | None = None
    """The most teams or players by sign-up; later ones wait. Null for no limit."""
    nights: NightNumber = 5
    """The number of nights in the season."""
    fixtures_a_night: Annotated[int, Meta(ge=1, le=MOST_SLOTS)] = 2
    """The number of matchups of a team or player each night. In a league that is a knock-out the
    number of its rounds each night, and the last night has all that remain.
    """
    matches_a_fixture: Annotated[int, Meta(ge=1, le=15)] = 3
    """The most matches that a matchup has."""
    length: Length = Length.ALL
    """The length of a matchup: all its matches, or only until it is decided."""
    closes_at: ClockTime | None = None
    """The time of day after which no further hand is dealt, on the clock of the table. Players are
    told so, and the table reports what was not finished. Hands may be entered later than they were
    played, so hands entered later still count.
    """
    unfinished: Unfinished = Unfinished.NOTHING
    """The payment of a match that is open at closing time."""
    counting: Counting = Counting.MATCHES_WON
    """The quantity that adds up in the standings."""
    ranking: Ranking = Ranking.SCORE
    """The quantity that orders the standings: the score, or the score per matchup."""
    bye_pays: Annotated[int, Meta(ge=0, le=15_000)] = 0
    """The amount that a bye adds to the score, as the league counts: matches or matchups won, or
    points.
    """
    leavers: Leavers = Leavers.AS_OTHERS
    """The places of those who left the league before its last night."""
    late: Latecomers = Latecomers.NOTHING
    """The worth of the rounds that a team or player missed before it joined."""
    forfeit_points: MatchPoints | None = None
    """The points of each forfeited match. If absent, the target, or two points for each hand if a
    fixed number is played.
    """
    final_night: FinalNight = FinalNight.ORDINARY
    """The role of the last night."""
    first_round: FirstRound = FirstRound.HALVES
    """The first round of a league by scores (`swiss`)."""
    finals: Finals = Finals()
    """The terms of a knock-out, if the league or its last night is one."""
    groups: GroupNumber = 1
    """The number of groups in which teams meet before the final, as many of each of which reach it.
    """
    # S3 is silent on ties. This is the usual order without matches won, which S3 counts
    # anyway; entrants who are level after that share the place.
    tie_breaks: Annotated[tuple[TieBreak, ...], Meta(max_length=5)] = (
        TieBreak.HEAD_TO_HEAD,
        TieBreak.POINT_DIFFERENCE,
        TieBreak.SHARE,
    )
    """The tie-breaks for equal scores, tried in this order."""
    fee: Minor = 0
    """The fee of a team or player for each night it takes part in, in minor units."""
    fee_by: FeeBy = FeeBy.ENTRANT
    """The debtor of the fee: a team or player, or each player of a team."""
    guests: Guests = Guests.COUNT
    """The worth of a matchup with a guest."""
    guest_fee: Minor | None = None
    """The fee of a guest for each night; that of the others if absent."""
    late_after: Minutes | None = None
    """The minutes after which a team or player that is late loses by forfeit; null if the organizer
    decides.
    """
    policy: ResultPolicy = ResultPolicy.ONE
    """The players who must agree to the result of a matchup."""
    scorers_may: ScorersMay = ScorersMay.ALL
    """The matchups that a scorer may report: all, or only its own. Organizers, and scorers without
    a team, may always report all.
    """
    currency: Currency = "USD"
    """The ISO 4217 code of the currency of fees and prizes."""
    prizes: Prizes = Prizes()
    """The prizes of the first places."""

    @property
    def fixture_table(self) -> Table:
        """The table of a fixture, with its side 0 at the table's side 0."""
        return Table(players=2 * self.players, sides=_ARRANGEMENTS[self.players])

    @property
    def players_per_entrant(self) -> int:
        """The players of an entrant: all of a side in a league of teams, else one."""
        return self.players if self.pairing.is_of_teams else 1

    @property
    def is_knock_out(self) -> bool:
        """Return whether the league as a whole is a knock-out."""
        return self.pairing in {Pairing.KNOCK_OUT, Pairing.DOUBLE_KNOCK_OUT}

    @property
    def has_bracket(self) -> bool:
        """Return whether the league or its last night is a knock-out."""
        drawn = {FinalNight.KNOCK_OUT, FinalNight.DOUBLE_KNOCK_OUT}
        return self.is_knock_out or self.final_night in drawn

    @property
    def knock_out(self) -> "Format":
        """The format of the matchups of a knock-out, which may have a length of their own."""
        finals = self.finals
        if finals.matches is None and finals.length is None:
            return self
        return structs.replace(
            self,
            matches_a_fixture=finals.matches or self.matches_a_fixture,
            length=finals.length or self.length,
        )

    @property
    def places_a_group(self) -> int:
        """The number of those of each group who reach the final."""
        return self.finals.places // self.groups

    @property
    def is_double(self) -> bool:
        """Return whether it takes two losses to be out of the knock-out."""
        is_final = self.final_night is FinalNight.DOUBLE_KNOCK_OUT
        return is_final or self.pairing is Pairing.DOUBLE_KNOCK_OUT

    @property
    def may_have_groups(self) -> bool:
        """Return whether fixed teams meet all others before a knock-out as the last night."""
        return self.pairing is Pairing.TEAMS and self.has_bracket

    @property
    def wins_needed(self) -> int:
        """The wins that decide a fixture which ends as soon as it is decided."""
        return self.matches_a_fixture // 2 + 1

    @property
    def most_wins(self) -> int:
        """The most matches of a fixture that one side can win."""
        return self.wins_needed if self.length is Length.BEST_OF else self.matches_a_fixture

    @property
    def losses_to_be_out(self) -> int:
        """Return the fixtures that a team loses before it is out of the knock-out."""
        return 2 if self.is_double else 1

    @property
    def most_a_bye(self) -> int:
        """The most that a bye may pay: all that can be won in a matchup."""
        most = {
            Counting.MATCHES_WON: self.matches_a_fixture,
            Counting.FIXTURES_WON: 1,
            Counting.POINTS: self.matches_a_fixture * MOST_POINTS,
        }
        return most[self.counting]

    def check_players(self, name: str, players: int, pointer: str) -> None:
        """Refuse a team that has more or fewer players than it should. Raises LeagueContradicts."""
        needed = self.players_per_entrant
        if players != needed:
            message = _PLAYERS(name=name, needed=needed, there=players)
            raise LeagueContradicts(message, pointer=pointer)

    def check(self, ruleset: RuleSet) -> None:
        """Refuse a format that contradicts itself or the rules, with a pointer into it.

        Raises LeagueContradicts, or the refusal of the rule set at `/players`.
        """
        _check_choices(self)
        seating = self.fixture_table
        with messages.point_to("/players"):
            ruleset.table_for(seating.players, seating.sides)


def _check_choices(form: Format) -> None:
    """Refuse choices that contradict each other, each at the field that would have to change."""
    final = form.final_night.is_drawn
    is_teams = form.pairing.is_of_teams
    # A knock-out needs a winner, so the matches of a matchup may not end level.
    is_even = form.matches_a_fixture % 2 == 0
    is_level = form.has_bracket and form.knock_out.matches_a_fixture % 2 == 0
    where = "/matchesAFixture" if form.finals.matches is None else "/finals/matches"
    for is_wrong, message, pointer in (
        (form.prizes.amounts and form.prizes.shares, _AMOUNTS_OR_SHARES, "/prizes"),
        (sum(form.prizes.shares) > WHOLE, _OVER_THE_POT, "/prizes/shares"),
        (not is_teams and form.players != 2, _IN_TWOS, "/players"),
        (form.length is Length.BEST_OF and is_even, _EVEN, "/length"),
        (is_level, _KNOCK_OUT_EVEN, where),
        (len(set(form.tie_breaks)) < len(form.tie_breaks), _TIE_BREAK_TWICE, "/tieBreaks"),
        (TieBreak.SHARE in form.tie_breaks[:-1], _SHARE_LAST, "/tieBreaks"),
        # The final pairs neighbours in the ranking; individuals would have to be partners there.
        (final and form.nights == 1, _FINAL_ALONE, "/finalNight"),
        (final and not is_teams, _FINAL_OF_TEAMS, "/finalNight"),
        # A bye is no matchup, so one that pays would raise a rate over nothing.
        (form.ranking is Ranking.RATE and form.bye_pays, _BYES_OR_RATES, "/byePays"),
        (final and form.is_knock_out, _FINAL_OF_KNOCK_OUT, "/finalNight"),
        (form.groups > 1 and not form.may_have_groups, _GROUPS, "/groups"),
    ):
        if is_wrong:
            raise LeagueContradicts(message(), pointer=pointer)
    if form.groups > 1 and form.finals.places % form.groups:
        raise LeagueContradicts(_GROUP_PLACES(groups=form.groups), pointer="/finals/places")
    if form.bye_pays > form.most_a_bye:
        raise LeagueContradicts(_BYE_PAYS(most=form.most_a_bye), pointer="/byePays")
