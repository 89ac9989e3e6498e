"""Stream counts: which streams of a device are its newest, whichever workers have them."""

import asyncio
from collections.abc import Callable
from uuid import UUID

import structlog

from pitchkeeper.database.pool import Connections, queries

_logger = structlog.get_logger()


class StreamCounts:
    """The streams of devices, counted for all workers in PostgreSQL.

    Those of a worker that died are counted on, but they are older than what is opened after them,
    and so the first to make room.
    """

    def __init__(
        self,
        connections: Connections,
        new_id: Callable[[], UUID],
        announce: Callable[[UUID], None],
    ) -> None:
        """`announce` tells all workers that streams of a device may have had to make room."""
        self._connections = connections
        self._new_id = new_id
        self._announce = announce
        self._removals: set[asyncio.Task[None]] = set()

    async def add(self, device_id: UUID, most: int) -> tuple[UUID, frozenset[UUID]]:
        """Count a new stream of a device: its id, and which are left of the device's."""
        stream_id = self._new_id()
        left = await self._connections.fetchval(queries().count_stream, device_id, stream_id, most)
        if len(left) == most:
            self._announce(device_id)
        return stream_id, frozenset(left)

    async def remaining(self, device_id: UUID) -> frozenset[UUID] | None:
        """Which streams of a device are left; None if nothing is known, as after a crash."""
        left = await self._connections.fetchval(queries().list_streams, device_id)
        return None if left is None else frozenset(left)

    def remove(self, device_id: UUID, stream_id: UUID) -> None:
        """Count a stream no more, soon."""
        task = asyncio.create_task(self._remove(device_id, stream_id))
        self._removals.add(task)
        task.add_done_callback(self._removals.discard)

    async def _remove(self, device_id: UUID, stream_id: UUID) -> None:
        try:
            await self._connections.execute(queries().count_stream_no_more, device_id, stream_id)
        except Exception as failed:
            _logger.warning("stream counted on", exc_info=failed)
