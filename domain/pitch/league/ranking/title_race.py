"""Title race: the entrants who can still finish first, exactly, over every possible result.

An open fixture need not be played: a side may stay away, or both, and closing time may end matches
that nobody has won. So no entrant need win anything more, and an entrant does best if its side wins
all that is left to it and no other side wins any more. Scores are compared before tie-breaks.

An entrant who plays in no open fixture is not affected by it, so everything is added up in one pass
over the open fixtures, and then per pair of entrants: with F fixtures and N entrants in F + N * N
steps.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, permutations, product
from math import lcm, prod
from typing import Final

from msgspec import Struct

from pitch.league import brackets, judgements
from pitch.league.choices import Counting, FinalNight, Leavers, Ranking
from pitch.league.judgements import JudgedFixture
from pitch.league.leagues import League
from pitch.league.ranking import standings, tie_breaks
from pitch.messages import COUNT, Message, Sentence
from pitch.types import EntrantNumber, Value

_NOT_DRAWN: Final = Message("chance.not_drawn", night=COUNT)
_UNBOUNDED: Final = Message("chance.points_unbounded")
_TOO_MANY: Final = Message("chance.too_many_ends")
_MAX_TRIED: Final = 4096
"""The most ends of a season that are tried one by one."""


class Reach(Value, frozen=True):
    """The chance of a team to reach the final by its score; null if that is not certain.

    It is certain over every result of the season that can still be entered, as the chance to finish
    first is. Once the final has begun, or is drawn after the season, those who are in it reach it.
    """

    places: standings.Place
    """The number of teams that reach the final; of a group, in a league of groups."""
    can: bool | None
    """False if the final is out of reach, even on equal scores."""
    needs_tie_break: bool | None
    """True if the final can only be reached on equal scores, by a tie-break or a play-off."""
    sure: bool | None
    """True if too few others can still reach this score to fill the final."""
    why: Sentence | None = None
    """The reason why one of them is null, in a sentence."""


class Chance(Value, frozen=True):
    """The chance of a team or player to finish first by its score; null if that is not certain.

    It is certain over every result that can still be entered: also forfeits, matchups to which
    neither side comes, and matches that closing time ends. Matches that are won stay won.
    Tie-breaks and play-offs are left out: a team or player that is first by one of them is tied,
    not ahead.
    """

    entrant: EntrantNumber
    """The number of the team or player that may finish first."""
    can_be_first: bool | None
    """True if a score higher than all others can still be reached."""
    can_be_level: bool | None
    """True if a score that no other exceeds can still be reached."""
    clinched: bool | None
    """True if no other team or player can reach this score any more."""
    eliminated: bool | None
    """True if even a tie for first place is out of reach."""
    why: Sentence | None = None
    """The reason why a chance is null, in a sentence."""
    reaches: Reach | None = None
    """The chance to reach the final; null in a league that has no knock-out as its final."""


Ending = tuple[int, int]
"""The standings' count of a fixture for its side 0 and its side 1."""


class _Open(Struct, frozen=True):
    """A fixture that is not over, with its possible endings."""

    sides: tuple[tuple[int, ...], ...]
    endings: frozenset[Ending]

    def players(self) -> Iterator[tuple[int, int]]:
        """Yield every entrant in it with its side."""
        for side, numbers in enumerate(self.sides):
            for number in numbers:
                yield number, side

    @property
    def least(self) -> Ending:
        """The ending if neither side gets any more."""
        # One ending gives both sides their least. By fixtures won it may need further wins: a
        # leader gets nothing for a fixture that is drawn level.
        return min(self.endings, key=sum)

    def best(self, side: int) -> Ending:
        """Return the ending that is best for a side, and of those the worst for the other."""
        return max(self.endings, key=lambda ending: (ending[side], -ending[1 - side]))


class Race(Struct, frozen=True):
    """The race for the first place: scores without open fixtures, those fixtures, and weights."""

    scores: Mapping[int, int]
    """The weighted scores of those who are in the race, by number."""
    opens: tuple[JudgedFixture, ...]
    weights: Mapping[int, int]
    """The factor of every entrant's counts; with it rates are compared as whole numbers."""


