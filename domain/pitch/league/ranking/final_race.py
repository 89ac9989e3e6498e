"""Final race: the entrants who can still reach the final, exactly, over every possible result.

An open fixture need not be played (`title_race`). So an entrant comes as far as it can if it wins
all that is left to it and nobody else wins any more: that is one sum for each.

It is sure of the final if, when it wins nothing more, no group of as many others as there are
places can reach its score. What each of them needs is then known, and so how many of the matches
that it could win it can spare. Two of a group who still meet cannot both win all of those matches:
some are lost to one or the other. A group can reach the score if these losses can be split so that
each can spare its own, which is a flow; if not, some part of the group has more losses than it can
spare, whoever else is in the group. To choose a group without such a part is NP-complete, so a SAT
solver chooses, and every part that was found becomes a clause. Its work is limited, counted in
propagations; what it does not decide by then is not known.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct, structs
from pysat.solvers import Solver

from pitch.league import judgements
from pitch.league.choices import FinalNight
from pitch.league.fixtures import Stage
from pitch.league.judgements import JudgedFixture
from pitch.league.leagues import League
from pitch.league.ranking import title_race
from pitch.league.ranking.title_race import Reach
from pitch.messages import Message, Sentence

_TOO_HARD: Final = Message("chance.final_too_hard")
_MOST_WORK: Final = 250_000
"""Propagations for all entrants of a final together; a flow counts as many as it has pairs."""
_ENGINE: Final = "minicard"
"""It counts natively."""

Shares = Mapping[int, Counter[int]]
"""The matches that an entrant and another can both win, but not both of them."""


class _Race(Struct, frozen=True):
    """The race for the places of a final, as it is if nobody wins any more.

    Shares of those who are not in it do not matter.
    """

    least: Mapping[int, int]
    """The weighted score of each entrant, by number."""
    weights: Mapping[int, int]
    gains: Counter[int]
    """What each entrant can still win, before weights."""
    shares: Shares


class _Work:
    """The propagations that are left."""

    def __init__(self, work: int) -> None:
        self.left = work


def reaches(
    league: League, outcomes: Sequence[JudgedFixture], doubt: Sentence | None = None
) -> dict[int, Reach]:
    """Return whether each entrant can still reach the final, by number; none without such a final.

    Guests cannot. Once the final is drawn and the season before it is over, or the final has begun,
    those who are in it have reached it. `doubt` says why nothing is certain, if so.
    """
    form = league.format
    if form.is_knock_out or not form.has_bracket or league.night(form.nights).is_called_off:
        return {}
    numbers = [entrant.number for entrant in league.entrants if not entrant.is_guest]
    season = [each for each in outcomes if each.night < form.nights]
    has_begun = any(
        each.is_reported and each.fixture.stage is not Stage.SEASON for each in outcomes
    )
    is_over = all(each.is_settled for each in season)
    places = form.places_a_group
    if league.bracket is not None and (has_begun or (is_over and doubt is None)):
        drawn = set(league.bracket.seeds)
        return {each: _certain(places, is_in=each in drawn) for each in numbers}
    # The season before a final is a league without one.
    early = structs.replace(league, format=structs.replace(form, final_night=FinalNight.ORDINARY))
    why = doubt or title_race.find_uncertainty(early, season, range(1, form.nights))
    if why is not None:
        unknown = Reach(places=places, can=None, needs_tie_break=None, sure=None, why=why)
        return dict.fromkeys(numbers, unknown)
    race, work = _race(early, season), _Work(_MOST_WORK)
    chances = dict.fromkeys(numbers, _certain(places, is_in=False))
    for group in league.by_group(race.least):
        least = {number: race.least[number] for number in group}
        rivals = structs.replace(race, least=least)
        chances |= {number: _reach(rivals, number, places, work) for number in group}
    return chances


def _certain(places: int, *, is_in: bool) -> Reach:
    return Reach(places=places, can=is_in, needs_tie_break=False, sure=is_in)


def _race(league: League, outcomes: Sequence[JudgedFixture]) -> _Race:
    """Return the race of those who take part in the night of the final."""
    split = title_race.split_open(league, outcomes)
    present = {entrant.number for entrant in league.entrants_on(league.format.nights)}
    least = {number: score for number, score in split.scores.items() if number in present}
    gains, shares = Counter[int](), defaultdict[int, Counter[int]](Counter)
    for outcome in split.opens:
        first, second = (side[0] for side in outcome.fixture.sides)
        endings = judgements.possible_counts(league.format, outcome.judgement)
        most = [max(ending[side] for ending in endings) for side in (0, 1)]
        fewest = [min(ending[side] for ending in endings) for side in (0, 1)]
        for number, side in ((first, 0), (second, 1)):
            gains[number] += most[side] - fewest[side]
            if number in least:
                least[number] += fewest[side] * split.weights[number]
        shared = sum(most) - max(map(sum, endings))
        shares[first][second] += shared
        shares[second][first] += shared
    return _Race(least, split.weights, gains, shares)


def _reach(race: _Race, number: int, places: int, work: _Work) -> Reach:
    """Return whether an entrant can be among the first, and whether it is sure to be."""
    most = race.least[number] + race.gains[number] * race.weights[number]
    rivals = [score for rival, score in race.least.items() if rival != number]
    can = sum(score > most for score in rivals) < places
    sure = _is_sure(race, number, places, work)
    return Reach(
        places=places,
        can=can,
        needs_tie_break=can and sum(score >= most for score in rivals) >= places,
        sure=sure,
        why=_TOO_HARD() if sure is None else None,
    )


def _is_sure(race: _Race, number: int, places: int, work: _Work) -> bool | None:
    """Return whether no others can fill the places by its score; None if that is not known."""
    score, spare = race.least[number], dict[int, int]()
    for rival, least in race.least.items():
        # The wins that it needs, rounded up.
        needed = -((least - score) // race.weights[rival])
        if rival != number and needed <= race.gains[rival]:
            spare[rival] = race.gains[rival] - needed
    if len(spare) < places:
        return True
    if any(
        _find_excess(group, spare, race.shares) is None
        for group in _groups(spare, race.shares, places)
    ):
        return False
    if _are_too_many(spare, race.shares, places):
        return True
    return _search(spare, race.shares, places, work)


def _groups(spare: Mapping[int, int], shares: Shares, size: int) -> Iterator[Sequence[int]]:
    """Yield groups of a size that are likely to reach a score: those who can spare the most."""
    yield sorted(spare, key=lambda each: -spare[each])[:size]
    group = set(spare)
    margins = {
        each: 2 * spare[each] - sum(shares[each][other] for other in group if other != each)
        for each in group
    }
    while len(group) > size:
        worst = min(group, key=lambda each: (margins[each], each))
        group.remove(worst)
        for each in group:
            margins[each] += shares[each][worst]
    yield sorted(group)


def _are_too_many(spare: Mapping[int, int], shares: Shares, size: int) -> bool:
    """Return whether any group of a size has more losses than it can spare, by counting.

    Half of the losses of the pairs of everybody in the group are at least half of the smallest.
    """
    margins = []
    for each in spare:
        losses = sorted(shares[each][other] for other in spare if other != each)
        margins.append(2 * spare[each] - sum(losses[: size - 1]))
    return sum(sorted(margins)[-size:]) < 0


def _search(spare: Mapping[int, int], shares: Shares, size: int, work: _Work) -> bool | None:
    """Return whether no group of a size can spare its losses; None if the work was too little."""
    numbers = sorted(spare)
    literals = {number: literal for literal, number in enumerate(numbers, 1)}
    with Solver(name=_ENGINE) as solver:
        solver.add_atmost([-literals[number] for number in numbers], len(numbers) - size)
        while work.left > 0:
            before = solver.accum_stats()["propagations"]
            solver.prop_budget(work.left)
            answer = solver.solve_limited()
            work.left -= solver.accum_stats()["propagations"] - before + size * size
            if answer is None:
                return None
            if not answer:
                return True
            model = set(solver.get_model() or ())
            chosen = [number for number in numbers if literals[number] in model]
            group = sorted(chosen, key=lambda each: -spare[each])[:size]
            excess = _find_excess(group, spare, shares)
            if excess is None:
                return False
            solver.add_clause([-literals[number] for number in excess])
    return None


def _find_excess(
    group: Sequence[int], spare: Mapping[int, int], shares: Shares
) -> Collection[int] | None:
    """Return a part of a group with more losses than it can spare; None if all losses can be split.

    Losses go to whoever can spare more, and are passed on along a shortest path to somebody who can
    spare one more. Without such a path all whom the search has reached are full, and so are losses
    only of pairs among them.
    """
    taken = {number: Counter[int]() for number in group}
    free = {number: spare[number] for number in group}

    def take(loser: int, other: int, losses: int) -> None:
        taken[loser][other] += losses
        free[loser] -= losses

    for place, first in enumerate(group):
        for second in group[:place]:
            losses = shares[first][second]
            for number in sorted((first, second), key=lambda each: -free[each]):
                most = min(losses, free[number])
                take(number, first + second - number, most)
                losses -= most
            while losses:
                path, reached = _path(first, second, taken, free)
                if not path:
                    return _smallest(reached, spare, shares)
                moved = min(losses, free[path[-1]])
                for giver, receiver in pairwise(path):
                    moved = min(moved, taken[giver][receiver])
                take(path[0], first + second - path[0], moved)
                for giver, receiver in pairwise(path):
                    take(giver, receiver, -moved)
                    take(receiver, giver, moved)
                losses -= moved
    return None


def _path(
    first: int, second: int, taken: Mapping[int, Counter[int]], free: Mapping[int, int]
) -> tuple[list[int], Collection[int]]:
    """Return a shortest path from one of two to somebody with room, and all that were reached."""
    came_from = {first: 0, second: 0}
    waiting = deque((first, second))
    while waiting:
        number = waiting.popleft()
        if free[number]:
            path = [number]
            while came_from[path[-1]]:
                path.append(came_from[path[-1]])
            return path[::-1], came_from
        for other, losses in taken[number].items():
            if losses and other not in came_from:
                came_from[other] = number
                waiting.append(other)
    return [], came_from


def _smallest(part: Collection[int], spare: Mapping[int, int], shares: Shares) -> Collection[int]:
    """Return a part of a part that still has more losses than it can spare, without anyone idle."""
    smaller = set(part)
    losses = {each: sum(shares[each][other] for other in part if other != each) for each in part}
    excess = sum(losses.values()) // 2 - sum(spare[each] for each in part)
    for each in sorted(part, key=lambda each: (losses[each] - spare[each], each)):
        if excess - losses[each] + spare[each] > 0:
            smaller.remove(each)
            excess -= losses[each] - spare[each]
            for other in smaller:
                losses[other] -= shares[each][other]
    return smaller
