"""Every pattern of every catalogue, every value that its places can have, and what must not be."""

import re
from itertools import chain

from pitch import calls, messages, shapes
from pitch.cards import HIGH_JOKER, JOKER, LOW_JOKER, PACK, Suit
from pitch.hand.entry import differences
from pitch.messages import (
    MESSAGES,
    ArgumentKind,
    Parameter,
    Several,
)
from pitch.point_names import PointName
from pitch.seats import Arrangement
from pitchkeeper.messages import words
from pitchkeeper.messages.catalogues import LANGUAGES, Catalogue, catalogue
from pitchkeeper.messages.patterns import parts, places
from pitchkeeper.messages.words import WORD

CATALOGUES = {language: catalogue(language) for language in LANGUAGES}
FORBIDDEN = {
    "en": r"capture\w*|contracts?|individuals?|partners_across|privilege|(?-i:(Seat|Side) \d)|"
    r"ruff\w*|revok\w*|offend\w*|quitted|pips?|honou?rs?|void for both|reckon\w*|"
    r"fixtures?|slots?|entrants?",
    "es": r"contrato|capturar?|fallar|infractor\w*",
}
"""What the glossary says otherwise, in the words of each language."""
_CARDS = (*PACK.cards, HIGH_JOKER, LOW_JOKER, JOKER)
PLAYERS = tuple(
    messages.player(seat, name)
    for seat, name in enumerate(("Ann", "Bob", "Inés", "Óscar", "Eve", "", "Geo", "Hal"))
)
Samples = dict[ArgumentKind, tuple[object, ...]]
_SAMPLES: Samples = {
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
_LONG_NAMES = ("Margaret", "Benjamin", "Christina", "Dominique", "Elizabeth", "Frederick")
_LONG_PLAYERS = tuple(messages.player(seat, name) for seat, name in enumerate(_LONG_NAMES))
_LONG_TEAMS = tuple(
    messages.entrant(number, name)
    for number, name in enumerate(
        ("Thursday Night Aces", "Lucky Bar Regulars", "Old Mill Cutters"), 1
    )
)
LONG = _SAMPLES | {
    ArgumentKind.PLAYER: _LONG_PLAYERS,
    ArgumentKind.ENTRANT: _LONG_TEAMS,
    ArgumentKind.SIDE: tuple(messages.side(side, _LONG_PLAYERS[side::3]) for side in range(3)),
    ArgumentKind.TYPED: ("Thursday Night Aces",),
}
"""Values with names as long as people have them."""
OF_ALL = {
    word
    for kind in (ArgumentKind.SUIT, ArgumentKind.RANK, ArgumentKind.POINT)
    for word in (f"{WORD}{kind}.{value}" for value in _SAMPLES[kind])
} | {
    *(f"{WORD}card{end}" for end in ("", f".{HIGH_JOKER}", f".{LOW_JOKER}", f".{JOKER}")),
    *(f"{WORD}bid.{call}" for call in _SAMPLES[ArgumentKind.BID] if not str(call).isdigit()),
    *(f"{WORD}bid.{call}.digits" for call in calls.bids(1, 4)),
    *(f"{WORD}number.{number}" for number in range(words.MOST_IN_WORDS + 1)),
    *(f"{WORD}rank.{rank}.letter" for rank in PACK.ranks),
    *(f"{WORD}{each}" for each in ("language", "locale", "nothing", "player", "range")),
    *(f"{WORD}{each}" for each in ("all_of", "any_of", "comma", "partners")),
}
"""What every language calls something."""


def slips(text: str, language: str = "en") -> list[str]:
    """The words of a text that the glossary says otherwise."""
    found = re.finditer(rf"\b({FORBIDDEN[language]})\b", text, re.IGNORECASE)
    return [each[0] for each in found]


def named(pattern: str) -> set[str]:
    """What a pattern calls its places."""
    return {place.name for place in places(pattern)}


def arguments(code: str, pattern: str) -> set[str]:
    """The arguments of a message that its pattern is made of."""
    known = MESSAGES[code].parameters
    return {words.split_place(name, known)[0] for name in named(pattern)}


FOR_PROGRAMS = {
    **{
        code: {"rules"}
        for code in (
            "finding.illegal_call.beyond",
            "problem.contradictory_options.beyond",
            "problem.hand_not_possible.no_partner",
            "problem.hand_not_possible.no_point",
            "problem.illegal_call.beyond_total",
            "problem.not_in_pack.no_jokers",
            "problem.not_in_pack.one_joker",
            "problem.not_in_pack.stripped",
            "problem.not_in_rules.out",
            "problem.not_in_rules.partner",
            "problem.not_in_rules.surplus",
            "problem.table_not_allowed.sides",
            "problem.too_many_points",
            "ruling.call.why.beyond",
        )
    },
    "body.missing": {"field"},
    "body.needed": {"wanted"},
    "body.not_among": {"choices"},
    "body.not_this": {"wanted", "got"},
    "body.unknown_field": {"field"},
    "clause.slam.set_match": {"points"},
}
"""Arguments that no text has, because a hint says them to developers, or nobody needs them."""


def choices(code: str, name: str) -> set[str]:
    """The words by which the patterns of a message choose, in all languages."""
    found = chain.from_iterable(places(each.patterns[code]) for each in CATALOGUES.values())
    return {selector for place in found if place.name == name for selector, _ in place.branches}


def values(code: str, name: str, parameter: Parameter, samples: Samples = _SAMPLES) -> list[object]:
    """Enough values of an argument to see every branch and every word."""
    if isinstance(parameter, Several):
        each = values(code, name, parameter.item_kind, samples)
        return [each[:1], each[:2], each[:3], each[-4:]]
    if parameter is ArgumentKind.CHOICE:
        return list(choices(code, name) or {"other"})
    return list(samples[parameter])


def spoken(said: Catalogue, code: str, samples: Samples = _SAMPLES) -> list[str]:
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


def pseudo(entries: dict[str, str]) -> dict[str, str]:
    """Patterns in letters of their own, so that what they do not say is seen at once."""
    return {
        code: entry if code == f"{WORD}locale" else _disguised(entry)
        for code, entry in entries.items()
    }


def _disguised(pattern: str) -> str:
    text = ""
    for part in parts(pattern):
        if isinstance(part, str):
            text += part.translate(_DISGUISE)
        elif part.chosen_by is None:
            text += f"{{{part.name}}}"
        else:
            branches = (f"{key} {{{_disguised(told)}}}" for key, told in part.branches)
            text += f"{{{part.name}, {part.chosen_by}, {' '.join(branches)}}}"
    return text


_DISGUISE = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "αβψδεφγηιξκλμνοπϑρστυϝωχζϟΑΒΨΔΕΦΓΗΙΞΚΛΜΝΟΠΘΡΣΤΥϜΩΧΖϞ",
)
_GIVEN = re.compile(
    "|".join(
        [r"(10|[2-9JQKA])[♣♦♥♠]", *filter(None, (each.text for each in PLAYERS)), "Aces"]
        + [str(each) for each in _SAMPLES[ArgumentKind.TYPED]]
        # What CLDR writes is in no catalogue.
        + [r"[A-Z][a-z]+ \d+, \d{4}", "[AP]M"]
    )
)


def escaped(text: str) -> str | None:
    """What a text in the pseudo-language says that no pattern and nobody who typed it said."""
    found = re.search(r"[A-Za-z_]+", _GIVEN.sub("", text))
    return found and found[0]
