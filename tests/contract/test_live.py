"""Events of a live stream conform to the contract."""

import json
from typing import Any

import jsonschema_rs
import msgspec

from openapi.examples import matches as examples
from pitchkeeper.settings import CONTRACT
from pitchkeeper.sync import events
from pitchkeeper.sync.events import EndReason
from tests.support.phones import open_match
from tests.support.readers import Event, adjust, following, signed_in

DOCUMENT: dict[str, Any] = msgspec.json.decode(CONTRACT.read_bytes())
SCHEMAS = {"change": "JournalEntry", "sheet": "Match", "lines": "SheetLines"}


def assert_promised(event: Event) -> None:
    """The data of an event has the schema that the description names."""
    name = SCHEMAS[event.name]
    schema = {"$ref": f"#/components/schemas/{name}", "components": DOCUMENT["components"]}
    jsonschema_rs.validate(schema, event.data)
    assert event.data["version"] == event.id


async def test_a_stream_keeps_every_promise_of_the_contract(
    address: str,
) -> None:
    operation = DOCUMENT["paths"]["/v1/matches/{matchId}/events"]["get"]
    (media_type,) = operation["responses"]["200"]["content"]
    async with signed_in(address) as phone:
        match_id = str((await open_match(phone))["matchId"])
        hand = {"contract": {"pitcher": 0, "bid": "four"}, "trump": "S"}
        await phone.put(f"/v1/matches/{match_id}/hands/1", json=hand)
        await adjust(phone, match_id)
        await phone.delete(f"/v1/matches/{match_id}/hands/1")
        async with following(phone, match_id, last=1) as reader:
            events = [await reader.next() for _ in range(4)]
        path = f"/v1/matches/{match_id}/events"
        async with phone.stream("GET", path) as answer:
            content_type = answer.headers["content-type"]
        async with following(phone, match_id, sheet="changes") as reader:
            await reader.next("sheet")
            await phone.put(f"/v1/matches/{match_id}/hands/2", json=hand)
            events.append(await reader.next("lines"))
    assert content_type.split(";")[0] == media_type
    assert [event.name for event in events] == ["change"] * 3 + ["sheet", "lines"]
    for event in events:
        assert_promised(event)


async def test_an_event_has_a_schema_that_tells_its_kind() -> None:
    """So that a client that is handed the data alone knows what it has."""
    operation = DOCUMENT["paths"]["/v1/matches/{matchId}/events"]["get"]
    content = operation["responses"]["200"]["content"]["text/event-stream"]
    assert content["schema"] == {"$ref": "#/components/schemas/MatchEvent"}
    schema = {**content["schema"], "components": DOCUMENT["components"]}
    jsonschema_rs.validate(schema, content["examples"]["example"]["value"])
    frames = (events.RECONNECT, events.end(EndReason.SIGNED_OUT), events.sheet(examples.STATE, 0))
    for event in frames:
        name, *_, data = event.decode().strip().splitlines()
        value = json.loads(data.removeprefix("data: "))
        jsonschema_rs.validate(schema, value)
        assert value["kind"] == name.removeprefix("event: ")
        assert f"`{value['kind']}`" in operation["description"]
