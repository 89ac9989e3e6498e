"""Tie-breaks: the totals of entrants, and the order of those level, with the step that decided it.

The tie-breaks are tried in order. The first that gives level entrants different values parts them,
the highest value first; those still level begin again with the first tie-break, among themselves
only. Point difference is passed over while points of any of them are not known. `share` ends it:
they stay level. So does `play_off`, until enough play-offs are entered to part them.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product, takewhile
from typing import Final

from msgspec import Struct

from pitch import messages
from pitch.league import fixtures, leagues
from pitch.league.choices import Ranking, TieBreak
from pitch.league.judgements import JudgedFixture
from pitch.league.leagues import League
from pitch.messages import (
    CHANGE,
    CHOICE,
    COUNT,
    ENTRANT,
    SCORE,
    Argument,
    ArgumentKind,
    Message,
    Sentence,
    Sentences,
    all_of,
)
from pitch.types import EntrantNumber, Fact, Value


class Total(Struct, frozen=True):
    """The sums of one entrant: columns of its row in the table."""

    by_night: tuple[int, ...]
    """The score of each night, the first night first."""
    won: int
    """Matches won."""
    lost: int
    difference: int | None
    """Its points less its opponents'; None if any points are unknown."""
    played: int
    """Matchups that are settled."""
    left: int
    """Matchups that are not settled."""
    byes: int
    """Slots in which others play and it has no opponent."""
    missed_rounds: int
    """Slots before it joined that count as byes."""
    divisor: int | None
    """The settled matchups by which the score is divided; None if the score itself ranks."""

    @property
    def score(self) -> int:
        """The sum of its nights."""
        return sum(self.by_night)

    @property
    def value(self) -> Fraction:
        """The exact quantity by which it is ranked; 0 before its first matchup is settled."""
        return Fraction(self.score, self.divisor or 1)


def by_entrant(league: League, outcomes: Sequence[JudgedFixture]) -> dict[int, Total]:
    """Return the total of every entrant but guests, by its number.

    A bye pays as soon as a matchup of its slot is settled.
    """
    planned = [outcome.fixture for outcome in outcomes]
    missed = fixtures.missed(league, planned)
    settled = {(each.night, each.fixture.slot) for each in outcomes if each.is_settled}
    idle: defaultdict[int, list[tuple[int, bool]]] = defaultdict(list)
    for bye in (*fixtures.byes(league, planned), *missed):
        for number in bye.entrants:
            idle[number].append((bye.night, (bye.night, bye.slot) in settled))
    absences = Counter(number for bye in missed for number in bye.entrants)
    # Partners of one evening are ranked alone: each gets the result of their side.
    by_number: defaultdict[int, list[tuple[JudgedFixture, int]]] = defaultdict(list)
    for outcome in outcomes:
        for side, numbers in enumerate(outcome.fixture.sides):
            for number in numbers:
                by_number[number].append((outcome, side))
    return {
        entrant.number: _total(
            league, by_number[entrant.number], idle[entrant.number], absences[entrant.number]
        )
        for entrant in league.entrants
        if not entrant.is_guest
    }


def _total(
    league: League,
    played: Sequence[tuple[JudgedFixture, int]],
    byes: Sequence[tuple[int, bool]],
    missed: int,
) -> Total:
    """Return the total of an entrant from its fixtures with its side, and its byes by night.

    `missed` of the byes are slots before it joined. The difference is known only if that of every
    fixture is: a sum of some would rank it wrongly.
    """
    by_night: Counter[int] = Counter()
    won = lost = difference = settled = 0
    is_scored = True
    for night, is_paid in byes:
        by_night[night] += league.format.bye_pays * is_paid
    for outcome, side in played:
        judgement = outcome.judgement
        wins, points = judgement.wins or (0, 0), judgement.points
        by_night[outcome.night] += judgement.counts[side]
        won += wins[side]
        lost += wins[1 - side]
        settled += outcome.is_settled
        is_scored = is_scored and points is not None
        difference += 0 if points is None else points[side] - points[1 - side]
    return Total(
        by_night=tuple(by_night[night] for night in range(1, league.format.nights + 1)),
        won=won,
        lost=lost,
        difference=difference if is_scored else None,
        played=settled,
        left=len(played) - settled,
        byes=len(byes) - missed,
        missed_rounds=missed,
        divisor=settled if league.format.ranking is Ranking.RATE else None,
    )


