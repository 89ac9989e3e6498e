"""Live: follow a match while it is scored."""

from typing import Annotated, Any
from uuid import UUID

from litestar import Request
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Stream

from pitchkeeper.access.devices import Device
from pitchkeeper.rest.operations import operation
from pitchkeeper.rest.parameters import query
from pitchkeeper.sync import events
from pitchkeeper.sync.hub import Hub
from pitchkeeper.sync.sheet_lines import SheetDetail

LastEvent = Annotated[
    str,
    query(
        "The last `id` of a stream before; an EventSource has no header at first.",
        "3",
        name="lastEventId",
        schema={"maxLength": 200},
    ),
]

Sheet = Annotated[
    SheetDetail,
    query(
        "What comes behind the changes: the whole sheet, what they changed on it, or nothing.",
        "changes",
        component="SheetDetail",
    ),
]


@operation(
    "GET",
    "/v1/matches/{match_id:uuid}/events",
    "streamMatchEvents",
    tag="Live",
    answer=events.MatchEvent,
    media_type=events.MEDIA_TYPE,
    is_endless=True,
    takes_ticket=True,
    takes_slot=True,
    headers=("Last-Event-ID",),
    problems=("match_not_found", "streams_busy"),
)
async def stream_match_events(
    request: Request[Any, Any, Any],
    match_id: FromPath[UUID],
    caller: NamedDependency[Device],
    hub: NamedDependency[Hub],
    last_event: LastEvent = "",
    sheet: Sheet = SheetDetail.WHOLE,
) -> Stream:
    """Follow a match live.

    Server-sent events that do not end. The data of each is a MatchEvent, whose `kind` is also the
    name of the event, and the `id` of `change`, `sheet` and `lines` is the version of the match. A
    stream begins with the sheet; after a lost connection send the last `id` as `Last-Event-ID`, and
    it begins with every change since, each once, then the sheet. An id that is no version of the
    match starts over with the sheet. With `sheet=changes` the sheet comes at the beginning, and
    where more than hands has changed; else `lines` tells what is new on it. With `sheet=none`
    neither comes: read the sheet with getMatch and send its version as `Last-Event-ID`. `reconnect`
    says that the server stops, or that the device has a new token; then the stream breaks off like
    a lost connection, so that clients come back by themselves after the `retry` milliseconds.
    `ended` says that coming back will not help, and the answer ends in order: not in the match,
    signed out, or too many streams (a device has 8 at most, the oldest is ended). Sentences are in
    the language of the request that opened the stream. A comment comes every 15 seconds. A client
    that reads too slowly is cut off and misses nothing when it comes back. An `EventSource` opens
    it by an address from createTicket. Safe to repeat.
    """
    # What an EventSource sends by itself when it comes back is newer than its address.
    last_event_id = request.headers.get("Last-Event-ID") or last_event
    stream = await hub.open(match_id, caller, last_event_id, sheet)
    # A proxy that gathers an answer before it passes it on would keep events back.
    return Stream(stream, media_type=events.MEDIA_TYPE, headers={"X-Accel-Buffering": "no"})
