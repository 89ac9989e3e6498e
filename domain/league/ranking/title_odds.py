"""Title odds: how likely each entrant is to finish first, by what is certain and a model.

What is certain is the title race's to say. The rest is an estimate: every match that is left is
played, and as likely one side's as the other's, for nobody is held to play better than another.
Whoever shares the highest score shares the first place, for tie-breaks are left out.

Where few seasons can still come of that, all of them are gone through; else a number of them that
chance picks. Chance is a stream of each fixture's own, so that the same season has the same odds,
and a result that is entered changes nothing in what others may come to.
"""

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate, islice, product
from math import prod
from typing import Annotated, Final

from msgspec import Meta, Struct

from domain import percents, random_stream
from domain.league import counts, judgements
from domain.league.judgements import JudgedFixture
from domain.league.leagues import EntrantNumber, Format, League, Length
from domain.league.ranking import title_race
from domain.league.ranking.title_race import Chance
from domain.percents import Permille
from domain.types import Code, Quantity, Value

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
    """In thousandths by number, adding up to 1000."""
    estimate: TitleEstimate


class _Open(Struct, frozen=True):
    """A fixture that is left, and how likely it pays what."""

    number: int
    sides: tuple[tuple[int, ...], ...]
    odds: tuple[tuple[Ending, float], ...]


def of(
    league: League, judged: Sequence[JudgedFixture], chances: Sequence[Chance]
) -> TitleOdds | None:
    """The odds of everybody, by the chances that are certain.

    None where nothing is certain, for instance because points count, or nothing is open any more.
    """
    scores, left = title_race.deciding(league, judged)
    if not left or any(each.eliminated is None for each in chances):
        return None
    opens = [_open(league.format, each) for each in left]
    is_sample = prod(len(each.odds) for each in opens) > _MOST_SEASONS
    seasons = list(_sampled(opens) if is_sample else _all(opens))
    first = defaultdict[int, float](float)
    for endings, likely in seasons:
        leaders = _leaders(scores, opens, endings)
        for number in leaders:
            first[number] += likely / len(leaders)
    possible = [place for place, each in enumerate(chances) if not each.eliminated]
    found = percents.permille([first[each.entrant] for each in chances], possible)
    return TitleOdds(
        permille={each.entrant: share for each, share in zip(chances, found, strict=True)},
        estimate=TitleEstimate(model=MODEL, seasons=len(seasons), is_sample=is_sample),
    )


def _open(form: Format, each: JudgedFixture) -> _Open:
    """A fixture by what it may still pay, by the matches that it has left."""
    won, left = each.judgement.wins or judgements.NOTHING, each.judgement.left
    odds = defaultdict[Ending, float](float)
    for wins, likely in _wins(form, (won[0], won[1]), left):
        odds[judgements.pays(form, wins)] += likely
    return _Open(each.fixture.number, each.fixture.sides, tuple(sorted(odds.items())))


@lru_cache(maxsize=1024)
def _wins(form: Format, won: Ending, left: int) -> tuple[tuple[Ending, float], ...]:
    """How likely each side has won how many matches once those that are left are played."""
    most = counts.needed(form) if form.length is Length.BEST_OF else sum(won) + left + 1
    odds: Mapping[Ending, float] = {won: 1.0}
    for _ in range(left):
        after = defaultdict[Ending, float](float)
        for (one, other), likely in odds.items():
            if max(one, other) >= most:  # it is decided, and no further match is played
                after[one, other] += likely
                continue
            after[one + 1, other] += likely / 2
            after[one, other + 1] += likely / 2
        odds = after
    return tuple(odds.items())


def _all(opens: Sequence[_Open]) -> Iterator[tuple[Sequence[Ending], float]]:
    """Every way in which the season may end, with how likely it is."""
    for ways in product(*(each.odds for each in opens)):
        yield [ending for ending, _ in ways], prod(likely for _, likely in ways)


def _sampled(opens: Sequence[_Open]) -> Iterator[tuple[Sequence[Ending], float]]:
    """As many ways as there is time for, each as likely as another."""
    many = max(_LEAST_SEASONS, min(_MOST_SEASONS, _MOST_RESULTS // len(opens)))
    drawn = [_drawn(each, many) for each in opens]
    return ((endings, 1 / many) for endings in zip(*drawn, strict=True))


def _drawn(fixture: _Open, many: int) -> list[Ending]:
    """What chance has a fixture come to in one season after the other."""
    endings = [ending for ending, _ in fixture.odds]
    bounds = [bound * _WORDS for bound in accumulate(likely for _, likely in fixture.odds)]
    words = islice(random_stream.numbers(fixture.number), many)
    return [endings[min(bisect_right(bounds, word), len(endings) - 1)] for word in words]


def _leaders(scores: Scores, opens: Sequence[_Open], endings: Sequence[Ending]) -> list[int]:
    """Who has the highest score if the fixtures that are left end so."""
    after = dict(scores)
    for fixture, ending in zip(opens, endings, strict=True):
        for numbers, paid in zip(fixture.sides, ending, strict=True):
            for number in numbers if paid else ():
                after[number] += paid
    best = max(after.values())
    return [number for number, score in after.items() if score == best]
