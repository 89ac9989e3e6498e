"""Title race: who can still finish first, exactly, over every result that can still be entered.

A fixture that is left need not be played: a side may stay away, or both, and closing time may end
matches that nobody has won. So nobody need win anything more than it has, and an entrant stands
best when its side wins all that is left to it and no other side wins any of what is left. Scores
are compared before tie-breaks.

Whoever plays in no open fixture has no part in it, so everything is added up in one pass over the
open fixtures, and then per pair of entrants: with F fixtures and N entrants in F + N * N steps.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from itertools import permutations
from typing import Annotated, Final

from msgspec import Meta, Struct

from pitch.findings import Status
from pitch.league import judgements
from pitch.league.judgements import JudgedFixture
from pitch.league.leagues import Counting, EntrantNumber, FinalNight, League, Pairing
from pitch.league.ranking import standings, totals
from pitch.messages import COUNT, Message, Sentence
from pitch.types import Value

_NOT_DRAWN: Final = Message("chance.not_drawn", night=COUNT)
_UNBOUNDED: Final = Message("chance.points_unbounded")


class Chance(Value, frozen=True):
    """Whether a team or player can still finish first by its score; null where that is not certain.

    It is certain over every result that can still be entered: also forfeits, matchups to which
    neither side comes, and matches that closing time ends. Matches that are won stay won.
    Tie-breaks and play-offs are left out: who is first by one of them is tied, not ahead.
    """

    entrant: EntrantNumber
    can_be_first: Annotated[bool | None, Meta(description="With a higher score than all others.")]
    can_be_level: Annotated[bool | None, Meta(description="With a score no other exceeds.")]
    clinched: Annotated[bool | None, Meta(description="No other can reach its score any more.")]
    eliminated: Annotated[bool | None, Meta(description="It cannot even be tied at the top.")]
    why: Annotated[Sentence | None, Meta(description="Why something is null.")] = None


Ending = tuple[int, int]
"""What a fixture pays its side 0 and its side 1."""


class _Open(Struct, frozen=True):
    """A fixture that is not over, and every pair of what it can come to pay its sides."""

    sides: tuple[tuple[int, ...], ...]
    endings: frozenset[Ending]

    def playing(self) -> Iterator[tuple[int, int]]:
        """Everybody in it, each with its side."""
        for side, numbers in enumerate(self.sides):
            for number in numbers:
                yield number, side

    @property
    def least(self) -> Ending:
        """What it pays if neither side gets any more."""
        # One ending gives both sides their least. By fixtures won it may need further wins: who
        # leads gets nothing for a fixture that is drawn level.
        return min(self.endings, key=sum)

    def best(self, side: int) -> Ending:
        """The ending that is best for a side, and of those the worst for the other."""
        return max(self.endings, key=lambda ending: (ending[side], -ending[1 - side]))


class _Stage(Struct, frozen=True, dict=True):
    """What decides the first place: scores without the fixtures that are open, and those."""

    scores: Mapping[int, int]
    opens: tuple[_Open, ...]

    @cached_property
    def least(self) -> Counter[int]:
        """Everybody's score if nobody gets any more."""
        scores = Counter(self.scores)
        for fixture in self.opens:
            least = fixture.least
            scores.update({number: least[side] for number, side in fixture.playing()})
        return scores

    @cached_property
    def own(self) -> Mapping[int, list[tuple[_Open, int]]]:
        """The open fixtures of everybody, each with its side in it."""
        found: defaultdict[int, list[tuple[_Open, int]]] = defaultdict(list)
        for fixture in self.opens:
            for number, side in fixture.playing():
                found[number].append((fixture, side))
        return found

    @cached_property
    def most_ahead(self) -> Mapping[tuple[int, int], int]:
        """How far the first of each two can come ahead of the second at the most.

        In fixtures that only one of them plays, the first gets the most and the second the least;
        where both play, no more than one ending pays the two.
        """
        most, fewest, together = Counter(self.scores), Counter(self.scores), Counter[Ending]()
        for fixture in self.opens:
            parts = [{ending[side] for ending in fixture.endings} for side in (0, 1)]
            playing = list(fixture.playing())
            for number, side in playing:
                most[number] += max(parts[side])
                fewest[number] += min(parts[side])
            for (one, side), (other, its) in permutations(playing, 2):
                # The two sums above took the fixture for one that the two play apart; that is put
                # right. Partners are never apart: of both each ending pays the same.
                apart = max(ending[side] - ending[its] for ending in fixture.endings)
                together[one, other] += apart - max(parts[side]) + min(parts[its])
        return {
            (one, other): most[one] - fewest[other] + together[one, other]
            for one, other in permutations(self.scores, 2)
        }


