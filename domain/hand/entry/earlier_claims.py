"""Claims as files and queued commands of the first contract have them, read as they are now."""

from typing import Any, Final

_NAMES: Final = ("high", "low", "jack", "game")
_KIND: Final = "record_claims"


def read(sent: Any) -> Any:
    """JSON with every `claims` of the first contract as a list of points.

    There each of High, Low, Jack and Game was a field of its own, and the pips stood with Game.
    """
    match sent:
        case list():
            return [read(each) for each in sent]
        case {"kind": str(kind), "body": dict(body)} if kind == _KIND:
            return sent | {"body": _listed(body)}
        case {"claims": dict(claims)}:
            return {name: read(each) for name, each in sent.items()} | {"claims": _listed(claims)}
        case dict():
            return {name: read(each) for name, each in sent.items()}
    return sent


def _listed(claims: dict[str, Any]) -> dict[str, Any]:
    """Claims with their points in a list; what stands in no place of its own stays as it is."""
    if not any(name in claims for name in _NAMES):
        return claims
    told, points = dict(claims), []
    for name in _NAMES:
        said = told.pop(name, None)
        if isinstance(said, dict):
            rest = {field: value for field, value in said.items() if field != "pips"}
            points += [{"point": name} | rest] if rest else []
            told |= {"pips": said["pips"]} if "pips" in said else {}
        # What was no claim then is none now, and is refused by its name.
        elif said is not None:
            told[name] = said
    return {"points": points} | told
