"""Pure functions that sort the commands of a queue by the answers of the server."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from . import types

Command = Mapping[str, Any]
"""A command with its id; of which kind it is decides what else it has."""


class Refusal(NamedTuple):
    """A command that the server refused, and the problem: a question for the table."""

    command: Command
    problem: types.Problem


class Delivery(NamedTuple):
    """A queue after an answer of the server."""

    left: list[Command]
    """Commands to send again, in their order."""
    refused: list[Refusal]
    done: list[tuple[Command, types.CommandAnswer]]


def predecessor(wish: Command, earlier: Sequence[Command]) -> Command | None:
    """Return the last earlier command that a new one builds on.

    It is the one that opened the match, or that wrote the same part of the hand: what it left
    counts as seen. Another device may have written the rest of the hand meanwhile.
    """
    own = (one for one in reversed(earlier) if one["matchId"] == wish["matchId"])
    return next((one for one in own if _is_built_on(wish, one)), None)


def _is_built_on(wish: Command, earlier: Command) -> bool:
    hands = _hands(wish)
    if earlier["kind"] == "open_match" or not hands:
        return True
    if not hands & _hands(earlier):
        return False
    part, other = _part(wish), _part(earlier)
    return part is None or other is None or part == other


def _hands(command: Command) -> set[int]:
    if command["kind"] == "confirm_hands":
        return set(command["body"]["hands"])
    return {command["number"]} if "number" in command else set()


def _part(command: Command) -> tuple[Any, ...] | None:
    """Return the part of a hand that a command writes; None if it is about the whole."""
    kind = command["kind"]
    if kind == "record_hand" or not kind.startswith("record_"):
        return None
    return kind, command.get("side")


def deliver(
    waiting: Sequence[Command], earlier: Sequence[Refusal], items: Sequence[types.CommandAnswer]
) -> Delivery:
    """Sort the commands of a queue by the server's answers; `earlier` are refusals not settled."""
    answers = {item["commandId"]: item for item in items}
    refused, left = list(earlier), list[Command]()
    done: list[tuple[Command, types.CommandAnswer]] = []
    for command in waiting:
        item = answers.get(command["commandId"])
        code = item["problem"]["code"] if item and item["problem"] else None
        if item is None or item["retryAfter"] is not None:
            left.append(command)
        elif code == "command_missing":
            left.append(_without_missing(command, left, refused))
        # The hand before it waits or is refused, so this one stays in its place.
        elif code == "hand_out_of_order" and _is_after(command, [*_commands(refused), *left]):
            left.append(command)
        else:
            done.append((command, item))
            if item["outcome"] == "refused" and item["problem"]:
                refused.append(Refusal(command, item["problem"]))
    later = [*_commands(refused), *left, *(command for command, _ in done)]
    return Delivery(
        [_relink(command, refused) for command in left],
        [one for one in refused if not any(_replaces(new, one.command) for new in later)],
        done,
    )


def _commands(refused: Sequence[Refusal]) -> list[Command]:
    return [refusal.command for refusal in refused]


def _relink(command: Command, refused: Sequence[Refusal]) -> Command:
    """Return the command as following the last one before it that was not refused.

    It keeps its id: the server compares commands without what they had seen.
    """
    after = command.get("after")
    before = next((one for one in _commands(refused) if one["commandId"] == after), None)
    if after is None or before is None:
        return command
    alone = {name: value for name, value in command.items() if name != "after"}
    link = {"after": before["after"]} if "after" in before else {}
    return _relink({**alone, **link}, refused)


def _without_missing(
    command: Command, left: Sequence[Command], refused: Sequence[Refusal]
) -> Command:
    """Return the command without its predecessor, unless that is sent again or refused."""
    known = {one["commandId"] for one in [*left, *_commands(refused)]}
    if command.get("after") in known:
        return command
    return {name: value for name, value in command.items() if name != "after"}


def _is_after(command: Command, others: Sequence[Command]) -> bool:
    return any(
        other["matchId"] == command["matchId"] and other["number"] < command["number"]
        for other in others
        if "number" in other and "number" in command
    )


def _replaces(later: Command, earlier: Command) -> bool:
    """Return whether a command enters again what an earlier one of the same hand entered."""
    about = ("matchId", "number")
    if later["commandId"] <= earlier["commandId"] or "number" not in earlier:
        return False
    if any(later.get(name) != earlier[name] for name in about):
        return False
    if not earlier["kind"].startswith("record_"):
        return False
    if later["kind"] == "record_hand":
        return True
    return _part(later) == _part(earlier)


def questions(match_id: str, refused: Sequence[Refusal]) -> list[list[Refusal]]:
    """Return the refusals of a match, grouped into one question for each hand."""
    by_question: dict[object, list[Refusal]] = {}
    for refusal in refused:
        if refusal.command["matchId"] == match_id:
            conflict = refusal.problem["conflict"]
            name = conflict["hand"] if conflict else refusal.command["commandId"]
            by_question.setdefault(name, []).append(refusal)
    return list(by_question.values())
