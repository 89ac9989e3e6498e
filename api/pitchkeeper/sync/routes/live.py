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
        "The last `id` of an earlier stream, for an `EventSource`, which sends the header "
        "`Last-Event-ID` only when it reconnects by itself.",
        "3",
        name="lastEventId",
        schema={"maxLength": 200},
    ),
]

Sheet = Annotated[
    SheetDetail,
    query(
        "The detail of the score sheet sent after each change: the whole sheet (if absent), its "
        "changed lines, or nothing.",
        "changes",
        component="SheetDetail",
    ),
]


@operation(
    "GET",
    "/v1/matches/{match_id:uuid}/events",
    tag="Live",
    answer=events.MatchEvent,
    media_type=events.MEDIA_TYPE,
    is_endless=True,
    takes_ticket=True,
    takes_slot=True,
    headers=("Last-Event-ID",),
    problems=("streams_busy",),
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

    The response is an endless stream of server-sent events. The data of each event is a MatchEvent,
    whose `kind` is also the name of the event; the `id` of `change`, `sheet` and `lines` is the
    version of the match. A stream begins with the sheet. After a lost connection send the last `id`
    as `Last-Event-ID`: the stream begins with every change since, each once, and then the sheet.
    With an id that is no version of the match it begins with the sheet again. With `sheet=changes`
    the sheet is sent at the beginning and after a change of more than hands; after any other change
    `lines` has the new lines of the sheet. With `sheet=none` neither is sent: read the sheet with
    getMatch and send its version as `Last-Event-ID`. `reconnect` means that the server stops or
    that the device has a new token; the stream then breaks off like a lost connection, so that
    clients reconnect by themselves after `retry` milliseconds. `ended` means that reconnecting does
    not help, and the response ends regularly: the device is not in the match, is signed out, or has
    too many streams (at most 8; the oldest is ended). Sentences are in the language of the request
    that opened the stream. A comment is sent every 15 seconds. A client that reads too slowly is
    disconnected, and misses nothing when it reconnects. An `EventSource` opens it by an address
    from createTicket. Safe to repeat.
    """
    # What an EventSource sends by itself when it comes back is newer than its address.
    last_event_id = request.headers.get("Last-Event-ID") or last_event
    stream = await hub.open(match_id, caller, last_event_id, sheet)
    # A proxy that gathers an answer before it passes it on would keep events back.
    return Stream(stream, media_type=events.MEDIA_TYPE, headers={"X-Accel-Buffering": "no"})
