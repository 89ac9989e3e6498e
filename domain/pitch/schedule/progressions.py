"""Progressions: evenings on which the winners move up and others change partner.

The movement, with table 1 at the head: the winners of a table go up to the next, its losers stay.
At the head the winners stay, and its losers go down to the last table. So two pairs come together
at every table, and either both keep their partners or both change. As the movement is told where it
comes from (MYF), the winners at the head keep their partner, and all other tables change; a league
may also let everyone change (`Format.keeps_partner`). Where people change, nobody keeps the partner
of the slot before, which two of the three ways to sit always allow. The sum of the scores counts,
not the table where one ends.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from pitch.errors import Refusal
from pitch.league import fixtures, leagues
from pitch.league.fixtures import Fixture, FixtureNumber, Half
from pitch.league.leagues import League, Pairing, PartnerKeepers
from pitch.messages import COUNT, Message
from pitch.schedule import local_search, schedules
from pitch.schedule.local_search import Key
from pitch.schedule.seatings import Sides

_NONE_PLAYED = Message("problem.winner_needed.none")
_NO_WINNER = Message("problem.winner_needed", matchup=COUNT, round=COUNT)

Winners = Mapping[FixtureNumber, Half]
"""The sides that won, by the numbers of their fixtures."""


class NotProgressive(Refusal):
    """Only in a progressive league do the winners move up."""

    code = "not_progressive"
    usual = Message("problem.not_progressive")


class NightOver(Refusal):
    """All slots of the night are planned."""

    code = "night_over"
    usual = Message("problem.night_over")


class WinnerNeeded(Refusal):
    """Nobody moves before every table of the round has a winner."""

    code = "winner_needed"


def plan_next_slot(
    league: League, played: Sequence[Fixture], winners: Winners
) -> tuple[Fixture, ...]:
    """The fixtures of the slot after the last one that is in `played`.

    `played` are all fixtures of the league so far, `winners` the sides that won those of the last
    slot. When the number does not divide by four, whoever sat out comes in at the last table; those
    who sat out least go out, of several rather who played the slot before, from the last table up;
    the others close ranks, and so they do when somebody has left. Raises NotProgressive, NightOver
    after the last slot, WinnerNeeded, or NoSchedule if too few are left.
    """
    if league.format.pairing is not Pairing.PROGRESSIVE:
        raise NotProgressive(pointer="/format/pairing")
    if not played:
        raise WinnerNeeded(_NONE_PLAYED())
    night, slot = max((fixture.night, fixture.slot) for fixture in played)
    if slot == league.format.fixtures_a_night:
        raise NightOver
    last = _by_table(each for each in played if (each.night, each.slot) == (night, slot))
    for fixture in last:
        if fixture.number not in winners:
            raise WinnerNeeded(_NO_WINNER(matchup=fixture.number, round=slot + 1))
    there = [each.number for each in leagues.entrants_in(league, night)]
    schedules.check_night(league, night, there)
    line = _playing(league, played, there, _moved(last, winners))
    tables = [line[place : place + 4] for place in range(0, len(line), 4)]
    together = Counter(key for each in played for key in schedules.fixture_pairs(league, each))
    now = {key for each in last for key in schedules.fixture_pairs(league, each)}
    kept = _kept(league, last[0], winners, tables[0])
    sides = [_change(four, now, together, kept) for four in tables]
    return schedules.seat_slots(league, played, [((night, slot + 1), sides)])


def is_consistent(before: Iterable[Fixture], after: Iterable[Fixture], winners: Winners) -> bool:
    """Whether those of a slot sit at the tables to which the slot before it moved them.

    Who sat out and who came in is taken as it was.
    """
    came = [{who for side in each.sides for who in side} for each in _by_table(after)]
    playing = set[int]().union(*came)
    moved = [who for who in _moved(_by_table(before), winners) if who in playing]
    line = [*moved, *sorted(playing - set(moved))]
    return came == [set(line[place : place + 4]) for place in range(0, len(line), 4)]


def _by_table(fixtures: Iterable[Fixture]) -> list[Fixture]:
    return sorted(fixtures, key=lambda each: each.table)


def _moved(slot: Sequence[Fixture], winners: Winners) -> list[int]:
    """Who plays at each table after the movement, four by four from the head."""
    won = [each.sides[winners[each.number]] for each in slot]
    lost = [each.sides[1 - winners[each.number]] for each in slot]
    staying = [won[0], *lost[1:]]
    coming = [*won[1:], lost[0]]
    return [who for pair in zip(staying, coming, strict=True) for side in pair for who in side]


def _playing(
    league: League, played: Sequence[Fixture], there: Sequence[int], line: Sequence[int]
) -> list[int]:
    """The line without those who left or sit out next, and with those who come in at its end."""
    sat = Counter(who for bye in fixtures.byes(league, played) for who in bye.entrants)
    back = [who for who in there if who not in line]
    full = [*(who for who in line if who in there), *back]
    order = sorted(full, key=lambda who: (sat[who], who in back, -full.index(who)))
    out = order[: len(full) % 4]
    return [who for who in full if who not in out]


def _kept(league: League, head: Fixture, winners: Winners, next_head: Sequence[int]) -> Key | None:
    """The pair that stays together at the head; none where the same four would meet again."""
    if league.format.keeps_partner is PartnerKeepers.NOBODY:
        return None
    is_again = {who for side in head.sides for who in side} == set(next_head)
    return None if is_again else local_search.key(*head.sides[winners[head.number]])


def _change(four: Sequence[int], now: set[Key], together: Counter[Key], kept: Key | None) -> Sides:
    """Two and two of those at a table: nobody keeps a partner, then who partnered least.

    How they were listed makes no difference. Where the pair that is kept sits, it is kept.
    """
    a, b, c, d = sorted(four)
    ways = [((a, b), (c, d)), ((a, c), (b, d)), ((a, d), (b, c))]

    def worth(sides: Sides) -> tuple[bool, int, int]:
        keys = [local_search.key(*side) for side in sides]
        return (
            kept not in keys,
            sum(key in now for key in keys),
            # Squared: a third time with one partner is worse than a second time with another.
            sum(together[key] ** 2 for key in keys),
        )

    return min(ways, key=worth)
