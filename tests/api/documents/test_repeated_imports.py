"""A file of matches that is sent again brings what it did not, and nothing twice."""

import asyncio

import pytest
from litestar import Litestar

from pitch.notation.texts import MatchText
from pitchkeeper.documents import imports
from pitchkeeper.workers.clients import Client
from pitchkeeper.workers.priority_queues import Priority
from tests.support import guests, tables
from tests.support.brought import (
    EXAMPLE,
    JSON_TYPE,
    SHORT,
    TEXT,
    TOLD,
    bring,
    matches_of,
    to_json,
)
from tests.support.phones import Device, SignIn, assert_problem
from tests.support.readers import PATIENCE


@pytest.mark.usefixtures("hurrying")
@pytest.mark.parametrize("kind", [TEXT, JSON_TYPE])
async def test_a_file_that_is_sent_again_makes_nothing_twice(phone: Device, kind: str) -> None:
    body = EXAMPLE + SHORT + EXAMPLE if kind == TEXT else to_json(TOLD, 7, TOLD)
    first = await bring(phone, body, kind, key="friday")
    again = await bring(phone, body, kind, key="friday")
    assert again.json() == first.json()
    assert len({item["matchId"] for item in first.json()["items"]}) == 3
    assert len(await matches_of(phone)) == (3 if kind == TEXT else 2)
    assert_problem(await bring(phone, SHORT, TEXT, key="friday"), 422, "key_reused")
    await bring(phone, body, kind)
    assert len(await matches_of(phone)) == (6 if kind == TEXT else 4)


@pytest.mark.usefixtures("hurrying")
@pytest.mark.parametrize("kind", [TEXT, JSON_TYPE])
async def test_what_was_taken_in_is_not_read_when_the_file_is_sent_again(
    phone: Device, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    """So that each time more of it is taken in, however little time there is."""
    body = "\n\n".join([EXAMPLE, SHORT] * 12) if kind == TEXT else to_json(*[TOLD] * 24)
    first = await bring(phone, body, kind, key="friday")
    assert [item["problem"] for item in first.json()["items"]] == [None] * 24

    def unread(*_: object) -> None:
        raise AssertionError("This was read before.")

    monkeypatch.setattr(MatchText, "read", unread)
    monkeypatch.setattr(imports, "_parse_json", unread)
    again = await bring(phone, body, kind, key="friday")
    assert again.json() == first.json()
    assert len(await matches_of(phone)) == 24


@pytest.mark.usefixtures("hurrying")
@pytest.mark.parametrize("kind", [TEXT, JSON_TYPE])
async def test_a_file_that_is_sent_five_times_at_once_makes_nothing_twice(
    phone: Device, kind: str
) -> None:
    body = SHORT + SHORT if kind == TEXT else to_json(TOLD, TOLD)
    tries = await asyncio.gather(*(bring(phone, body, kind, key="friday") for _ in range(5)))
    assert {response.status_code for response in tries} == {200}
    assert {response.content for response in tries} == {tries[0].content}
    assert len(await matches_of(phone)) == 2


async def test_a_file_is_judged_before_previews_that_wait(own_app: Litestar, phone: Device) -> None:
    turns = own_app.state.services.prover._queue
    process = await turns.acquire(Client("one"), Priority.PREVIEW)
    preview = asyncio.create_task(turns.acquire(Client("other"), Priority.PREVIEW))
    bringing = asyncio.create_task(
        bring(phone, SHORT + "Hand 1 Contract 0 four Trump S Pile 0 AS 2S\n")
    )
    async with asyncio.timeout(PATIENCE):
        while turns.size < 3:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    turns.release(process, 0.0)
    (item,) = (await bringing).json()["items"]
    turns.release(await preview, 0.0)
    assert item["problem"] is None


async def test_what_time_was_left_for_is_taken_in_when_the_file_is_sent_again(
    own_app: Litestar, phone: Device, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No match waits longer for its proofs than there is time, and those after it are told so."""
    body = SHORT + "Hand 1 Contract 0 four Trump S Pile 0 AS 2S\n" + SHORT
    monkeypatch.setattr(own_app.state.services.documents.imports, "_patience", 0.5)
    turns = own_app.state.services.prover._queue
    process = await turns.acquire(Client("somebody else"), Priority.PREVIEW)
    first = await bring(phone, body, key="friday")
    turns.release(process, 0.0)
    assert first.status_code == 200
    codes = [item["problem"]["code"] for item in first.json()["items"]]
    assert codes == ["not_judged", "not_reached"]
    assert await matches_of(phone) == []
    monkeypatch.undo()
    again = await bring(phone, body, key="friday")
    assert [item["problem"] for item in again.json()["items"]] == [None, None]
    assert (await bring(phone, body, key="friday")).json() == again.json()
    assert len(await matches_of(phone)) == 2


async def test_what_was_left_or_deleted_stays_so_when_a_file_is_sent_again(
    phone: Device, sign_in: SignIn
) -> None:
    first = await bring(phone, SHORT + SHORT, key="friday")
    left_item, deleted_item = first.json()["items"]
    async with await sign_in() as second:
        guest = await guests.let_in(phone, left_item, second, "scorer")
        path = f"/v1/matches/{left_item['matchId']}/members"
        response = await phone.put(f"{path}/{guest}", json={"role": "owner"})
        assert response.status_code == 200, response.text
        gone = await phone.delete(f"{path}/{await tables.device_id(phone)}")
        assert gone.status_code == 200, gone.text
    assert (await phone.delete(f"/v1/matches/{deleted_item['matchId']}")).status_code == 204
    again = await bring(phone, SHORT + SHORT, key="friday")
    assert again.json() == first.json()
    assert await matches_of(phone) == []


async def test_what_was_changed_since_stays_when_a_file_is_sent_again(phone: Device) -> None:
    (item,) = (await bring(phone, SHORT, key="friday")).json()["items"]
    path = f"/v1/matches/{item['matchId']}"
    assert (await phone.put(f"{path}/hands/1", json={"trump": "S"})).status_code == 200
    assert (await bring(phone, SHORT, key="friday")).json()["items"] == [item]
    assert len((await phone.get(path)).json()["lines"]) == 1
