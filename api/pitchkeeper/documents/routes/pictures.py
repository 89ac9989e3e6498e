"""Pictures and the message of a match, to look at and to post."""

from functools import partial
from typing import Annotated, Any
from uuid import UUID

from litestar import Response
from litestar.di import NamedDependency
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from pitchkeeper.access.devices import Device
from pitchkeeper.documents import pictures, score_sentences
from pitchkeeper.documents.charts.colours import Theme
from pitchkeeper.documents.pictures import Size
from pitchkeeper.documents.renditions import Rendition, match_source
from pitchkeeper.documents.routes.downloads import TAGGED, Downloads, with_description
from pitchkeeper.documents.typesetting import Picture
from pitchkeeper.matches.changes import MatchChanges
from pitchkeeper.rest.operations import operation
from pitchkeeper.rest.parameters import query
from pitchkeeper.workers import threads

ThemeParameter = Annotated[
    Theme,
    query(
        "The colors of the picture: light, dark, or those of the device that shows it (if absent).",
        "dark",
    ),
]

SizeParameter = Annotated[
    Size,
    query("The size of the picture: wide, or square.", "square", name="size", component="Size"),
]


@operation(
    "GET",
    "/v1/matches/{match_id:uuid}/picture",
    tag="Matches",
    answer=str,
    media_type="image/svg+xml",
    takes_slot=True,
    **TAGGED,
)
async def get_match_picture(
    match_id: FromPath[UUID],
    caller: NamedDependency[Device],
    match_changes: NamedDependency[MatchChanges],
    downloads: NamedDependency[Downloads],
    theme: ThemeParameter = Theme.AUTO,
) -> Response[Any]:
    """Get a chart of a match's scores.

    The SVG drawing is as wide as a phone. It has a line for the score of every side by hand, the
    target, and a ring at each hand in which a side was set. Its title and description state the
    same in words. Safe to repeat.
    """
    state = await match_changes.read(caller.device_id, match_id)
    rendition = pictures.rendition(match_source(state), theme)
    draw = partial(threads.run, pictures.match_svg, state, theme)
    return await downloads.answer(rendition, draw)


def _score_picture(
    operation_id: str, picture: Picture, media_type: str, answer: type, description: str
) -> HTTPRouteHandler:
    """Return the operation that draws the score of a match in one format."""

    async def draw(
        match_id: FromPath[UUID],
        caller: NamedDependency[Device],
        match_changes: NamedDependency[MatchChanges],
        downloads: NamedDependency[Downloads],
        size: SizeParameter = Size.WIDE,
    ) -> Response[Any]:
        state = await match_changes.read(caller.device_id, match_id)
        kind = ("score", picture, size)
        rendition = Rendition(match_source(state), kind, media_type, pictures.POLICY)
        make = partial(threads.run, pictures.match_score, state, size, picture)
        return await downloads.answer(rendition, make)

    route = operation(
        "GET",
        f"/v1/matches/{{match_id:uuid}}/score.{picture}",
        operation_id,
        tag="Matches",
        answer=answer,
        media_type=media_type,
        takes_slot=True,
        **TAGGED,
    )
    return with_description(draw, description, route)


get_score_png = _score_picture(
    "getScorePng",
    "png",
    "image/png",
    bytes,
    """Get the score of a match as a PNG picture.

    The picture has the names, the day, the scores, who won and the score by hand, wide (1200 by 630
    pixels) or square (1080 by 1080), to post where people meet. Safe to repeat.
    """,
)
get_score_svg = _score_picture(
    "getScoreSvg",
    "svg",
    "image/svg+xml",
    str,
    """Get the score of a match as an SVG picture.

    The SVG drawing is the picture of getScorePng, sharp at any size. Safe to repeat.
    """,
)


@operation(
    "GET",
    "/v1/matches/{match_id:uuid}/message.txt",
    tag="Matches",
    answer=str,
    media_type="text/plain",
)
async def get_match_message(
    match_id: FromPath[UUID],
    caller: NamedDependency[Device],
    match_changes: NamedDependency[MatchChanges],
) -> str:
    """Get a message about a match to paste.

    The text is plain, of at most 600 characters, in the language of the request: the name of the
    table, the day, who won, the scores, and who was set in which hands. Safe to repeat.
    """
    return score_sentences.brief(await match_changes.read(caller.device_id, match_id))
