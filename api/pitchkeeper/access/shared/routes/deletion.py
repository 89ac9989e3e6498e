"""Deletion and restoration of matches and leagues."""

from typing import Any

from litestar import Response
from litestar.di import NamedDependency

from pitchkeeper.access.edits import Edit
from pitchkeeper.access.shared import trash
from pitchkeeper.access.shared.routes.mounts import Mount, shared_route
from pitchkeeper.rest.operations import operation


@shared_route(
    lambda at: operation(
        "DELETE",
        at.path,
        at.pick("deleteMatch", "deleteLeague"),
        tag=at.pick("Matches", "Leagues"),
        status=204,
        problems=at.problems,
        links=(at.pick("restoreMatch", "restoreLeague"),),
        words={
            "effect": at.pick(
                "The match is deleted for all its members: it is in no list, requests for it get "
                "`match_not_found`, and its live streams end. A league still counts it.",
                "The league is deleted for all its members; its matches remain with their own "
                "members.",
            ),
            "restore": at.pick("restoreMatch", "restoreLeague"),
            "remains": at.pick(", except its winner and scores", ""),
        },
    )
)
async def delete(edit: NamedDependency[Edit[Any, Any]]) -> None:
    """Delete a {noun}.

    {effect} Only the owner may delete a {noun}, and can restore it for 30 days ({restore}); then it
    is removed for good{remains}. Deleting it twice changes nothing, so a retry is safe.
    """
    await trash.delete(edit)


@shared_route(
    lambda at: operation(
        "POST",
        f"{at.path}/restoration",
        at.pick("restoreMatch", "restoreLeague"),
        tag=at.pick("Matches", "Leagues"),
        answer=at.answer,
        answer_headers=("ETag",),
        problems=at.problems,
        links=at.pick(("getMatch",), ()),
    )
)
async def restore(
    edit: NamedDependency[Edit[Any, Any]], mount: NamedDependency[Mount]
) -> Response[Any]:
    """Restore a deleted {noun}.

    The {noun} is as it was before the deletion, for all its members. It can be restored for 30
    days. Only the owner may restore it. Restoring it twice changes nothing, so a retry is safe.
    """
    return mount.response(await trash.restore(edit), edit.device_id)
