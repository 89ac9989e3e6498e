"""Races: who can still finish first, exactly, over every way in which the matches left can end.

Scores are compared before tie-breaks, and every match left is taken to be played to its end. What
is left is a set of stakes, each of which goes to one side of a fixture or to the other; whether
they can be given out so that nobody passes a limit is a question of flow.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Final

from msgspec import Meta, Struct

from domain import counts, flows, judgements, standings, totals
from domain.fixtures import Fixture, Result
from domain.judgements import Meeting
from domain.leagues import Counting, EntrantNumber, FinalNight, Format, League, Length, Pairing
from domain.values import Value
from domain.verdicts import Status

_MOST_STEPS: Final = 3_000


class Chance(Value, frozen=True):
    """Whether an entrant can still finish first by its score; null where that is not certain.

    Tie-breaks and play-offs are left out: who is first by one of them is level, not ahead.
    """

    entrant: EntrantNumber
    can_be_first: Annotated[bool | None, Meta(description="With a higher score than all others.")]
    can_be_level: Annotated[bool | None, Meta(description="With a score no other exceeds.")]
    clinched: Annotated[bool | None, Meta(description="No other can reach its score any more.")]
    eliminated: Annotated[bool | None, Meta(description="It cannot even be level at the top.")]
    why: Annotated[str | None, Meta(description="Why something is null.")] = None


class _Open(Struct, frozen=True):
    """What a fixture that is not over can still add."""

    sides: tuple[tuple[int, ...], ...]
    most: tuple[int, int]
    """The most that each side can add, while the other adds nothing."""
    worth: tuple[int, int]
    """What one stake adds to the side that gets it."""
    stakes: int
    """How many stakes one side or the other must get."""


class _Stage(Struct, frozen=True):
    """What decides the first place: scores so far, and the fixtures that are not over."""

    scores: Mapping[int, int]
    opens: tuple[_Open, ...]
    unit: int
    """What one stake is worth, except in a fixture that is half played."""


def chances(
    league: League, fixtures: Iterable[Fixture], results: Mapping[int, Result]
) -> tuple[Chance, ...]:
    """Every entrant's chance of the first place; in a separate final only finalists have one."""
    meetings = judgements.judged(league, fixtures, results)
    is_final = league.format.final_night is FinalNight.SEPARATE
    if is_final:
        last = league.format.nights
        meetings = tuple(each for each in meetings if each.fixture.night == last)
    why = _unknown(league, meetings)
    if why is not None:
        return unknown(league, why)
    scores = {number: total.score for number, total in totals.of(league, meetings).items()}
    if is_final:
        playing = standings.finalists(league, meetings)
        scores = {number: score for number, score in scores.items() if number in playing}
    opens = tuple(_open(league.format, each) for each in meetings if _is_open(each))
    stage = _Stage(scores, opens, _unit(league.format))
    return tuple(_chance(entrant.number, stage) for entrant in league.entrants)


def unknown(league: League, why: str) -> tuple[Chance, ...]:
    """What is said of everyone's chance while nothing is certain."""
    return tuple(_not_known(entrant.number, why) for entrant in league.entrants)


def _unknown(league: League, meetings: Sequence[Meeting]) -> str | None:
    """Why nothing is certain, if so."""
    form = league.format
    drawn = {(each.fixture.night, each.fixture.slot) for each in meetings}
    first = form.nights if form.final_night is FinalNight.SEPARATE else 1
    slots = form.fixtures_a_night if form.pairing is Pairing.PROGRESSIVE else 1
    for night in range(first, form.nights + 1):
        if not {(night, slot) for slot in range(1, slots + 1)} <= drawn:
            return f"Not all fixtures of night {night} are known yet."
    if form.counting is Counting.POINTS and any(map(_is_open, meetings)):
        return "A match can pay any number of points, so nothing is certain before the last one."
    if form.length is Length.BEST_OF and any(_has_stopped(form, each) for each in meetings):
        return "A fixture that can still be decided has a match that was not finished."
    return None


def _is_open(meeting: Meeting) -> bool:
    return meeting.judgement.status is not Status.SETTLED


def _has_stopped(form: Format, meeting: Meeting) -> bool:
    judgement = meeting.judgement
    wins = judgement.wins or judgements.NOTHING
    return _is_open(meeting) and sum(wins) + judgement.left < form.matches_a_fixture


def _not_known(number: int, why: str) -> Chance:
    return Chance(
        entrant=number,
        can_be_first=None,
        can_be_level=None,
        clinched=None,
        eliminated=None,
        why=why,
    )


def _unit(form: Format) -> int:
    best_of = form.length is Length.BEST_OF and form.counting is Counting.MATCHES_WON
    return counts.needed(form) if best_of else 1


