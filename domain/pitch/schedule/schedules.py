"""Schedules: the fixtures of a season, with the proof that few pairings are repeats.

In a league of teams a pairing is two teams that meet; in one of individuals it is two partners.
On a separate last night neighbours in the ranking meet.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from itertools import combinations, product
from typing import Annotated, Final

from msgspec import Meta

from pitch import random_stream
from pitch.league.choices import FinalNight
from pitch.league.fixtures import Bye, Fixture, byes, missed
from pitch.league.leagues import League
from pitch.messages import COUNT, Message, Refusal
from pitch.schedule import local_search, pairings, seatings
from pitch.schedule.local_search import Board, Encounters, Key, Pair, Slot
from pitch.schedule.pairings import PairedSlots, Sitting
from pitch.schedule.seatings import Sides
from pitch.types import EntrantNumber, NightNumber, Value

_STEPS: Final = 20_000


def pair_opponents(
    slots: Sequence[Slot], a_night: int, past: Encounters, seed: int
) -> list[list[Sides]]:
    """Return the tables of every slot, each as two pairs of partners.

    `slots` has the partners as pairs, `past` the meetings of those who were opponents.
    """
    couples: list[Pair] = []
    start = []
    for slot in slots:
        first = len(couples)
        couples += [local_search.key(*pair) for pair in slot.pairs if min(pair) > 0]
        items = random_stream.shuffle(range(first, len(couples)), seed + slot.turn)
        start.append(Slot(slot.turn, tuple(zip(items[::2], items[1::2], strict=True))))

    def opponents(couple: int, rival: int) -> list[Key]:
        # Two couples at a table make four pairs of opponents.
        return [local_search.key(a, b) for a in couples[couple] for b in couples[rival]]

    board = Board(start, a_night, past, opponents, local_search.OPPONENT_COSTS)
    steps = min(60 * len(couples), _STEPS)
    local_search.cool(board, random_stream.numbers(seed), steps, 2 * local_search.CROWD)
    return [[(couples[a], couples[b]) for a, b in slot.pairs] for slot in board.slots()]


_TOO_FEW = Message("problem.no_schedule.too_few", night=COUNT, least=COUNT, there=COUNT)
_MEETING_TWICE = Message("problem.no_schedule.too_many", teams=COUNT, most=COUNT, night=COUNT)


class NoSchedule(Refusal, has_message=False):
    """No schedule is possible with this format and these teams or players."""


class Meeting(Value, frozen=True):
    """Two entrants of the same night, and the nights on which they are paired."""

    entrants: Annotated[tuple[EntrantNumber, ...], Meta(min_length=2, max_length=2)]
    nights: tuple[NightNumber, ...]


class Schedule(Value, frozen=True):
    """The fixtures to come, with counts over the season, including the fixtures played.

    `repeats` are the pairings beyond the first of each pair; `fewest` is proved to be the least
    possible after the fixtures played. If both are equal, no better plan exists.
    """

    fixtures: tuple[Fixture, ...]
    byes: tuple[Bye, ...]
    meetings: tuple[Meeting, ...]
    pairings: int
    pairs: int
    repeats: int
    fewest: int


def plan_schedule(
    league: League, seed: int, played: Sequence[Fixture] = (), from_night: int = 1
) -> Schedule:
    """Plan all nights from `from_night` on; `played` are the fixtures of the nights before it.

    A separate final is not planned (`plan_final_night` does that), and of a progressive night only
    the first slot: it is drawn anew each night, because the entrants differ from night to night,
    and the winners decide the rest (`progressions`). Raises NoSchedule for a night with too few
    entrants, and for more slots than a team has opponents in a night.
    """
    a_night, past = slots_planned(league), past_pairs(league, played)
    groups = _sittings(league, seed, from_night)
    if not groups[0]:
        return with_counts(league, played, (), 0)
    members = league.by_group(entrant.number for entrant in league.entrants)
    paired = pairings.merge(
        [
            pairings.pair_slots(sittings, a_night, within(past, group), seed)
            for sittings, group in zip(groups, members, strict=True)
        ]
    )
    return seat_pairs(league, seed, played, [each.turn for each in groups[0]], paired)


def within(past: Encounters, group: Collection[int]) -> Encounters:
    """Return the meetings and byes of those in a group."""
    members = {0, *group}
    return {key: turns for key, turns in past.items() if members.issuperset(key)}


def seat_pairs(
    league: League,
    seed: int,
    played: Sequence[Fixture],
    turns: Sequence[int],
    paired: PairedSlots,
) -> Schedule:
    """Return the schedule of paired slots, by their turns: tables, first dealers and counts."""
    a_night = slots_planned(league)
    if league.format.pairing.is_of_teams:
        slots = [_team_fixtures(slot) for slot in paired.slots]
    else:
        # Partners were paired, because they must not repeat; opponents are only evened out.
        slots = pair_opponents(paired.slots, a_night, _past_opponents(league, played), seed)
    places = [(turn // a_night + 1, turn % a_night + 1) for turn in turns]
    visits = Counter(
        (entrant, fixture.table) for fixture in played for side in fixture.sides for entrant in side
    )
    tables = seatings.assign_tables(slots, visits, seed)
    fixtures = seat_slots(league, played, list(zip(places, tables, strict=True)))
    return with_counts(league, played, fixtures, paired.fewest)


def slots_planned(league: League) -> int:
    """Return how many slots of a night are planned before it begins."""
    return 1 if league.format.pairing.is_by_slot else league.format.fixtures_a_night


def check_night(league: League, night: int, entrants: Sequence[int]) -> None:
    """Refuse a night with too few entrants, or with more slots than opponents.

    `entrants` are the numbers of those present. Raises NoSchedule, with a pointer into the league.
    """
    check_number(league, night, entrants)
    present = len(entrants)
    teams = league.format.pairing.is_of_teams
    slots = league.format.fixtures_a_night
    # With an odd number one sits out each slot, so it takes one slot more to meet everybody.
    most = present - 1 + present % 2
    if teams and slots > most:
        raise NoSchedule(
            _MEETING_TWICE(teams=present, most=most, night=night),
            pointer="/format/fixturesANight",
        )


def seats_at_table(league: League) -> int:
    """Return how many entrants fill a table: two teams, or four players."""
    return 2 if league.format.pairing.is_of_teams else 4


def check_number(league: League, night: int, entrants: Sequence[int]) -> None:
    """Refuse too few entrants for a table. Raises NoSchedule, with a pointer into the league."""
    present, least = len(entrants), seats_at_table(league)
    if present < least:
        raise NoSchedule(_TOO_FEW(night=night, least=least, there=present), pointer="/entrants")


def seat_slots(
    league: League,
    played: Sequence[Fixture],
    slots: Sequence[tuple[tuple[int, int], Sequence[Sides]]],
) -> tuple[Fixture, ...]:
    """Return fixtures for the sides of each (night, slot), in the order of tables, with dealers.

    Sides 0 and 1 alternate round the table. Numbers go on after the highest that was played; the
    players of a team take its first deals in turn.
    """
    seats = [
        (turn, table, sides)
        for turn, all_sides in slots
        for table, sides in enumerate(all_sides, 1)
    ]
    deals = Counter(_first_dealer(league, fixture) for fixture in played)
    shares = Counter(entrant for fixture in played for side in fixture.sides for entrant in side)
    # The first deal is an advantage (the dealer calls last), so each has the same share of it.
    dealers = seatings.assign_dealers([sides for _, _, sides in seats], deals, shares)
    number = max((fixture.number for fixture in played), default=0)
    fixtures = []
    for ((night, slot), table, sides), dealer in zip(seats, dealers, strict=True):
        number += 1
        side = 0 if dealer in sides[0] else 1
        teams = league.format.pairing.is_of_teams
        player = deals[dealer] % league.format.players if teams else sides[side].index(dealer)
        deals[dealer] += 1
        fixtures.append(
            Fixture(
                number=number,
                night=night,
                slot=slot,
                table=table,
                sides=sides,
                first_dealer=side + 2 * player,
            )
        )
    return tuple(fixtures)


def fixture_pairs(league: League, fixture: Fixture) -> tuple[tuple[int, int], ...]:
    """Return the pairs of a fixture: two teams, or the partners of each side."""
    first, second = fixture.sides
    if league.format.pairing.is_of_teams:
        return (local_search.key(first[0], second[0]),)
    return (local_search.key(*first), local_search.key(*second))


def _team_fixtures(slot: Slot) -> list[Sides]:
    keys = (local_search.key(*pair) for pair in slot.pairs if min(pair) > 0)
    return [((first,), (second,)) for first, second in keys]


def _sittings(league: League, seed: int, from_night: int) -> list[list[Sitting]]:
    """Return the entrants of every slot from a night on, by turn, for each group.

    The circle is carried from night to night, also over nights that were played, so that planning
    again from a later night begins with the circle that the first plan had there.
    """
    form = league.format
    a_night = slots_planned(league)
    last = form.nights - form.final_night.is_drawn
    circles: list[tuple[int, ...]] = [()] * form.groups
    sittings: list[list[Sitting]] = [[] for _ in circles]
    for night in range(1, last + 1):
        if league.night(night).is_called_off:
            continue
        for group, present in enumerate(groups_in(league, night)):
            circles[group] = pairings.arrange_circle(circles[group], present, seed)
            if night < from_night:
                continue
            check_night(league, night, present)
            sittings[group] += [
                Sitting(turn, circles[group], len(present) % seats_at_table(league))
                for turn in range((night - 1) * a_night, night * a_night)
            ]
    return sittings


def groups_in(
    league: League, night: int, slot: int | None = None
) -> tuple[tuple[EntrantNumber, ...], ...]:
    """Return the entrants who take part in a night, or in one slot of it, by group."""
    return league.by_group(entrant.number for entrant in league.entrants_on(night, slot))


def _turn(league: League, night: int, slot: int) -> int:
    a_night = slots_planned(league)
    # One slot of a progressive night is planned, and the others count as that one.
    return (night - 1) * a_night + min(slot, a_night) - 1


def past_pairs(league: League, played: Sequence[Fixture]) -> Encounters:
    """Return the meetings of those who were paired, and under 0 those who sat out."""
    past: Encounters = {}
    for fixture in played:
        turn = _turn(league, fixture.night, fixture.slot)
        for key in fixture_pairs(league, fixture):
            past.setdefault(key, []).append((turn, 0))
    for bye in (*byes(league, played), *missed(league, played)):
        for entrant in bye.entrants:
            past.setdefault((0, entrant), []).append((_turn(league, bye.night, bye.slot), 0))
    return past


def _past_opponents(league: League, played: Sequence[Fixture]) -> Encounters:
    past: Encounters = {}
    for fixture in played:
        turn = _turn(league, fixture.night, fixture.slot)
        for a, b in product(*fixture.sides):
            past.setdefault(local_search.key(a, b), []).append((turn, 0))
    return past


def _first_dealer(league: League, fixture: Fixture) -> int:
    # Sides alternate round the table, so the even seats are those of side 0.
    side = fixture.sides[fixture.first_dealer % 2]
    return side[0] if league.format.pairing.is_of_teams else side[fixture.first_dealer // 2]


def with_counts(
    league: League, played: Sequence[Fixture], fixtures: tuple[Fixture, ...], fewest: int
) -> Schedule:
    """Return the schedule with its proof: all pairs that can meet, their nights, and the repeats.

    Pairs that never take part in the same night cannot meet and are not counted.
    """
    nights: dict[tuple[int, int], list[int]] = {}
    for night in range(1, league.format.nights + 1):
        for present in groups_in(league, night):
            for pair in combinations(sorted(present), 2):
                nights.setdefault(pair, [])
    for fixture in (*played, *fixtures):
        for pair in fixture_pairs(league, fixture):
            nights.setdefault(pair, []).append(fixture.night)
    meetings = [len(pair_nights) for pair_nights in nights.values() if pair_nights]
    return Schedule(
        fixtures=fixtures,
        byes=byes(league, fixtures),
        meetings=tuple(
            Meeting(entrants=pair, nights=tuple(nights[pair])) for pair in sorted(nights)
        ),
        pairings=sum(meetings),
        pairs=len(nights),
        repeats=sum(meetings) - len(meetings),
        fewest=fewest,
    )


_ORDINARY = Message("problem.no_schedule.no_final")

_STEPS_PER_PAIR: Final = 100
_HEAT: Final = 20


def plan_final_night(
    league: League, ranking: Sequence[EntrantNumber], played: Sequence[Fixture], seed: int
) -> tuple[Fixture, ...]:
    """Return the fixtures of the last night: 1 v 2, 3 v 4 and so on, in the order of the tables.

    In further slots those near in the ranking meet, nobody the same one twice, with the smallest
    squares of the distances. With an odd number the last sits out first, then others from below,
    nobody twice. `ranking` has everyone who takes part in the last night, best first. Raises
    NoSchedule if the last night is not a separate final, or has too few entrants.
    """
    form = league.format
    if form.final_night is not FinalNight.SEPARATE:
        raise NoSchedule(_ORDINARY(), pointer="/format/finalNight")
    check_night(league, form.nights, ranking)
    return pair_neighbours(league, ranking, played, form.fixtures_a_night, seed)


def pair_neighbours(
    league: League,
    ranking: Sequence[EntrantNumber],
    played: Sequence[Fixture],
    count: int,
    seed: int,
) -> tuple[Fixture, ...]:
    """Return the fixtures of some slots of the last night, of entrants near in a ranking."""
    # With an odd number one rank more than there are entrants stands for the bye.
    size = len(ranking) + len(ranking) % 2
    first = tuple((rank, rank + 1) for rank in range(1, size, 2))
    rounds = [first, *_later_rounds(first, count, seed)]
    slots = [
        (
            (league.format.nights, slot),
            [
                ((ranking[upper - 1],), (ranking[lower - 1],))
                for upper, lower in sorted(pairs)
                if lower <= len(ranking)
            ],
        )
        for slot, pairs in enumerate(rounds, 1)
    ]
    return seat_slots(league, played, slots)


class _RankBoard(Board):
    """Ranks as items, where a meeting costs more the further apart the two are."""

    def price(self, turn: int, item: int, mate: int) -> int:
        # Squared: one pair far apart is worse than several that are a little apart.
        return super().price(turn, item, mate) + (item - mate) ** 2


def _later_rounds(first: Sequence[Pair], slots: int, seed: int) -> list[tuple[Pair, ...]]:
    """Return the pairs of the slots after the first."""
    if slots == 1:
        return []
    # Laid out so that turn 0 of the circle is the first slot: later turns pair nobody again.
    ring = [first[0][1], *(pair[0] for pair in first[1:]), *(pair[1] for pair in first[:0:-1])]
    turns = [Slot(turn, pairings.rotate((*ring, 1), turn)) for turn in range(1, slots)]
    past = {pair: [(0, pair[1])] for pair in first}
    board = _RankBoard(turns, slots, past)
    steps = _STEPS_PER_PAIR * len(first) * slots
    local_search.cool(board, random_stream.numbers(seed), steps, _HEAT)
    return [slot.pairs for slot in board.slots()]
