"""Matches: open, list, show and adjust them."""

from typing import Annotated, Any
from uuid import UUID

from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.params import FromPath

from pitchkeeper.access.devices import Command, Device
from pitchkeeper.database import listings
from pitchkeeper.database.listings import ListSort
from pitchkeeper.matches import opening, presenters, views
from pitchkeeper.matches.changes import MatchChanges, MatchEdit
from pitchkeeper.matches.hands.scoring import Scoring
from pitchkeeper.matches.state import MatchState
from pitchkeeper.matches.store import MatchStore
from pitchkeeper.messages import codecs, languages
from pitchkeeper.rest import etags, searches
from pitchkeeper.rest.operations import operation
from pitchkeeper.rest.parameters import query
from pitchkeeper.rest.searches import Limit, ListCursor, PlayedBy, Since, Sort, Text, Until
from pitchkeeper.rest.signatures import FromBody, Versioned
from pitchkeeper.rulings.rulesets import RulesetCatalog

MATCHES = "/v1/matches"
MATCH = f"{MATCHES}/{{match_id:uuid}}"
InState = Annotated[
    listings.MatchState | None,
    query(
        "Lists only matches that are won, that are open, or that are deleted and owned by this "
        "device.",
        "won",
        name="state",
        component="MatchState",
    ),
]
CHANGE_PROBLEMS = ("not_allowed", "match_busy")
"""The problems of any change of a match."""


def match_response(
    state: MatchState, device_id: UUID, *, status: int = 200, location: str | None = None
) -> Response[Any]:
    """Return the score sheet of a match as a device sees it, with its version as the entity tag."""
    whose = (languages.current(), state.seat_of(device_id))
    if whose not in state.rendered:
        state.rendered[whose] = codecs.encode_response(presenters.match(state, whose[1]))
    sheet = state.rendered[whose]
    return etags.respond(sheet, state.version, status=status, location=location)


def new_match_response(state: MatchState, device_id: UUID) -> Response[Any]:
    """Return a match that a device opened or joined, with its address."""
    return match_response(state, device_id, status=201, location=f"{MATCHES}/{state.match_id}")


@operation(
    "POST",
    MATCHES,
    tag="Matches",
    status=201,
    answer_headers=("Location",),
    problems=(
        "ruleset_not_found",
        "contradictory_options",
        "fixed_target",
        "table_not_allowed",
        "names_alike",
        "not_at_table",
        "match_exists",
        "id_not_uuid7",
        "too_many_matches",
    ),
    links=(
        "getMatch",
        "recordHand",
        "previewHand",
        "listMembers",
        "claimSeat",
        "createInvite",
        "createPublicLink",
        "renamePlayer",
        "renameMatch",
        "previewRules",
        "changeRules",
        "createAdjustment",
        "listJournal",
        "undoChange",
        "streamMatchEvents",
        "deleteMatch",
    ),
)
async def create_match(
    new_match: FromBody[views.NewMatch],
    command: NamedDependency[Command],
    catalog: NamedDependency[RulesetCatalog],
    scoring: NamedDependency[Scoring],
) -> Versioned[views.Match]:
    """Open a match.

    The match keeps its rule set; options change it for this match only. The device that opens a
    match owns it, and has the seat that it names. A retry is safe with an Idempotency-Key, or with
    a `matchId` that the device generated: it returns the match that was opened first.
    """
    agreed = await catalog.load_with_options(new_match.ruleset, new_match.options, new_match.target)
    terms = opening.for_request(new_match, agreed)
    opened = await scoring.open(command, terms, new_match.match_id)
    # 201 for a copy of the request too: the client cannot know which copy opened the match.
    return new_match_response(opened, command.device_id)


