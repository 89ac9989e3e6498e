"""The app of a server with more patience for proofs and rulings than players have.

What it answers then hangs on nothing else that the machine does.
"""

import asyncio
from typing import Any

from litestar.types import ASGIApp

from pitchkeeper import app
from pitchkeeper.access.changes import Changes
from pitchkeeper.matches import edit_conflicts
from pitchkeeper.workers import adjudicators

_PATIENCE = 60.0


def create() -> ASGIApp:
    """Return the app of a worker."""
    Changes.deadline = _deadline  # type: ignore[method-assign, assignment]
    edit_conflicts._PATIENCE = _PATIENCE  # type: ignore[misc]
    adjudicators._SECONDS = _PATIENCE  # type: ignore[misc]
    return app.create()


def _deadline(_: Changes[Any, Any]) -> float:
    return asyncio.get_running_loop().time() + _PATIENCE
