"""The work of locating errors in a body is bounded, whatever the body."""

import gc
import json
import sys
import time
import timeit
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Annotated, Any, Final

import msgspec
import pytest
from msgspec import Meta

from pitch import HandRecord
from pitch.hand import EARLIER_CLAIMS
from pitch.messages import Refusal
from pitch.notation import split_matches
from pitch.types import Fact
from pitchkeeper import app
from pitchkeeper.documents import imports
from pitchkeeper.documents.archives import records
from pitchkeeper.rest import bodies
from pitchkeeper.rest.problems import InvalidBody
from pitchkeeper.sync.queues import Queue
from pitchkeeper.sync.routes import queues
from tests.support.hostile_bodies import FILLINGS, NOW, fill, hostile, hostile_notations
from tests.support.operations import OPERATIONS as STATED
from tests.support.operations import Call
from tests.support.operations import bodies as operations
from tests.support.phones import Device, Json, assert_problem

SIZE: Final = bodies.MAX_BYTES // 16
MOST: Final = bodies.MAX_VALUES // 16
CALLS_PER_VALUE: Final = 9
"""To open a value, look at it and at the metadata of its type, and read how it is written."""
CALLS: Final = 400
"""For anything else, such as to put what is wrong into words."""
OPERATIONS: Final = {operation.id: operation for operation in app.OPERATIONS}
JSON_TYPE: Final = {"Content-Type": "application/json"}


