"""Downloads: the parts that operations answering a file have in common."""

from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from typing import Any, Final

from litestar import Request, Response
from litestar.di import NamedDependency, Provide
from litestar.handlers import HTTPRouteHandler
from litestar.types import AnyCallable
from msgspec import Struct

from pitchkeeper.documents.renditions import Rendition, Renditions
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.rest import etags
from pitchkeeper.rest.operations import Operation, operation
from pitchkeeper.workers.league_threads import LeagueThreads

_PROBLEMS: Final = {"application/pdf": ("too_long_for_paper",)}
"""The problems of files by media type."""


class Downloads(Struct, frozen=True):
    """The answers to a request for a file, of which the latest are cached."""

    request: Request[Any, Any, Any]
    renditions: Renditions
    league_threads: LeagueThreads

    async def answer(
        self, rendition: Rendition, make: Callable[[], Awaitable[bytes]], **more: str
    ) -> Response[Any]:
        """Answer a rendition, or 304 if the client has it: its tag follows from its source.

        `more` are headers of both answers.
        """

        async def respond() -> Response[bytes]:
            name = {"Content-Disposition": rendition.disposition} if rendition.disposition else {}
            content = await self.renditions.get(rendition, make)
            return Response(content, media_type=rendition.media_type, headers=name)

        policy = {"Content-Security-Policy": rendition.policy} if rendition.policy else {}
        tag = etags.for_parts(rendition.source.id, rendition.source.state, rendition.format)
        return await etags.respond_unless_current(self.request, tag, respond, **policy, **more)

    async def answer_league(
        self, season: LeagueSeason, rendition: Rendition, write: Callable[[], bytes]
    ) -> Response[Any]:
        """Answer a rendition of a league, written in a thread: that of a big one takes seconds."""
        make = partial(self.league_threads.run, season.state.league_id, write)
        return await self.answer(rendition, make)


def _downloads(
    request: Request[Any, Any, Any],
    renditions: NamedDependency[Renditions],
    league_threads: NamedDependency[LeagueThreads],
) -> Downloads:
    return Downloads(request, renditions, league_threads)


TAGGED: Final[Mapping[str, Any]] = {
    "headers": ("If-None-Match",),
    "answer_headers": ("ETag",),
    "dependencies": {"downloads": Provide(_downloads, sync_to_thread=False)},
}
"""The options of an operation whose file has an entity tag."""


def download(
    operation_id: str, path: str, media_type: str, answer: type, **options: Any
) -> Operation:
    """Return an operation that answers a file, named by Content-Disposition."""
    options["problems"] = (*options.get("problems", ()), *_PROBLEMS.get(media_type, ()))
    return operation(
        "GET",
        path,
        operation_id,
        tag="Export and import",
        answer=answer,
        media_type=media_type,
        answer_headers=("Content-Disposition", *options.pop("answer_headers", ())),
        takes_slot=True,
        **options,
    )


def with_description(handler: AnyCallable, description: str, route: Operation) -> HTTPRouteHandler:
    """Return the route of a handler that is defined once for several formats."""
    # Litestar takes the description of an operation from the docstring of its handler.
    handler.__doc__ = description
    return route(handler)
