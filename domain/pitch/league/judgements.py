"""Judgements: wins, points and findings that follow from the results of fixtures and of nights.

An impossible result is stored and flagged, and counts for nothing until it is corrected.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from types import MappingProxyType
from typing import Annotated, Final

from msgspec import Meta, Struct, structs

from pitch.findings import Finding, Status
from pitch.league import checks, clauses, counts, fixtures, forfeits, leagues, sentences
from pitch.league.choices import Counting, Length
from pitch.league.contradictions import ARITHMETIC, RULESET, SUSPICIOUS, Lemma
from pitch.league.counts import NO_MATCHES, Count
from pitch.league.fixtures import EnteredResult, Fixture, Stage
from pitch.league.formats import Format
from pitch.league.leagues import League
from pitch.messages import CHOICE, COUNT, ENTRANT, SIDE, all_of
from pitch.types import Code, Quantity, Total, Value

Pair = Annotated[tuple[Total, ...], Meta(min_length=2, max_length=2)]
NOTHING: Final = (0, 0)
NO_RESULT: Final = EnteredResult()
NO_DOUBTS: Final[Mapping[int, tuple[Finding, ...]]] = MappingProxyType({})
_POINTS_MISSING: Final = Lemma("points_missing", SUSPICIOUS, "league.score", matches=all_of(COUNT))
_POINTS_MISSING_ALL: Final = Lemma("points_missing.not_listed", SUSPICIOUS, "league.score")
# Odd numbers can still play with byes or at different times, so it is only suspicious.
_ODD_NUMBER: Final = Lemma(
    "odd_number", SUSPICIOUS, "league.byes", of=CHOICE, there=COUNT, over=COUNT
)
_MET_TWICE: Final = Lemma("same_opponents_twice", RULESET, "league.fixtures", sides=all_of(SIDE))
_MOST_WINS: Final = Lemma(
    "night_over_most_wins",
    ARITHMETIC,
    "league.fixtures",
    "league.matches",
    entrant=ENTRANT,
    wins=COUNT,
    most=COUNT,
)
_TOTAL: Final = Lemma(
    "night_does_not_add_up",
    SUSPICIOUS,
    "league.matches",
    "league.unfinished",
    wins=COUNT,
    matches=COUNT,
)


class Judgement(Value, frozen=True):
    """The wins, points and findings that follow from a result."""

    status: Status
    """The status of the result: settled, still open, or impossible."""
    wins: Pair | None
    """The matches that each side won; null if the result is impossible."""
    points: Pair | None
    """The sum of each side's final scores; null if not known."""
    counts: Pair
    """The amount that the matchup adds to each side in the standings."""
    left: Annotated[Quantity, Meta(ge=0)]
    """The number of matches that are still to be played or entered."""
    findings: tuple[Finding, ...] = ()
    """Errors and oddities in the result."""
    clauses: tuple[Code, ...] = ()
    """The ids of the league's clauses that decided the result."""


class JudgedFixture(Struct, frozen=True):
    """A fixture with its result and the judgement of that."""

    fixture: Fixture
    result: EnteredResult | None
    """None while nothing is entered."""
    judgement: Judgement
    doubts: tuple[Finding, ...] = ()
    """The findings of `judgement` that are about its reports: that they differ."""

    @property
    def night(self) -> int:
        """The night of the fixture."""
        return self.fixture.night

    @property
    def is_reported(self) -> bool:
        """True once a result is entered."""
        return self.result is not None

    @property
    def is_settled(self) -> bool:
        """True if the result is complete and possible."""
        return self.judgement.status is Status.SETTLED


def judge(league: League, fixture: Fixture, result: EnteredResult) -> Judgement:
    """Return the judgement of a fixture's result; an empty result is one that is not known yet.

    Pairs are of the fixture's side 0 and side 1. An impossible result is never refused: it is
    stored, its `findings` say what is wrong with it, and it counts for nothing.
    """
    form = fixture.terms(league.format)
    league = structs.replace(league, format=form)
    found = checks.find(league, fixture, result)
    if any(map(Finding.prevents_scoring, found)):
        return Judgement(
            status=Status.IMPOSSIBLE,
            wins=None,
            points=None,
            counts=NOTHING,
            left=form.matches_a_fixture,
            findings=found,
        )
    forfeit = forfeits.wins_and_points(league, result)
    if forfeit is not None:
        wins, points = forfeit
        return Judgement(
            status=Status.SETTLED,
            wins=wins,
            points=points,
            counts=_counts(form, wins, points, left=0),
            left=0,
            findings=found,
            clauses=clauses.cite(form, "league.forfeit", "league.score"),
        )
    judgement = _judge_played(form, result, counts.count_matches(league, result))
    missing = _points_missing(league, result, judgement)
    return structs.replace(judgement, findings=(*found, *missing))


