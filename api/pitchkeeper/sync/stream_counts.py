"""Stream counts: the newest streams of each device, over all workers."""

import asyncio
from collections.abc import Callable
from uuid import UUID

import structlog

from pitchkeeper.database.pool import Connections, queries

_logger = structlog.get_logger()


class StreamCounts:
    """The streams of devices, counted for all workers in PostgreSQL.

    Streams of a dead worker stay counted, but they are the oldest and so the first to go.
    """

    def __init__(
        self,
        connections: Connections,
        new_id: Callable[[], UUID],
        announce: Callable[[UUID], None],
    ) -> None:
        """`announce` tells all workers to recount the streams of a device."""
        self._connections = connections
        self._new_id = new_id
        self._announce = announce
        self._removals: set[asyncio.Task[None]] = set()

    async def add(self, device_id: UUID, most: int) -> tuple[UUID, frozenset[UUID]]:
        """Count a new stream; return its id and the remaining streams of the device."""
        stream_id = self._new_id()
        stream_ids = await self._connections.fetchval(
            queries().count_stream, device_id, stream_id, most
        )
        if len(stream_ids) == most:
            self._announce(device_id)
        return stream_id, frozenset(stream_ids)

    async def remaining(self, device_id: UUID) -> frozenset[UUID] | None:
        """Return the remaining streams of a device; None if unknown, as after a crash."""
        stream_ids = await self._connections.fetchval(queries().list_streams, device_id)
        return None if stream_ids is None else frozenset(stream_ids)

    def remove(self, device_id: UUID, stream_id: UUID) -> None:
        """Start removing a stream from the count."""
        task = asyncio.create_task(self._remove(device_id, stream_id))
        self._removals.add(task)
        task.add_done_callback(self._removals.discard)

    async def _remove(self, device_id: UUID, stream_id: UUID) -> None:
        try:
            await self._connections.execute(queries().count_stream_no_more, device_id, stream_id)
        except Exception as failed:
            _logger.warning("stream counted on", exc_info=failed)