def _parting_message(code: str, kind: ArgumentKind, **choices: ArgumentKind) -> Message:
    """Return the message that parts two groups by their values, which are of a kind."""
    group = all_of(ENTRANT)
    return Message(code, **choices, upper=group, more=kind, lower=group, less=kind)


_HEAD_TO_HEAD: Final = _parting_message("tie_break.head_to_head", SCORE, counting=CHOICE)
_MATCHES_WON: Final = _parting_message("tie_break.matches_won", COUNT)
_POINT_DIFFERENCE: Final = _parting_message("tie_break.point_difference", CHANGE)
_PLAY_OFFS_WON: Final = _parting_message("tie_break.play_off", COUNT)
_TIED_UNTIL_PLAY_OFF: Final = Message("tie_break.tied.play_off", entrant=ENTRANT)
_TIED: Final = Message("tie_break.tied.share", entrant=ENTRANT)
_MANY_UNTIL_PLAY_OFF: Final = Message("tie_break.tied.play_off.many", others=COUNT)
_MANY_TIED: Final = Message("tie_break.tied.share.many", others=COUNT)
_MOST_NAMED: Final = 2
"""How many others a sentence on a tie names; of more it has the number."""
_PASSED_OVER: Final = Message("tie_break.passed_over", entrants=all_of(ENTRANT))


class PlayOff(Fact, frozen=True):
    """A play-off, by its winner and its loser."""

    winner: EntrantNumber
    """The number of the team or player that won the play-off."""
    loser: EntrantNumber
    """The number of the team or player that lost the play-off."""


class Parting(Value, frozen=True):
    """The reason why a row is below the one above it, or tied with it, at an equal score."""

    tie_break: TieBreak | None
    """The tie-break that decided; null for the places before a separate final or in a knock-out."""
    whys: Sentences
    """The deciding tie-break with its numbers, and the tie-breaks that decided nothing before it, a
    sentence each.
    """


class Level(Struct, frozen=True):
    """Entrants who end up level, with their parting from those above."""

    entrants: tuple[int, ...]
    """Their numbers."""
    decision: Parting | None
    awaits_play_off: bool = False
    ties: Parting | None = None
    """Why they are level, if not for want of a tie-break that parts them."""


class Evidence(Struct, frozen=True):
    """The results from which tie-breaks decide."""

    league: League
    outcomes: tuple[JudgedFixture, ...]
    totals: Mapping[int, Total]
    play_offs: tuple[PlayOff, ...]

    @property
    def scores(self) -> dict[int, int]:
        """The score of each entrant."""
        return {number: total.score for number, total in self.totals.items()}

    def arguments(self, *numbers: int) -> tuple[Argument, ...]:
        """Return entrants as arguments of sentences."""
        return leagues.entrant_arguments(self.league, numbers)


def levels(
    group: tuple[int, ...], evidence: Evidence, above: Parting | None = None
) -> Iterator[Level]:
    """Yield entrants with an equal score in order, parted as far as the tie-breaks part them.

    `group` are the numbers of entrants, `above` is the parting of the first from those above.
    """
    tie_break, values = _first_that_parts(group, evidence)
    if tie_break is None:
        steps = _steps(evidence.league)
        waits = len(group) > 1 and steps[-1:] == (TieBreak.PLAY_OFF,)
        yield Level(group, above, waits)
        return
    parts = [
        tuple(number for number in group if values[number] == value)
        for value in sorted(set(values.values()), reverse=True)
    ]
    yield from levels(parts[0], evidence, above)
    # Each part begins again with the first tie-break: among fewer it may part entrants that it did
    # not part here.
    for upper, lower in pairwise(parts):
        why = _why(tie_break, upper, lower, values, evidence)
        passed_over = _passed_over(group, evidence, before=tie_break)
        yield from levels(lower, evidence, Parting(tie_break=tie_break, whys=(why, *passed_over)))


def level_with(number: int, level: Level, evidence: Evidence) -> Parting:
    """Return why an entrant is tied with the others of its level."""
    ending = TieBreak.PLAY_OFF if level.awaits_play_off else TieBreak.SHARE
    passed_over = _passed_over(level.entrants, evidence, before=ending)
    return Parting(tie_break=ending, whys=(_tied(number, level, evidence), *passed_over))


def _tied(number: int, level: Level, evidence: Evidence) -> Sentence:
    others = evidence.arguments(*(other for other in level.entrants if other != number))
    if len(others) > _MOST_NAMED:
        many = _MANY_UNTIL_PLAY_OFF if level.awaits_play_off else _MANY_TIED
        return many(others=len(others))
    tied = _TIED_UNTIL_PLAY_OFF if level.awaits_play_off else _TIED
    return tied(entrant=others[0] if len(others) == 1 else messages.list_argument(ENTRANT, others))


