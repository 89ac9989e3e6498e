"""Connections on which nothing is asked keep nobody out, and none stays for long."""

import contextlib
import socket
import time
from collections.abc import Iterator

import httpx
import pytest

from tests.support import servers
from tests.support.searches import some

OUTSIDE = 5.0
"""Seconds in which an honest request is answered, on a machine that is busy with other things."""
SLOWEST = 40.0


pytestmark = pytest.mark.long


@pytest.fixture(scope="module")
def address(shared_url: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with servers.serving(tmp_path_factory.mktemp("state"), DATABASE_URL=shared_url) as address:
        yield address


def connect(address: str, host: str = "127.0.0.1") -> socket.socket:
    """A connection on which nothing has been said, from an address of this machine."""
    port = int(address.rpartition(":")[2])
    return socket.create_connection(("127.0.0.1", port), timeout=SLOWEST, source_address=(host, 0))


@contextlib.contextmanager
def idling(address: str, count: int, hosts: int = 1) -> Iterator[list[socket.socket]]:
    """So many connections from so many addresses on which nothing is said."""
    with contextlib.ExitStack() as stack:
        yield [
            stack.enter_context(connect(address, f"127.1.0.{1 + number % hosts}"))
            for number in range(count)
        ]


def is_shut(connection: socket.socket) -> bool:
    connection.settimeout(0)
    try:
        return connection.recv(1) == b""
    except BlockingIOError:
        return False
    except OSError:
        return True


def time_answers(address: str, count: int = 10) -> float:
    """Return the time of the slowest of some requests, each on its own connection."""
    slowest = 0.0
    for _ in range(count):
        began = time.monotonic()
        assert httpx.get(f"{address}/v1/rulesets", timeout=SLOWEST).status_code == 200
        slowest = max(slowest, time.monotonic() - began)
    return slowest


@pytest.mark.search
@pytest.mark.parametrize(("count", "hosts"), some([(1_100, 1), (5_000, 1), (5_000, 50)], 2))
def test_idle_connections_keep_nobody_out(address: str, count: int, hosts: int) -> None:
    with idling(address, count, hosts) as idle:
        slowest = time_answers(address)
        print(f"{count} idle from {hosts}: {slowest * 1000:.0f} ms at most")
        assert slowest < OUTSIDE
        deadline = time.monotonic() + SLOWEST
        while sum(map(is_shut, idle)) < count - 512 * hosts:
            assert time.monotonic() < deadline
            time.sleep(0.2)
    assert time_answers(address, 3) < OUTSIDE


def test_who_says_no_more_is_hung_up_on(address: str) -> None:
    beginnings = (
        *(b"", b"G", b"GET / HTTP/1.1\r\n"),
        b"GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n",
    )
    with contextlib.ExitStack() as stack:
        connections = [stack.enter_context(connect(address)) for _ in beginnings]
        trickling = stack.enter_context(connect(address))
        for connection, beginning in zip(connections, beginnings, strict=True):
            connection.sendall(beginning)
        trickling.sendall(b"GET / HTTP/1.1\r\n")
        deadline = time.monotonic() + SLOWEST
        with contextlib.suppress(OSError):
            while time.monotonic() < deadline:
                trickling.sendall(b"X: y\r\n")
                time.sleep(0.2)
        assert time.monotonic() < deadline
        for connection in connections:
            while connection.recv(65536):
                pass


def test_a_stream_that_is_listened_to_stays(address: str) -> None:
    with httpx.Client(base_url=address) as phone:
        phone.headers["Authorization"] = f"Bearer {phone.post('/v1/devices').json()['token']}"
        match = {"ruleset": "setback", "players": [{"name": name} for name in "ABCD"]}
        match_id = phone.post("/v1/matches", json=match).json()["matchId"]
        with phone.stream("GET", f"/v1/matches/{match_id}/events", timeout=SLOWEST) as stream:
            pieces = stream.iter_raw()
            assert next(pieces)
            with idling(address, 1_100) as idle:
                while sum(map(is_shut, idle)) < 500:
                    time.sleep(0.2)
            assert next(pieces)
