"""An agent asks for rulings, and reads its own match, by the protocol's own client."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import httpx

from tests.support.phones import open_match
from tests.support.readers import PATIENCE, signed_in

_ASK = """
import asyncio, json, os, sys
from mcp.client import Client
from mcp.client.stdio import StdioServerParameters

async def main():
    server = StdioServerParameters(command=sys.argv[1], env=dict(os.environ))
    async with Client(server) as client:
        tools = (await client.list_tools()).tools
        answers = []
        for name, arguments in json.loads(sys.argv[2]):
            answer = await client.call_tool(name, arguments)
            answers.append([answer.is_error, answer.content[0].text])
        print(json.dumps([[tool.name for tool in tools], answers]))

asyncio.run(main())
"""
PUBLIC = {
    *("listRulesets", "getRulebook", "getRulesetDifference", "ruleOnCall", "ruleOnHand"),
    *("ruleOnPlay", "ruleOnWinner", "ruleOnIrregularity"),
}
OWN = {"listMatches", "getMatch", "getHand", "getHandRuling", "listJournal"}


def ask(python: Path, calls: list[tuple[str, dict[str, Any]]], **environment: str) -> Any:
    """Return the names of the tools and what they answer."""
    conversation = subprocess.run(
        [python, "-c", _ASK, python.with_name("pitchkeeper-mcp"), json.dumps(calls)],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert conversation.returncode == 0, conversation.stderr
    return json.loads(conversation.stdout)


def test_anybody_gets_rulings_and_rulebooks(address: str, python: Path) -> None:
    steal: dict[str, Any] = {"ruleset": "mb-lounge", "players": 4, "dealer": 3, "call": "three"}
    steal["calls"] = ["three", "pass", "pass"]
    response = httpx.post(
        f"{address}/v1/rulings/call",
        json=steal,
        headers={"Accept-Language": "es"},
        timeout=PATIENCE,
    )
    calls: list[tuple[str, dict[str, Any]]] = [
        ("ruleOnCall", {"body": steal}),
        ("getRulebook", {"rulesetId": "mb-lounge"}),
        ("ruleOnCall", {"body": {"ruleset": "none"}}),
        ("getMatch", {"matchId": "none"}),
        ("ruleOnCall", steal),
        ("getRulesetDifference", {"rulesetId": "mb-lounge"}),
    ]
    tools, (ruling, book, refused, unknown, *incomplete) = ask(
        python, calls, PITCHKEEPER_URL=address, PITCHKEEPER_LANGUAGE="es", PITCHKEEPER_TOKEN=""
    )
    assert {*tools} == PUBLIC
    assert ruling[0] is False, ruling
    assert json.loads(ruling[1]) == response.raise_for_status().json()
    assert book[1].startswith("# ")
    assert (refused[0], json.loads(refused[1])["code"]) == (True, "invalid_body")
    assert unknown == [True, "No such tool."]
    assert incomplete == [[True, "Missing: body."], [True, "Missing: other."]]


async def test_a_device_reads_its_own_matches_and_changes_none(address: str, python: Path) -> None:
    async with signed_in(address) as phone:
        match_id = (await open_match(phone))["matchId"]
        token = phone.headers["Authorization"].removeprefix("Bearer ")
        sheet = (await phone.get(f"/v1/matches/{match_id}")).json()
    calls = [("listMatches", {"limit": 1}), ("getMatch", {"matchId": match_id})]
    tools, answers = ask(python, calls, PITCHKEEPER_URL=address, PITCHKEEPER_TOKEN=token)
    assert {*tools} == PUBLIC | OWN
    (_, matches), (_, match) = answers
    assert [item["matchId"] for item in json.loads(matches)["items"]] == [match_id]
    assert json.loads(match) == sheet
