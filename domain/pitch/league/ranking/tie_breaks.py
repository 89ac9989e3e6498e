"""Tie-breaks: how entrants with an equal score are told apart, and which step decided.

The tie-breaks are asked in their order. The first that gives those who are level different values
parts them, the highest value first; those who are level still begin again with the first
tie-break, among themselves only. Point difference is passed over while points of one of them are
not known. `share` ends it: they stay level. So does `play_off`, until enough play-offs are entered
to part them.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, takewhile
from typing import Final

from msgspec import Struct

from pitch.findings import Status
from pitch.league import leagues
from pitch.league.fixtures import Fixture
from pitch.league.judgements import JudgedFixture
from pitch.league.leagues import EntrantNumber, League, TieBreak
from pitch.league.ranking.totals import Total
from pitch.messages import (
    CHANGE,
    CHOICE,
    COUNT,
    ENTRANT,
    SCORE,
    Argument,
    Message,
    Sentence,
    Sentences,
    all_of,
)
from pitch.types import Fact, Value

_HEAD_TO_HEAD: Final = Message(
    "tie_break.head_to_head",
    counting=CHOICE,
    upper=all_of(ENTRANT),
    more=SCORE,
    lower=all_of(ENTRANT),
    less=SCORE,
)
_MATCHES_WON: Final = Message(
    "tie_break.matches_won", upper=all_of(ENTRANT), more=COUNT, lower=all_of(ENTRANT), less=COUNT
)
_POINT_DIFFERENCE: Final = Message(
    "tie_break.point_difference",
    upper=all_of(ENTRANT),
    more=CHANGE,
    lower=all_of(ENTRANT),
    less=CHANGE,
)
_PLAY_OFFS_WON: Final = Message(
    "tie_break.play_off", upper=all_of(ENTRANT), more=COUNT, lower=all_of(ENTRANT), less=COUNT
)
_TIED_UNTIL_PLAY_OFF: Final = Message("tie_break.tied.play_off", entrant=ENTRANT)
_TIED: Final = Message("tie_break.tied.share", entrant=ENTRANT)
_PASSED_OVER: Final = Message("tie_break.passed_over", entrants=all_of(ENTRANT))


class PlayOff(Fact, frozen=True):
    """A play-off: who won it against whom."""

    winner: EntrantNumber
    loser: EntrantNumber


class Parting(Value, frozen=True):
    """Why a row is below the one above it, or tied with it, though their scores are equal."""

    tie_break: TieBreak | None
    """None for the places before a separate final."""
    whys: Sentences
    """What decides, with the numbers that do, and what was passed over before it."""


class Level(Struct, frozen=True):
    """Entrants who stand level in the end, and what parted them from those above."""

    entrants: tuple[int, ...]
    """Their numbers."""
    decision: Parting | None
    awaits_play_off: bool = False


class Evidence(Struct, frozen=True):
    """What tie-breaks look at."""

    league: League
    judged: tuple[JudgedFixture, ...]
    totals: Mapping[int, Total]
    play_offs: tuple[PlayOff, ...]

    def named(self, *numbers: int) -> tuple[Argument, ...]:
        """Some entrants, as sentences are about them."""
        return leagues.entrant_arguments(self.league, numbers)


def levels(
    group: tuple[int, ...], evidence: Evidence, above: Parting | None = None
) -> Iterator[Level]:
    """Those with an equal score in their order, parted as far as the tie-breaks part them.

    `group` are the numbers of entrants, `above` is what parts the first of them from those above.
    """
    tie_break, values = _first_that_parts(group, evidence)
    if tie_break is None:
        waits = len(group) > 1 and _ending(evidence.league) is TieBreak.PLAY_OFF
        yield Level(group, above, waits)
        return
    parts = [
        tuple(number for number in group if values[number] == value)
        for value in sorted(set(values.values()), reverse=True)
    ]
    decision = above
    # Each part begins again with the first tie-break: among fewer it may part who it did not here.
    for place, part in enumerate(parts):
        if place > 0:
            why = _why(tie_break, (parts[place - 1], part), values, evidence)
            passed_over = _passed_over(group, evidence, before=tie_break)
            decision = Parting(tie_break=tie_break, whys=(why, *passed_over))
        yield from levels(part, evidence, decision)


def level_with(above: int, level: Level, evidence: Evidence) -> Parting:
    """Why an entrant stands level with the one in the row above it."""
    (entrant,) = evidence.named(above)
    ending = TieBreak.PLAY_OFF if level.awaits_play_off else TieBreak.SHARE
    tied = (_TIED_UNTIL_PLAY_OFF if level.awaits_play_off else _TIED)(entrant=entrant)
    passed_over = _passed_over(level.entrants, evidence, before=ending)
    return Parting(tie_break=ending, whys=(tied, *passed_over))


def _passed_over(group: Sequence[int], evidence: Evidence, *, before: TieBreak) -> Sentences:
    """Whose points are not known, if point difference was to be asked before another step."""
    asked = takewhile(lambda each: each is not before, _asked(evidence.league))
    unknown = [number for number in group if evidence.totals[number].difference is None]
    if TieBreak.POINT_DIFFERENCE not in asked or not unknown:
        return ()
    return (_PASSED_OVER(entrants=evidence.named(*unknown)),)


def _asked(league: League) -> Iterator[TieBreak]:
    """The tie-breaks up to the one that ends the asking."""
    for tie_break in league.format.tie_breaks:
        yield tie_break
        if tie_break in {TieBreak.SHARE, TieBreak.PLAY_OFF}:
            return


def _ending(league: League) -> TieBreak | None:
    asked = list(_asked(league))
    return asked[-1] if asked else None


def _first_that_parts(
    group: tuple[int, ...], evidence: Evidence
) -> tuple[TieBreak | None, Mapping[int, int]]:
    """The first tie-break that gives a group different values, and the values."""
    for tie_break in _asked(evidence.league):
        values = _values(tie_break, group, evidence)
        if len(set(values.values())) > 1:
            return tie_break, values
    return None, {}


def _values(tie_break: TieBreak, group: tuple[int, ...], evidence: Evidence) -> Mapping[int, int]:
    """What a tie-break gives every one of a group; nothing where it cannot be applied to all."""
    match tie_break:
        case TieBreak.HEAD_TO_HEAD:
            return _head_to_head(group, evidence.judged)
        case TieBreak.MATCHES_WON:
            return {number: evidence.totals[number].won for number in group}
        case TieBreak.POINT_DIFFERENCE:
            known = {number: evidence.totals[number].difference for number in group}
            values = {number: each for number, each in known.items() if each is not None}
            return values if len(values) == len(group) else {}
        case TieBreak.PLAY_OFF:
            return _play_offs(group, evidence.play_offs)
        case TieBreak.SHARE:
            return {}


def _head_to_head(group: tuple[int, ...], judged: Sequence[JudgedFixture]) -> Mapping[int, int]:
    """What the group has counted against each other, if all have met there equally often."""
    met: Counter[frozenset[int]] = Counter()
    counted = dict.fromkeys(group, 0)
    for each in judged:
        if each.judgement.status is not Status.SETTLED:
            continue
        for ours, theirs in _opponents(each.fixture, counted):
            met[frozenset((ours, theirs))] += 1
            counted[ours] += each.judgement.counts[0]
            counted[theirs] += each.judgement.counts[1]
    # Who met the others more often had more to win, so meetings decide only if all had as many.
    times = {met[frozenset(pair)] for pair in combinations(group, 2)}
    return counted if len(times) == 1 and times != {0} else {}


def _opponents(fixture: Fixture, among: Mapping[int, int]) -> Iterator[tuple[int, int]]:
    """Every two of some entrants who met in a fixture from opposite sides."""
    for ours in fixture.sides[0]:
        for theirs in fixture.sides[1]:
            if ours in among and theirs in among:
                yield ours, theirs


def _play_offs(group: tuple[int, ...], play_offs: Sequence[PlayOff]) -> Mapping[int, int]:
    """How many play-offs every one of a group has won against others of it."""
    # Only among themselves: a play-off against somebody who is parted already decides nothing here.
    won = dict.fromkeys(group, 0)
    for play_off in play_offs:
        if play_off.winner in won and play_off.loser in won:
            won[play_off.winner] += 1
    return won


def _why(
    tie_break: TieBreak,
    parted: tuple[tuple[int, ...], tuple[int, ...]],
    values: Mapping[int, int],
    evidence: Evidence,
) -> Sentence:
    """What decided between two parts of a group, with the numbers that did."""
    upper, lower = parted
    said = {
        "upper": evidence.named(*upper),
        "more": values[upper[0]],
        "lower": evidence.named(*lower),
        "less": values[lower[0]],
    }
    match tie_break:
        case TieBreak.HEAD_TO_HEAD:
            return _HEAD_TO_HEAD(counting=evidence.league.format.counting, **said)
        case TieBreak.MATCHES_WON:
            return _MATCHES_WON(**said)
        case TieBreak.POINT_DIFFERENCE:
            return _POINT_DIFFERENCE(**said)
        case _:
            return _PLAY_OFFS_WON(**said)
