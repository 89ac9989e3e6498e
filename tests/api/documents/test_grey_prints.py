"""Everything in a PDF is legible when printed without colors."""

import re
import zlib
from collections.abc import Callable
from itertools import groupby
from typing import Any

import pytest
import typst

from openapi.examples.leagues import SEASON
from pitch.rules import rulesets
from pitchkeeper.documents import pdf, rulebooks, score_sheets, typesetting
from pitchkeeper.documents.documents import Document
from pitchkeeper.documents.leagues import league_sheets
from tests.support import sheets
from tests.support.hands import NAMES, claim_points

READABLE = 4.5
"""The contrast that small letters need (WCAG 1.4.3)."""
SEEN = 1.2
"""What a field of colour must differ from the paper by to be seen as one."""
DOTS = 110.0
"""An inch: fewer than any printer has."""
TEMPLATE = typesetting.TEMPLATES["papers"].decode()
SIDES = re.findall('"#([0-9a-f]{6})"', TEMPLATE[TEMPLATE.index("#let sides") :].split(")")[0])
Dot = tuple[int, int, int]


class Greys(dict[Dot, float]):
    """The brightness of dots without their color, from 0 to 1."""

    def __missing__(self, dot: Dot) -> float:
        linear = [
            value / 255 / 12.92 if value <= 10 else ((value / 255 + 0.055) / 1.055) ** 2.4
            for value in dot
        ]
        self[dot] = 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
        return self[dot]


def contrast(first: float, second: float) -> float:
    return (max(first, second) + 0.05) / (min(first, second) + 0.05)


def undo_filter(way: int, row: bytes, above: bytes) -> bytes:
    """A row of dots of four bytes, as the standard of PNG takes its filters off."""
    if way == 0:
        return row
    if way == 2:
        pairs = zip(row, above, strict=True)
        return bytes([(pair + up) & 255 for pair, up in pairs]) if any(row) else above
    done = bytearray(4) + row
    # Beside the first dot of a row there is nothing.
    for at, (up, corner) in enumerate(zip(above, bytes(4) + above, strict=False), 4):
        left_byte = done[at - 4]
        if way == 1:
            guess = left_byte
        elif way == 3:
            guess = (left_byte + up) // 2
        else:
            off = abs(up - corner), abs(left_byte - corner), abs(left_byte + up - 2 * corner)
            guess = (left_byte, up, corner)[off.index(min(off))]
        done[at] = (done[at] + guess) & 255
    return bytes(done[4:])


def dots(png: bytes) -> list[list[Dot]]:
    """The rows of a picture as Typst draws it."""
    at, stream, width = 8, b"", int.from_bytes(png[16:20])
    assert png[24:26] == b"\x08\x06", "eight bits each of red, green, blue and how opaque it is"
    while at < len(png):
        size = int.from_bytes(png[at : at + 4])
        if png[at + 4 : at + 8] == b"IDAT":
            stream += png[at + 8 : at + 8 + size]
        at += size + 12
    data, stride, above, rows = zlib.decompress(stream), width * 4, bytes(width * 4), []
    for start in range(0, len(data), stride + 1):
        above = undo_filter(data[start], data[start + 1 : start + 1 + stride], above)
        rows.append(list(zip(above[::4], above[1::4], above[2::4], strict=True)))
    return rows


def render_dots(document: Document, monkeypatch: pytest.MonkeyPatch) -> list[list[Dot]]:
    """The first page of a paper as a picture, set by the template of all papers."""
    compile_template = typst.compile

    def draw(template: bytes, **options: Any) -> Any:
        del options["pdf_standards"]
        return compile_template(template, **options, format="png", ppi=DOTS)

    monkeypatch.setattr(typst, "compile", draw)
    document_bytes: Any = pdf.render(document)
    return dots(document_bytes if isinstance(document_bytes, bytes) else document_bytes[0])


def two_sides() -> Document:
    hands = [claim_points(number % 4, "three", "0101") for number in range(12)]
    return score_sheets.document(sheets.state(*hands))


def eight_sides() -> Document:
    hands = [claim_points(number, "two", "0123") for number in range(8)]
    return score_sheets.document(sheets.state(*hands, names=NAMES, preset="rules-guru"))


def standings() -> Document:
    return league_sheets.document(SEASON)


def rulebook() -> Document:
    return rulebooks.document(rulesets.preset("setback"))


def lines(page: list[list[float]]) -> list[float]:
    """The darkest of every line of letters: rows that are not blank, between rows that are."""
    line_dots = []
    for is_blank, rows in groupby((min(row) for row in page), key=lambda least: least > 0.98):
        height = list(rows)
        if not is_blank and len(height) > 5:
            line_dots.append(min(height))
    return line_dots


@pytest.mark.parametrize(
    ("document", "sides"), [(two_sides, 2), (eight_sides, 8), (standings, 0), (rulebook, 0)]
)
def test_without_colours_everything_can_still_be_read(
    document: Callable[[], Document], sides: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    dot_rows = render_dots(document(), monkeypatch)
    greys = Greys()
    page = [[greys[dot] for dot in row] for row in dot_rows]
    darkest = lines(page)
    assert len(darkest) > 5
    assert all(contrast(darkness, 1) >= READABLE for darkness in darkest)
    there = 0
    for side in SIDES:
        red, green, blue = bytes.fromhex(side)
        field = (red, green, blue)
        rows = [at for at, row in enumerate(dot_rows) if row.count(field) > 10]
        if not rows:
            continue
        there += 1
        assert contrast(greys[field], 1) >= SEEN
        places = [x for x, dot in enumerate(dot_rows[rows[0]]) if dot == field]
        inside = [value for at in rows for value in page[at][places[0] : places[-1] + 1]]
        # Whose it is, is written in it: nobody needs the colour to tell.
        assert contrast(min(inside), greys[field]) >= READABLE
    assert there == sides
