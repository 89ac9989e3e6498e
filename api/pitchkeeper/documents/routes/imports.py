"""Imports: matches, leagues and all of a device that come in as files."""

from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any

from litestar import Request
from litestar.di import NamedDependency
from litestar.response.streaming import ASGIStreamingResponse
from litestar.types import Receive, Send

from pitch.notation import Moment
from pitchkeeper.access.devices import Command, Device
from pitchkeeper.documents import views
from pitchkeeper.documents.archives import streams
from pitchkeeper.documents.archives.imports import ArchiveImports
from pitchkeeper.documents.archives.records import LONGEST, MEDIA_TYPE, MOST_LINES
from pitchkeeper.documents.imports import (
    LIMIT,
    MOST_VALUES,
    TEXT,
    Imports,
    ImportSource,
    NewTranscripts,
    RawTranscripts,
    from_json,
    from_text,
)
from pitchkeeper.documents.views import ArchiveAnswers, ImportAnswers
from pitchkeeper.rest import bodies
from pitchkeeper.rest.limits.timeouts import ClientGone
from pitchkeeper.rest.operations import Content, operation
from pitchkeeper.rest.problems import NotJson
from pitchkeeper.workers import threads


class _Answer(ASGIStreamingResponse):
    """An answer that is sent while its request is still being received."""

    async def send_body(self, send: Send, receive: Receive) -> None:  # noqa: ARG002
        """Send it; the framework would read the request itself, to see whether it has ended."""
        with suppress(ClientGone):
            await self._stream(send)


@operation(
    "POST",
    "/v1/imports",
    "importMatches",
    tag="Export and import",
    body=NewTranscripts,
    body_limit=LIMIT,
    other_bodies=(Content(TEXT, bytes, max_length=LIMIT),),
    answer=ImportAnswers,
)
async def import_matches(
    request: Request[Any, Any, Any],
    command: NamedDependency[Command],
    imports: NamedDependency[Imports],
) -> ImportAnswers:
    """Bring matches from elsewhere.

    A file of an export, or one written by hand, as JSON or in the portable notation (text/plain);
    at most 1 MiB and 1,000 matches: a longer export comes back in parts, and a match of thousands
    of changes in the notation, which is shorter than JSON. Every match becomes one that this device
    owns, with a new id and with its whole history; nobody else is in it. Each is checked like one
    that is entered by hand and taken in or refused by itself: a hand that cannot be is taken in and
    flagged; a rule set with another hash, or hands with another result, are refused. What cannot be
    read says its line and column in a text, or its pointer in JSON. A match that does not say when
    it began begins when the key was first sent. A retry is safe with an Idempotency-Key: no match
    is made twice, and those that were not reached, or not judged in time, are taken in.
    """
    sources = await _sources(request, imports.now(command))
    results = await imports.import_matches(command, sources)
    return views.import_answers(results, request.url.path)


async def _sources(request: Request[Any, Any, Any], now: Moment) -> Iterator[ImportSource]:
    """Return the matches of a request, in JSON or as a text."""
    if request.content_type[0] == TEXT:
        text = await bodies.read_text(request)
        return await threads.run_unless(len(text) <= bodies.MAX_BYTES, from_text, text, now)
    if request.content_type[0] != "application/json":
        raise NotJson(hint="Send the body as application/json or text/plain.")
    sent = await bodies.read(request, RawTranscripts, most=MOST_VALUES)
    return from_json(sent.matches)


@operation(
    "POST",
    "/v1/archives",
    "importArchive",
    tag="Export and import",
    other_bodies=(Content(MEDIA_TYPE, bytes, max_length=MOST_LINES * LONGEST),),
    body_limit=None,
    answer=ArchiveAnswers,
    is_endless=True,
    problems=("imports_busy",),
)
async def import_archive(
    request: Request[Any, Any, Any],
    caller: NamedDependency[Device],
    archive_imports: NamedDependency[ArchiveImports],
) -> _Answer:
    """Bring an archive from another server.

    The file of exportDeviceArchive or exportLeagueArchive, as application/x-ndjson and of any size,
    whole or cut into pieces at ends of lines; at most 10,000 lines at once, of at most 16 MiB. It
    is taken in while it is sent, and the answer tells what became of each line as soon as that is
    known. Every match becomes one that this device owns, checked as importMatches checks it, and
    taken in or refused by itself; so does every league, linked to those of its matches that are
    here, and its journal begins anew. Ids stay, unless somebody else has them. What the device has
    under an id already, or brought under another, stays as it is: so a file that broke off is sent
    again, and does nothing twice. An answer that breaks off is not whole: send the same again. A
    device sends one file at a time.
    """
    if request.content_type[0] != MEDIA_TYPE or "content-encoding" in request.headers:
        raise NotJson(hint=f"Send the body as {MEDIA_TYPE}, without Content-Encoding.")
    slot = ExitStack()
    slot.enter_context(archive_imports.slot(caller.device_id))
    results = archive_imports.results(caller.device_id, streams.split_lines(request.stream()))
    pieces = streams.EagerStream(views.archive_answers(results, request.url.path), slot.close)
    return _Answer(iterator=pieces, media_type="application/json", status_code=200)
