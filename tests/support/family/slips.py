"""Facts changed by one card, one place or one point, as people slip who write them down."""

import random

from tests.support.family import packs
from tests.support.family.games import Game
from tests.support.family.questions import Fact

_CARD_AT = {"called": 0, "got": 0, "not_got": 0, "has": 0, "over": 0, "card": 1}
_SIDE_AT = {"got": 1, "not_got": 1, "owner": 1}
_SEAT_AT = {
    "pitcher": 0,
    "partner": 0,
    "leader": 1,
    "winner": 1,
    "has": 1,
    "over": 1,
    "low_dealt": 0,
}
_NUMBER_AT = {"trumps": 1, "tricks": 1, "pips": 1, "taken": 1, "together": 1, "ends": 1}


def with_slip(facts: list[Fact], chance: random.Random, game: Game) -> list[Fact]:
    """Return the facts with one of them wrong, or at least another."""
    at = chance.randrange(len(facts))
    return [*facts[:at], _slip(facts[at], chance, game), *facts[at + 1 :]]


def _slip(fact: Fact, chance: random.Random, game: Game) -> Fact:
    kind, *what = fact
    name = str(kind)
    ways: list[tuple[int, object]] = []
    if name in _CARD_AT:
        ways.append((_CARD_AT[name], chance.choice(packs.pack(game))))
    if name in _SIDE_AT:
        nobody = [None] if name == "owner" else []
        ways.append((_SIDE_AT[name], chance.choice([*range(game.sides), *nobody])))
    if name in _SEAT_AT:
        ways.append((_SEAT_AT[name], chance.randrange(game.players)))
    if name in _NUMBER_AT:
        number = what[_NUMBER_AT[name]]
        assert isinstance(number, int)
        ways.append((_NUMBER_AT[name], max(0, number + chance.choice([-2, -1, 1, 2]))))
    if name == "log":
        ways.append((chance.randrange(len(what) - 1) + 1, chance.choice(packs.pack(game))))
    if not ways:
        return fact
    place, other = chance.choice(ways)
    what[place] = other
    return (kind, *what)