def judge_all(
    league: League,
    scheduled: Iterable[Fixture],
    results: Mapping[int, EnteredResult],
    previous: Sequence[JudgedFixture] = (),
    doubts: Mapping[int, tuple[Finding, ...]] = NO_DOUBTS,
) -> tuple[JudgedFixture, ...]:
    """Return every fixture with its result, by the fixture's number, and its judgement.

    This is the one place where the fixtures of a season are judged: everything that follows from
    several of them takes these judgements. `previous` was judged in the same league before, and is
    not judged again if fixture and result are still the same. `doubts` are findings about the
    reports of fixtures, which are added to their judgements.
    """
    before = {outcome.fixture.number: outcome for outcome in previous}

    def outcome(fixture: Fixture) -> JudgedFixture:
        result = results.get(fixture.number)
        last = before.get(fixture.number)
        doubt = doubts.get(fixture.number, ())
        if last is not None and (last.fixture, last.result, last.doubts) == (
            fixture,
            result,
            doubt,
        ):
            return last
        judgement = judge(league, fixture, result or NO_RESULT)
        if doubt:
            judgement = structs.replace(judgement, findings=(*judgement.findings, *doubt))
        return JudgedFixture(fixture=fixture, result=result, judgement=judgement, doubts=doubt)

    return tuple(map(outcome, scheduled))


def after_night(
    form: Format, night: int, outcomes: Sequence[JudgedFixture]
) -> tuple[JudgedFixture, ...]:
    """Return the fixtures as they were after a night: later ones without a result."""
    # No result has no contradictions.
    season, knock_out = (
        _judge_played(each, NO_RESULT, NO_MATCHES) for each in (form, form.knock_out)
    )
    return tuple(
        outcome
        if outcome.night <= night
        else JudgedFixture(
            fixture=outcome.fixture,
            result=None,
            judgement=season if outcome.fixture.stage is Stage.SEASON else knock_out,
        )
        for outcome in outcomes
    )


def possible_counts(form: Format, judgement: Judgement) -> frozenset[tuple[int, int]]:
    """Return all that an open fixture can still add to the standings, if wins so far stay won.

    Each pair is what the standings count by wins for side 0 and for side 1. Any number of matches
    may stay without a winner, because closing time can end them. A forfeit, or that neither
    side came, adds nothing else.
    """
    first, second = judgement.wins or NOTHING
    return _possible_counts(form, first, second)


@lru_cache(maxsize=1024)
def _possible_counts(form: Format, first: int, second: int) -> frozenset[tuple[int, int]]:
    most = form.most_wins
    # Closing time can stop any of them, so also pairs that leave matches without a winner.
    pairs = product(range(first, most + 1), range(second, most + 1))
    return frozenset(
        fixture_counts(form, pair) for pair in pairs if sum(pair) <= form.matches_a_fixture
    )


def fixture_counts(form: Format, wins: tuple[int, int]) -> tuple[int, int]:
    """Return what a fixture that is over adds to the standings by its wins; 0 if points count."""
    return _counts(form, wins, None, left=0)


def judge_night(
    league: League, night: int, outcomes: Iterable[JudgedFixture]
) -> tuple[Finding, ...]:
    """Return findings about the fixtures of a night taken together.

    Fixtures of other nights are ignored. A pointer `/fixtures/7` is the fixture of that number.
    """
    tonight = [outcome for outcome in outcomes if outcome.night == night]
    # In a knock-out there are byes, two may meet again, and who wins plays on.
    season = [outcome for outcome in tonight if outcome.fixture.stage is Stage.SEASON]
    return (
        *(() if league.has_bracket_on(night) else _odd_number(league, night)),
        *_same_opponents(league, season),
        *_too_many_wins(league, season),
        *_too_few_wins(league, tonight),
    )


def _judge_played(form: Format, result: EnteredResult, count: Count) -> Judgement:
    wins, points = count.wins, sum_points(result, count)
    left = matches_left(form, result, count)
    is_countable = form.counting is not Counting.POINTS or points is not None
    unfinished = ("league.unfinished",) if count.unfinished else ()
    return Judgement(
        status=Status.SETTLED if left == 0 and is_countable else Status.OPEN,
        wins=wins,
        points=points,
        counts=_counts(form, wins, points, left),
        left=left,
        clauses=clauses.cite(form, "league.matches", *unfinished, "league.score"),
    )


def matches_left(form: Format, result: EnteredResult, count: Count) -> int:
    """Return the matches still to be played or entered, for listed matches or a line of wins."""
    if result.is_closed:
        return 0
    if form.length is Length.BEST_OF and max(count.wins) >= form.wins_needed:
        return 0
    # Closing time stops one match of a table: of two without a winner, nobody says which it was.
    stopped = len(count.without_winner) if len(count.without_winner) <= 1 else 0
    return form.matches_a_fixture - sum(count.wins) - stopped