def _open(form: Format, meeting: Meeting) -> _Open:
    sides, left = meeting.fixture.sides, meeting.judgement.left
    first, second = meeting.judgement.wins or judgements.NOTHING
    if form.counting is Counting.FIXTURES_WON:
        lead = first - second
        can_win = (int(-left < lead <= left), int(-left <= lead < left))
        must_be_won = (lead + left) % 2 == 1 and abs(lead) <= left
        return _Open(sides, can_win, (1, 1), int(must_be_won))
    if form.length is Length.BEST_OF:
        needed = counts.needed(form)
        lacking = (needed - first, needed - second)
        return _Open(sides, lacking, lacking, 1)
    return _Open(sides, (left, left), (1, 1), left)


def _chance(number: int, stage: _Stage) -> Chance:
    if number not in stage.scores:
        return Chance(
            entrant=number,
            can_be_first=False,
            can_be_level=False,
            clinched=False,
            eliminated=True,
        )
    first, level = _can_lead(number, stage, by=1), _can_lead(number, stage, by=0)
    why = None if None not in {first, level} else "There are too many ways to go through."
    return Chance(
        entrant=number,
        can_be_first=first,
        can_be_level=level,
        clinched=all(
            _most_gained(stage, other, number) < stage.scores[number] - score
            for other, score in stage.scores.items()
            if other != number
        ),
        eliminated=None if level is None else not level,
        why=why,
    )


def _side(fixture: _Open, number: int) -> int | None:
    return next((side for side in (0, 1) if number in fixture.sides[side]), None)


def _most_gained(stage: _Stage, chaser: int, leader: int) -> int:
    """The most that one entrant can gain on another."""
    gained = 0
    for fixture in stage.opens:
        side = _side(fixture, chaser)
        if side is not None and leader not in fixture.sides[side]:
            gained += fixture.most[side]
    return gained


def _can_lead(number: int, stage: _Stage, by: int) -> bool | None:
    """Whether an entrant that wins all it can is ahead of all others by so much, in some way."""
    scores, others = Counter(stage.scores), []
    for fixture in stage.opens:
        side = _side(fixture, number)
        if side is None:
            others.append(fixture)
        else:
            scores.update(dict.fromkeys(fixture.sides[side], fixture.most[side]))
    limit = scores[number] - by
    room = {other: limit - score for other, score in scores.items() if other != number}
    return min(room.values(), default=0) >= 0 and _fit(others, room, stage.unit)


def _fit(opens: Sequence[_Open], room: dict[int, int], unit: int) -> bool | None:
    """Whether all stakes can be given out so that nobody gets more than there is room for.

    Stakes that fit a flow are left to it; the others are tried one after the other.
    """
    tight = _tight(opens, room)
    simple = [each for each in tight if _is_simple(each, unit)]
    rest = [each for each in tight if not _is_simple(each, unit)]
    waiting, seen = [(0, room)], set()
    for _ in range(_MOST_STEPS):
        if not waiting:
            return False
        place, left = waiting.pop()
        if place == len(rest):
            if _flows(simple, left, unit):
                return True
            continue
        for next_left in _given(rest[place], left):
            state = (place + 1, tuple(next_left.values()))
            if state not in seen:
                seen.add(state)
                waiting.append((place + 1, next_left))
    return None


def _is_simple(fixture: _Open, unit: int) -> bool:
    return fixture.worth == (unit, unit) and all(len(side) == 1 for side in fixture.sides)


def _tight(opens: Sequence[_Open], room: Mapping[int, int]) -> list[_Open]:
    """The fixtures that remain when a side that has room for everything is given all it can get."""
    kept = [fixture for fixture in opens if fixture.stakes]
    while True:
        due: Counter[int] = Counter()
        for fixture in kept:
            for side, numbers in enumerate(fixture.sides):
                due.update(dict.fromkeys(numbers, fixture.worth[side] * fixture.stakes))
        tight = [
            fixture
            for fixture in kept
            if not any(all(due[each] <= room[each] for each in side) for side in fixture.sides)
        ]
        if len(tight) == len(kept):
            return kept
        kept = tight


def _given(fixture: _Open, room: Mapping[int, int]) -> Iterable[dict[int, int]]:
    """The room that is left after each way of giving out the stakes of a fixture."""
    for stakes in range(fixture.stakes + 1):
        left = dict(room)
        for side, number_of in ((0, stakes), (1, fixture.stakes - stakes)):
            for number in fixture.sides[side]:
                left[number] -= number_of * fixture.worth[side]
        if min(left.values()) >= 0:
            yield left


def _flows(opens: Sequence[_Open], room: Mapping[int, int], unit: int) -> bool:
    """Whether stakes that are all worth the same fit, as the flow from fixtures to entrants."""
    edges: dict[tuple[flows.Node, flows.Node], int] = {}
    for place, fixture in enumerate(opens):
        edges["source", ("fixture", place)] = fixture.stakes
        for side in fixture.sides:
            edges[("fixture", place), side[0]] = fixture.stakes
            edges[side[0], "sink"] = room[side[0]] // unit
    return flows.most(edges, "source", "sink") == sum(fixture.stakes for fixture in opens)
