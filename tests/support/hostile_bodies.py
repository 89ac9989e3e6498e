"""Bodies that take as much work as may be, for every operation that takes one."""

import json
from collections.abc import Iterator
from typing import Any

from tests.support.bodies import NO_ID, Kind, Path, fields, kinds, least, with_value
from tests.support.operations import Call
from tests.support.phones import Json

FILLINGS = {
    "objects": "{}",
    "lists": "[]",
    "texts": '""',
    "long texts": '"' + "x" * 1_000 + '"',
    "numbers": "1",
    "fractions": "3.0",
    "huge numbers": "9" * 300,
    "exponents": "1e308",
    "beyond numbers": "1e999",
    "no numbers": "NaN",
    "escapes": r'"\u0041\u00e9\ud83c\udca1"',
    "deep lists": "[" * 20 + "]" * 20,
    "deep objects": '{"a":' * 20 + "1" + "}" * 20,
    "wrong kinds": '{"kind":"void_hand","number":{},"body":[]}',
}
"""What lists and unknown fields are filled with."""
LINES = 2_000
"""Fewer than an archive may have, so that all of it is read."""
NOW = "2026-03-02T18:30:00Z"
_MARK = "\ue000"


def fill(filling: str, size: int, head: str = "", tail: str = "") -> str:
    """Return a body of at most a size that says the same again and again."""
    times = (size - len(head.encode()) - len(tail.encode())) // (len(filling.encode()) + 1)
    return head + ",".join([filling] * max(times, 1)) + tail


def hostile(call: Call, size: int) -> Iterator[tuple[str, bytes]]:
    """Return bodies of an operation of at most a size, each with its name."""
    good = call.body
    for place, part in _lists(call.schema):
        head, tail = _around(good, place)
        for name, filling in FILLINGS.items():
            yield f"{name} in {_named(place)}", fill(filling, size, head, tail).encode()
        for name, item in (("least", least(part["items"])), ("known", _first(good, place))):
            text = json.dumps(item)
            # Fewer bytes of it too: above the most values nobody looks into a body at all.
            yield f"{name} in {_named(place)}", fill(text, size, head, tail).encode()
            yield f"some {name} in {_named(place)}", fill(text, size // 8, head, tail).encode()
    begun = json.dumps(good)[:-1] + ("," if good else "")
    for name, filling in FILLINGS.items():
        yield f"{name} in a list", fill(filling, size, "[", "]").encode()
        yield f"{name} in a field", fill(filling, size, begun + '"odd":[', "]}").encode()
        yield f"{name} in one field", fill(f'"a":{filling}', size, "{", "}").encode()
    yield "fields", _numbered(size, begun)
    yield from _unstructured(size, begun)


def hostile_lines(size: int) -> Iterator[tuple[str, bytes]]:
    """Return bodies of lines of JSON of at most a size, each with its name."""
    for name, filling in FILLINGS.items():
        times = min(LINES, size // (len(filling) + 1))
        yield f"lines of {name}", (filling + "\n").encode() * times
        match = '{"match":{"matchId":"' + NO_ID + '","transcript":{"a":['
        yield f"a line of {name}", fill(filling, size, match, "]}}}").encode()


def hostile_notations(size: int) -> Iterator[tuple[str, bytes]]:
    """Return matches as text of at most a size, each with its name."""
    began = f'[Pitch "1"]\n[Opened "{NOW}"]\n[Preset "setback"]\n[Seat0 "A"]\n[Seat1 "B"]\n'
    hand = f"Hand 1 at {NOW}\n"
    for name, head, pump in (
        ("matches", began, began),
        ("tags", "", '[Pitch "1"]\n'),
        ("blanks", began + hand, " \n"),
        ("hands", began + hand, hand),
        ("piles", began + hand, "Pile 0 all AS\n"),
        ("tricks", began + hand, "Trick ?\n"),
        ("cards", began + hand + "Pile 0 all ", "AS "),
        ("numbers", began + hand + "TricksWon ", "1 "),
        ("clauses", began + hand + 'Disputed "a" Ruling rules "a" because "b" ', "a/b "),
        ("corrections", began + hand, "Was\n"),
        ("adjustments", began, 'Adjusted 0 1 "a"\n'),
        ("comments", began + hand, ";a\n"),
        ("a comment", began + hand + ";", "a"),
        ("a word", began + hand, "a"),
        ("a string", began + '[Rules "', "a"),
        ("an escaped string", began + '[Rules "', '\\"'),
        ("a curly string", began + "[Rules \u201c", "a"),
    ):
        times = (size - len(head.encode())) // len(pump.encode())
        yield f"notation of {name}", (head + pump * times).encode()
    hands = "".join(f"Hand {number}\n" + "Was\n" * 9 for number in range(1, 1_000))
    yield "notation of as many changes as may be", (began + hands).encode()[:size]


def _unstructured(size: int, head: str) -> Iterator[tuple[str, bytes]]:
    """Return bodies of few values."""
    for name, pump in {
        "letters": "x",
        "quotes": '\\"',
        "backslashes": "\\\\",
        "escaped letters": "\\u0041",
        "surrogates": "\\ud83d",
        "letters of two bytes": "\u00e9",
        "places": " - at `$.a[0]`",
        "slashes": "~/",
    }.items():
        times = (size - len(head.encode()) - 8) // len(pump.encode())
        yield f"a text of {name}", f'{head}"a":"{pump * times}"}}'.encode()
        yield f"a field of {name}", f'{head}"{pump * times}":1}}'.encode()
    for name, pump in {"[": "[", "]": "]", '{"a":': '{"a":', '"': '"', "space": " "}.items():
        yield f"only {name}", (pump * (size // len(pump))).encode()
    for name, pump in {"digits": "9", "decimals": "0.1", "exponents": "1e9"}.items():
        yield f"a number of {name}", f'{head}"a":{pump[:-1]}{pump[-1] * (size // 2)}}}'.encode()


def _numbered(size: int, head: str) -> bytes:
    times = (size - len(head)) // 12
    return (head + ",".join(f'"f{number:06}":1' for number in range(times)) + "}").encode()


def _lists(schema: Json) -> Iterator[tuple[Path, Json]]:
    for place, part in fields(schema, ()):
        if "array" in kinds(part):
            yield place, part


def _around(good: Any, place: Path) -> tuple[str, str]:
    """Return a body's text before and after what stands in a list of it."""
    head, _, tail = json.dumps(with_value(good, place, [_MARK])).partition(json.dumps(_MARK))
    return head, tail


def _first(good: Any, place: Path) -> Any:
    """Return the first item of a list as the example has it, or nothing."""
    value = good
    for step in (*(step for step in place if not isinstance(step, Kind)), 0):
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def _named(place: Path) -> str:
    return "".join(f"/{step}" for step in place) or "all"