@operation("GET", MATCHES, tag="Matches")
async def list_matches(  # noqa: PLR0913
    caller: NamedDependency[Device],
    store: NamedDependency[MatchStore],
    *,
    limit: Limit = 20,
    cursor: ListCursor = "",
    sort: Sort = ListSort.NEWEST,
    ruleset: PlayedBy = "",
    since: Since = "",
    until: Until = "",
    text: Text = "",
    in_state: InState = None,
) -> views.MatchPage:
    """List the matches of this device.

    Matches are listed newest first, or in the order of `sort`, if they fit all filters. A cursor is
    valid for the order and the filters of its page, even if matches are added meanwhile. Deleted
    matches are listed only with `state=deleted`, to their owner, who can restore them for 30 days
    (restoreMatch). Safe to repeat.
    """
    query = searches.list_query(sort, cursor, ruleset, since, until, state=in_state, text=text)
    listed = await store.list_matches(caller.device_id, query, limit)
    return presenters.match_page(listed, limit, sort)


@operation(
    "GET",
    MATCH,
    tag="Matches",
    headers=("If-None-Match",),
    links=(
        "recordHand",
        "previewHand",
        "recordAuction",
        "recordClaims",
        "recordPile",
        "recordHolding",
        "recordTricks",
        "getHand",
        "getHandRuling",
        "getHandProof",
        "previewVoid",
        "voidHand",
        "confirmHands",
        "createAdjustment",
        "listJournal",
        "getMatchVersion",
        "restoreVersion",
        "listInvites",
        "listPublicLinks",
        "joinRematch",
        "getMatchPicture",
        "getScorePng",
        "getScoreSvg",
        "getMatchMessage",
        "exportMatchCsv",
        "exportMatchHtml",
        "exportMatchJson",
        "exportMatchNotation",
        "exportMatchPdf",
    ),
)
async def get_match(
    request: Request[Any, Any, Any],
    match_id: FromPath[UUID],
    caller: NamedDependency[Device],
    match_changes: NamedDependency[MatchChanges],
) -> Versioned[views.Match]:
    """Get a match with its score sheet.

    The sheet follows from the hands as they are recorded now. With `If-None-Match` the response is
    304 while nothing has changed. Safe to repeat.
    """
    state = await match_changes.read(caller.device_id, match_id)
    # Phones poll, so the sheet is built only if it has changed.
    return etags.not_modified(request, state.version) or match_response(state, caller.device_id)


@operation(
    "POST",
    f"{MATCH}/adjustments",
    tag="Matches",
    status=201,
    problems=(
        *CHANGE_PROBLEMS,
        "no_such_hand",
        "stale_match",
        "not_at_table",
        "too_many_adjustments",
    ),
    links=("getMatch", "cancelAdjustment"),
)
async def create_adjustment(
    new_adjustment: FromBody[views.NewAdjustment],
    conditional_edit: NamedDependency[MatchEdit],
    scoring: NamedDependency[Scoring],
) -> Versioned[views.Match]:
    """Give or take points outside play.

    An adjustment is a penalty, a handicap or an agreement, with its reason. It counts with the hand
    that it follows, before a side can win on that hand, and corrections do not affect it. A retry
    is safe with an Idempotency-Key, or with `If-Match` and the version that the first try met.
    """
    adjusted = await scoring.adjust(conditional_edit, new_adjustment)
    return match_response(adjusted, conditional_edit.device_id, status=201)


@operation(
    "POST",
    f"{MATCH}/adjustments/{{adjustment:int}}/cancellation",
    tag="Matches",
    problems=(*CHANGE_PROBLEMS, "no_such_adjustment", "stale_match"),
    links=("getMatch",),
)
async def cancel_adjustment(
    adjustment: FromPath[int],
    cancellation: FromBody[views.NewCancellation],
    conditional_edit: NamedDependency[MatchEdit],
    scoring: NamedDependency[Scoring],
) -> Versioned[views.Match]:
    """Cancel an adjustment.

    A cancelled adjustment stays in the list with the reason, but counts for nothing. Its number is
    never used again. With `If-Match` it is cancelled only if it has not changed since that version.
    Cancelling it again changes nothing, so a retry is safe.
    """
    cancelled = await scoring.cancel(conditional_edit, adjustment, cancellation.reason)
    return match_response(cancelled, conditional_edit.device_id)
