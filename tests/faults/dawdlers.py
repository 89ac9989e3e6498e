"""Dawdlers: clients that send a few bytes at a time, or read an answer as slowly."""

import asyncio
import socket
from collections.abc import Sequence
from contextlib import suppress

from tests.faults.commands import Command
from tests.faults.phones import Phone, head

_STEP = 8


async def trickle(port: int, phone: Phone, command: Command, pause: float) -> None:
    """Send a command a few bytes at a time; it may be refused for that."""
    phone.said.append(command)
    command.tries += 1
    lines = [
        f"{command.method} {command.path} HTTP/1.1",
        "Host: 127.0.0.1",
        f"Authorization: Bearer {phone.token}",
        "Content-Type: application/json",
        f"Content-Length: {len(command.body)}",
        "Connection: close",
        *(f"{name}: {value}" for name, value in head(command).items()),
    ]
    sent = "\r\n".join([*lines, "", ""]).encode() + command.body
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    with suppress(ConnectionError):
        for start in range(0, len(sent), _STEP):
            writer.write(sent[start : start + _STEP])
            await writer.drain()
            await asyncio.sleep(pause)
        _take(command, await reader.read())
    writer.transport.abort()


async def sip(port: int, phone: Phone, path: str, pause: float, end: asyncio.Event) -> int:
    """Ask for a long answer and read a few bytes of it at a time; how many there were."""
    with socket.socket() as narrow:
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(narrow, ("127.0.0.1", port))
        request = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer {phone.token}"
        await loop.sock_sendall(narrow, f"{request}\r\nConnection: close\r\n\r\n".encode())
        had = 0
        with suppress(ConnectionError):
            while not end.is_set() and (drops := await loop.sock_recv(narrow, 256)):
                had += len(drops)
                await asyncio.sleep(pause)
        return had


async def trickle_all(port: int, phone: Phone, commands: Sequence[Command], pause: float) -> None:
    """Send as many commands at once, each slowly."""
    await asyncio.gather(*(trickle(port, phone, command, pause) for command in commands))


def _take(command: Command, answer: bytes) -> None:
    """Note the version, if the command was acknowledged after all."""
    start, _, body = answer.partition(b"\r\n\r\n")
    fields = dict(line.lower().split(b": ", 1) for line in start.split(b"\r\n")[1:])
    if start.split()[1:2] == [b"201"]:
        command.version = int(fields[b"etag"].strip(b'"'))
        command.answer = body