def sum_points(result: EnteredResult, count: Count) -> tuple[int, int] | None:
    """Return the points of each side, as entered or by the scores; None if they are not known."""
    if result.points is not None:
        return (result.points[0], result.points[1])
    scores = [match.scores for match in result.matches if match.scores is not None]
    all_listed = sum(count.wins) + len(count.without_winner) <= len(result.matches)
    if len(scores) < len(result.matches) or not all_listed:
        return None
    return (sum(score[0] for score in scores), sum(score[1] for score in scores))


def _points_missing(
    league: League, result: EnteredResult, judgement: Judgement
) -> Iterator[Finding]:
    """Yield a finding about unknown points in a league that counts points."""
    if league.format.counting is not Counting.POINTS or judgement.points is not None:
        return
    unscored = [index for index, match in enumerate(result.matches) if match.scores is None]
    wins = ("/wins",) if result.wins else ()
    if unscored:
        facts = (f"/matches/{index}" for index in unscored)
        numbers = [index + 1 for index in unscored]
        yield _POINTS_MISSING(league, *facts, *wins, matches=numbers)
    else:
        yield _POINTS_MISSING_ALL(league, *wins)


def _counts(
    form: Format, wins: tuple[int, int], points: tuple[int, int] | None, left: int
) -> tuple[int, int]:
    """Return what is certain: a fixture is won when the rest cannot change who won more."""
    match form.counting:
        case Counting.MATCHES_WON:
            return wins
        case Counting.FIXTURES_WON:
            return (int(wins[0] > wins[1] + left), int(wins[1] > wins[0] + left))
        case Counting.POINTS:
            return points or NOTHING


def _odd_number(league: League, night: int) -> Iterator[Finding]:
    """Yield a finding about a number of entrants that does not fill the tables."""
    form = league.format
    there = [entrant.number for entrant in league.entrants_on(night)]
    at_a_table = 2 * form.players // form.players_per_entrant
    over = sum(len(group) % at_a_table for group in league.by_group(there))
    if over:
        kind = sentences.entrant_kind(form)
        yield _ODD_NUMBER(league, "/entrants", of=kind, there=len(there), over=over)


def _same_opponents(league: League, outcomes: Iterable[JudgedFixture]) -> Iterator[Finding]:
    """Yield findings about teams that meet twice in a night."""
    if not league.format.pairing.is_of_teams:
        return
    # Within one night only: over five nights ten teams play ten fixtures against nine opponents
    # each, so some must meet again.
    by_pair: dict[frozenset[int], Fixture] = {}
    for outcome in outcomes:
        fixture = outcome.fixture
        first = by_pair.setdefault(frozenset[int]().union(*fixture.sides), fixture)
        if first is not fixture:
            sides = (fixtures.side_argument(league, fixture, side) for side in (0, 1))
            facts = (f"/fixtures/{each.number}" for each in (first, fixture))
            yield _MET_TWICE(league, *facts, sides=sides)


def _too_many_wins(league: League, outcomes: Iterable[JudgedFixture]) -> Iterator[Finding]:
    """Yield entrants with more wins in a night than it has matches for them."""
    form, wins, facts = league.format, Counter[int](), defaultdict[int, list[str]](list)
    for outcome in outcomes:
        # An impossible result counts for nothing, and yet the night lists its wins as entered.
        by_side = counts.count_matches(league, outcome.result or NO_RESULT).wins
        for side, numbers in enumerate(outcome.fixture.sides):
            for number in numbers if by_side[side] else ():
                wins[number] += by_side[side]
                facts[number].append(f"/fixtures/{outcome.fixture.number}")
    # In the league of S3 an entrant can win 6 matches a night.
    most = form.fixtures_a_night * form.matches_a_fixture
    for number in wins:
        if wins[number] > most:
            (entrant,) = leagues.entrant_arguments(league, (number,))
            yield _MOST_WINS(league, *facts[number], entrant=entrant, wins=wins[number], most=most)


def _too_few_wins(league: League, outcomes: Iterable[JudgedFixture]) -> Iterator[Finding]:
    """Yield a finding about a night with fewer wins than matches, where a side came."""
    present = [each for each in outcomes if each.result is None or not each.result.neither_came]
    terms = {each.fixture.number: each.fixture.terms(league.format) for each in present}
    # Best of may end early, and then its wins do not tell how many matches there were.
    best_of = any(each.length is Length.BEST_OF for each in terms.values())
    if best_of or not all(outcome.is_settled for outcome in present):
        return
    wins = {each.fixture.number: sum(each.judgement.wins or NOTHING) for each in present}
    short = [number for number in wins if wins[number] < terms[number].matches_a_fixture]
    if short:
        matches = sum(each.matches_a_fixture for each in terms.values())
        facts = (f"/fixtures/{number}" for number in short)
        yield _TOTAL(league, *facts, wins=sum(wins.values()), matches=matches)
