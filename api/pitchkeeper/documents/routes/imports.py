"""Imports: matches and archives."""

from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import Any

from litestar import Request
from litestar.di import NamedDependency
from litestar.response.streaming import ASGIStreamingResponse
from litestar.types import Receive, Send

from pitch.types import Moment
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
    """A response that is sent while its request is still being received."""

    async def send_body(self, send: Send, receive: Receive) -> None:  # noqa: ARG002
        """Send the body without the framework's check for a disconnect, which reads the request."""
        with suppress(ClientGone):
            await self._stream(send)


@operation(
    "POST",
    "/v1/imports",
    tag="Export and import",
    body=NewTranscripts,
    body_limit=LIMIT,
    other_bodies=(Content(TEXT, bytes, max_length=LIMIT),),
)
async def import_matches(
    request: Request[Any, Any, Any],
    command: NamedDependency[Command],
    imports: NamedDependency[Imports],
) -> ImportAnswers:
    """Import matches.

    The body is an exported file or one written by hand, as JSON or in the portable notation
    (text/plain), with at most 1 MiB and 1,000 matches. Split a longer export into parts; a match of
    thousands of changes is shorter in the notation than as JSON. This device owns every imported
    match, which has a new id, its whole history and no other members. Each match is checked like
    one that is entered by hand, and imported or refused independently: an impossible hand is
    imported and flagged; a match whose rule set has another hash, or whose hands give another
    result, is refused. A parse error has the line and column in a text, or the pointer in JSON. A
    match without a time of opening was opened when the key was first sent. A retry is safe with an
    Idempotency-Key: no match is created twice, and matches that were not reached, or not judged in
    time, are imported.
    """
    sources = await _sources(request, imports.now(command))
    results = await imports.import_matches(command, sources)
    return views.import_answers(results, request.url.path)


async def _sources(request: Request[Any, Any, Any], now: Moment) -> Iterator[ImportSource]:
    """Return the matches of a request body, in JSON or in the notation."""
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
    """Import an archive.

    The body is the file of exportDeviceArchive or exportLeagueArchive, as application/x-ndjson and
    of any size, complete or split at ends of lines; a request has at most 10,000 lines of at most
    16 MiB. Lines are imported while they arrive, and the response streams the result of each line.
    This device owns every imported match, which is checked as in importMatches, and imported or
    refused independently. It also owns every imported league, which is linked to those of its
    matches that are here and has a new journal. Ids stay the same unless somebody else has them. A
    match or league that the device already has, or imported under another id, is left unchanged, so
    a retry with the same file is safe. A response that breaks off is incomplete: send the same file
    again. A device sends one file at a time.
    """
    if request.content_type[0] != MEDIA_TYPE or "content-encoding" in request.headers:
        raise NotJson(hint=f"Send the body as {MEDIA_TYPE}, without Content-Encoding.")
    slot = ExitStack()
    slot.enter_context(archive_imports.slot(caller.device_id))
    results = archive_imports.results(caller.device_id, streams.split_lines(request.stream()))
    pieces = streams.EagerStream(views.archive_answers(results, request.url.path), slot.close)
    return _Answer(iterator=pieces, media_type="application/json", status_code=200)