class _Stage(Struct, frozen=True, dict=True):
    """The stage that decides the first place: scores without open fixtures, and those fixtures.

    All sums are weighted. A weight is positive, so what is best for one side, and least for both,
    is so with weights too: the ending that gives a side the most leaves the other the least.
    """

    scores: Mapping[int, int]
    opens: tuple[_Open, ...]
    weights: Mapping[int, int]

    @cached_property
    def least(self) -> Counter[int]:
        """The score of every entrant if nobody gets any more."""
        scores = Counter(self.scores)
        for fixture in self.opens:
            least = fixture.least
            scores.update(
                {number: least[side] * self.weights[number] for number, side in fixture.players()}
            )
        return scores

    @cached_property
    def by_entrant(self) -> Mapping[int, list[tuple[_Open, int]]]:
        """The open fixtures of every entrant, each with its side."""
        opens: defaultdict[int, list[tuple[_Open, int]]] = defaultdict(list)
        for fixture in self.opens:
            for number, side in fixture.players():
                opens[number].append((fixture, side))
        return opens

    @cached_property
    def most_ahead(self) -> Mapping[tuple[int, int], int]:
        """The greatest lead of the first of each two entrants over the second.

        In fixtures that only one of them plays, the first gets the most and the second the least;
        in those that both play, one ending counts for both.
        """
        most, fewest, shared = Counter(self.scores), Counter(self.scores), Counter[Ending]()
        for fixture in self.opens:
            counts = [{ending[side] for ending in fixture.endings} for side in (0, 1)]
            players = list(fixture.players())
            for number, side in players:
                most[number] += max(counts[side]) * self.weights[number]
                fewest[number] += min(counts[side]) * self.weights[number]
            for (entrant, side), (rival, rival_side) in permutations(players, 2):
                # The two sums above count the fixture as if the two played it apart; this corrects
                # that. Partners always get the same.
                weight, other = self.weights[entrant], self.weights[rival]
                lead = max(
                    weight * ending[side] - other * ending[rival_side] for ending in fixture.endings
                )
                shared[entrant, rival] += (
                    lead - weight * max(counts[side]) + other * min(counts[rival_side])
                )
        return {
            (entrant, rival): most[entrant] - fewest[rival] + shared[entrant, rival]
            for entrant, rival in permutations(self.scores, 2)
        }


def chances(league: League, outcomes: Sequence[JudgedFixture]) -> tuple[Chance, ...]:
    """Return every entrant's chance of the first place, in the order of the entrants.

    In a separate final only its entrants have one, and in a knock-out those who are still in.
    """
    if league.bracket is not None:
        still_in = brackets.play(league, league.bracket, outcomes).still_in
        return tuple(_certain_chance(number, still_in) for number in _ranked(league))
    # A final that is not drawn yet, or points without a bound, leave nothing to add up.
    form = league.format
    nights = range(form.nights if form.final_night.is_drawn else 1, form.nights + 1)
    why = find_uncertainty(league, _deciding_fixtures(league, outcomes), nights)
    if why is not None:
        return uncertain_chances(league, why)
    race = split_open(league, outcomes)
    opens = tuple(
        _Open(outcome.fixture.sides, judgements.possible_counts(league.format, outcome.judgement))
        for outcome in race.opens
    )
    stage = _Stage(race.scores, opens, race.weights)
    leads: Mapping[int, int] = {number: _best_lead(number, stage) for number in stage.scores}
    if league.format.ranking is Ranking.RATE and not league.format.pairing.is_of_teams:
        # A partner whose rate grows more by a win gains on one: winning all may not be best.
        if prod(len(fixture.endings) for fixture in opens) > _MAX_TRIED:
            return uncertain_chances(league, _TOO_MANY())
        leads = _try_all(stage)
    return tuple(_chance(number, stage, leads) for number in _ranked(league))


def _certain_chance(number: int, still_in: Collection[int]) -> Chance:
    """Return an entrant's chance where everybody who is not out may win all the rest."""
    is_in = number in still_in
    return Chance(
        entrant=number,
        can_be_first=is_in,
        can_be_level=is_in,
        clinched=is_in and len(still_in) == 1,
        eliminated=not is_in,
    )


def split_open(league: League, outcomes: Sequence[JudgedFixture]) -> Race:
    """Return the race: scores without open fixtures, and the open fixtures.

    Wins in open fixtures are not in the scores, byes that are planned are. In a separate final only
    its entrants are in the race; where leavers are last, only those who stay, if anybody does.
    """
    form, outcomes = league.format, _deciding_fixtures(league, outcomes)
    totals = tie_breaks.by_entrant(league, outcomes)
    opens = tuple(outcome for outcome in outcomes if not outcome.is_settled)
    planned = Counter(number for each in outcomes for number in chain(*each.fixture.sides))
    # Every fixture is settled in the end, so the divisors of all rates are known.
    common = lcm(*planned.values()) if form.ranking is Ranking.RATE else 1
    # A guest plays with a weight like anybody, and is in no score.
    weights = {
        each.number: common // max(1, planned[each.number]) if common > 1 else 1
        for each in league.entrants
    }
    settled = _settled_scores(outcomes)
    scores = {
        number: weights[number]
        * (form.bye_pays * (total.byes + total.missed_rounds) + settled[number])
        for number, total in totals.items()
    }
    racing = set(scores)
    if form.final_night is FinalNight.SEPARATE:
        racing &= standings.finalists(league, outcomes)
    if form.leavers is Leavers.LAST:
        racing = racing - league.leavers or racing
    return Race({number: scores[number] for number in scores if number in racing}, opens, weights)


