"""Title odds: how likely each entrant is to finish first, by certain chances and a model.

The title race decides what is certain. The rest is an estimate: every match that is left is played,
and each side is as likely to win it, because no side is assumed to play better. Entrants who share
the highest score share the first place, because tie-breaks are left out.

If few seasons are still possible, all are counted in whole numbers, so that the odds are exact;
else a random sample. Each fixture has a random stream of its own, so that the same season has the
same odds, and entering a result does not change what the others may come to.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, islice, product
from math import prod
from typing import Final

from msgspec import Struct

from pitch import percents, random_stream
from pitch.league import judgements
from pitch.league.choices import Length
from pitch.league.formats import Format
from pitch.league.judgements import JudgedFixture
from pitch.league.leagues import League
from pitch.league.ranking import title_race
from pitch.league.ranking.title_race import Chance, Ending, Race
from pitch.types import Code, EntrantNumber, Permille, Quantity, Value

MODEL: Final = "even-matches-1"
"""The model of the estimate; one that calculates otherwise has another name."""
_MAX_SEASONS: Final = 4096
_MIN_SEASONS: Final = 256
_MAX_RESULTS: Final = 400_000
"""Results of all sampled seasons together."""
_WORDS: Final = 1 << 32
Seasons = Iterable[tuple[Sequence[Ending], int]]
"""Endings of every open fixture, with the number of ways in which the matches lead to them."""


class TitleEstimate(Value, frozen=True):
    """The method by which the odds of the first place were estimated."""

    model: Code
    """The model of the estimate. With `even-matches-1` every remaining match is played, and each
    side is as likely to win as the other; those who share the highest score share first place.
    """
    seasons: Quantity
    """The number of possible endings of the season that were counted."""
    is_sample: bool
    """True if the endings that were counted are a random sample of all."""


class TitleOdds(Struct, frozen=True):
    """The odds of the first place."""

    permille: Mapping[EntrantNumber, Permille]
    """In thousandths by number, each rounded by itself; 0 and 1000 only if that is certain."""
    estimate: TitleEstimate


class _Open(Struct, frozen=True):
    """An open fixture, with its possible endings."""

    number: int
    sides: tuple[tuple[int, ...], ...]
    odds: tuple[tuple[Ending, int], ...]
    """Every ending, with the number of ways in which the matches that are left lead to it."""


def estimate(
    league: League, outcomes: Sequence[JudgedFixture], chances: Sequence[Chance]
) -> TitleOdds | None:
    """Return the odds of everybody, given the certain chances.

    None if nothing is certain, for instance because points count, or if nothing is open any more.
    """
    race = title_race.split_open(league, outcomes)
    if not race.opens or any(chance.eliminated is None for chance in chances):
        return None
    opens = [_open(league.format, outcome) for outcome in race.opens]
    is_sample = prod(len(fixture.odds) for fixture in opens) > _MAX_SEASONS
    seasons = list(_sample_seasons(opens) if is_sample else _all_seasons(opens))
    ways = sum(count for _, count in seasons)
    first = _first_places(race, opens, seasons)
    is_alone = sum(not chance.eliminated for chance in chances) == 1
    return TitleOdds(
        permille={
            chance.entrant: 0
            if chance.eliminated
            else percents.permille(first[chance.entrant] / ways, is_certain=is_alone)
            for chance in chances
        },
        estimate=TitleEstimate(model=MODEL, seasons=len(seasons), is_sample=is_sample),
    )


def _open(form: Format, outcome: JudgedFixture) -> _Open:
    first, second = outcome.judgement.wins or judgements.NOTHING
    odds = Counter[Ending]()
    for wins, count in _possible_wins(form, (first, second), outcome.judgement.left):
        odds[judgements.fixture_counts(form, wins)] += count
    return _Open(outcome.fixture.number, outcome.fixture.sides, tuple(sorted(odds.items())))


@lru_cache(maxsize=1024)
def _possible_wins(form: Format, wins: Ending, matches: int) -> tuple[tuple[Ending, int], ...]:
    """Return the wins that a number of further matches can lead to, with the ways to each."""
    most = form.wins_needed if form.length is Length.BEST_OF else sum(wins) + matches + 1
    odds = Counter({wins: 1})
    for _ in range(matches):
        after = Counter[Ending]()
        for (first, second), count in odds.items():
            if max(first, second) >= most:  # decided, whichever side would have won a further match
                after[first, second] += 2 * count
                continue
            after[first + 1, second] += count
            after[first, second + 1] += count
        odds = after
    return tuple(odds.items())


def _all_seasons(opens: Sequence[_Open]) -> Seasons:
    """Yield every way in which the season may end."""
    for ways in product(*(fixture.odds for fixture in opens)):
        yield [ending for ending, _ in ways], prod(count for _, count in ways)


def _sample_seasons(opens: Sequence[_Open]) -> Seasons:
    """Return as many equally likely ways as there is time for."""
    number = max(_MIN_SEASONS, min(_MAX_SEASONS, _MAX_RESULTS // len(opens)))
    samples = [_sample_endings(fixture, number) for fixture in opens]
    return ((endings, 1) for endings in zip(*samples, strict=True))


def _sample_endings(fixture: _Open, number: int) -> list[Ending]:
    """Return a random ending of a fixture for each of a number of seasons."""
    endings = [ending for ending, _ in fixture.odds]
    bounds = list(accumulate(ways for _, ways in fixture.odds))
    words = islice(random_stream.numbers(fixture.number), number)
    return [endings[bisect_right(bounds, word * bounds[-1] // _WORDS)] for word in words]


def _first_places(
    race: Race, opens: Sequence[_Open], seasons: Seasons
) -> defaultdict[int, Fraction]:
    """Return in how many ways each entrant is first; a shared place counts as a part of one."""
    leads = Counter[tuple[int, int]]()
    for endings, count in seasons:
        leaders = _leaders(race, opens, endings)
        leads.update({(number, len(leaders)): count for number in leaders})
    first = defaultdict[int, Fraction](Fraction)
    for (number, sharers), count in leads.items():
        first[number] += Fraction(count, sharers)
    return first


def _leaders(race: Race, opens: Sequence[_Open], endings: Sequence[Ending]) -> list[int]:
    """Return the entrants with the highest score if the open fixtures end so."""
    totals = dict(race.scores)
    for fixture, ending in zip(opens, endings, strict=True):
        for numbers, count in zip(fixture.sides, ending, strict=True):
            for number in numbers if count else ():
                if number in totals:  # a guest has no place
                    totals[number] += count * race.weights[number]
    best = max(totals.values())
    return [number for number, score in totals.items() if score == best]
