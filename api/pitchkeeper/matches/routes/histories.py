"""Histories: the journal of a match, its versions, undo and restore."""

from typing import Annotated
from uuid import UUID

from litestar.di import NamedDependency
from litestar.params import FromPath

from pitchkeeper.access.devices import Device
from pitchkeeper.database.listings import JournalSort
from pitchkeeper.matches import history, journal_views, views
from pitchkeeper.matches.changes import MatchChanges, MatchEdit
from pitchkeeper.matches.journal import Action
from pitchkeeper.matches.routes.matches import CHANGE_PROBLEMS, MATCH, match_response
from pitchkeeper.matches.store import MatchStore
from pitchkeeper.rest import searches
from pitchkeeper.rest.operations import operation
from pitchkeeper.rest.parameters import query
from pitchkeeper.rest.searches import JournalCursor, Limit, SortLines
from pitchkeeper.rest.signatures import Versioned

OfAction = Annotated[
    Action | None, query("Lists only changes of the match with this action.", component="Action")
]


@operation("GET", f"{MATCH}/journal", tag="History")
async def list_journal(
    match_id: FromPath[UUID],
    caller: NamedDependency[Device],
    store: NamedDependency[MatchStore],
    *,
    limit: Limit = 50,
    cursor: JournalCursor = "",
    sort: SortLines = JournalSort.OLDEST,
    action: OfAction = None,
) -> journal_views.JournalPage:
    """Get the journal of a match.

    The journal has every change with its device, its time, and the facts before and after it,
    oldest first unless `sort` says otherwise. Nothing is ever removed, except the ids of devices
    that were erased. Safe to repeat.
    """
    query = searches.journal_query(sort, cursor, action)
    lines, names = await history.read_journal(store, caller.device_id, match_id, query, limit)
    return journal_views.page(lines, names, limit)


@operation(
    "GET",
    f"{MATCH}/versions/{{version:int}}",
    tag="History",
    no_etag_reason="Its tag is its version, but the owners of its seats may change later.",
    problems=("no_such_version",),
)
async def get_match_version(
    match_id: FromPath[UUID],
    version: FromPath[int],
    caller: NamedDependency[Device],
    match_changes: NamedDependency[MatchChanges],
) -> Versioned[views.Match]:
    """Get an earlier version of a match.

    The match has the score sheet of any version in its journal. Safe to repeat.
    """
    state = await match_changes.read(caller.device_id, match_id, version)
    return match_response(state, caller.device_id)


@operation(
    "POST",
    f"{MATCH}/undo",
    tag="History",
    problems=(
        *CHANGE_PROBLEMS,
        "stale_match",
        "precondition_required",
        "nothing_to_undo",
        "hand_disputed",
    ),
    links=("getMatch",),
)
async def undo_change(
    conditional_edit: NamedDependency[MatchEdit], store: NamedDependency[MatchStore]
) -> Versioned[views.Match]:
    """Undo the last change.

    The last change of hands, adjustments, names or rules is undone; a second undo takes back the
    change before it. An undo is a change of its own, so nothing is lost, and restoreVersion reverts
    it. Only the owner may undo a change of the rules. `If-Match` must name the current version, so
    a retry undoes nothing else.
    """
    undone = await history.undo(conditional_edit, store)
    return match_response(undone, conditional_edit.device_id)


@operation(
    "POST",
    f"{MATCH}/versions/{{version:int}}/restore",
    tag="History",
    problems=(
        *CHANGE_PROBLEMS,
        "stale_match",
        "precondition_required",
        "no_such_version",
        "hand_disputed",
    ),
    links=("getMatch",),
)
async def restore_version(
    version: FromPath[int],
    conditional_edit: NamedDependency[MatchEdit],
) -> Versioned[views.Match]:
    """Restore an earlier version.

    Hands, adjustments, names of players and rules are restored; members stay as they are. Hands
    that change have to be confirmed again, and under other rules all hands. The restore is a change
    of its own in the journal. `If-Match` must name the current version, so a retry changes nothing
    more.
    """
    restored = await history.restore(conditional_edit, version)
    return match_response(restored, conditional_edit.device_id)
