"""Both clients sort a queue in the same way, whatever the server answers."""

import importlib
import json
import random
import subprocess
from pathlib import Path
from typing import Any

_COMPARE = """
import { deliver, predecessor } from './node_modules/pitchkeeper-client/dist/delivery.js';
let text = '';
for await (const part of process.stdin) text += part;
console.log(JSON.stringify(JSON.parse(text).map(({ waiting, refused, items }) => ({
  ...deliver(waiting, refused, items),
  before: predecessor(waiting.at(-1), waiting.slice(0, -1)) ?? null,
}))));
"""
KINDS = ("record_auction", "record_hand", "record_pile", "confirm_hands", "make_adjustment")
CODES = (None, None, "stale_match", "command_missing", "hand_out_of_order", "rate_limited")


def random_queue(chance: random.Random) -> dict[str, Any]:
    """Return a queue, refusals before it, and what the server answers."""
    commands: list[dict[str, Any]] = []
    for at in range(chance.randint(2, 8)):
        kind = chance.choice(KINDS)
        command: dict[str, Any] = {
            "kind": kind,
            "commandId": str(at),
            "matchId": chance.choice("mmn"),
        }
        if kind.startswith("record_"):
            command["number"] = chance.randint(1, 3)
        if kind == "record_pile":
            command["side"] = chance.randint(0, 1)
        if kind == "confirm_hands":
            command["body"] = {"hands": chance.sample([1, 2, 3], 2)}
        if at and chance.random() < 0.6:
            command["after"] = str(chance.randrange(at))
        commands.append(command)
    cut = chance.randint(0, len(commands) - 2)
    refusals = [{"command": one, "problem": {"code": "stale_match"}} for one in commands[:cut]]
    items = []
    for command in commands[cut:]:
        code = chance.choice(CODES)
        late = code == "rate_limited"
        item = {
            "commandId": command["commandId"],
            "outcome": "refused" if code else "done",
            "problem": {"code": code} if code else None,
            "retryAfter": 3 if late else None,
        }
        items += [item] if chance.random() < 0.9 else []
    return {"waiting": commands[cut:], "refused": refusals, "items": items}


def test_python_sorts_a_queue_as_typescript_does(app: Path) -> None:
    # It is generated in part, so it is known only here.
    delivery = importlib.import_module("pitchkeeper_client.delivery")
    chance = random.Random(36)
    cases = [random_queue(chance) for _ in range(2_000)]
    node = ["node", "--input-type=module", "--eval", _COMPARE]
    comparison = subprocess.run(
        node, cwd=app, input=json.dumps(cases), capture_output=True, text=True, check=True
    )
    for case, answer in zip(cases, json.loads(comparison.stdout), strict=True):
        waiting, items = case["waiting"], case["items"]
        refusals = [delivery.Refusal(one["command"], one["problem"]) for one in case["refused"]]
        sorting = delivery.deliver(waiting, refusals, items)
        assert {
            "left": sorting.left,
            "refused": [one._asdict() for one in sorting.refused],
            "done": [[*pair] for pair in sorting.done],
            "before": delivery.predecessor(waiting[-1], waiting[:-1]),
        } == answer, case
