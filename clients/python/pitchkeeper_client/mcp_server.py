"""A server of the Model Context Protocol: rulings, rulebooks and one's own matches, read only.

`pitchkeeper-mcp` speaks on standard input and output, to the program that has started it. Its
settings are variables of the environment: `PITCHKEEPER_URL` is the address of the API;
`PITCHKEEPER_TOKEN`, the token of a device, adds that device's matches; `PITCHKEEPER_LANGUAGE` is
that of sentences. Tools are operations of the contract that the API serves.
"""

import asyncio
import json
import os
import sys
from collections.abc import Iterator, Mapping
from typing import Any, Final
from urllib.parse import quote

import httpx
import mcp_types as protocol
from mcp.server import Server, ServerRequestContext
from mcp.server.stdio import stdio_server

from .connection import Client, Refused, Unreachable

_PUBLIC: Final = (
    *("listRulesets", "getRulebook", "getRulesetDifference"),
    *("ruleOnCall", "ruleOnHand", "ruleOnPlay", "ruleOnWinner", "ruleOnIrregularity"),
)
_OWN: Final = ("listMatches", "getMatch", "getHand", "getHandRuling", "listJournal")
_SCHEMAS: Final = "#/components/schemas/"
_Json = Mapping[str, Any]


class _Tool:
    """An operation of the contract as a tool."""

    def __init__(self, path: str, method: str, operation: _Json, components: _Json) -> None:
        self._path, self._method = path, method
        references = [one["$ref"].rsplit("/", 1)[1] for one in operation.get("parameters", ())]
        parameters = [components["parameters"][name] for name in references]
        self._parameters = [one for one in parameters if one["in"] != "header"]
        self._media_type = next(iter(operation["responses"]["200"]["content"]))
        properties = {
            one["name"]: {**one["schema"], "description": one["description"]}
            for one in self._parameters
        }
        required = self._required = [one["name"] for one in self._parameters if one.get("required")]
        if "requestBody" in operation:
            properties["body"] = operation["requestBody"]["content"]["application/json"]["schema"]
            required.append("body")
        schema = {"type": "object", "properties": properties, "required": required}
        schema["$defs"] = dict(_definitions(schema, components["schemas"], set()))
        self.definition = protocol.Tool(
            name=operation["operationId"],
            title=operation["summary"],
            description=operation["description"],
            input_schema=json.loads(json.dumps(schema).replace(_SCHEMAS, "#/$defs/")),
            annotations=protocol.ToolAnnotations(read_only_hint=True, open_world_hint=False),
        )

    def missing(self, arguments: _Json) -> list[str]:
        """Return the names of what the operation needs and was not given."""
        return [name for name in self._required if name not in arguments]

    async def call(self, client: Client, arguments: _Json) -> str:
        """Return the answer of the operation, as text."""
        path, query = self._path, dict[str, object]()
        for parameter in self._parameters:
            name = parameter["name"]
            if name in arguments and parameter["in"] == "path":
                path = path.replace(f"{{{name}}}", quote(str(arguments[name]), safe=""))
            elif name in arguments:
                query[name] = arguments[name]
        answer = await client.send(
            self._method, path, self._media_type, query=query, body=arguments.get("body")
        )
        return answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)


def _definitions(part: Any, schemas: _Json, seen: set[str]) -> Iterator[tuple[str, Any]]:
    """Yield the names and schemas that a part of a schema refers to."""
    for value in part.values() if isinstance(part, dict) else part:
        if isinstance(value, dict | list):
            yield from _definitions(value, schemas, seen)
        elif isinstance(value, str) and value.startswith(_SCHEMAS):
            name = value.removeprefix(_SCHEMAS)
            if name not in seen:
                seen.add(name)
                yield name, schemas[name]
                yield from _definitions(schemas[name], schemas, seen)


def _told(text: str, *, is_error: bool = False) -> protocol.CallToolResult:
    content: list[protocol.ContentBlock] = [protocol.TextContent(type="text", text=text)]
    return protocol.CallToolResult(content=content, is_error=is_error)


def build(contract: _Json, client: Client, *, has_token: bool) -> Server[Any]:
    """Return the server with the tools that the contract has."""
    names = {*_PUBLIC, *(_OWN if has_token else ())}
    tools = {
        operation["operationId"]: _Tool(path, method.upper(), operation, contract["components"])
        for path, item in contract["paths"].items()
        for method, operation in item.items()
        if operation["operationId"] in names
    }

    async def list_tools(
        _context: ServerRequestContext[Any], _params: protocol.PaginatedRequestParams | None
    ) -> protocol.ListToolsResult:
        return protocol.ListToolsResult(tools=[tool.definition for tool in tools.values()])

    async def call_tool(
        _context: ServerRequestContext[Any], params: protocol.CallToolRequestParams
    ) -> protocol.CallToolResult:
        tool, arguments = tools.get(params.name), params.arguments or {}
        if tool is None:
            return _told("No such tool.", is_error=True)
        if missing := tool.missing(arguments):
            return _told(f"Missing: {', '.join(missing)}.", is_error=True)
        try:
            return _told(await tool.call(client, arguments))
        except Refused as refused:
            return _told(json.dumps(refused.problem, ensure_ascii=False), is_error=True)
        except Unreachable:
            return _told("The scorekeeper cannot be reached.", is_error=True)

    return Server(
        "pitchkeeper",
        instructions="Rules and rulings of the card game Pitch. Cite the clauses of a ruling.",
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )


async def run() -> None:
    """Serve until the program on the other end closes standard input."""
    # Settings of agents often leave a variable empty that they do not use.
    address, token = os.environ.get("PITCHKEEPER_URL"), os.environ.get("PITCHKEEPER_TOKEN") or None
    if not address:
        sys.exit("Say where the API is: PITCHKEEPER_URL=https://cards.example pitchkeeper-mcp")
    async with httpx.AsyncClient(base_url=address) as http:
        contract = (await http.get("/openapi.json")).raise_for_status().json()
    language = os.environ.get("PITCHKEEPER_LANGUAGE")
    async with Client(address, token=token, language=language) as client:
        server = build(contract, client, has_token=token is not None)
        async with stdio_server() as (receiving, sending):
            await server.run(receiving, sending, server.create_initialization_options())


def main() -> None:
    """Run `pitchkeeper-mcp`."""
    asyncio.run(run())


if __name__ == "__main__":
    main()
