"""Progressions: evenings on which the winners move up and others change partner.

The movement, with table 1 at the head: the winners of a table go up to the next, its losers stay.
At the head the winners stay, and its losers go down to the last table. So two pairs come together
at every table, and either both keep their partners or both change. In the source of the movement
(MYF) the winners at the head keep their partner, and all other tables change; a league may also let
everyone change (`Format.keeps_partner`). At a table that changes nobody keeps the partner of the
slot before, which two of the three ways to sit always allow. The sum of the scores counts, not the
table where a player ends.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from pitch.league import fixtures
from pitch.league.choices import Pairing, PartnerKeepers
from pitch.league.fixtures import Fixture, Half
from pitch.league.leagues import League
from pitch.messages import COUNT, Message, Refusal
from pitch.schedule import local_search, schedules
from pitch.schedule.local_search import Key
from pitch.schedule.seatings import Sides
from pitch.types import FixtureNumber

_NONE_PLAYED = Message("problem.winner_needed.none")
_NO_WINNER = Message("problem.winner_needed", matchup=COUNT, round=COUNT)

Winners = Mapping[FixtureNumber, Half]
"""The sides that won, by the numbers of their fixtures."""


class NotProgressive(Refusal):
    """Only in a progressive league do the winners move up."""


class NightOver(Refusal):
    """All slots of the night are planned."""


class WinnerNeeded(Refusal, has_message=False):
    """Every table of the round needs a winner before the next round is planned."""


def plan_next_slot(
    league: League, played: Sequence[Fixture], winners: Winners
) -> tuple[Fixture, ...]:
    """Return the fixtures of the slot after the last one in `played`.

    `played` are all fixtures of the league so far, `winners` the sides that won those of the last
    slot. If the number does not divide by four, those who sat out come in at the last table, and
    those who sat out least go out, preferably who played the slot before, from the last table up;
    the others close ranks, as they do when anyone has left. Raises NotProgressive, NightOver after
    the last slot, WinnerNeeded, or NoSchedule if too few are left.
    """
    if league.format.pairing is not Pairing.PROGRESSIVE:
        raise NotProgressive(pointer="/format/pairing")
    if not played:
        raise WinnerNeeded(_NONE_PLAYED())
    night, slot = max((fixture.night, fixture.slot) for fixture in played)
    if slot == league.format.fixtures_a_night:
        raise NightOver
    last = _by_table(
        fixture for fixture in played if (fixture.night, fixture.slot) == (night, slot)
    )
    for fixture in last:
        if fixture.number not in winners:
            raise WinnerNeeded(_NO_WINNER(matchup=fixture.number, round=slot + 1))
    present = [entrant.number for entrant in league.entrants_on(night, slot + 1)]
    schedules.check_night(league, night, present)
    line = _next_line(league, played, present, _move(last, winners))
    tables = _in_fours(line)
    times = Counter(_partners(league, played))
    partners = set(_partners(league, last))
    staying = _staying_pair(league, last[0], winners, tables[0])
    sides = [_choose_sides(four, partners, times, staying) for four in tables]
    return schedules.seat_slots(league, played, [((night, slot + 1), sides)])


def is_consistent(before: Iterable[Fixture], after: Iterable[Fixture], winners: Winners) -> bool:
    """Return whether the players of a slot sit where the slot before it moved them.

    The players who sat out and who came in are taken as they were.
    """
    tables = [set().union(*fixture.sides) for fixture in _by_table(after)]
    playing = set[int]().union(*tables)
    movers = [player for player in _move(_by_table(before), winners) if player in playing]
    return tables == [set(four) for four in _in_fours([*movers, *sorted(playing - set(movers))])]


def _partners(league: League, fixtures: Iterable[Fixture]) -> Iterator[Key]:
    return (key for fixture in fixtures for key in schedules.fixture_pairs(league, fixture))


def _by_table(fixtures: Iterable[Fixture]) -> list[Fixture]:
    return sorted(fixtures, key=lambda fixture: fixture.table)


def _in_fours(line: Sequence[int]) -> list[Sequence[int]]:
    return [line[start : start + 4] for start in range(0, len(line), 4)]


def _move(slot: Sequence[Fixture], winners: Winners) -> list[int]:
    """Return the players after the movement, four to a table, from the head."""
    won = [fixture.sides[winners[fixture.number]] for fixture in slot]
    lost = [fixture.sides[1 - winners[fixture.number]] for fixture in slot]
    staying = [won[0], *lost[1:]]
    coming = [*won[1:], lost[0]]
    return [who for pair in zip(staying, coming, strict=True) for side in pair for who in side]


def _next_line(
    league: League, played: Sequence[Fixture], present: Sequence[int], line: Sequence[int]
) -> list[int]:
    """Return a line without those who left or sit out next, and with those who come in at its end.

    The result has a multiple of four.
    """
    idle = (*fixtures.byes(league, played), *fixtures.missed(league, played))
    sat = Counter(entrant for bye in idle for entrant in bye.entrants)
    back = [entrant for entrant in present if entrant not in line]
    everyone = [*(entrant for entrant in line if entrant in present), *back]
    order = sorted(everyone, key=lambda who: (sat[who], who in back, -everyone.index(who)))
    out = order[: len(everyone) % 4]
    return [entrant for entrant in everyone if entrant not in out]


def _staying_pair(
    league: League, head: Fixture, winners: Winners, next_head: Sequence[int]
) -> Key | None:
    """Return the pair that stays together at the head; None if the same four would meet again."""
    if league.format.keeps_partner is PartnerKeepers.NOBODY:
        return None
    is_again = {who for side in head.sides for who in side} == set(next_head)
    return None if is_again else local_search.key(*head.sides[winners[head.number]])


def _choose_sides(
    four: Sequence[int], partners: set[Key], times: Counter[Key], staying: Key | None
) -> Sides:
    """Return the partners at a table: nobody keeps a partner, then those who partnered least.

    The order of `four` makes no difference. A pair that stays together is not split.
    """
    a, b, c, d = sorted(four)
    ways = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]

    def cost(sides: Sides) -> tuple[bool, int, int]:
        keys = [local_search.key(*side) for side in sides]
        return (
            staying not in keys,
            sum(key in partners for key in keys),
            # Squared: a third time with one partner is worse than a second time with another.
            sum(times[key] ** 2 for key in keys),
        )

    return min(ways, key=cost)
