"""Judgements: what follows from the result of a fixture, and from the results of a night.

A result that cannot be is kept and flagged, and counts for nothing until it is corrected.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Annotated, Final

from msgspec import Meta, Struct, structs

from pitch import findings
from pitch.findings import Finding, FindingKind, Status
from pitch.league import clauses, contradictions, counts, fixtures, forfeits, leagues, sentences
from pitch.league.counts import NO_MATCHES, Count
from pitch.league.fixtures import EnteredResult, Fixture
from pitch.league.leagues import Counting, Format, League, Length, Pairing
from pitch.messages import CHOICE, COUNT, ENTRANT, SIDE, Message, all_of
from pitch.types import Code, Quantity, Total, Value

Pair = Annotated[tuple[Total, ...], Meta(min_length=2, max_length=2)]
NOTHING: Final = (0, 0)
NO_RESULT: Final = EnteredResult()
_POINTS_MISSING: Final = Message("league_finding.points_missing", matches=all_of(COUNT))
_POINTS_MISSING_ALL: Final = Message("league_finding.points_missing.not_listed")
_ODD_NUMBER: Final = Message("league_finding.odd_number", of=CHOICE, there=COUNT, over=COUNT)
_MET_TWICE: Final = Message("league_finding.same_opponents_twice", sides=all_of(SIDE))
_MOST_WINS: Final = Message(
    "league_finding.night_over_most_wins", entrant=ENTRANT, wins=COUNT, most=COUNT
)
_TOTAL: Final = Message("league_finding.night_does_not_add_up", wins=COUNT, matches=COUNT)


class Judgement(Value, frozen=True):
    """What a result comes to."""

    status: Status
    """Whether it is settled, still open, or cannot be."""
    wins: Annotated[Pair | None, Meta(description="Matches won; null if the result cannot be.")]
    points: Annotated[Pair | None, Meta(description="Sums of final scores; null if not known.")]
    counts: Annotated[Pair, Meta(description="What each side adds to the standings.")]
    left: Annotated[
        Quantity, Meta(ge=0, description="Matches that are still to be played or entered.")
    ]
    findings: tuple[Finding, ...] = ()
    """What is wrong or odd about the result."""
    clauses: Annotated[
        tuple[Code, ...], Meta(description="The clauses of the league that decided it.")
    ] = ()


class JudgedFixture(Struct, frozen=True):
    """A fixture with its result and the judgement of that."""

    fixture: Fixture
    result: EnteredResult | None
    """None while nothing is entered."""
    judgement: Judgement

    @property
    def night(self) -> int:
        """The night of the fixture."""
        return self.fixture.night

    @property
    def is_reported(self) -> bool:
        """Whether a result is entered."""
        return self.result is not None

    @property
    def is_settled(self) -> bool:
        """Whether the result is complete and possible."""
        return self.judgement.status is Status.SETTLED


def judge(league: League, fixture: Fixture, result: EnteredResult) -> Judgement:
    """What the result of a fixture comes to; an empty result is one that is not known yet.

    Pairs by side are of the fixture's side 0 and side 1. An impossible result is never refused: it
    is kept, says what is wrong with it (`findings`), and counts for nothing.
    """
    found = contradictions.find(league, fixture, result)
    if any(findings.prevents_scoring(finding) for finding in found):
        return Judgement(
            status=Status.IMPOSSIBLE,
            wins=None,
            points=None,
            counts=NOTHING,
            left=league.format.matches_a_fixture,
            findings=found,
        )
    paid = forfeits.result_paid(league, result)
    if paid is not None:
        return structs.replace(_forfeited(league.format, *paid), findings=found)
    played = _played(league.format, result, counts.count_matches(league, result))
    missing = _points_missing(league.format, result, played)
    return structs.replace(played, findings=(*found, *missing))


def judge_all(
    league: League,
    held: Iterable[Fixture],
    results: Mapping[int, EnteredResult],
    known: Sequence[JudgedFixture] = (),
) -> tuple[JudgedFixture, ...]:
    """Every fixture with what its result comes to; results are found by the fixture's number.

    This is the one place where the fixtures of a season are judged: whatever follows from several
    of them takes what comes of it here. What is `known` was judged in the same league before, and
    is not judged again where fixture and result are still the same.
    """
    before = {each.fixture.number: each for each in known}
    return tuple(
        _judged(league, fixture, results.get(fixture.number), before.get(fixture.number))
        for fixture in held
    )


def _judged(
    league: League, fixture: Fixture, result: EnteredResult | None, before: JudgedFixture | None
) -> JudgedFixture:
    if before is not None and (before.fixture, before.result) == (fixture, result):
        return before
    judgement = judge(league, fixture, NO_RESULT if result is None else result)
    return JudgedFixture(fixture=fixture, result=result, judgement=judgement)


def after_night(
    form: Format, night: int, judged: Sequence[JudgedFixture]
) -> tuple[JudgedFixture, ...]:
    """The fixtures as they stood after a night: of later ones nothing was entered."""
    unplayed = _played(form, NO_RESULT, NO_MATCHES)  # nothing can be wrong with nothing
    return tuple(
        each
        if each.fixture.night <= night
        else JudgedFixture(fixture=each.fixture, result=None, judgement=unplayed)
        for each in judged
    )


def possible_counts(form: Format, judgement: Judgement) -> frozenset[tuple[int, int]]:
    """All that an open fixture can come to pay its sides by wins, if what is won stays won.

    Each pair is what the standings count for side 0 and for side 1. Any number of matches may stay
    without a winner, for closing time can end them (C82). A forfeit, or that neither came, pays
    nothing else.
    """
    first, second = judgement.wins or NOTHING
    return _endings(form, first, second)


@lru_cache(maxsize=1024)
def _endings(form: Format, first: int, second: int) -> frozenset[tuple[int, int]]:
    all_matches = form.matches_a_fixture
    most = counts.wins_needed(form) if form.length is Length.BEST_OF else all_matches
    # Closing time can stop any of them, so also pairs that leave matches without a winner.
    pairs = product(range(first, most + 1), range(second, most + 1))
    return frozenset(
        _counts(form, pair, None, left=0) for pair in pairs if sum(pair) <= all_matches
    )


def fixture_counts(form: Format, wins: tuple[int, int]) -> tuple[int, int]:
    """What a fixture that is over pays its sides by the matches they won, 0 where points count."""
    return _counts(form, wins, None, left=0)


def judge_night(league: League, night: int, judged: Iterable[JudgedFixture]) -> tuple[Finding, ...]:
    """What is odd about the fixtures of a night taken together (M7 to M9).

    Fixtures of other nights are passed over. A pointer `/fixtures/7` is the fixture
    of that number.
    """
    tonight = [each for each in judged if each.fixture.night == night]
    return (
        *_odd_number(league, night),
        *_met_twice(league, tonight),
        *_most_wins(league, tonight),
        *_total(league.format, tonight),
    )


def _forfeited(form: Format, wins: tuple[int, int], points: tuple[int, int]) -> Judgement:
    return Judgement(
        status=Status.SETTLED,
        wins=wins,
        points=points,
        counts=_counts(form, wins, points, left=0),
        left=0,
        clauses=clauses.cite(form, "league.forfeit", "league.score"),
    )


def _played(form: Format, result: EnteredResult, count: Count) -> Judgement:
    wins, points = count.wins, _points(result, count)
    left = _left(form, result, count)
    is_known = form.counting is not Counting.POINTS or points is not None
    unfinished = ("league.unfinished",) if count.unfinished else ()
    return Judgement(
        status=Status.SETTLED if left == 0 and is_known else Status.OPEN,
        wins=wins,
        points=points,
        counts=_counts(form, wins, points, left),
        left=left,
        clauses=clauses.cite(form, "league.matches", *unfinished, "league.score"),
    )


def _left(form: Format, result: EnteredResult, count: Count) -> int:
    """The matches that are left, whether those before them are listed or are a line of wins."""
    if result.is_closed:
        return 0
    if form.length is Length.BEST_OF and max(count.wins) >= counts.wins_needed(form):
        return 0
    # Closing time stops one match of a table: of two without a winner, nobody says which it was.
    if len(count.stopped) > 1:
        return form.matches_a_fixture - sum(count.wins)
    return form.matches_a_fixture - sum(count.wins) - len(count.stopped)


def _points(result: EnteredResult, count: Count) -> tuple[int, int] | None:
    if result.points is not None:
        return (result.points[0], result.points[1])
    scores = [match.scores for match in result.matches if match.scores is not None]
    all_listed = sum(count.wins) + len(count.stopped) <= len(result.matches)
    if len(scores) < len(result.matches) or not all_listed:
        return None
    return (sum(score[0] for score in scores), sum(score[1] for score in scores))


def _points_missing(form: Format, result: EnteredResult, judgement: Judgement) -> Iterator[Finding]:
    """Points that are not known where they are what counts."""
    if form.counting is not Counting.POINTS or judgement.points is not None:
        return
    unscored = [place for place, each in enumerate(result.matches) if each.scores is None]
    numbers = [place + 1 for place in unscored]
    yield Finding(
        code="points_missing",
        kind=FindingKind.SUSPICIOUS,
        message=_POINTS_MISSING(matches=numbers) if numbers else _POINTS_MISSING_ALL(),
        facts=(*(f"/matches/{place}" for place in unscored), *(["/wins"] if result.wins else [])),
        clauses=clauses.cite(form, "league.score"),
    )


def _counts(
    form: Format, wins: tuple[int, int], points: tuple[int, int] | None, left: int
) -> tuple[int, int]:
    """What is certain already: a fixture is won when what is left cannot change who won more."""
    match form.counting:
        case Counting.MATCHES_WON:
            return wins
        case Counting.FIXTURES_WON:
            return (int(wins[0] > wins[1] + left), int(wins[1] > wins[0] + left))
        case Counting.POINTS:
            return points or NOTHING


def _odd_number(league: League, night: int) -> Iterator[Finding]:
    """Numbers that do not fill the tables (M9)."""
    form = league.format
    taking_part = len(leagues.entrants_in(league, night))
    # Uneven numbers can still play by byes or at different times, so it is only odd (M9).
    at_a_table = 2 * form.players // leagues.players_per_entrant(form)
    over = taking_part % at_a_table
    if over:
        yield Finding(
            code="odd_number",
            kind=FindingKind.SUSPICIOUS,
            message=_ODD_NUMBER(of=sentences.entrant_kind(form), there=taking_part, over=over),
            facts=("/entrants",),
            clauses=clauses.cite(form, "league.byes"),
        )


def _met_twice(league: League, judged: Iterable[JudgedFixture]) -> Iterator[Finding]:
    """The same teams against each other twice in a night (M8)."""
    if league.format.pairing is not Pairing.TEAMS:
        return
    # Of one night only: over five nights ten teams play ten fixtures against nine opponents each,
    # so somebody must come again (M8).
    met: dict[frozenset[int], Fixture] = {}
    for each in judged:
        fixture = each.fixture
        pair = frozenset(number for side in fixture.sides for number in side)
        first = met.setdefault(pair, fixture)
        if first is not fixture:
            sides = (fixtures.side_argument(league, fixture, side) for side in (0, 1))
            yield Finding(
                code="same_opponents_twice",
                kind=FindingKind.RULESET,
                message=_MET_TWICE(sides=sides),
                facts=(f"/fixtures/{first.number}", f"/fixtures/{fixture.number}"),
                clauses=clauses.cite(league.format, "league.fixtures"),
            )


def _most_wins(league: League, judged: Iterable[JudgedFixture]) -> Iterator[Finding]:
    """More wins in a night than it has matches for one entrant (C78), counted as entered."""
    form = league.format
    most, won, facts = leagues.most_wins(form), Counter[int](), defaultdict[int, list[str]](list)
    for each in judged:
        # An impossible result counts for nothing, and yet its wins are what the night lists.
        entered = counts.count_matches(league, each.result or NO_RESULT).wins
        for side, numbers in enumerate(each.fixture.sides):
            for number in numbers if entered[side] else ():
                won[number] += entered[side]
                facts[number].append(f"/fixtures/{each.fixture.number}")
    for number in (number for number, wins in won.items() if wins > most):
        (entrant,) = leagues.entrant_arguments(league, (number,))
        yield Finding(
            code="night_over_most_wins",
            kind=FindingKind.ARITHMETIC,
            message=_MOST_WINS(entrant=entrant, wins=won[number], most=most),
            facts=tuple(facts[number]),
            clauses=clauses.cite(form, "league.fixtures", "league.matches"),
        )


def _total(form: Format, judged: Iterable[JudgedFixture]) -> Iterator[Finding]:
    """Wins of a whole night that are fewer than its matches, where a side came (M7)."""
    held = [each for each in judged if each.result is None or not each.result.neither_came]
    wins = [each.judgement.wins for each in held if each.judgement.status is Status.SETTLED]
    # Best of may end early, and then its wins do not tell how many matches there were.
    if form.length is Length.BEST_OF or len(wins) < len(held):
        return
    short = [
        each.fixture.number
        for each, pair in zip(held, wins, strict=True)
        if sum(pair or NOTHING) < form.matches_a_fixture
    ]
    matches, won = (
        len(held) * form.matches_a_fixture,
        sum(sum(pair or NOTHING) for pair in wins),
    )
    if short:
        yield Finding(
            code="night_does_not_add_up",
            kind=FindingKind.SUSPICIOUS,
            message=_TOTAL(wins=won, matches=matches),
            facts=tuple(f"/fixtures/{number}" for number in short),
            clauses=clauses.cite(form, "league.matches", "league.unfinished"),
        )
