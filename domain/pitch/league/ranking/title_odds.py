"""Title odds: how likely each entrant is to finish first, by what is certain and a model.

What is certain is the title race's to say. The rest is an estimate: every match that is left is
played, and as likely one side's as the other's, for nobody is held to play better than another.
Whoever shares the highest score shares the first place, for tie-breaks are left out.

Where few seasons can still come of that, all of them are gone through, in whole numbers, so that
their odds are exact; else a number of them that chance picks. Chance is a stream of each fixture's
own, so that the same season has the same odds, and a result that is entered changes nothing in what
others may come to.
"""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, islice, product
from math import prod
from typing import Annotated, Final

from msgspec import Meta, Struct

from pitch import percents, random_stream
from pitch.league import counts, judgements
from pitch.league.judgements import JudgedFixture
from pitch.league.leagues import EntrantNumber, Format, League, Length
from pitch.league.ranking import title_race
from pitch.league.ranking.title_race import Chance
from pitch.percents import Permille
from pitch.types import Code, Quantity, Value

MODEL: Final = "even-matches-1"
"""What the estimate is made by; a model that reckons otherwise has another name."""
_MOST_SEASONS: Final = 4096
_LEAST_SEASONS: Final = 256
_MOST_RESULTS: Final = 400_000
"""Of all sampled seasons together."""
_WORDS: Final = 1 << 32
Ending = tuple[int, int]
"""What a fixture pays its side 0 and its side 1."""
Scores = Mapping[int, int]


class TitleEstimate(Value, frozen=True):
    """How the chances of the first place were estimated."""

    model: Annotated[
        Code,
        Meta(
            description="`even-matches-1`: every match that is left is played, and as likely won "
            "by one side as by the other; who shares the highest score shares the first place."
        ),
    ]
    seasons: Annotated[
        Quantity, Meta(description="How many ways to end the season were looked at.")
    ]
    is_sample: Annotated[
        bool, Meta(description="Whether there are more of them, and chance picked these.")
    ]


class TitleOdds(Struct, frozen=True):
    """How likely everybody finishes first."""

    permille: Mapping[EntrantNumber, Permille]
    """In thousandths by number, each rounded by itself; 0 and 1000 only if that is certain."""
    estimate: TitleEstimate


class _Open(Struct, frozen=True):
    """A fixture that is left, and how likely it pays what."""

    number: int
    sides: tuple[tuple[int, ...], ...]
    odds: tuple[tuple[Ending, int], ...]
    """Every ending with the ways of the matches that are left which lead to it."""


def estimate(
    league: League, judged: Sequence[JudgedFixture], chances: Sequence[Chance]
) -> TitleOdds | None:
    """The odds of everybody, by the chances that are certain.

    None where nothing is certain, for instance because points count, or nothing is open any more.
    """
    scores, left = title_race.split_open(league, judged)
    if not left or any(each.eliminated is None for each in chances):
        return None
    opens = [_open(league.format, each) for each in left]
    is_sample = prod(len(each.odds) for each in opens) > _MOST_SEASONS
    seasons = list(_sampled(opens) if is_sample else _all(opens))
    ways = sum(many for _, many in seasons)
    first = _first_places(scores, opens, seasons)
    is_alone = sum(not each.eliminated for each in chances) == 1
    return TitleOdds(
        permille={
            each.entrant: 0
            if each.eliminated
            else percents.permille(first[each.entrant] / ways, is_certain=is_alone)
            for each in chances
        },
        estimate=TitleEstimate(model=MODEL, seasons=len(seasons), is_sample=is_sample),
    )


def _open(form: Format, each: JudgedFixture) -> _Open:
    """A fixture by what it may still pay, by the matches that it has left."""
    won, left = each.judgement.wins or judgements.NOTHING, each.judgement.left
    odds = Counter[Ending]()
    for wins, many in _wins(form, (won[0], won[1]), left):
        odds[judgements.fixture_counts(form, wins)] += many
    return _Open(each.fixture.number, each.fixture.sides, tuple(sorted(odds.items())))


@lru_cache(maxsize=1024)
def _wins(form: Format, won: Ending, left: int) -> tuple[tuple[Ending, int], ...]:
    """In how many ways each side comes to win how many matches, as those that are left go."""
    most = counts.wins_needed(form) if form.length is Length.BEST_OF else sum(won) + left + 1
    odds = Counter({won: 1})
    for _ in range(left):
        after = Counter[Ending]()
        for (one, other), many in odds.items():
            if max(one, other) >= most:  # it is decided, whoever would have won the further match
                after[one, other] += 2 * many
                continue
            after[one + 1, other] += many
            after[one, other + 1] += many
        odds = after
    return tuple(odds.items())


def _all(opens: Sequence[_Open]) -> Iterator[tuple[Sequence[Ending], int]]:
    """Every way in which the season may end, and in how many ways the matches come to it."""
    for ways in product(*(each.odds for each in opens)):
        yield [ending for ending, _ in ways], prod(many for _, many in ways)


def _sampled(opens: Sequence[_Open]) -> Iterator[tuple[Sequence[Ending], int]]:
    """As many ways as there is time for, each as likely as another."""
    many = max(_LEAST_SEASONS, min(_MOST_SEASONS, _MOST_RESULTS // len(opens)))
    drawn = [_drawn(each, many) for each in opens]
    return ((endings, 1) for endings in zip(*drawn, strict=True))


def _drawn(fixture: _Open, many: int) -> list[Ending]:
    """What chance has a fixture come to in one season after the other."""
    endings = [ending for ending, _ in fixture.odds]
    bounds = list(accumulate(ways for _, ways in fixture.odds))
    words = islice(random_stream.numbers(fixture.number), many)
    return [endings[bisect_right(bounds, word * bounds[-1] // _WORDS)] for word in words]


def _first_places(
    scores: Scores, opens: Sequence[_Open], seasons: Sequence[tuple[Sequence[Ending], int]]
) -> defaultdict[int, Fraction]:
    """In how many of all ways each is first; who shares the place has as much less of them."""
    shared = Counter[tuple[int, int]]()
    for endings, many in seasons:
        leaders = _leaders(scores, opens, endings)
        shared.update({(number, len(leaders)): many for number in leaders})
    first = defaultdict[int, Fraction](Fraction)
    for (number, sharers), many in shared.items():
        first[number] += Fraction(many, sharers)
    return first


def _leaders(scores: Scores, opens: Sequence[_Open], endings: Sequence[Ending]) -> list[int]:
    """Who has the highest score if the fixtures that are left end so."""
    after = dict(scores)
    for fixture, ending in zip(opens, endings, strict=True):
        for numbers, paid in zip(fixture.sides, ending, strict=True):
            for number in numbers if paid else ():
                after[number] += paid
    best = max(after.values())
    return [number for number, score in after.items() if score == best]
