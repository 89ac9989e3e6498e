"""The commands of a device, in order, with or without a signal."""

import asyncio
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final, Protocol

from uuid_utils import uuid7

from . import types
from .connection import Client, Refused, Unreachable
from .delivery import Command, Refusal, deliver, predecessor

_MAX_COMMANDS: Final = 50  # commands that one request may have
_PAUSE: Final = 5.0  # seconds before a server that was not reached is tried again
_Listener = Callable[[Command, types.CommandAnswer], None]


def new_id() -> str:
    """Return an id that sorts by time, such as that of a match that is opened without signal."""
    return str(uuid7())


class Storage(Protocol):
    """A store for a queue, so that it outlives the program."""

    def load(self) -> Mapping[str, Any] | None:
        """Return what was saved last; None if nothing was."""

    def save(self, state: Mapping[str, Any]) -> None:
        """Store the state of a queue, as values of JSON."""


class FileStorage:
    """A queue in a file."""

    def __init__(self, path: Path | str) -> None:
        self._path = Path(path)

    def load(self) -> Mapping[str, Any] | None:
        """Return what was saved last."""
        if not self._path.exists():
            return None
        state: Mapping[str, Any] = json.loads(self._path.read_text(encoding="utf-8"))
        return state

    def save(self, state: Mapping[str, Any]) -> None:
        """Replace the file, so that it is never half of one."""
        new = self._path.with_suffix(".new")
        new.write_text(json.dumps(state), encoding="utf-8")
        new.replace(self._path)


class CommandQueue:
    """The commands of a device, stored before they are sent, and sent until they are answered."""

    def __init__(
        self, client: Client, storage: Storage, on_answered: _Listener | None = None
    ) -> None:
        """Load the stored commands; `send` sends them."""
        self._client, self._storage, self._on_answered = client, storage, on_answered
        state = storage.load() or {"waiting": [], "refused": [], "unseen": []}
        self.waiting: list[Command] = state["waiting"]
        """Commands that wait on this device, in the order in which they were made."""
        self.refused = [Refusal(*refusal) for refusal in state["refused"]]
        """Commands that the server refused, until they are settled."""
        self.unseen: list[tuple[Command, int]] = [
            (one, version) for one, version in state["unseen"]
        ]
        """Commands that have come in, with their versions, but are in no sheet that was seen."""
        self._is_sending = False
        self._again: asyncio.TimerHandle | None = None
        self._tasks = set[asyncio.Task[None]]()

    async def enqueue(self, wish: Mapping[str, Any]) -> Command:
        """Append a command, store it, and send the waiting commands."""
        earlier = [*(command for command, _ in self.unseen), *self.waiting]
        # A device has seen its own earlier commands, so they are no conflict for later ones.
        before = None if wish["kind"] == "open_match" else predecessor(wish, earlier)
        link = {"after": before["commandId"]} if before else {}
        command = {**wish, **link, "commandId": new_id()}
        self.waiting.append(command)
        self._save()
        await self.send()
        return command

    def is_opened(self, match_id: str) -> bool:
        """Return whether the server can know a match that was opened on this device."""
        waiting = {one["matchId"] for one in self.waiting if one["kind"] == "open_match"}
        return match_id not in waiting

    def see(self, sheet: types.Match) -> None:
        """Forget the commands that this sheet contains."""
        match_id, version = sheet["matchId"], sheet["version"]
        self.unseen = [
            one for one in self.unseen if one[0]["matchId"] != match_id or one[1] > version
        ]
        self._save()

    async def settle(self, *settled: Command) -> None:
        """Forget refused commands once the table has settled them, and send those that wait."""
        ids = {command["commandId"] for command in settled}
        self.refused = [one for one in self.refused if one.command["commandId"] not in ids]
        self._save()
        await self.send()

    async def send(self) -> None:
        """Send the waiting commands; those that do not reach the server are sent again later."""
        if self._is_sending:
            return
        self._is_sending = True
        self.close()
        try:
            while self.waiting:
                commands: Any = self.waiting[:_MAX_COMMANDS]
                answers = await self._client.send_commands({"commands": commands})
                before = self.waiting
                self._take(answers["items"])
                pauses = [item["retryAfter"] for item in answers["items"] if item["retryAfter"]]
                if pauses:
                    self._send_in(pauses[0])
                    break
                # All that is left waits until the table has settled an earlier hand.
                if self.waiting == before:
                    break
        except (Unreachable, Refused):
            self._send_in(_PAUSE)
        finally:
            self._is_sending = False

    def close(self) -> None:
        """Cancel the next retry."""
        if self._again:
            self._again.cancel()

    def _send_in(self, seconds: float) -> None:
        def again() -> None:
            task = asyncio.ensure_future(self.send())
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

        self._again = asyncio.get_running_loop().call_later(seconds, again)

    def _take(self, items: list[types.CommandAnswer]) -> None:
        self.waiting, self.refused, done = deliver(self.waiting, self.refused, items)
        self.unseen += [
            (command, item["version"])
            for command, item in done
            if item["outcome"] != "refused" and item["version"] is not None
        ]
        self._save()
        if self._on_answered:
            for command, item in done:
                self._on_answered(command, item)

    def _save(self) -> None:
        state = {"waiting": self.waiting, "refused": self.refused, "unseen": self.unseen}
        self._storage.save(state)