def _passed_over(group: Sequence[int], evidence: Evidence, *, before: TieBreak) -> Sentences:
    """Return the entrants whose unknown points made a step before `before` inapplicable."""
    earlier = takewhile(lambda step: step is not before, _steps(evidence.league))
    unscored = [number for number in group if evidence.totals[number].difference is None]
    if TieBreak.POINT_DIFFERENCE not in earlier or not unscored:
        return ()
    return (_PASSED_OVER(entrants=evidence.arguments(*unscored)),)


def _steps(league: League) -> tuple[TieBreak, ...]:
    """Return the tie-breaks up to the one that shares the place or plays it off."""
    steps = league.format.tie_breaks
    ends = (i for i, step in enumerate(steps, 1) if step in {TieBreak.SHARE, TieBreak.PLAY_OFF})
    return steps[: next(ends, None)]


def _first_that_parts(
    group: tuple[int, ...], evidence: Evidence
) -> tuple[TieBreak | None, Mapping[int, int]]:
    """Return the first tie-break that gives a group different values, and the values."""
    for tie_break in _steps(evidence.league):
        values = _values(tie_break, group, evidence)
        if len(set(values.values())) > 1:
            return tie_break, values
    return None, {}


def _values(tie_break: TieBreak, group: tuple[int, ...], evidence: Evidence) -> Mapping[int, int]:
    """Return the value of every entrant of a group; none if the tie-break cannot be applied."""
    match tie_break:
        case TieBreak.HEAD_TO_HEAD:
            return _head_to_head(group, evidence.outcomes)
        case TieBreak.MATCHES_WON:
            return {number: evidence.totals[number].won for number in group}
        case TieBreak.POINT_DIFFERENCE:
            differences = {number: evidence.totals[number].difference for number in group}
            values = {number: value for number, value in differences.items() if value is not None}
            return values if len(values) == len(group) else {}
        case TieBreak.PLAY_OFF:
            return _play_offs(group, evidence.play_offs)
        case TieBreak.SHARE:
            return {}


def _head_to_head(group: tuple[int, ...], outcomes: Sequence[JudgedFixture]) -> Mapping[int, int]:
    """Return the scores of a group against each other, if all have met there equally often."""
    meetings: Counter[frozenset[int]] = Counter()
    scores = dict.fromkeys(group, 0)
    for outcome in outcomes:
        if not outcome.is_settled:
            continue
        for ours, theirs in product(*outcome.fixture.sides):
            if ours in scores and theirs in scores:
                meetings[frozenset((ours, theirs))] += 1
                scores[ours] += outcome.judgement.counts[0]
                scores[theirs] += outcome.judgement.counts[1]
    # An entrant who met the others more often had more to win, so meetings decide only if all had
    # as many.
    times = {meetings[frozenset(pair)] for pair in combinations(group, 2)}
    return scores if len(times) == 1 and times != {0} else {}


def _play_offs(group: tuple[int, ...], play_offs: Sequence[PlayOff]) -> Mapping[int, int]:
    """Return how many play-offs every entrant of a group has won against others of it."""
    # Only among themselves: a play-off against anyone who is parted already decides nothing here.
    wins = dict.fromkeys(group, 0)
    for play_off in play_offs:
        if play_off.winner in wins and play_off.loser in wins:
            wins[play_off.winner] += 1
    return wins


def _why(
    tie_break: TieBreak,
    upper: tuple[int, ...],
    lower: tuple[int, ...],
    values: Mapping[int, int],
    evidence: Evidence,
) -> Sentence:
    """Return the sentence on the tie-break that parted two parts of a group, with its values."""
    arguments = {
        "upper": evidence.arguments(*upper),
        "more": values[upper[0]],
        "lower": evidence.arguments(*lower),
        "less": values[lower[0]],
    }
    match tie_break:
        case TieBreak.HEAD_TO_HEAD:
            return _HEAD_TO_HEAD(counting=evidence.league.format.counting, **arguments)
        case TieBreak.MATCHES_WON:
            return _MATCHES_WON(**arguments)
        case TieBreak.POINT_DIFFERENCE:
            return _POINT_DIFFERENCE(**arguments)
        case _:
            return _PLAY_OFFS_WON(**arguments)
