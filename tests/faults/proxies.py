"""Proxies: a wire between phones and a server, that is cut before or after a request went by."""

import asyncio
import gzip
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

_LIMIT = 8 * 1024 * 1024
_END = b"\r\n\r\n"


@dataclass
class Wire:
    """How often the wire is cut, and the answers that nobody got to see."""

    port: int
    chance: random.Random
    share: float
    """The share of requests that are cut, half of them before they reach the server."""
    unsent: int = 0
    lost_answers: dict[str, list[bytes]] = field(default_factory=dict)
    """The bodies of successful answers that were cut off, by the key of the command."""
    address: str = ""
    carrying: set["asyncio.Task[None]"] = field(default_factory=set)

    def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry the requests of one connection until somebody leaves or the wire is cut."""
        task = asyncio.create_task(self._carry(reader, writer))
        self.carrying.add(task)
        task.add_done_callback(self.carrying.discard)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        server_reader, server_writer = await asyncio.open_connection(
            "127.0.0.1", self.port, limit=_LIMIT
        )
        try:
            while await self._carry_request(reader, writer, server_reader, server_writer):
                pass
        except (asyncio.IncompleteReadError, ConnectionError):
            return
        finally:
            for writer_ in (writer, server_writer):
                writer_.transport.abort()

    async def _carry_request(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        server_reader: asyncio.StreamReader,
        server_writer: asyncio.StreamWriter,
    ) -> bool:
        """Carry a request and its answer; false once the wire is cut."""
        head, body = await _message(reader)
        luck = self.chance.random()
        if luck < self.share / 2:
            self.unsent += 1
            return False
        server_writer.write(head + body)
        answer_head, answer_body = await _message(server_reader)
        if luck < self.share:
            if answer_head.split()[1].startswith(b"2"):
                key = _field(head, b"idempotency-key")
                self.lost_answers.setdefault(key, []).append(_unpack(answer_head, answer_body))
            return False
        writer.write(answer_head + answer_body)
        await writer.drain()
        return True


@asynccontextmanager
async def cut(port: int, share: float) -> AsyncIterator[Wire]:
    """A wire to a port of this machine."""
    wire = Wire(port, random.Random(port), share)
    listening = await asyncio.start_server(wire.carry, "127.0.0.1", 0, limit=_LIMIT)
    wire.address = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}"
    async with listening:
        yield wire
    for task in wire.carrying:
        task.cancel()
    await asyncio.gather(*wire.carrying, return_exceptions=True)


async def _message(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """The head and the body of a request or an answer."""
    head = await reader.readuntil(_END)
    return head, await reader.readexactly(int(_field(head, b"content-length") or 0))


def _unpack(head: bytes, body: bytes) -> bytes:
    """The body of an answer as its client reads it."""
    return gzip.decompress(body) if _field(head, b"content-encoding") == "gzip" else body


def _field(head: bytes, name: bytes) -> str:
    """What a header says; nothing if it is not there."""
    for line in head.split(b"\r\n")[1:]:
        field_name, _, value = line.partition(b":")
        if field_name.strip().lower() == name:
            return value.strip().decode()
    return ""