def _settled_scores(outcomes: Sequence[JudgedFixture]) -> Counter[int]:
    """Return what settled fixtures count for every entrant."""
    scores: Counter[int] = Counter()
    for outcome in outcomes:
        if outcome.is_settled:
            for numbers, count in zip(outcome.fixture.sides, outcome.judgement.counts, strict=True):
                scores.update(dict.fromkeys(numbers, count))
    return scores


def _deciding_fixtures(
    league: League, outcomes: Sequence[JudgedFixture]
) -> Sequence[JudgedFixture]:
    """Return the fixtures that decide the first place: those of a separate final, or all."""
    form = league.format
    if not form.final_night.is_drawn:
        return outcomes
    return tuple(outcome for outcome in outcomes if outcome.night == form.nights)


def uncertain_chances(league: League, why: Sentence) -> tuple[Chance, ...]:
    """Return everyone's chance while nothing is certain."""
    return tuple(
        Chance(
            entrant=number,
            can_be_first=None,
            can_be_level=None,
            clinched=None,
            eliminated=None,
            why=why,
        )
        for number in _ranked(league)
    )


def _ranked(league: League) -> tuple[int, ...]:
    return tuple(entrant.number for entrant in league.entrants if not entrant.is_guest)


def find_uncertainty(
    league: League, outcomes: Sequence[JudgedFixture], nights: Iterable[int]
) -> Sentence | None:
    """Return why nothing is certain about the fixtures of some nights, if so."""
    form = league.format
    planned = {(outcome.night, outcome.fixture.slot) for outcome in outcomes}
    # If each slot follows from the results of the one before, all slots have to be planned.
    slots = form.fixtures_a_night if form.pairing.is_by_slot else 1
    last_final = form.nights if form.final_night.is_drawn else None
    for night in nights:
        # Nobody is drawn for a night that is called off, but a final may still be held.
        if league.night(night).is_called_off and night != last_final:
            continue
        if not {(night, slot) for slot in range(1, slots + 1)} <= planned:
            return _NOT_DRAWN(night=night)
    if form.counting is Counting.POINTS and not all(outcome.is_settled for outcome in outcomes):
        return _UNBOUNDED()
    return None


def _try_all(stage: _Stage) -> Mapping[int, int]:
    """Return how far ahead of its best rival each entrant is in the best of all ends."""
    leads: dict[int, int] = {}
    for endings in product(*(fixture.endings for fixture in stage.opens)):
        scores = Counter(stage.scores)
        for fixture, ending in zip(stage.opens, endings, strict=True):
            scores.update(
                {number: ending[s] * stage.weights[number] for number, s in fixture.players()}
            )
        ordered = sorted((scores[number] for number in stage.scores), reverse=True)
        best, second = ordered[0], ordered[1] if ordered[1:] else ordered[0] - 1
        for number in stage.scores:
            lead = scores[number] - (second if scores[number] == best else best)
            leads[number] = max(lead, leads.get(number, lead))
    return leads


def _chance(number: int, stage: _Stage, leads: Mapping[int, int]) -> Chance:
    """Return an entrant's chance, from its best end, and for `clinched` from that of the others.

    An entrant outside a separate final cannot be first.
    """
    if number not in stage.scores:
        return _certain_chance(number, ())
    lead = leads[number]
    return Chance(
        entrant=number,
        can_be_first=lead > 0,
        can_be_level=lead >= 0,
        clinched=all(
            stage.most_ahead[rival, number] < 0 for rival in stage.scores if rival != number
        ),
        eliminated=lead < 0,
    )


def _best_lead(number: int, stage: _Stage) -> int:
    """Return how far ahead of the best rival an entrant can finish at most.

    A side that wins all that is left leaves the other what it has. Fixtures without the entrant go
    best for it, and least for all rivals at once, if nobody gets any more of them.
    """
    scores = Counter(stage.least)
    for fixture, side in stage.by_entrant.get(number, ()):
        least, best = fixture.least, fixture.best(side)
        scores.update(
            {
                player: (best[s] - least[s]) * stage.weights[player]
                for player, s in fixture.players()
            }
        )
    # An entrant who is alone in the race is ahead of everybody there is.
    rivals = (scores[rival] for rival in stage.scores if rival != number)
    return scores[number] - max(rivals, default=scores[number] - 1)