def calls(work: Callable[[], Any]) -> int:
    """Return how many functions are called, be they Python's or compiled."""
    count = 0

    def count_call(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event in {"call", "c_call"}

    sys.setprofile(count_call)
    try:
        work()
    except Refusal:
        pass
    finally:
        sys.setprofile(None)
    return count


def reading(name: str, body: bytes, most: int = MOST) -> Callable[[], Any]:
    """Return what reads the body of an operation."""
    kind: Any = imports.RawTranscripts if name == "importMatches" else OPERATIONS[name].body
    return partial(bodies.parse, body, kind, EARLIER_CLAIMS, most)


@pytest.mark.parametrize("call", operations(), ids=str)
def test_no_body_takes_more_work_than_its_values(call: Call) -> None:
    for description, body in hostile(call, SIZE):
        values = min(MOST, sum(map(body.count, (b",", b"[", b"{"))))
        # What is found out once, of types and sentences, is known the second time.
        call_count = min(calls(reading(call.id, body)) for _ in range(2))
        assert call_count <= CALLS + CALLS_PER_VALUE * values, (description, call_count, values)


@pytest.mark.parametrize("call", operations(), ids=str)
async def test_every_operation_refuses_more_values_than_it_can_use(
    phone: Device, match: Json, call: Call
) -> None:
    limit = OPERATIONS[call.id].body_limit
    assert limit is not None
    body = fill(FILLINGS["objects"], limit, '{"odd":[', "]}")
    answer = await phone.request(
        call.method, call.address(match["matchId"]), content=body, headers=JSON_TYPE
    )
    assert_problem(answer, 400, "invalid_body")
    assert answer.json()["message"]["code"] == "body.too_many_values"


def test_a_list_that_is_too_long_is_not_looked_into() -> None:
    body = fill("{}", queues.MOST_VALUES, '{"commands":[', "]}").encode()
    parse = partial(bodies.parse, body, Queue, EARLIER_CLAIMS, queues.MOST_VALUES)
    # The first call of a process also builds the decoder of the type.
    assert min(calls(parse) for _ in range(2)) <= CALLS
    with pytest.raises(InvalidBody) as error:
        parse()
    assert error.value.pointer == "/commands"
    assert error.value.message.code == "body.list_length"


def test_no_number_takes_much_longer_than_another() -> None:
    """What is compiled is not counted: msgspec alone takes 8 microseconds for each 1e308."""

    def cost(number: str) -> float:
        body = ('{"odd":[' + ",".join([number] * 2_000) + "]}").encode()
        work, least = reading("previewHand", body, 2 * len(body)), float("inf")
        for _ in range(5):
            began = time.process_time()
            with suppress(Refusal):
                work()
            least = min(least, time.process_time() - began)
        return least

    usual = cost("12.5")
    for number in ("1e308", "1e-320", "1.2345678901234567890123e-300"):
        assert cost(number) < 12 * usual, number


def longest_step(work: Callable[[], Any]) -> float:
    """Return the longest time between two calls, in which no other thread runs."""
    best = float("inf")
    for _ in range(2):
        last, longest = time.thread_time(), 0.0

        def measure(_frame: object, _event: str, _argument: object) -> None:
            nonlocal last, longest
            now = time.thread_time()
            longest, last = max(longest, now - last), now

        gc.disable()
        sys.setprofile(measure)
        try:
            work()
        except Refusal:
            pass
        finally:
            sys.setprofile(None)
            gc.enable()
        best = min(best, longest)
    return best


def test_no_string_of_an_import_holds_up_other_threads() -> None:
    body = b"[%s1]" % (b'"AS",' * 12_000)
    usual = min(timeit.repeat(lambda: msgspec.json.decode(body), number=1))
    texts = dict(hostile_notations(imports.LIMIT))
    for name in ("a string", "an escaped string"):
        (match,) = split_matches(texts[f"notation of {name}"].decode() + '"]\n')
        assert longest_step(partial(match.read, NOW)) < 120 * usual, name


@pytest.mark.parametrize("filling", ["exponents", "texts", "numbers", "beyond numbers"])
def test_a_list_of_hundreds_of_thousands_is_not_looked_into(filling: str) -> None:
    """For it msgspec would hold the GIL for 40 ms, in one step."""
    item = FILLINGS[filling] + "   "
    for values in (300_000, 900_000):
        line = fill(item, values * (len(item) + 1), '{"match":{"a":[', "]}}").encode()
        with pytest.raises(InvalidBody) as error:
            records.parse(line)
        assert error.value.message.code == "body.too_many_values"


def test_a_long_line_is_not_cut_into_a_million_parts() -> None:
    line = fill(FILLINGS["deep objects"], imports.LIMIT // 2, '{"match":{"a":[', "]}}").encode()
    tracemalloc.start()
    with pytest.raises(InvalidBody):
        records.parse(line)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 10 * len(line)


@pytest.mark.parametrize(
    "name", ["piles", "tricks", "cards", "numbers", "clauses", "hands", "corrections"]
)
def test_a_text_is_not_read_on_after_a_list_that_is_too_long(name: str) -> None:
    text = dict(hostile_notations(imports.LIMIT))[f"notation of {name}"].decode()
    (match,) = split_matches(text)
    assert calls(partial(match.read, NOW)) < 300_000


def test_what_is_wrong_is_found_without_building_what_stands_beside_it() -> None:
    """While compiled code builds a million objects no other thread runs."""
    hand = STATED["ruleOnHand"].body["record"]
    head, tail = json.dumps(hand)[:-1] + ', "claims": {"scores": [', "]}}"
    for name in ("deep objects", "deep lists", "wrong kinds"):
        body = fill(FILLINGS[name], bodies.MAX_BYTES, head, tail).encode()
        tracemalloc.start()
        with pytest.raises(InvalidBody) as error:
            bodies.decode(body, HandRecord, EARLIER_CLAIMS)
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert error.value.pointer == "/claims/scores"
        assert peak < 6 * len(body), name


def test_brackets_are_counted_wherever_a_long_body_is_cut() -> None:
    for place in range(3):
        for levels in (27, 28, 29, 30):
            brackets = b"[" * levels + b"]" * levels
            lists = b",".join([brackets] * (2 * bodies.MAX_BYTES // len(brackets)))
            body = b'{"rest":[%s[%s]]}' % (b"[]," * place, lists)
            if levels + 3 <= 32:
                assert len(bodies.parse(body, Long, most=1_000_000).rest) == place + 1
            else:
                assert read_refusal(body) == ("invalid_body", "")


class Long(Fact, frozen=True):
    """A body that is read in pieces if it is long."""

    names: Annotated[tuple[str, ...], Meta(max_length=100_000)] = ()
    inner: "Long | None" = None
    rest: Annotated[tuple[msgspec.Raw, ...], Meta(max_length=3)] = ()
    number: int = 0


class Needed(Fact, frozen=True):
    """A body with parts that may not be left out."""

    inner: Long
    names: Annotated[tuple[str, ...], Meta(min_length=2)]


def read_refusal(body: bytes, kind: type = Long) -> tuple[str, str]:
    with pytest.raises(Refusal) as error:
        bodies.parse(body, kind, most=1_000_000)
    return error.value.code, error.value.pointer


def test_a_long_body_is_read_as_a_short_one_is() -> None:
    """In pieces: what is right, what is wrong, and where."""
    for size in (2, 40_000):
        names = ["Ann", 'Bö}b\\"{:'] * size
        told = {"names": names, "inner": {"names": names, "rest": [[1], {"a": "x" * size}]}}
        body = msgspec.json.encode(told)
        read = bodies.parse(body, Long, most=1_000_000)
        assert list(read.names) == names
        assert read.inner is not None
        assert read == msgspec.json.decode(body, type=Long)
        long = msgspec.json.encode(names)[1:-1]
        for wrong, code, pointer in (
            (b'{"names":[%s,1]}' % long, "invalid_body", f"/names/{2 * size}"),
            (b'{"inner":{"names":[%s,1]}}' % long, "invalid_body", f"/inner/names/{2 * size}"),
            (b'{"odd":[%s]}' % long, "invalid_body", "/odd"),
            (b'{"number":[%s]}' % long, "invalid_body", "/number"),
            (b'{"names":"%s"}' % (b"x" * 3 * size), "invalid_body", "/names"),
            (b'{"names":{"a":[%s]}}' % long, "invalid_body", "/names"),
            (b'{"rest":"%s"}' % (b"x" * 3 * size), "invalid_body", "/rest"),
            (b'{"names":[%s],"names":[]}' % long, "invalid_body", ""),
            (b'{"rest":[{"a":[%s],"b":{"c":1,"c":2}}]}' % long, "invalid_body", ""),
            (b'{"rest":[{"a":[%s],"\\ud83d":1}]}' % long, "malformed_json", ""),
            (b'{"rest":[{"a":[%s],"\xe2\x80\xae":1}]}' % long, "invalid_body", ""),
            (b'{"rest":[{"a":[%s],"\xff":1}]}' % long, "malformed_json", ""),
            (b'{"rest":[[%s],1,2,3]}' % long, "invalid_body", "/rest"),
        ):
            assert read_refusal(wrong) == (code, pointer), (size, wrong[-40:])


def test_what_may_not_be_left_out_is_read_in_pieces_too() -> None:
    for size in (2, 40_000):
        names = msgspec.json.encode(["Ann"] * size)
        long = names[1:-1]
        body = b'{"inner":{"names":%s},"names":%s}' % (names, names)
        assert bodies.parse(body, Needed, most=1_000_000) == msgspec.json.decode(body, type=Needed)
        blanks = b" " * 3 * size
        for wrong, pointer in (
            (b'{"inner":{"names":%s}}' % names, "/names"),
            (b'{"names":%s}' % names, "/inner"),
            (b'{"inner":{"names":[%s,1]},"names":%s}' % (long, names), f"/inner/names/{size}"),
            (b'{"inner":{"names":%s},"names":[%s,1]}' % (names, long), f"/names/{size}"),
            (b'{"inner":{"odd":%s},"names":%s}' % (names, names), "/inner/odd"),
            (b'{"inner":{},"names":["Ann"%s]}' % blanks, "/names"),
            (b'{"inner":{},"names":["%s"]}' % (b"x" * 3 * size), "/names"),
            (b'{"inner":[%s],"names":%s}' % (long, names), "/inner"),
        ):
            assert read_refusal(wrong, Needed) == ("invalid_body", pointer), (size, wrong[-40:])