def chances(league: League, judged: Sequence[JudgedFixture]) -> tuple[Chance, ...]:
    """Every entrant's chance of the first place, in the order of the entrants.

    In a separate final only those who play in it have one.
    """
    if league.format.final_night is FinalNight.SEPARATE:
        judged = _of_final(league, judged)
    # A final that nobody is drawn for yet, or points without a bound, leave nothing to add up.
    why = _unknown(league, judged)
    if why is not None:
        return uncertain_chances(league, why)
    scores, left = split_open(league, judged)
    opens = tuple(
        _Open(each.fixture.sides, judgements.possible_counts(league.format, each.judgement))
        for each in left
    )
    stage = _Stage(scores, opens)
    return tuple(_chance(entrant.number, stage) for entrant in league.entrants)


def split_open(
    league: League, judged: Sequence[JudgedFixture]
) -> tuple[dict[int, int], tuple[JudgedFixture, ...]]:
    """What decides the first place: scores, by number, and the fixtures that may still change them.

    Open fixtures are not in the scores, whatever is won of them already. In a separate final only
    those who play in it have a score.
    """
    is_final = league.format.final_night is FinalNight.SEPARATE
    if is_final:
        judged = _of_final(league, judged)
    over = [each for each in judged if not _is_open(each)]
    scores = {number: total.score for number, total in totals.by_entrant(league, over).items()}
    if is_final:
        playing = standings.finalists(league, judged)
        scores = {number: score for number, score in scores.items() if number in playing}
    return scores, tuple(each for each in judged if _is_open(each))


def _of_final(league: League, judged: Sequence[JudgedFixture]) -> tuple[JudgedFixture, ...]:
    return tuple(each for each in judged if each.fixture.night == league.format.nights)


def uncertain_chances(league: League, why: Sentence) -> tuple[Chance, ...]:
    """What is said of everyone's chance while nothing is certain."""
    return tuple(_not_known(entrant.number, why) for entrant in league.entrants)


def _unknown(league: League, judged: Sequence[JudgedFixture]) -> Sentence | None:
    """Why nothing is certain, if so."""
    form = league.format
    drawn = {(each.fixture.night, each.fixture.slot) for each in judged}
    first = form.nights if form.final_night is FinalNight.SEPARATE else 1
    # Of a progressive night each slot follows from the results of the one before.
    slots = form.fixtures_a_night if form.pairing is Pairing.PROGRESSIVE else 1
    for night in range(first, form.nights + 1):
        if not {(night, slot) for slot in range(1, slots + 1)} <= drawn:
            return _NOT_DRAWN(night=night)
    if form.counting is Counting.POINTS and any(map(_is_open, judged)):
        return _UNBOUNDED()
    return None


def _is_open(each: JudgedFixture) -> bool:
    return each.judgement.status is not Status.SETTLED


def _not_known(number: int, why: Sentence) -> Chance:
    return Chance(
        entrant=number,
        can_be_first=None,
        can_be_level=None,
        clinched=None,
        eliminated=None,
        why=why,
    )


def _chance(number: int, stage: _Stage) -> Chance:
    """An entrant's chance: from its own best end, and for `clinched` from the best of the others.

    Whoever is not in a separate final cannot be first.
    """
    if number not in stage.scores:
        return Chance(
            entrant=number,
            can_be_first=False,
            can_be_level=False,
            clinched=False,
            eliminated=True,
        )
    lead = _best_lead(number, stage)
    return Chance(
        entrant=number,
        can_be_first=lead > 0,
        can_be_level=lead >= 0,
        clinched=all(
            stage.most_ahead[other, number] < 0 for other in stage.scores if other != number
        ),
        eliminated=lead < 0,
    )


def _best_lead(number: int, stage: _Stage) -> int:
    """How far ahead of the best of the others an entrant can be at the most.

    A side that wins all that is left leaves the other what it has. What is left without the
    entrant goes best for it, and least for all others at once, if nobody gets any more of it.
    """
    scores = Counter(stage.least)
    for fixture, side in stage.own.get(number, ()):
        least, best = fixture.least, fixture.best(side)
        scores.update({each: best[its] - least[its] for each, its in fixture.playing()})
    # Who is alone in the race is ahead of everybody there is.
    others = (scores[other] for other in stage.scores if other != number)
    return scores[number] - max(others, default=scores[number] - 1)
