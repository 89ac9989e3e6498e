"""Words: the text of an argument of a sentence in one language.

A pattern names an argument or a form of it: `{suit}` is "spades", and `{suit_one}` the entry
`word.suit.S.one` of the catalogue. Each language has the forms that its sentences need: where
English has `{card_the}`, Spanish also has `{card_to}`, "al rey de picas". A form with a capital
begins a sentence: `{card_The}`. Every language has two forms: `_n`, the number of an argument's
items, and `_words`, a number in words.
"""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import lru_cache, reduce
from typing import Final

from pitch import name_caches, types
from pitch.messages import (
    BID,
    CARD,
    COUNT,
    DATE,
    ENTRANT,
    MONEY,
    NUMBERS,
    PLAYER,
    SIDE,
    TIME,
    TYPED,
    Argument,
    ArgumentKind,
)
from pitchkeeper.messages import numbers

MOST_IN_WORDS: Final = 13
"""The highest number that a catalogue has a word for."""
WORD: Final = "word."
_MOST_CARDS_IN_WORDS: Final = 2
_SYMBOLS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_HIDDEN: Final = re.compile(types.HIDDEN)
_RIGHT_TO_LEFT: Final = frozenset({"R", "AL"})
_ISOLATE, _END_ISOLATE = "\N{FIRST STRONG ISOLATE}", "\N{POP DIRECTIONAL ISOLATE}"
Value = str | int


