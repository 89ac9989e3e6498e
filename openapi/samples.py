"""Samples: values of every kind of argument, and what messages say of them."""

from itertools import chain
from typing import Final

from pitch import calls, messages, shapes
from pitch.cards import HIGH_JOKER, JOKER, LOW_JOKER, PACK, Suit
from pitch.hand.entry import differences
from pitch.messages import MESSAGES, ArgumentKind, Parameter, Several
from pitch.point_names import PointName
from pitch.seats import Arrangement
from pitchkeeper.messages.catalogues import LANGUAGES, Catalogue, catalogue
from pitchkeeper.messages.patterns import places

_CARDS: Final = (*PACK.cards, HIGH_JOKER, LOW_JOKER, JOKER)
PLAYERS: Final = tuple(
    messages.player(seat, name)
    for seat, name in enumerate(("Ann", "Bob", "Inés", "Óscar", "Eve", "", "Geo", "Hal"))
)
Samples = dict[ArgumentKind, tuple[object, ...]]
SAMPLES: Final[Samples] = {
    ArgumentKind.COUNT: (0, 1, 2, 6, 14),
    ArgumentKind.CHANGE: (-3, 0, 4),
    ArgumentKind.SCORE: (-3, 0, 1, 11),
    ArgumentKind.CARD: _CARDS,
    ArgumentKind.RANK: tuple(PACK.ranks),
    ArgumentKind.SUIT: tuple(Suit),
    ArgumentKind.BID: (*calls.SLAMS, *calls.bids(1, 5), calls.Call.PASS),
    ArgumentKind.POINT: tuple(PointName),
    ArgumentKind.MONEY: ((0, "USD"), (1_050, "EUR"), (500, "JPY")),
    ArgumentKind.PERCENT: (0, 3_333, 6_050, 10_000),
    ArgumentKind.PLAYER: PLAYERS,
    ArgumentKind.ENTRANT: tuple(
        messages.entrant(number, name) for number, name in enumerate(("Aces", "Inés", "Óscar"), 1)
    ),
    ArgumentKind.SIDE: (
        *(messages.side(seat, (PLAYERS[seat],)) for seat in range(4)),
        messages.side(0, (PLAYERS[0], PLAYERS[2])),
        messages.side(1, (PLAYERS[1], PLAYERS[3], PLAYERS[5])),
        messages.side(0, (messages.entrant(1, "Aces"),)),
    ),
    ArgumentKind.TYPED: ("Lounge", "Zoë's"),
    ArgumentKind.ARRANGEMENT: tuple(Arrangement),
    ArgumentKind.VALUE: shapes.VALUES,
    ArgumentKind.FACT: differences.FACTS,
    ArgumentKind.DATE: tuple(f"2026-{month:02}-0{month % 9 + 1}" for month in range(1, 13)),
    ArgumentKind.TIME: ("00:05", "09:30", "12:00", "19:05"),
}
"""Values of each kind, all of them where there are few."""


def choices(code: str, name: str) -> set[str]:
    """The words by which the patterns of a message choose, in all languages."""
    found = chain.from_iterable(places(each.patterns[code]) for each in map(catalogue, LANGUAGES))
    return {selector for place in found if place.name == name for selector, _ in place.branches}


def values(code: str, name: str, parameter: Parameter, samples: Samples = SAMPLES) -> list[object]:
    """Enough values of an argument to see every branch and every word."""
    if isinstance(parameter, Several):
        each = values(code, name, parameter.item_kind, samples)
        return [each[:1], each[:2], each[:3], each[-4:]]
    if parameter is ArgumentKind.CHOICE:
        return list(choices(code, name) or {"other"})
    return list(samples[parameter])


def spoken(said: Catalogue, code: str, samples: Samples = SAMPLES) -> list[str]:
    """A message with each value of each of its arguments, in a language."""
    message = MESSAGES[code]
    by_name = {
        name: values(code, name, parameter, samples)
        for name, parameter in message.parameters.items()
    }
    rounds = max(map(len, by_name.values()), default=1)
    return [
        said.text(message(**{name: each[turn % len(each)] for name, each in by_name.items()}))
        for turn in range(rounds)
    ]
