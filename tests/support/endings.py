"""Endings: every result that can still be entered for a matchup, and what it then pays."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import product
from typing import Any, Final

from pitch.findings import Status
from pitch.league import judgements
from pitch.league.choices import Counting, Length, Ranking, Unfinished
from pitch.league.fixtures import EnteredResult, Fixture
from pitch.league.leagues import League
from tests.support.seasons import fixture, match

Pair = tuple[int, int]
FORMS: Final[list[dict[str, Any]]] = [
    {},
    {"matches_a_fixture": 2, "counting": Counting.FIXTURES_WON},
    {"counting": Counting.FIXTURES_WON},
    {"length": Length.BEST_OF},
    {"length": Length.BEST_OF, "matches_a_fixture": 5},
    {"length": Length.BEST_OF, "counting": Counting.FIXTURES_WON},
    {"unfinished": Unfinished.LEADER_WINS, "counting": Counting.FIXTURES_WON},
    {"ranking": Ranking.RATE},
    {"ranking": Ranking.RATE, "length": Length.BEST_OF},
    {"bye_pays": 1},
]
"""Formats that count and rank in different ways."""


def enterable(matches: int) -> Iterator[EnteredResult]:
    """Every result that says only who came, who won, and what was not finished."""
    for absent in ({"neither_came": True}, {"forfeit": 0}, {"forfeit": 1}):
        yield EnteredResult(**absent)
    for is_closed in (False, True):
        for pair in product(range(matches + 2), repeat=2):
            yield EnteredResult(wins=pair, is_closed=is_closed)
        for played in range(matches + 1):
            for winners in product((0, 1, None), repeat=played):
                yield EnteredResult(matches=tuple(map(match, winners)), is_closed=is_closed)


@cache
def judge_all_results(among: League) -> tuple[tuple[EnteredResult, Pair, Pair], ...]:
    """Every result that settles a fixture, with its wins and what it pays."""
    made = (
        (result, judgements.judge(among, fixture(1, "AB"), result))
        for result in enterable(among.format.matches_a_fixture)
    )
    return tuple(
        (result, (then.wins[0], then.wins[1]), (then.counts[0], then.counts[1]))
        for result, then in made
        if then.status is Status.SETTLED and then.wins is not None
    )


def keeps(before: EnteredResult, after: EnteredResult, won: Pair, then: Pair) -> bool:
    """Return whether a result keeps the wins before it."""
    if before.matches and after.matches:
        return len(before.matches) <= len(after.matches) and all(
            first.winner in {None, second.winner}
            for first, second in zip(before.matches, after.matches, strict=False)
        )
    return then[0] >= won[0] and then[1] >= won[1]


def payable(among: League, held: Fixture, before: EnteredResult) -> set[Pair]:
    """All that a fixture can come to pay, as each result that can be entered is judged."""
    now = judgements.judge(among, held, before)
    if now.status is Status.SETTLED:
        return {(now.counts[0], now.counts[1])}
    known, won = (before, now.wins) if now.wins else (EnteredResult(), (0, 0))
    return {
        pays
        for after, then, pays in judge_all_results(among)
        if keeps(known, after, (won[0], won[1]), then)
    }


def some_result(chance: random.Random, matches: int) -> EnteredResult:
    """Nothing yet, something begun, or one that is over, or one that cannot be."""
    kind = chance.randrange(8)
    if kind == 0:
        return EnteredResult()
    if kind == 1:
        return chance.choice(list(enterable(matches)))
    winners = chance.choices((0, 1, None), (3, 3, 1), k=chance.randint(0, matches))
    if kind == 2:
        return EnteredResult(wins=(winners.count(0), winners.count(1)))
    return EnteredResult(matches=tuple(map(match, winners)))