class Words:
    """The words of one language, from the entries `word.` of its catalogue."""

    def __init__(self, entries: Mapping[str, str]) -> None:
        self._entries = entries
        # Cards, scores and addresses have the digits 0 to 9 everywhere, as decks do.
        self.locale = f"{entries[f'{WORD}locale']}-u-nu-latn"
        """The language and region by which numbers, money and dates are formatted."""
        self.is_right_to_left = _is_right_to_left(entries[f"{WORD}language"])
        self._writers: dict[ArgumentKind, Callable[[Argument, str], str]] = {
            **dict.fromkeys(NUMBERS | {MONEY}, self._number),
            **dict.fromkeys((PLAYER, ENTRANT), self._name),
            **dict.fromkeys((ArgumentKind.ALL_OF, ArgumentKind.ANY_OF), self._list),
            ArgumentKind.RANGE: self._range,
            SIDE: self._side,
            CARD: self._card,
            DATE: self._date,
            TIME: self._time,
            TYPED: self._user_text,
        }
        """The function that formats arguments of a kind in a form; other kinds are entries."""
        # Cards and players recur in most sentences; the cache is bounded.
        self.value: Callable[[Argument, str], Value] = name_caches.register_cache(
            lru_cache(maxsize=4096)(self._value)
        )

    def _value(self, argument: Argument, form: str) -> Value:
        """Return an argument in a form, or the number by which ICU chooses."""
        if form == "" and argument.kind is COUNT:
            return argument.number or 0
        if form == "n":
            return len(argument.items) or 1
        if form[:1].isupper():
            return capitalize(self._text(argument, form.lower()))
        return self._text(argument, form)

    def _text(self, argument: Argument, form: str = "") -> str:
        if form == "words" and argument.number is not None:
            return self._entries.get(f"{WORD}number.{argument.number}") or self._number(argument)
        return self._writers.get(argument.kind, self._word)(argument, form)

    def _word(self, argument: Argument, form: str) -> str:
        # Bids of five and more have no word: they are their digits.
        return self._form(f"{WORD}{argument.kind}.{argument.text}", form) or argument.text

    def _form(self, entry: str, form: str) -> str | None:
        """Return an entry in a form, or else without form; None if it is missing."""
        plain = self._entries.get(entry)
        return self._entries.get(f"{entry}.{form}", plain) if form else plain

    def _number(self, argument: Argument, _form: str = "") -> str:
        number = argument.number or 0
        match argument.kind:
            case ArgumentKind.MONEY:
                return numbers.format_money(number, argument.text, self.locale)
            case ArgumentKind.PERCENT:
                return numbers.format_percent(number, self.locale)
            case ArgumentKind.CHANGE:
                return numbers.format_change(number, self.locale)
            case _:
                return numbers.format_number(number, self.locale)

    def _date(self, argument: Argument, _form: str) -> str:
        return numbers.format_date(argument.text, self.locale)

    def _time(self, argument: Argument, _form: str) -> str:
        return numbers.format_time(argument.text, self.locale)

    def _user_text(self, argument: Argument, _form: str) -> str:
        return self._isolate(_HIDDEN.sub("", argument.text))

    def _range(self, argument: Argument, form: str) -> str:
        first, last = self._texts(argument.items)
        return (self._form(f"{WORD}range", form) or "").format(first=first, last=last)

    def _side(self, argument: Argument, _form: str) -> str:
        return reduce(self._partners, self._texts(argument.items))

    def _partners(self, rest: str, last: str) -> str:
        return self._fill("partners", rest=rest, last=last)

    def _list(self, argument: Argument, form: str) -> str:
        """Return a list as one text: joined in words, but many cards as symbols."""
        kind, items = argument.kind, argument.items
        if not items:
            return self._entries[f"{WORD}nothing"]
        symbols = [self._symbols(item.text) for item in items if item.kind is CARD]
        # Three cards or more read better as symbols (K♠ 10♠ 9♠) than as nine words.
        if len(symbols) <= _MOST_CARDS_IN_WORDS:
            return self._join(kind, list(self._texts(items, form)))
        if all(symbols):
            return " ".join(symbols)
        return self._join(kind, [self._symbols(c.text) or self._card(c, form) for c in items])

    def _texts(self, items: Iterable[Argument], form: str = "") -> Iterator[str]:
        # Words and digits side by side read badly: three, four, 5.
        digits = "digits" if any(map(_has_digits, items)) else form
        return (self._text(item, digits if item.kind is BID else form) for item in items)

    def _join(self, kind: str, texts: list[str]) -> str:
        if len(texts) < 2:
            return "".join(texts)
        # In Spanish "y" is "e" before an i (Inés, Hilda), and "o" is "u" before an o (8, 11).
        usual, last = f"{WORD}{kind}", texts[-1].strip(_ISOLATE).lower()
        by_sound = (f"{usual}.{last[:letters]}" for letters in (2, 1))
        entry = next(filter(self._entries.__contains__, by_sound), usual)
        rest = self._entries[f"{WORD}comma"].join(texts[:-1])
        return self._entries[entry].format(rest=rest, last=texts[-1])

    def _name(self, argument: Argument, _form: str) -> str:
        if argument.text:
            return self._isolate(argument.text)
        return self._fill("player", number=str((argument.number or 0) + 1))

    def _card(self, argument: Argument, form: str) -> str:
        card = argument.text
        if joker := self._form(f"{WORD}card.{card}", form):
            return joker
        rank, suit = f"{WORD}rank.{card[0]}", f"{WORD}suit.{card[1]}"
        pattern = self._form(f"{WORD}card", form) or ""
        return pattern.format_map(_Forms(self._entries, rank=rank, suit=suit))

    def _symbols(self, card: str) -> str:
        """Return a card as symbols, such as K♠; an empty text for a joker, which has no suit."""
        suit = _SYMBOLS.get(card[1:])
        letter = self._form(f"{WORD}rank.{card[0]}", "letter")
        return f"{letter}{suit}" if suit else ""

    def _isolate(self, text: str) -> str:
        """Return a text isolated, so that its writing direction does not affect its neighbors."""
        if text.isascii() and not self.is_right_to_left:
            return text
        directions = {unicodedata.bidirectional(letter) for letter in text}
        turns = "L" in directions if self.is_right_to_left else directions & _RIGHT_TO_LEFT
        return f"{_ISOLATE}{text}{_END_ISOLATE}" if turns else text

    def _fill(self, entry: str, **parts: str) -> str:
        return self._entries[f"{WORD}{entry}"].format_map(parts)


class _Forms(dict[str, str]):
    """The values of the places of a card pattern, such as `{rank}` and `{suit_genitive}`."""

    def __init__(self, entries: Mapping[str, str], **parts: str) -> None:
        super().__init__(parts)
        self._entries = entries

    def __getitem__(self, name: str) -> str:
        part, _, form = name.partition("_")
        entry = super().__getitem__(part)
        return self._entries.get(f"{entry}.{form}", self._entries[entry])


def split_place(name: str, arguments: Collection[str]) -> tuple[str, str]:
    """Return the argument and the form that a place of a pattern names."""
    if name in arguments:
        return name, ""
    argument, _, form = name.rpartition("_")
    return argument, form


def capitalize(text: str) -> str:
    """Return a text with its first letter made a capital."""
    return text[:1].upper() + text[1:]


def _is_right_to_left(text: str) -> bool:
    return any(unicodedata.bidirectional(letter) in _RIGHT_TO_LEFT for letter in text)


def _has_digits(argument: Argument) -> bool:
    is_number = argument.kind is BID and argument.text.isdigit()
    return is_number or any(map(_has_digits, argument.items))
