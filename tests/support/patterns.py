"""Every pattern of every catalogue, every value that its places can have, and what must not be."""

import re

from openapi.samples import PLAYERS, SAMPLES, Samples, choices, spoken, values
from pitch import calls, messages
from pitch.cards import HIGH_JOKER, JOKER, LOW_JOKER, PACK
from pitch.messages import (
    MESSAGES,
    ArgumentKind,
)
from pitchkeeper.messages import words
from pitchkeeper.messages.catalogues import LANGUAGES, catalogue
from pitchkeeper.messages.patterns import parts, places
from pitchkeeper.messages.words import WORD

__all__ = ["PLAYERS", "Samples", "choices", "spoken", "values"]

CATALOGUES = {language: catalogue(language) for language in LANGUAGES}
FORBIDDEN = {
    "en": r"capture\w*|contracts?|individuals?|partners_across|privilege|(?-i:(Seat|Side) \d)|"
    r"ruff\w*|revok\w*|offend\w*|quitted|pips?|honou?rs?|void for both|reckon\w*|"
    r"fixtures?|slots?|entrants?|organis\w*|judgements?|colours?|neighbours?|licences?",
    "es": r"contrato|capturar?|fallar|infractor\w*",
}
"""What the glossary says otherwise, in the words of each language."""
_LONG_NAMES = ("Margaret", "Benjamin", "Christina", "Dominique", "Elizabeth", "Frederick")
_LONG_PLAYERS = tuple(messages.player(seat, name) for seat, name in enumerate(_LONG_NAMES))
_LONG_TEAMS = tuple(
    messages.entrant(number, name)
    for number, name in enumerate(
        ("Thursday Night Aces", "Lucky Bar Regulars", "Old Mill Cutters"), 1
    )
)
LONG = SAMPLES | {
    ArgumentKind.PLAYER: _LONG_PLAYERS,
    ArgumentKind.ENTRANT: _LONG_TEAMS,
    ArgumentKind.SIDE: tuple(messages.side(side, _LONG_PLAYERS[side::3]) for side in range(3)),
    ArgumentKind.TYPED: ("Thursday Night Aces",),
}
"""Values with names as long as people have them."""
OF_ALL = {
    word
    for kind in (ArgumentKind.SUIT, ArgumentKind.RANK, ArgumentKind.POINT)
    for word in (f"{WORD}{kind}.{value}" for value in SAMPLES[kind])
} | {
    *(f"{WORD}card{end}" for end in ("", f".{HIGH_JOKER}", f".{LOW_JOKER}", f".{JOKER}")),
    *(f"{WORD}bid.{call}" for call in SAMPLES[ArgumentKind.BID] if not str(call).isdigit()),
    *(f"{WORD}bid.{call}.digits" for call in calls.bids(1, 4)),
    *(f"{WORD}number.{number}" for number in range(words.MOST_IN_WORDS + 1)),
    *(f"{WORD}rank.{rank}.letter" for rank in PACK.ranks),
    *(f"{WORD}{each}" for each in ("language", "locale", "nothing", "player", "range")),
    *(f"{WORD}{each}" for each in ("all_of", "any_of", "comma", "partners")),
}
"""What every language calls something."""


def slips(text: str, language: str = "en") -> list[str]:
    """The words of a text that the glossary says otherwise."""
    matches = re.finditer(rf"\b({FORBIDDEN[language]})\b", text, re.IGNORECASE)
    return [match[0] for match in matches]


def list_places(pattern: str) -> set[str]:
    """Return the names of a pattern's places."""
    return {place.name for place in places(pattern)}


def arguments(code: str, pattern: str) -> set[str]:
    """The arguments of a message that its pattern is made of."""
    known = MESSAGES[code].parameters
    return {words.split_place(name, known)[0] for name in list_places(pattern)}


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
            branches = (f"{key} {{{_disguised(branch)}}}" for key, branch in part.branches)
            text += f"{{{part.name}, {part.chosen_by}, {' '.join(branches)}}}"
    return text


_DISGUISE = str.maketrans(
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
    "αβψδεφγηιξκλμνοπϑρστυϝωχζϟΑΒΨΔΕΦΓΗΙΞΚΛΜΝΟΠΘΡΣΤΥϜΩΧΖϞ",
)
_GIVEN = re.compile(
    "|".join(
        [r"(10|[2-9JQKA])[♣♦♥♠]", *filter(None, (each.text for each in PLAYERS)), "Aces"]
        + [str(each) for each in SAMPLES[ArgumentKind.TYPED]]
        # What CLDR writes is in no catalogue.
        + [r"[A-Z][a-z]+ \d+, \d{4}", "[AP]M"]
    )
)


def find_escape(text: str) -> str | None:
    """Return the part of a pseudo-language text that comes from no pattern and no typed text."""
    match = re.search(r"[A-Za-z_]+", _GIVEN.sub("", text))
    return match and match[0]
