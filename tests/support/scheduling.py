"""Leagues to plan, and what everyone can count in a plan without the planner."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

from pitch.league.choices import FinalNight, Pairing, PartnerKeepers
from pitch.league.fixtures import Fixture
from pitch.league.formats import Format
from pitch.league.leagues import Entrant, League
from pitch.rules import rulesets

Pair = tuple[int, int]
Stay = tuple[int, int | None]
"""The first night of an entrant, and the last if it leaves."""


def make_league(
    entrants: int,
    nights: int = 5,
    a_night: int = 2,
    *,
    stays: dict[int, Stay] | None = None,
    pairing: Pairing = Pairing.TEAMS,
    final_night: FinalNight = FinalNight.ORDINARY,
    keeps_partner: PartnerKeepers = PartnerKeepers.HEAD_WINNERS,
) -> League:
    """A league of so many entrants, numbered from 1."""
    form = Format(
        pairing=pairing,
        nights=nights,
        fixtures_a_night=a_night,
        final_night=final_night,
        keeps_partner=keeps_partner,
    )
    players = ("Ann", "Bob") if pairing is Pairing.TEAMS else ("Ann",)
    comes: dict[int, Stay] = dict.fromkeys(range(1, entrants + 1), (1, None))
    comes |= stays or {}
    return League(
        rulesets.preset("mb-lounge"),
        form,
        tuple(
            Entrant(
                number=number,
                name=f"Team {number}",
                players=players,
                from_night=first,
                until_night=last,
            )
            for number, (first, last) in comes.items()
        ),
    )


def there(league: League, night: int) -> set[int]:
    """Return the entrants of a night."""
    return {
        entrant.number
        for entrant in league.entrants
        if entrant.from_night <= night
        and (entrant.until_night is None or night <= entrant.until_night)
    }


def pairs(league: League, fixtures: Iterable[Fixture]) -> Counter[Pair]:
    """Return the number of pairings of each pair: opponents in a league of teams, else partners."""
    counts: Counter[Pair] = Counter()
    for fixture in fixtures:
        first, second = fixture.sides
        if league.format.pairing is Pairing.TEAMS:
            counts[min(first[0], second[0]), max(first[0], second[0])] += 1
        else:
            counts.update((min(side), max(side)) for side in (first, second))
    return counts


def repeats(league: League, fixtures: Iterable[Fixture]) -> int:
    """Return the number of pairings beyond the first of each pair."""
    return sum(times - 1 for times in pairs(league, fixtures).values())


def played_by(fixtures: Iterable[Fixture]) -> Counter[int]:
    """Return the number of fixtures of each entrant."""
    return Counter(who for fixture in fixtures for side in fixture.sides for who in side)


def sat_out(league: League, fixtures: Sequence[Fixture]) -> Counter[int]:
    """Return the number of byes of each entrant."""
    counts: Counter[int] = Counter()
    for night, slot in {(fixture.night, fixture.slot) for fixture in fixtures}:
        busy = played_by(
            fixture for fixture in fixtures if (fixture.night, fixture.slot) == (night, slot)
        )
        counts.update(there(league, night) - busy.keys())
    return counts


def first_deals(league: League, fixtures: Iterable[Fixture]) -> Counter[int]:
    """Return how often each entrant deals first; sides 0 and 1 alternate around the table."""
    counts: Counter[int] = Counter()
    for fixture in fixtures:
        side = fixture.sides[fixture.first_dealer % 2]
        counts[side[fixture.first_dealer // 2 if len(side) > 1 else 0]] += 1
    return counts


def assert_can_be_played(
    league: League, fixtures: Sequence[Fixture], nights: Iterable[int]
) -> None:
    """Everyone there plays in every slot, once, except as few as must sit out; tables are full."""
    at_table = 2 if league.format.pairing is Pairing.TEAMS else 4
    for night in nights:
        for slot in range(1, league.format.fixtures_a_night + 1):
            now = [
                fixture for fixture in fixtures if (fixture.night, fixture.slot) == (night, slot)
            ]
            busy = played_by(now)
            assert set(busy) <= there(league, night)
            assert set(busy.values()) <= {1}
            assert len(now) == len(there(league, night)) // at_table
            assert [each.table for each in now] == list(range(1, len(now) + 1))
            assert all(0 <= each.first_dealer <= 3 for each in now)


def meets(fixtures: Sequence[Fixture]) -> list[tuple[Pair, int]]:
    """Return the pairs of teams that meet, with their nights."""
    return [
        (
            (min(fixture.sides[0] + fixture.sides[1]), max(fixture.sides[0] + fixture.sides[1])),
            fixture.night,
        )
        for fixture in fixtures
    ]


def gaps(fixtures: Sequence[Fixture]) -> list[int]:
    """The nights between one meeting of two teams and the next."""
    nights: dict[Pair, list[int]] = {}
    for pair, night in meets(fixtures):
        nights.setdefault(pair, []).append(night)
    return [b - a for each in nights.values() for a, b in pairwise(each)]


def all_pairs(league: League) -> set[Pair]:
    """Everyone who is there on the same night as another."""
    return {
        pair
        for night in range(1, league.format.nights + 1)
        for pair in combinations(sorted(there(league, night)), 2)
    }
