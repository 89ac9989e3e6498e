"""Downloads: what the operations have in common by which people take something away."""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

from litestar import Request, Response
from litestar.handlers import HTTPRouteHandler
from litestar.types import AnyCallable

from pitchkeeper.documents.renditions import Rendition, Renditions
from pitchkeeper.rest import etags
from pitchkeeper.rest.operations import Operation, operation

TAGGED: Final[Mapping[str, Any]] = {"headers": ("If-None-Match",), "answer_headers": ("ETag",)}
"""What is stated where the versions of what is in a file tell that it would be the same again."""
_PROBLEMS: Final = {"application/pdf": ("too_long_for_paper",)}
"""What files of some type are refused for."""


def download(
    operation_id: str, path: str, media_type: str, answer: type, **stated: Any
) -> Operation:
    """An operation that answers a file, which says what a browser is to call it."""
    stated["problems"] = (*stated.get("problems", ()), *_PROBLEMS.get(media_type, ()))
    return operation(
        "GET",
        path,
        operation_id,
        tag="Export and import",
        answer=answer,
        media_type=media_type,
        answer_headers=("Content-Disposition", *stated.pop("answer_headers", ())),
        takes_slot=True,
        **stated,
    )


async def answer(
    request: Request[Any, Any, Any],
    renditions: Renditions,
    rendition: Rendition,
    make: Callable[[], Awaitable[bytes]],
    **more: str,
) -> Response[Any]:
    """Answer a paper, unless the client has it: its tag follows from what it is made from.

    `more` are headers, also of the answer that the client has it.
    """

    async def found() -> Response[bytes]:
        name = {"Content-Disposition": rendition.disposition} if rendition.disposition else {}
        return Response(
            await renditions.get(rendition, make), media_type=rendition.media_type, headers=name
        )

    policy = {"Content-Security-Policy": rendition.policy} if rendition.policy else {}
    tag = etags.for_parts(rendition.source.id, rendition.source.state, rendition.format)
    return await etags.respond_unless_current(request, tag, found, **policy, **more)


def described(handler: AnyCallable, said: str, route: Operation) -> HTTPRouteHandler:
    """The route of a handler that is made anew for each format, with what is said of this one."""
    # Litestar takes the description of an operation from the docstring of its handler.
    handler.__doc__ = said
    return route(handler)
