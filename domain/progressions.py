"""Progressions: evenings on which the winners move up and everyone changes partner.

The movement, with table 1 at the head: the winners of a table go up to the next, its losers stay.
At the head the winners stay, and its losers go down to the last table. So two pairs come together
at every table, and they change partners: nobody keeps the partner of the slot before, which one of
the three ways to sit always allows. (Where the movement comes from, B.7 MYF, the winners at the
head keep their partner, and so must those who come up to them; here everyone changes.) The sum of
the scores counts, not the table where one ends.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from domain import exchanges, leagues, schedules
from domain.exchanges import Key
from domain.fixtures import Fixture, FixtureNumber, Half
from domain.leagues import League, Pairing
from domain.refusals import Refusal
from domain.seatings import Sides


class NotProgressive(Refusal):
    """Only in a progressive league do the winners move up."""

    code = "not_progressive"


class NightOver(Refusal):
    """All slots of the night are planned."""

    code = "night_over"


class WinnerNeeded(Refusal):
    """Nobody moves before every table of the slot has a winner."""

    code = "winner_needed"


def next_slot(
    league: League, played: Sequence[Fixture], winners: Mapping[FixtureNumber, Half]
) -> tuple[Fixture, ...]:
    """The fixtures of the slot after the last one that is in `played`.

    `played` are all fixtures of the league so far, `winners` the sides that won those of the last
    slot. When the number does not divide by four, whoever sat out comes in at the last table; those
    who sat out least go out, of several rather who played the slot before, from the last table up;
    the others close ranks.
    """
    if league.format.pairing is not Pairing.PROGRESSIVE:
        raise NotProgressive(pointer="/format/pairing")
    if not played:
        raise WinnerNeeded("No slot has been played.")
    night, slot = max((fixture.night, fixture.slot) for fixture in played)
    if slot == league.format.fixtures_a_night:
        raise NightOver
    last = [each for each in played if (each.night, each.slot) == (night, slot)]
    last.sort(key=lambda each: each.table)
    for fixture in last:
        if fixture.number not in winners:
            raise WinnerNeeded(f"Fixture {fixture.number} has no winner yet.")
    line = _moved([_won_and_lost(each, winners[each.number]) for each in last])
    together = Counter(key for each in played for key in schedules.paired(league, each))
    now = {key for each in last for key in schedules.paired(league, each)}
    line = _playing(league, played, line)
    sides = [_change(line[place : place + 4], now, together) for place in range(0, len(line), 4)]
    return schedules.seat(league, played, [((night, slot + 1), sides)])


def _won_and_lost(fixture: Fixture, winner: Half) -> Sides:
    return (fixture.sides[winner], fixture.sides[1 - winner])


def _moved(tables: Sequence[Sides]) -> list[int]:
    """Who plays at each table after the movement, four by four from the head."""
    won = [each[0] for each in tables]
    lost = [each[1] for each in tables]
    staying = [won[0], *lost[1:]]
    coming = [*won[1:], lost[0]]
    return [who for pair in zip(staying, coming, strict=True) for side in pair for who in side]


def _playing(league: League, played: Sequence[Fixture], line: list[int]) -> list[int]:
    """The line without those who sit out next, and with those who come back at its end."""
    night = max(fixture.night for fixture in played)
    there = [each.number for each in leagues.entrants_in(league, night)]
    sat = Counter(who for bye in schedules.byes(league, played) for who in bye.entrants)
    back = [who for who in there if who not in line]
    full = [*line, *back]
    order = sorted(full, key=lambda who: (sat[who], who in back, -full.index(who)))
    out = order[: len(full) % 4]
    return [who for who in full if who not in out]


def _change(four: Sequence[int], now: set[Key], together: Counter[Key]) -> Sides:
    """Two and two of those at a table: nobody keeps a partner, then who partnered least."""
    a, b, c, d = four
    ways = [((a, c), (b, d)), ((a, d), (b, c)), ((a, b), (c, d))]

    def worth(sides: Sides) -> tuple[int, int]:
        keys = [exchanges.key(*side) for side in sides]
        return sum(key in now for key in keys), sum(together[key] ** 2 for key in keys)

    return min(ways, key=worth)
