"""Every input is parsed in time that grows no faster than its length."""

import asyncio
import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from itertools import product
from typing import Any

import pytest
from granian.utils.proxies import wrap_asgi_with_proxy_headers

from pitch.messages import Refusal
from pitch.notation import texts
from pitchkeeper import app
from pitchkeeper.addresses import Database
from pitchkeeper.documents import imports
from pitchkeeper.rest import bodies
from tests.support.expressions import METHODS, Expression, expressions
from tests.support.growth import Run, Work, beyond_linear
from tests.support.searches import IS_THOROUGH, some

BODY = 256 * 1024 if IS_THOROUGH else 64 * 1024
HEADER = 16 * 1024
TEXT = 8 * 1024
NOW = "2026-03-02T18:30:00Z"
HEAD = f'[Pitch "1"]\n[Opened "{NOW}"]\n[Preset "setback"]\n[Seat0 "A"]\n[Seat1 "B"]\n'


def doing(work: Callable[[Any], object], text: Any) -> Run:
    """Something to do that may be refused."""

    def done() -> None:
        try:
            result = work(text)
        except Refusal:
            return
        for _ in result if isinstance(result, Iterator) else ():
            pass

    return done


def repeat(beginning: str, pump: str, ending: str) -> Callable[[int], str]:
    """A text of any length that says the same again and again."""
    return lambda length: beginning + pump * (length // len(pump)) + ending


def long_texts(pattern: str) -> Iterator[tuple[str, Callable[[int], str]]]:
    """Texts that repeat what an expression speaks of, after what it may begin with."""
    runs = sorted(set(re.findall(r"- at `|[A-Za-z][a-z :`]{3,}", pattern)))
    samples = list(dict.fromkeys(re.findall(r"[A-Za-z0-9`.:/=-]", pattern)))[:3]
    symbols = ["\\", '"', "[", ";", " ", "\t", "a", *samples]
    pumps = dict.fromkeys([*symbols, *runs, *map("".join, product(symbols, repeat=2))])
    for parts in product(("", *runs[:1]), pumps, ("", "\x00")):
        yield repr(parts), repeat(*parts)


def matching(expression: Expression) -> Iterator[Work]:
    """An expression at work."""
    pattern = expression.pattern
    source = pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode()
    is_text = isinstance(pattern.pattern, str)
    for method, (name, text) in product(expression.methods, long_texts(source)):
        by = ("" if is_text else b"",) if method == "sub" else ()
        work = partial(getattr(pattern, method), *by)

        def prepare(
            length: int, work: Callable[[Any], object] = work, text: Callable[[int], str] = text
        ) -> Run:
            return doing(work, text(length) if is_text else text(length).encode())

        yield Work(f"{method} {name}", prepare)


@pytest.mark.parametrize("expression", list(expressions()), ids=lambda expression: expression.place)
def test_every_regular_expression_is_linear(expression: Expression) -> None:
    assert not beyond_linear(matching(expression), TEXT)


@pytest.mark.parametrize(
    ("method", "pattern"),
    [
        ("sub", r'"[^"\\]*(?:\\.[^"\\]*)*"'),
        ("search", "^[a-c]*[a-b][a-c]*$"),
        ("sub", r"(^|[;\t])(?=\s*[=+])"),
        ("search", r"\s+$"),
    ],
)
def test_one_that_is_not_linear_is_noticed(method: str, pattern: str) -> None:
    slow = Expression("here", re.compile(pattern, re.DOTALL), frozenset({method}))
    assert beyond_linear(matching(slow), TEXT // 8)


def test_every_way_in_which_expressions_are_used_is_known() -> None:
    uses = list(expressions())
    assert len(uses) > 40
    assert all(expression.methods < METHODS for expression in uses)


BODIES = {
    "quotes in brackets": ("[" * 33 + '"', '\\"', ""),
    "quotes in a field": ('{"a":"', '\\"', '"}'),
    "backslashes": ('{"a":"', "\\", '"}'),
    "escaped backslashes": ('{"a":"', "\\\\", '"}'),
    "backslashes before letters": ('{"a":"', "\\\\\\u", '"}'),
    "empty strings": ("[" * 33, '""', ""),
    "strings": ("[", '"",', '""]'),
    "deep lists": ("", "[", ""),
    "deep objects": ("", '{"a":', "1"),
    "shut lists": ("", "]", ""),
    "flat lists": ("[", "[],", "[]]"),
    "flat objects": ('{"a":[', "{},", "{}]}"),
    "as deep as may be": ("[", "[" * 30 + "]" * 30 + ",", "1]"),
    "many fields": ("{", '"a":1,', '"b":1}'),
    "a long name": ('{"', "a", '":1}'),
    "a name like a sentence": ('{"', "unknown field `", ' - at `$":1}'),
    "a name like a place": ('{"', " - at `$", '":1}'),
    "a name like a path": ('{"x - at `$', ".a[0]", '":1}'),
    "a long integer": ('{"dealer":', "1", "}"),
    "a long negative": ('{"dealer":-', "9", "}"),
    "a long fraction": ('{"dealer":0.', "1", "}"),
    "a long whole fraction": ('{"dealer":1.', "0", "}"),
    "a long exponent": ('{"dealer":1e', "9", "}"),
    "fractions": ('{"tricksWon":[', "1.0,", "1]}"),
    "surrogates": ('{"trump":"', "\\ud83d", '"}'),
    "pairs of surrogates": ('{"trump":"', "\\ud83c\\udca1", '"}'),
    "escapes": ('{"trump":"', "\\u0041", '"}'),
    "marks": ('{"players":[{"name":"a', "\u0301", '"}]}'),
    "bytes that are no text": ('{"trump":"', "\udcff", '"}'),
    "spaces": ("", " ", "{}"),
    "cards": ('{"piles":[{"side":0,"cards":[', '"AS",', '"AS"]}]}'),
    "piles": ('{"piles":[', '{"side":0,"cards":[]},', '{"side":0,"cards":[]}]}'),
    "matches": ('{"matches":[', "{},", "{}]}"),
    "a match": ('{"matches":[{"preset":"', "\\ud800", '"}]}'),
}


def parsing(kind: type, parts: tuple[str, str, str]) -> Callable[[int], Run]:
    text = repeat(*parts)
    return lambda length: doing(
        lambda body: bodies.parse(body, kind), text(length).encode(errors="surrogateescape")
    )


def kinds() -> dict[str, type]:
    """Return every type of body, and those parts that are parsed by themselves."""
    bodies = {
        operation.body.__name__: operation.body
        for operation in app.OPERATIONS
        if operation.body is not None
    }
    return bodies | {"matches to come": imports.RawTranscripts}


@pytest.mark.search
def test_every_body_is_read_in_linear_time() -> None:
    works = (
        Work(f"{kind}: {name}", parsing(kind_of_body, parts))
        for (kind, kind_of_body), (name, parts) in product(
            some(list(kinds().items()), 5), BODIES.items()
        )
    )
    assert not beyond_linear(works, BODY)


NOTATIONS = {
    "unfinished tags": ("", "[", ""),
    "beginnings": ("", "[Pitch ", ""),
    "blank beginnings": ("", "[ \t", ""),
    "blank lines": ("", " \n", "[Pitch"),
    "tags": ("", '[Pitch "1"]', ""),
    "matches": ("", HEAD + "\n", ""),
    "quotes": (HEAD, '"', ""),
    "escaped quotes": (HEAD + '[Rules "', '\\"', '"]'),
    "unfinished escapes": (HEAD + '[Rules "', "\\", '"]'),
    "an unfinished string": (HEAD + '[Rules "', "a", ""),
    "curly quotes": (HEAD, "\u201c", ""),
    "comments": (HEAD, ";", ""),
    "comments on lines": (HEAD, ";a\n", ""),
    "commas": (HEAD, ",", ""),
    "a long word": (HEAD, "a", ""),
    "options": (HEAD, '[Option "target 11"]', ""),
    "an option of many words": (HEAD + '[Option "bids ', "two ", '"]'),
    "scores": (HEAD + '[Winner "-"]\n[Scores "', "1 ", '"]'),
    "hands": (HEAD, "Hand 1\n", ""),
    "piles": (f"{HEAD}Hand 1 at {NOW}\n", "Pile 0 all AS\n", ""),
    "tricks": (f"{HEAD}Hand 1 at {NOW}\n", "Trick ?\n", ""),
    "holdings": (f"{HEAD}Hand 1 at {NOW}\n", "Holding 0 AS\n", ""),
    "cards": (f"{HEAD}Hand 1 at {NOW}\nPile 0 all ", "AS ", ""),
    "calls": (f"{HEAD}Hand 1 at {NOW}\nCalls ", "pass ", ""),
    "won tricks": (f"{HEAD}Hand 1 at {NOW}\nTricksWon ", "1 ", ""),
    "a long number": (f"{HEAD}Hand 1 at {NOW}\nDealer ", "1", ""),
    "earlier ones": (f"{HEAD}Hand 1 at {NOW}\n", "Was Dealer 0\n", ""),
    "confirmations": (f"{HEAD}Hand 1 at {NOW}\n", "Confirmed all\n", ""),
    "disputes": (f"{HEAD}Hand 1 at {NOW}\n", 'Disputed "a"\n', ""),
    "clauses": (f'{HEAD}Hand 1\nDisputed "a"\nRuling rules "a" because "b" ', "a/b ", ""),
    "adjustments": (HEAD, 'Adjusted 0 1 "a"\n', ""),
}


def test_the_notation_is_read_in_linear_time() -> None:
    def telling(parts: tuple[str, str, str]) -> Callable[[int], Run]:
        text = repeat(*parts)
        return lambda length: doing(read_all, text(length))

    def read_all(text: str) -> None:
        for unread in texts.split_matches(text):
            unread.read(NOW)

    works = (Work(name, telling(parts)) for name, parts in NOTATIONS.items())
    assert not beyond_linear(works, BODY // 4)


HEADERS = (
    *("authorization", "accept", "content-type", "cookie", "if-match", "if-none-match", "origin"),
    *("idempotency-key", "x-request-id", "x-forwarded-for", "x-forwarded-proto", "host"),
)
PUMPS = (
    "a",
    ",",
    ";",
    "=",
    " ",
    '"',
    "\\",
    "a=b;",
    "a,",
    "a/b;q=1,",
    "%41",
    "1.",
    "\xff",
    ":",
    "[",
)


def asking(loop: asyncio.AbstractEventLoop, query: bytes, *headers: tuple[bytes, bytes]) -> Run:
    """A request behind a proxy that reaches no database, as the server hands it to the app."""
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/health/live",
        "raw_path": b"/health/live",
        "query_string": query,
        "headers": list(headers),
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
        "scheme": "http",
        "root_path": "",
        "http_version": "1.1",
        "asgi": {"version": "3.0"},
    }
    handler = behind_a_proxy()
    return lambda: loop.run_until_complete(handler({**scope, "state": {}}, _receive, _send))


async def _receive() -> Any:
    return {"type": "http.request", "body": b"", "more_body": False}


async def _send(_message: object) -> None:
    pass


@cache
def behind_a_proxy() -> Any:
    """The app, which takes a third of a second to build."""
    return wrap_asgi_with_proxy_headers(app.build(Database("postgresql://nowhere/none")), "*")


def test_headers_and_queries_are_read_in_linear_time() -> None:
    loop = asyncio.new_event_loop()

    def with_header(name: str, pump: str) -> Callable[[int], Run]:
        return lambda length: asking(
            loop, b"", (name.encode(), (pump * (length // len(pump))).encode("latin-1"))
        )

    def with_query(pump: str) -> Callable[[int], Run]:
        return lambda length: asking(loop, (pump * (length // len(pump))).encode("latin-1"))

    works = [Work(f"{name}: {pump}", with_header(name, pump)) for name in HEADERS for pump in PUMPS]
    works += [Work(f"query: {pump}", with_query(pump)) for pump in (*PUMPS, "a=1&", "a&", "&", "+")]
    assert not beyond_linear(works, HEADER)
    loop.close()
