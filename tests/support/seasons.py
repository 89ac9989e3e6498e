"""Leagues, fixtures and results in a few words."""

from typing import Any

from msgspec import structs

from pitch.league.clauses import MB_LOUNGE
from pitch.league.fixtures import EnteredResult, Fixture, PlayedMatch
from pitch.league.formats import Format
from pitch.league.leagues import Entrant, League
from pitch.rules import rulesets
from pitch.rules.options import Options

NAMES = ("Aces", "Bowers", "Clubs", "Deuces", "Elders", "Fours", "Games", "Highs", "Imps", "Jacks")
PLACES = {name[0]: number for number, name in enumerate(NAMES, start=1)}


def form(**changes: Any) -> Format:
    """The league of S3 with some things changed."""
    return structs.replace(MB_LOUNGE, **changes)


def make_league(
    teams: int = 10, preset: str = "mb-lounge", options: Options | None = None, **changes: Any
) -> League:
    """A league of S3's format with some things changed; its teams are called A to J."""
    made = form(**changes)
    return League(
        ruleset=rulesets.preset(preset).house_rules(options or Options()),
        format=made,
        entrants=tuple(
            Entrant(number=number, name=NAMES[number - 1], players=("Ann", "Bob"))
            for number in range(1, teams + 1)
        ),
    )


def fixture(number: int, sides: str, night: int = 1, slot: int = 1) -> Fixture:
    """A fixture of those whose letters are given: `AB`, or `AB-CD` for partners."""
    first, second = sides.split("-") if "-" in sides else (sides[0], sides[1])
    return Fixture(
        number=number,
        night=night,
        slot=slot,
        table=1,
        sides=(tuple(PLACES[each] for each in first), tuple(PLACES[each] for each in second)),
    )


def nights(*drawn: str) -> tuple[Fixture, ...]:
    """The fixtures of each night: `nights("AB CD", "AC BD")`, numbered from 1."""
    listed = [
        (night, slot, sides)
        for night, of_night in enumerate(drawn, start=1)
        for slot, sides in enumerate(of_night.split(), start=1)
    ]
    return tuple(
        fixture(number, sides, night, slot)
        for number, (night, slot, sides) in enumerate(listed, start=1)
    )


def wins(*pairs: str) -> dict[int, EnteredResult]:
    """Results by number, as lines of wins: `wins("2-1", "", "3-0")`; "" is not known yet."""
    entered = [tuple(map(int, pair.split("-"))) if pair else None for pair in pairs]
    return {
        number: EnteredResult(wins=pair) for number, pair in enumerate(entered, start=1) if pair
    }


def match(winner: int | None, *scores: int) -> PlayedMatch:
    """A match, with its scores if they are known."""
    return PlayedMatch(winner=winner, scores=scores or None)
