"""Schedules: the fixtures of a season, and the count that proves how few pairings are repeats.

In a league of teams a pairing is two teams that meet; in one of individuals it is two partners.
"""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import Annotated

from msgspec import Meta

from pitch.errors import Refusal
from pitch.league import leagues
from pitch.league.fixtures import Bye, Fixture, byes
from pitch.league.leagues import EntrantNumber, FinalNight, League, NightNumber, Pairing
from pitch.messages import COUNT, Message
from pitch.schedule import local_search, pairings, partnerships, seatings
from pitch.schedule.local_search import Encounters, Slot
from pitch.schedule.pairings import Sitting
from pitch.schedule.seatings import Sides
from pitch.types import Value

_TOO_FEW = Message("problem.no_schedule.too_few", night=COUNT, least=COUNT, there=COUNT)
_MEETING_TWICE = Message("problem.no_schedule.too_many", teams=COUNT, most=COUNT, night=COUNT)


class NoSchedule(Refusal):
    """There is no schedule for what was agreed."""

    code = "no_schedule"


class Meeting(Value, frozen=True):
    """Two entrants of the same night, and the nights on which they are paired."""

    entrants: Annotated[tuple[EntrantNumber, ...], Meta(min_length=2, max_length=2)]
    nights: tuple[NightNumber, ...]


