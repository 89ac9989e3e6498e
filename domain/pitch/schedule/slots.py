"""Slots of a night that is held: planned from those who are here, behind the slots that have begun.

Byes are dealt first, because they should be even: to somebody who is late, else to who has sat out
least. Everybody else is then paired with as few repeats over the season as can be found.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from msgspec import structs

from pitch.league.fixtures import Fixture, byes, missed
from pitch.league.leagues import Attendance, CheckIn, League, LeagueNight
from pitch.messages import COUNT, Message, Refusal
from pitch.schedule import pairings, schedules
from pitch.schedule.local_search import Encounters
from pitch.schedule.pairings import PairedSlots, Sitting
from pitch.schedule.schedules import Schedule

_BEGUN: Final = Message("problem.slot_begun", round=COUNT)
_SMALL: Final = 24
"""Pairs of a night up to which more plans are tried, because each takes little time."""
_MANY_PLANS: Final = 24
_FEW_PLANS: Final = 6


class SlotBegun(Refusal, has_message=False):
    """A result or a match of that round, or of a later one tonight, was entered already."""


def refuse_begun(night: int, slot: int, begun: Iterable[Fixture]) -> None:
    """Refuse to plan a slot if it or a later one of the night has begun. Raises SlotBegun."""
    slots = [fixture.slot for fixture in begun if fixture.night == night and fixture.slot >= slot]
    if slots:
        raise SlotBegun(_BEGUN(round=max(slots)))


def settle_attendances(league: League, night: int) -> League:
    """Return a league in which everyone of whom nothing is known tonight is away."""
    tonight = league.night(night)
    known = {each.entrant for each in tonight.check_ins if each.attendance != Attendance.UNKNOWN}
    missing = (
        CheckIn(entrant=entrant.number, attendance=Attendance.AWAY)
        for entrant in league.entrants_on(night)
        if entrant.number not in known
    )
    check_ins = (*(each for each in tonight.check_ins if each.entrant in known), *missing)
    return _with_night(league, structs.replace(tonight, check_ins=check_ins))


def without_late(league: League, night: int) -> League:
    """Return a league in which everyone who is late tonight is away."""
    tonight = league.night(night)
    check_ins = tuple(
        structs.replace(each, attendance=Attendance.AWAY)
        if each.attendance is Attendance.LATE
        else each
        for each in tonight.check_ins
    )
    return _with_night(league, structs.replace(tonight, check_ins=check_ins))


def plan_slots(
    league: League,
    night: int,
    slot: int,
    others: Sequence[Fixture],
    seed: int,
    *,
    expects_late: bool,
) -> Schedule:
    """Plan a slot of a night and those after it, from the entrants who take part in each.

    `others` are all fixtures of the season but those that are planned; those of later nights are
    meetings too. Without `expects_late` those who are late play from the slot after this one on.
    Two meet again tonight only if no other plan was found. Raises NoSchedule if too few are here.
    """
    a_night = schedules.slots_planned(league)
    numbers = range(slot, a_night + 1)
    groups = _list_players(league, night, numbers, others, expects_late=expects_late)
    turn = (night - 1) * a_night + slot - 1
    meetings = schedules.past_pairs(league, others)
    members = league.by_group(entrant.number for entrant in league.entrants)
    paired = pairings.merge(
        [
            _pair(league, turn, playing, schedules.within(meetings, group), seed)
            for playing, group in zip(groups, members, strict=True)
        ]
    )
    return schedules.seat_pairs(league, seed, others, range(turn, turn + len(numbers)), paired)


def _list_players(
    league: League,
    night: int,
    numbers: Iterable[int],
    others: Sequence[Fixture],
    *,
    expects_late: bool,
) -> list[list[list[int]]]:
    """Return who plays in each of some slots of a night, by group: the others of it sit out.

    Raises NoSchedule if too few are here.
    """
    past = tuple(fixture for fixture in others if fixture.night <= night)
    sittings = byes(league, past)
    sat = Counter(each for bye in (*sittings, *missed(league, past)) for each in bye.entrants)
    tonight = Counter(each for bye in sittings if bye.night == night for each in bye.entrants)
    played = {each for fixture in past for side in fixture.sides for each in side}
    late = {
        each.entrant for each in league.night(night).check_ins if each.attendance is Attendance.LATE
    }
    assumed = league if expects_late else without_late(league, night)
    groups: list[list[list[int]]] = [[] for _ in range(league.format.groups)]
    for number in numbers:
        in_groups = schedules.groups_in(assumed, night, number)
        for slots, present in zip(groups, in_groups, strict=True):
            schedules.check_number(league, night, present)
            count = len(present) % schedules.seats_at_table(league)
            # Who is late sits out first, once; who has not played yet comes last, then by sittings.
            order = [
                (who not in late, who not in played, sat[who], tonight[who], who) for who in present
            ]
            out = {who for *_, who in sorted(order)[:count]}
            sat.update(out)
            tonight.update(out)
            playing = [who for who in present if who not in out]
            played.update(playing)
            slots.append(playing)
        # In the slots after the first everybody is expected, and nobody late any more.
        assumed, late = league, set()
    return groups


def _pair(
    league: League,
    turn: int,
    slots: Sequence[Sequence[int]],
    past: Encounters,
    seed: int,
) -> PairedSlots:
    """Return the best of some plans: the fewest second meetings tonight, then fewest repeats.

    `slots` are those who play in each. An exchange of partners never adds a repeat, so a plan of
    few pairs may be locked in; another circle begins elsewhere.
    """
    a_night = schedules.slots_planned(league)
    is_small = sum(map(len, slots)) <= 2 * _SMALL
    plans = []
    for plan in range(_MANY_PLANS if is_small else _FEW_PLANS):
        circle: tuple[int, ...] = ()
        sittings = []
        for number, playing in enumerate(slots):
            circle = pairings.arrange_circle(circle, playing, seed + plan)
            sittings.append(Sitting(turn + number, circle, 0))
        paired = pairings.pair_slots(sittings, a_night, past, seed + plan, walks=1)
        plans.append(paired)
        if paired.again == 0 and paired.repeats <= paired.fewest:
            break
    return min(plans, key=lambda made: (made.again, made.repeats))


def _with_night(league: League, night: LeagueNight) -> League:
    others = (each for each in league.nights if each.night != night.night)
    return structs.replace(league, nights=(*others, night))
