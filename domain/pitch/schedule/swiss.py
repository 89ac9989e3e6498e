"""Swiss: slots in which entrants of nearly equal scores meet, planned one after another.

The first slot of a season pairs everybody by their order or by lot. After that the plan is the one
matching, of all there are, with the fewest pairs that have met; of those the one whose pairs have
met least often, then with the least squares of the differences of scores, then of ranks; and then
the first by the opponent of rank 1, of rank 2 and so on. So no other plan is as good, and none
depends on chance. The terms are digits of one cost, each worth more than all after it together, and
`matchings` proves that no matching costs less.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Final

from pitch import random_stream
from pitch.findings import Finding
from pitch.league.choices import FirstRound, Pairing
from pitch.league.contradictions import SUSPICIOUS, PlanLemma
from pitch.league.fixtures import Fixture
from pitch.league.judgements import JudgedFixture
from pitch.league.leagues import Attendance, League
from pitch.league.ranking import standings
from pitch.league.season import Season
from pitch.messages import COUNT, Message
from pitch.schedule import local_search, matchings, schedules
from pitch.schedule.local_search import Key
from pitch.schedule.matchings import Matching
from pitch.schedule.progressions import WinnerNeeded
from pitch.schedule.schedules import Schedule
from pitch.schedule.seatings import Sides

_OPEN: Final = Message("problem.winner_needed.open", matchup=COUNT, round=COUNT)
_OUTDATED: Final = PlanLemma("slot_outdated.scores", SUSPICIOUS, "league.fixtures", round=COUNT)


def plan_slot(
    season: Season,
    night: int,
    slot: int,
    seed: int,
    *,
    league: League | None = None,
) -> Schedule:
    """Plan a slot of a league by scores, from those who take part in it and the results before it.

    `league` is that of the season with other attendances, if any. Fixtures of that slot and of
    later ones are left out. With an odd number one of those who have sat out least, and have
    played, sits out: somebody late, else of those who leave the fewest repeats the lowest. Raises
    WinnerNeeded if a result before the slot is missing, and NoSchedule if too few take part.
    """
    league = league or season.league
    before = [each for each in season.judged if _turn(each.fixture) < (night, slot)]
    for outcome in before:
        if not outcome.is_settled:
            number = outcome.fixture.number
            raise WinnerNeeded(_OPEN(matchup=number, round=slot))
    past = [outcome.fixture for outcome in before]
    present = {entrant.number for entrant in league.entrants_on(night, slot)}
    schedules.check_number(league, night, sorted(present))
    scores = {row.entrant: row.score for row in _rows(season, before)}
    # Guests have no place in the standings, so they come last.
    ranking = [*(number for number in scores if number in present), *sorted(present - {*scores})]
    out = _sitting_out(league, night, ranking, past) if len(ranking) % 2 else frozenset[int]()
    meetings = Counter(key for each in past for key in schedules.fixture_pairs(league, each))
    pairs = (
        _best_pairs(ranking, scores, meetings, out)
        if past
        else _first_pairs(league, ranking, out, seed)
    )
    sides: list[Sides] = [((first,), (second,)) for first, second in pairs]
    fixtures = schedules.seat_slots(league, past, [((night, slot), sides)])
    again = sum(meetings[local_search.key(*pair)] > 0 for pair in pairs)
    repeats = sum(times - 1 for times in meetings.values()) + again
    # The matching proves that no plan of this slot repeats less.
    return schedules.with_counts(league, past, fixtures, repeats)


def _best_pairs(
    ranking: Sequence[int],
    scores: Mapping[int, int],
    meetings: Counter[Key],
    out: Collection[int],
) -> list[tuple[int, int]]:
    """Return the pairs of the best matching of a ranking."""
    matching = pair(
        tuple(scores.get(number, 0) for number in ranking),
        tuple(
            (first, second, times)
            for second, lower in enumerate(ranking)
            for first, upper in enumerate(ranking[:second])
            if (times := meetings[local_search.key(upper, lower)])
        ),
        frozenset(place for place, number in enumerate(ranking) if number in out),
    )
    return [
        (ranking[first], ranking[second])
        for first, second in matching.pairs
        if second < len(ranking)
    ]


@lru_cache(maxsize=64)
def pair(
    scores: tuple[int, ...], meetings: tuple[tuple[int, int, int], ...], out: frozenset[int]
) -> Matching:
    """Return the best matching of places in a ranking, the first place 0.

    `meetings` has two places and how often they met, `out` the places of which one sits out, if
    any: it is then paired with one place more than there are.
    """
    return matchings.match(costs(scores, meetings, out))


def costs(
    scores: tuple[int, ...], meetings: tuple[tuple[int, int, int], ...], out: frozenset[int]
) -> list[list[int]]:
    """Return the cost of every pair of places, as one number of several digits."""
    size = len(scores) + bool(out)
    counts = {(first, second): count for first, second, count in meetings}
    terms = {
        (first, second): _terms(scores, counts.get((first, second), 0), out, first, second)
        for second in range(size)
        for first in range(second)
    }
    # A digit is worth more than the sum of the greatest values of all pairs in the digits after it.
    greatest = [max(column) for column in zip(*terms.values(), strict=True)]
    result = [[0] * size for _ in range(size)]
    for (first, second), values in terms.items():
        cost = 0
        for value, most in zip(values, greatest, strict=True):
            cost = cost * (size // 2 * most + 1) + value
        # The opponent of the first place counts more than that of any later one.
        cost = cost * (size + 1) ** size + second * (size + 1) ** (size - 1 - first)
        result[first][second] = result[second][first] = cost
    return result


def _terms(
    scores: Sequence[int], times: int, out: Collection[int], first: int, second: int
) -> tuple[int, ...]:
    """Return the digits of a pair: the most important first."""
    if second == len(scores):
        return first not in out, 0, len(scores) - first, 0, 0, 0
    difference = scores[first] - scores[second]
    return 0, times > 0, 0, times, difference**2, (first - second) ** 2


def judge_night(season: Season, night: int) -> tuple[Finding, ...]:
    """Return a finding about a planned slot that would now be paired otherwise.

    A slot has begun with its first result, and then stays.
    """
    league = season.league
    if league.format.pairing is not Pairing.SWISS or not season.fixtures_on(night):
        return ()
    slot = season.fixtures_on(night)[-1].slot
    tonight = [each for each in season.judged if _turn(each.fixture) == (night, slot)]
    begun = max((_turn(each.fixture) for each in season.judged if each.is_reported), default=(0, 0))
    # The first slot of all depends on no result.
    if begun >= (night, slot) or begun == (0, 0) or league.has_bracket_on(night):
        return ()
    try:
        planned = plan_slot(season, night, slot, 0).fixtures
    except WinnerNeeded:
        planned = ()
    if _meetings(planned) == _meetings(each.fixture for each in tonight):
        return ()
    facts = (f"/fixtures/{each.fixture.number}" for each in tonight)
    return (_OUTDATED(league, *facts, round=slot),)


def _rows(season: Season, before: Sequence[JudgedFixture]) -> Iterable[standings.Row]:
    return standings.rank_entrants(season.league, before, season.play_offs).rows


def _turn(fixture: Fixture) -> tuple[int, int]:
    return fixture.night, fixture.slot


def _meetings(fixtures: Iterable[Fixture]) -> set[tuple[int, frozenset[tuple[int, ...]]]]:
    return {(fixture.table, frozenset(fixture.sides)) for fixture in fixtures}


def _sitting_out(
    league: League, night: int, ranking: Sequence[int], past: Sequence[Fixture]
) -> frozenset[int]:
    """Return those of whom one sits out: who is late, else who has had the fewest byes.

    A slot that somebody missed counts as a bye, and nobody sits out before its first fixture.
    """
    late = frozenset(
        number for number in ranking if league.night(night).attendance(number) is Attendance.LATE
    )
    if late:
        return late
    played = Counter(number for fixture in past for side in fixture.sides for number in side)
    able = [number for number in ranking if played[number]] or ranking
    # All slots are the same, so the fewest missed are the most played.
    most = max(played[number] for number in able)
    return frozenset(number for number in able if played[number] == most)


def _first_pairs(
    league: League, ranking: Sequence[int], out: Collection[int], seed: int
) -> list[tuple[int, int]]:
    """Return the pairs of the first slot, where nobody has a score; the lowest sits out."""
    first_round = league.format.first_round
    is_drawn = first_round is FirstRound.DRAWN
    playing = random_stream.shuffle(ranking, seed) if is_drawn else list(ranking)
    if out:
        playing.remove([number for number in playing if number in out][-1])
    half = len(playing) // 2
    if first_round is FirstRound.HALVES:
        return list(zip(playing[:half], playing[half:], strict=True))
    return list(zip(playing[::2], playing[1::2], strict=True))
