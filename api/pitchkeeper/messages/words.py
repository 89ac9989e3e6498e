"""Words: what a language calls the arguments of its sentences.

A pattern names an argument, or asks something of it: `{suit}` is "spades", and `{suit_one}` what
the catalogue has as `word.suit.S.one`. Of every kind it may ask `_n`, how many it is of; of a
number `_words`, the number as it is spoken.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from functools import lru_cache
from typing import Final

from pitch import name_caches
from pitch.league import format_amount
from pitch.messages import (
    BID,
    CARD,
    CHANGE,
    DATE,
    MONEY,
    NAMED,
    NUMBERS,
    PERCENT,
    SIDE,
    TIME,
    Argument,
    ArgumentKind,
)

MOST_IN_WORDS: Final = 13
"""The highest number that a catalogue has a word for."""
_MOST_CARDS_IN_WORDS: Final = 2
_SYMBOLS: Final = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_COUNTED: Final = NUMBERS | {MONEY}
_PLAIN: Final = NUMBERS - {CHANGE, PERCENT}
"""The kinds that a pattern is given as a number, to choose by it."""
Value = str | int


class Words:
    """What one language calls things, by the entries `word.` of its catalogue."""

    def __init__(self, entries: Mapping[str, str]) -> None:
        self._entries = entries
        self._composed = {CARD: self._card, DATE: self._date, TIME: self._time}
        # Cards and players come again and again; what is kept is bounded.
        self.value: Callable[[Argument, str], Value] = name_caches.register_cache(
            lru_cache(maxsize=4096)(self._value)
        )

    def _value(self, argument: Argument, asked: str) -> Value:
        kind, number = argument.kind, argument.number or 0
        if asked == "":
            return number if kind in _PLAIN else self._said(argument)
        if asked == "n":
            return len(argument.items) or 1
        if asked == "words":
            return self._spoken(number)
        own = f"word.{kind}.{argument.text}.{asked}"
        # What is true of every card of a rank is said once.
        is_by_rank = kind is CARD and own not in self._entries
        return self._entries[f"word.rank.{argument.text[0]}.{asked}" if is_by_rank else own]

    def _said(self, argument: Argument) -> str:
        """An argument as it is said by itself."""
        kind = argument.kind
        if kind in {ArgumentKind.ALL_OF, ArgumentKind.ANY_OF}:
            return self._listed(argument)
        if kind is ArgumentKind.RANGE:
            first, last = self._told(argument.items)
            return self._filled("word.range", first=first, last=last)
        if kind in NAMED:
            return self._named(argument)
        if kind in _COUNTED:
            return self._counted(argument)
        if kind in self._composed:
            return self._composed[kind](argument.text)
        # Names, what was typed and bids of five and more are said as they are.
        return self._entries.get(f"word.{kind}.{argument.text}", argument.text)

    def _counted(self, argument: Argument) -> str:
        number = argument.number or 0
        match argument.kind:
            case ArgumentKind.MONEY:
                return format_amount(number, argument.text)
            case ArgumentKind.PERCENT:
                return self._filled("word.percent", number=_hundredths(number))
            case ArgumentKind.CHANGE:
                return _signed(number)
            case _:
                return str(number)

    def _named(self, argument: Argument) -> str:
        if argument.kind is SIDE:
            return " & ".join(map(self._named, argument.items))
        number = str((argument.number or 0) + 1)
        return argument.text or self._filled("word.player", number=number)

    def _listed(self, argument: Argument) -> str:
        """Several things as one text: joined in words, but many cards as they are printed."""
        items = argument.items
        if not items:
            return self._entries["word.nothing"]
        printed = [_printed(item.text) for item in items if item.kind is CARD]
        # Three cards or more read better as they are printed (K♠ 10♠ 9♠) than as nine words.
        if len(printed) <= _MOST_CARDS_IN_WORDS:
            told = self._told(items)
        elif all(printed):
            return " ".join(printed)
        else:
            told = [_printed(card.text) or self._card(card.text) for card in items]
        if len(told) < 2:
            return "".join(told)
        return self._joined(argument.kind, told)

    def _told(self, items: Iterable[Argument]) -> list[str]:
        # Words and digits side by side read badly: three, four, 5.
        has_digits = any(map(_is_digits, items))
        return [self._in_digits(item) if has_digits else self._said(item) for item in items]

    def _joined(self, kind: ArgumentKind, told: list[str]) -> str:
        # In Spanish "y" is "e" before an i (Inés, Hilda), and "o" is "u" before an o (8, 11).
        usual, last = f"word.{kind}", told[-1].lower()
        by_sound = (f"{usual}.{last[:letters]}" for letters in (2, 1))
        entry = next(filter(self._entries.__contains__, by_sound), usual)
        return self._filled(entry, rest=", ".join(told[:-1]), last=told[-1])

    def _in_digits(self, bid: Argument) -> str:
        if bid.items:
            return self._said(bid)
        return self._entries.get(f"word.bid.{bid.text}.digits", self._said(bid))

    def _card(self, card: str) -> str:
        if (joker := f"word.card.{card}") in self._entries:
            return self._entries[joker]
        rank, suit = self._entries[f"word.rank.{card[0]}"], self._entries[f"word.suit.{card[1]}"]
        return self._filled("word.card", rank=rank, suit=suit)

    def _date(self, date: str) -> str:
        year, month, day = map(int, date.split("-"))
        return self._filled(
            "word.date", year=str(year), month=self._entries[f"word.month.{month}"], day=str(day)
        )

    def _time(self, time: str) -> str:
        hour, _, minute = time.partition(":")
        half, twelfth = divmod(int(hour), 12)
        entry = f"word.time.{'pm' if half else 'am'}"
        return self._filled(entry, hour=hour, twelfth=str(twelfth or 12), minute=minute)

    def _spoken(self, number: int) -> str:
        if 0 <= number <= MOST_IN_WORDS:
            return self._entries[f"word.number.{number}"]
        return str(number)

    def _filled(self, entry: str, **parts: str) -> str:
        return self._entries[entry].format_map(parts)


def asked(name: str, arguments: Collection[str]) -> tuple[str, str]:
    """The argument that a place of a pattern is filled from, and what is asked of it."""
    if name in arguments:
        return name, ""
    argument, _, asked = name.rpartition("_")
    return argument, asked


def _signed(change: int) -> str:
    return f"{change:+d}".replace("-", "\u2212") if change else "0"


def _hundredths(share: int) -> str:
    whole, part = divmod(share, 100)
    return f"{whole}.{part:02d}".rstrip("0") if part else str(whole)


def _printed(card: str) -> str:
    """A card as it is printed; nothing of a joker, which has no suit to print."""
    suit = _SYMBOLS.get(card[1:])
    return card[0].replace("T", "10") + suit if suit else ""


def _is_digits(argument: Argument) -> bool:
    is_number = argument.kind is BID and argument.text.isdigit()
    return is_number or any(map(_is_digits, argument.items))
