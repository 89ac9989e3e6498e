"""Archives: a league, or all of a device, to another server and in again."""

from collections.abc import AsyncIterator
from contextlib import ExitStack, suppress
from typing import Annotated, Any, Final
from uuid import UUID

from litestar import Request
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Stream
from litestar.response.streaming import ASGIStreamingResponse
from litestar.types import Receive, Send

from pitchkeeper.access.devices import Device
from pitchkeeper.documents import filenames
from pitchkeeper.documents.archives import lines, views
from pitchkeeper.documents.archives.exports import ArchiveExports
from pitchkeeper.documents.archives.imports import ArchiveImports
from pitchkeeper.documents.archives.records import LONGEST, MEDIA_TYPE, MOST_LINES, ArchiveLine
from pitchkeeper.documents.archives.views import ArchiveAnswers
from pitchkeeper.documents.routes.downloads import download
from pitchkeeper.http.limits.arrivals import ClientGone
from pitchkeeper.http.operations import Content, operation
from pitchkeeper.http.parameters import query
from pitchkeeper.http.problems import NotJson
from pitchkeeper.leagues.routes.leagues import LEAGUE
from pitchkeeper.leagues.season.fixtures import Fixtures

After = Annotated[
    UUID | None,
    query(
        "The match of the last line that arrived whole; what follows it is sent.",
        schema={"format": "uuid"},
    ),
]
_STATED: Final[dict[str, Any]] = {"is_endless": True}


class _Answer(ASGIStreamingResponse):
    """An answer that is sent while its request is still being read."""

    async def send_body(self, send: Send, receive: Receive) -> None:  # noqa: ARG002
        """Send it; the framework would read the request itself, to see whether it has ended."""
        with suppress(ClientGone):
            await self._stream(send)


@download("exportDeviceArchive", "/v1/devices/me/archive", MEDIA_TYPE, ArchiveLine, **_STATED)
async def export_device_archive(
    caller: NamedDependency[Device],
    exports: NamedDependency[ArchiveExports],
    after: After = None,
) -> Stream:
    """Take all of this device to another server.

    All matches and leagues that it is in, for importArchive, however many: a line of JSON (an
    ArchiveLine) for each match, newest first, then for each league, then the end. Nothing about
    devices is in it, and no invite, link or token. It is sent in pieces while it is read, so it has
    no length. A file without its end is not whole: drop its last line, which may be half, and ask
    for what follows the match of the line before with `after`; written behind each other the pieces
    are one file. Safe to repeat.
    """
    return _file(exports.device(caller.device_id, after), "device")


@download(
    "exportLeagueArchive",
    f"{LEAGUE}/archive",
    MEDIA_TYPE,
    ArchiveLine,
    problems=("league_not_found",),
    **_STATED,
)
async def export_league_archive(
    league_id: FromPath[UUID],
    caller: NamedDependency[Device],
    fixtures: NamedDependency[Fixtures],
    exports: NamedDependency[ArchiveExports],
    after: After = None,
) -> Stream:
    """Take a league to another server.

    As exportDeviceArchive: its matches in the order of its matchups, then the league, then the end.
    Of the matches only those that this device is in itself; of the others the league keeps who won
    and the scores. Safe to repeat.
    """
    season = await fixtures.season(caller.device_id, league_id)
    written = exports.league(caller.device_id, season, after)
    return _file(written, "league", season.state.charter.name)


@operation(
    "POST",
    "/v1/archives",
    "importArchive",
    tag="Export and import",
    also_takes=(Content(MEDIA_TYPE, bytes, longest=MOST_LINES * LONGEST),),
    body_limit=None,
    answer=ArchiveAnswers,
    is_endless=True,
    problems=("imports_busy",),
)
async def import_archive(
    request: Request[Any, Any, Any],
    caller: NamedDependency[Device],
    imports: NamedDependency[ArchiveImports],
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
    turn = ExitStack()
    turn.enter_context(imports.turn(caller.device_id))
    results = imports.results(caller.device_id, lines.cut(request.stream()))
    pieces = views.Unhurried(views.written(results, request.url.path), turn.close)
    return _Answer(iterator=pieces, media_type="application/json", status_code=200)


def _file(pieces: AsyncIterator[bytes], *parts: str) -> Stream:
    name = filenames.attachment(("pitch", *parts), "ndjson")
    return Stream(pieces, media_type=MEDIA_TYPE, headers={"Content-Disposition": name})
