"""Live score sheets."""

from typing import cast

from . import types


def with_lines(sheet: types.Match | None, changes: types.SheetLines) -> types.Match | None:
    """Return a sheet with what changed; None if another one changed, so that it has to be read."""
    if sheet is None or sheet["version"] != changes["since"]:
        return None
    lines = {line["number"]: line for line in [*sheet["lines"], *changes["lines"]]}
    remaining = [lines[number] for number in sorted(lines) if number < changes["nextHand"]]
    rest = {name: value for name, value in changes.items() if name not in {"since", "lines"}}
    return cast("types.Match", {**sheet, **rest, "lines": remaining})