class Schedule(Value, frozen=True):
    """The fixtures that are still to come; the counts are over the season, with what was played.

    `repeats` are the pairings beyond the first of each pair, `fewest` is proved to be the least
    that is possible after what was played: where both are equal, nobody can plan better.
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
    """Plan all nights from one on; `played` are the fixtures of the nights before it.

    A separate final is not planned (`finals` does that), and of a progressive night only the
    first slot: it is drawn each night anew, because who comes differs from night to night, and
    the winners decide the rest (`progressions`). Raises NoSchedule for a night with too few
    entrants, and for more slots than a team has opponents in a night.
    """
    a_night = slots_planned(league)
    sittings = _sittings(league, seed, from_night)
    if not sittings:
        return _count(league, played, (), 0)
    drawn = pairings.pair_slots(sittings, a_night, _pairs_met(league, played), seed)
    if league.format.pairing is Pairing.TEAMS:
        slots = [_against(slot) for slot in drawn.slots]
    else:
        # Partners were drawn, for those are not to repeat; who meets whom is only evened out.
        slots = partnerships.pair_opponents(
            drawn.slots, a_night, _opponents_met(league, played), seed
        )
    turns = [(sitting.turn // a_night + 1, sitting.turn % a_night + 1) for sitting in sittings]
    placed = seatings.assign_tables(slots, _visits(played), seed)
    fixtures = seat_slots(league, played, list(zip(turns, placed, strict=True)))
    return _count(league, played, fixtures, drawn.fewest)


def slots_planned(league: League) -> int:
    """How many slots of a night are planned before it begins."""
    progressive = league.format.pairing is Pairing.PROGRESSIVE
    return 1 if progressive else league.format.fixtures_a_night


def check_night(league: League, night: int, entrants: Sequence[int]) -> None:
    """Refuse a night with too few entrants, or with more slots than opponents.

    `entrants` are the numbers of who is there. Raises NoSchedule, with a pointer into the league.
    """
    there = len(entrants)
    teams = league.format.pairing is Pairing.TEAMS
    least, slots = 2 if teams else 4, league.format.fixtures_a_night
    if there < least:
        raise NoSchedule(_TOO_FEW(night=night, least=least, there=there), pointer="/entrants")
    # Of an odd number one sits out each slot, so it takes one slot more to meet everybody.
    most = there - 1 + there % 2
    if teams and slots > most:
        raise NoSchedule(
            _MEETING_TWICE(teams=there, most=most, night=night),
            pointer="/format/fixturesANight",
        )


def seat_slots(
    league: League,
    played: Sequence[Fixture],
    slots: Sequence[tuple[tuple[int, int], Sequence[Sides]]],
) -> tuple[Fixture, ...]:
    """Fixtures for the sides of each (night, slot) in order of tables, with their first dealers.

    Sides 0 and 1 alternate round the table. Numbers go on after the highest that was played; the
    players of a team take its deals in turn.
    """
    places = [
        (turn, table, sides)
        for turn, all_sides in slots
        for table, sides in enumerate(all_sides, 1)
    ]
    dealt = Counter(_dealer(league, fixture) for fixture in played)
    shares = Counter(who for fixture in played for side in fixture.sides for who in side)
    # The first deal is worth something (the dealer calls last), so each has the same share of it.
    chosen = seatings.assign_dealers([sides for _, _, sides in places], dealt, shares)
    number = max((fixture.number for fixture in played), default=0)
    fixtures = []
    for ((night, slot), table, sides), dealer in zip(places, chosen, strict=True):
        number += 1
        side = 0 if dealer in sides[0] else 1
        teams = league.format.pairing is Pairing.TEAMS
        player = dealt[dealer] % league.format.players if teams else sides[side].index(dealer)
        dealt[dealer] += 1
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
    """The pairs of a fixture: two teams, or the partners of each side."""
    one, other = fixture.sides
    if league.format.pairing is Pairing.TEAMS:
        return (local_search.key(one[0], other[0]),)
    return (local_search.key(*one), local_search.key(*other))


def _against(slot: Slot) -> list[Sides]:
    keys = (local_search.key(*pair) for pair in slot.pairs if min(pair) > 0)
    return [((one,), (other,)) for one, other in keys]


def _sittings(league: League, seed: int, from_night: int) -> list[Sitting]:
    """Who sits down in every slot from a night on, by turn.

    The order is carried from night to night, also over nights that were played, so that planning
    again from a later night begins with the order that the first plan had there.
    """
    form = league.format
    a_night = slots_planned(league)
    last = form.nights - (form.final_night is FinalNight.SEPARATE)
    order: tuple[int, ...] = ()
    sittings = []
    for night in range(1, last + 1):
        there = [each.number for each in leagues.entrants_in(league, night)]
        order = pairings.arrange_circle(order, there, seed)
        if night < from_night:
            continue
        check_night(league, night, there)
        at_table = 2 if form.pairing is Pairing.TEAMS else 4
        sittings += [
            Sitting(turn, order, len(there) % at_table)
            for turn in range((night - 1) * a_night, night * a_night)
        ]
    return sittings


def _turn(league: League, night: int, slot: int) -> int:
    a_night = slots_planned(league)
    # Of a progressive night one slot is planned, and the others count as that.
    return (night - 1) * a_night + min(slot, a_night) - 1


def _pairs_met(league: League, played: Sequence[Fixture]) -> Encounters:
    met: Encounters = {}
    for fixture in played:
        turn = _turn(league, fixture.night, fixture.slot)
        for key in fixture_pairs(league, fixture):
            met.setdefault(key, []).append((turn, 0))
    for bye in byes(league, played):
        for who in bye.entrants:
            met.setdefault((0, who), []).append((_turn(league, bye.night, bye.slot), 0))
    return met


def _opponents_met(league: League, played: Sequence[Fixture]) -> Encounters:
    met: Encounters = {}
    for fixture in played:
        one, other = fixture.sides
        for key in (local_search.key(a, b) for a in one for b in other):
            met.setdefault(key, []).append((_turn(league, fixture.night, fixture.slot), 0))
    return met


def _visits(played: Sequence[Fixture]) -> Counter[tuple[int, int]]:
    return Counter(
        (who, fixture.table) for fixture in played for side in fixture.sides for who in side
    )


def _dealer(league: League, fixture: Fixture) -> int:
    # Sides alternate round the table, so the even seats are those of side 0.
    side = fixture.sides[fixture.first_dealer % 2]
    return side[0] if league.format.pairing is Pairing.TEAMS else side[fixture.first_dealer // 2]


def _count(
    league: League, played: Sequence[Fixture], fixtures: tuple[Fixture, ...], fewest: int
) -> Schedule:
    """The schedule with its proof: every pair that can meet, the nights it does, and the repeats.

    Pairs that never take part in the same night cannot meet and are not counted.
    """
    nights: dict[tuple[int, int], list[int]] = {}
    for night in range(1, league.format.nights + 1):
        there = sorted(each.number for each in leagues.entrants_in(league, night))
        for pair in combinations(there, 2):
            nights.setdefault(pair, [])
    for fixture in (*played, *fixtures):
        for pair in fixture_pairs(league, fixture):
            nights.setdefault(pair, []).append(fixture.night)
    met = [len(each) for each in nights.values() if each]
    return Schedule(
        fixtures=fixtures,
        byes=byes(league, fixtures),
        meetings=tuple(
            Meeting(entrants=pair, nights=tuple(nights[pair])) for pair in sorted(nights)
        ),
        pairings=sum(met),
        pairs=len(nights),
        repeats=sum(met) - len(met),
        fewest=fewest,
    )
