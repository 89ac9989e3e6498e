"""Matches: open them, look at their score sheets, adjust them, read their journals."""

from typing import Annotated, Any
from uuid import UUID

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath, QueryParameter

from api import bodies, etags, examples, showing, views
from api.kept import Device, Stored
from api.operations import operation
from api.rulekeeping import Rulekeeping
from api.scorekeeping import Scorekeeping
from domain.matches import Adjustment

Limit = Annotated[int, QueryParameter(ge=1, le=100)]
VersionCursor = Annotated[int, QueryParameter(ge=0, le=2**53 - 1, name="cursor")]
MatchCursor = Annotated[UUID, QueryParameter(name="cursor")]
NEWEST = UUID(int=2**128 - 1)


def shown(stored: Stored, *, status: int = 200, location: str | None = None) -> Response[Any]:
    """The score sheet of a match, with its version as the entity tag."""
    headers = {"ETag": etags.of(stored.version)} | ({"Location": location} if location else {})
    return Response(showing.match(stored), status_code=status, headers=headers)


@operation(
    "POST",
    "/v1/matches",
    "createMatch",
    tag="Matches",
    status=201,
    body=views.NewMatch,
    body_example=examples.NEW_MATCH,
    answer=views.Match,
    example=examples.OPENED_MATCH,
    answer_headers=("ETag", "Location"),
    problems=(
        "ruleset_not_found",
        "contradictory_options",
        "fixed_target",
        "table_not_allowed",
        "not_at_table",
    ),
    links=("getMatch", "recordHand", "createAdjustment", "listJournal"),
)
async def create_match(
    request: Request[Any, Any, Any],
    caller: NamedDependency[Device],
    rulekeeping: NamedDependency[Rulekeeping],
    scorekeeping: NamedDependency[Scorekeeping],
) -> Response[views.Match]:
    """Open a match.

    The rule set is pinned by its content; options change it for this match only. The device
    that opens a match owns it. A retry opens another match: look at listMatches first when an
    answer got lost.
    """
    asked = await bodies.read(request, views.NewMatch)
    agreed = await rulekeeping.agreed(asked.ruleset, asked.options, asked.target)
    names = tuple(player.name for player in asked.players)
    opened = await scorekeeping.open(
        caller.device_id, agreed, names, asked.sides, asked.first_dealer
    )
    return shown(opened, status=201, location=f"/v1/matches/{opened.match_id}")


@operation(
    "GET",
    "/v1/matches",
    "listMatches",
    tag="Matches",
    answer=views.MatchPage,
    example=examples.MATCH_PAGE,
    query=("limit", "cursor"),
)
async def list_matches(
    caller: NamedDependency[Device],
    scorekeeping: NamedDependency[Scorekeeping],
    limit: Limit = 20,
    cursor: MatchCursor = NEWEST,
) -> views.MatchPage:
    """List the matches of this device.

    Newest first. Safe to repeat.
    """
    listed = await scorekeeping.matches(caller.device_id, cursor, limit)
    return showing.match_page(listed, limit)


@operation(
    "GET",
    "/v1/matches/{match_id:uuid}",
    "getMatch",
    tag="Matches",
    answer=views.Match,
    example=examples.MATCH,
    headers=("If-None-Match",),
    answer_headers=("ETag",),
    problems=("match_not_found",),
    links=(
        "recordHand",
        "previewHand",
        "getHand",
        "previewVoid",
        "voidHand",
        "createAdjustment",
        "listJournal",
    ),
)
async def get_match(
    request: Request[Any, Any, Any],
    match_id: FromPath[UUID],
    caller: NamedDependency[Device],
    scorekeeping: NamedDependency[Scorekeeping],
) -> Response[Any]:
    """Show a match with its score sheet.

    The sheet is worked out from the hands as they are recorded now. With `If-None-Match` the
    answer is 304 while nothing has changed. Safe to repeat.
    """
    stored = await scorekeeping.match(caller.device_id, match_id)
    if etags.is_known(request, stored.version):
        return Response(None, status_code=304, headers={"ETag": etags.of(stored.version)})
    return shown(stored)


@operation(
    "POST",
    "/v1/matches/{match_id:uuid}/adjustments",
    "createAdjustment",
    tag="Matches",
    status=201,
    body=views.NewAdjustment,
    body_example=examples.NEW_ADJUSTMENT,
    answer=views.Match,
    example=examples.MATCH,
    headers=("If-Match",),
    answer_headers=("ETag",),
    problems=("match_not_found", "no_such_hand", "stale_match", "not_at_table", "match_busy"),
    links=("getMatch",),
)
async def create_adjustment(
    request: Request[Any, Any, Any],
    match_id: FromPath[UUID],
    caller: NamedDependency[Device],
    scorekeeping: NamedDependency[Scorekeeping],
) -> Response[views.Match]:
    """Give or take points outside play.

    A penalty, a handicap or an agreement, with the reason. It counts with the hand it follows,
    before anybody can go out on that hand. A retry adjusts again, unless `If-Match` names the
    version that the first try met.
    """
    asked = await bodies.read(request, views.NewAdjustment)

    def adjustment(stored: Stored) -> Adjustment:
        after = len(stored.hands) if asked.after_hand is None else asked.after_hand
        return Adjustment(
            side=asked.side, points=asked.points, reason=asked.reason, after_hand=after
        )

    may_act = etags.precondition(request)
    adjusted = await scorekeeping.adjust(caller.device_id, match_id, adjustment, may_act)
    return shown(adjusted, status=201)


@operation(
    "GET",
    "/v1/matches/{match_id:uuid}/journal",
    "listJournal",
    tag="Matches",
    answer=views.JournalPage,
    example=examples.JOURNAL_PAGE,
    query=("limit", "cursor"),
    problems=("match_not_found",),
)
async def list_journal(
    match_id: FromPath[UUID],
    caller: NamedDependency[Device],
    scorekeeping: NamedDependency[Scorekeeping],
    limit: Limit = 50,
    cursor: VersionCursor = 0,
) -> views.JournalPage:
    """Read the journal of a match.

    Every change, oldest first: who, when, and what from and to. Nothing is ever taken out.
    Safe to repeat.
    """
    noted = await scorekeeping.journal(caller.device_id, match_id, cursor, limit)
    return showing.journal_page(noted, limit)
