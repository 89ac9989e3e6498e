"""Pictures: the score chart of a match."""

from typing import Annotated, Any
from uuid import UUID

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from pitchkeeper.access.devices import Device
from pitchkeeper.documents import pictures
from pitchkeeper.documents.charts.colours import Theme
from pitchkeeper.documents.renditions import Renditions, match_source
from pitchkeeper.documents.routes import downloads
from pitchkeeper.documents.routes.downloads import TAGGED
from pitchkeeper.matches.hands.scoring import Scoring
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


@operation(
    "GET",
    "/v1/matches/{match_id:uuid}/picture",
    "getMatchPicture",
    tag="Matches",
    answer=str,
    media_type="image/svg+xml",
    problems=("match_not_found",),
    takes_slot=True,
    **TAGGED,
)
async def get_match_picture(
    request: Request[Any, Any, Any],
    match_id: FromPath[UUID],
    caller: NamedDependency[Device],
    scoring: NamedDependency[Scoring],
    renditions: NamedDependency[Renditions],
    theme: ThemeParameter = Theme.AUTO,
) -> Response[Any]:
    """Get a chart of a match's scores.

    The SVG drawing is as wide as a phone. It has a line for the score of every side by hand, the
    target, and a ring at each hand in which a side was set. Its title and description state the
    same in words. Safe to repeat.
    """
    state = await scoring.match(caller.device_id, match_id)
    rendition = pictures.rendition(match_source(state), theme)
    return await downloads.answer(
        request, renditions, rendition, lambda: threads.run(pictures.match_svg, state, theme)
    )
