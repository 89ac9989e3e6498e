"""The owner decides what no rule does, and nobody else changes that."""

from tests.support.agreements import AGREED, TWICE, confirm, dispute
from tests.support.phones import Device, Json, assert_problem
from tests.support.sheet_entries import FOUR_TO_NONE, THREE_TO_ONE, record, sheet
from tests.support.tables import path


async def test_the_owner_overrules_an_impossible_hand_with_a_reason(
    phone: Device, bob: Device, agreeing: Json
) -> None:
    await record(phone, agreeing, 1, TWICE)
    where = path(agreeing, 1, "overruling")
    assert_problem(await bob.post(where, json=AGREED), 403, "not_allowed")
    hand = (await phone.post(where, json=AGREED)).json()
    assert (hand["standing"], hand["deltas"]) == ("overruled", [3, 1])
    assert hand["verdict"]["status"] == "impossible"
    assert hand["overruled"]["reason"] == AGREED["reason"]
    assert hand["record"]["piles"][0]["cards"] == ["AS"]
    assert (await confirm(bob, agreeing, 1))["missing"] == [0]
    again = await record(phone, agreeing, 1, FOUR_TO_NONE)
    assert (again["standing"], again["overruled"]) == ("scored", None)


async def test_only_the_owner_brings_an_overruling_back_or_lifts_one(
    phone: Device, bob: Device, agreeing: Json
) -> None:
    any_version = {"If-Match": "*"}
    await record(phone, agreeing, 1, FOUR_TO_NONE)
    await phone.post(path(agreeing, 1, "overruling"), json=AGREED)
    undo = await bob.post(f"{path(agreeing)}/undo", headers=any_version)
    assert_problem(undo, 403, "not_allowed")
    await dispute(bob, agreeing, 1)
    where = path(agreeing, 1, "disputes/resolution")
    response = await bob.post(where, json={"settlement": "ruling_accepted"})
    assert_problem(response, 403, "not_allowed")
    await bob.post(where, json={"settlement": "withdrawn"})
    await record(phone, agreeing, 1, THREE_TO_ONE)
    back = await bob.post(f"{path(agreeing)}/versions/3/restore", headers=any_version)
    assert_problem(back, 403, "not_allowed")
    assert (await sheet(phone, agreeing))["scores"] == [1, 3]


async def test_overruling_and_voiding_end_each_other(phone: Device, match: Json) -> None:
    await record(phone, match, 1, FOUR_TO_NONE)
    await phone.delete(path(match, 1))
    hand = (await phone.post(path(match, 1, "overruling"), json=AGREED)).json()
    assert (hand["standing"], hand["deltas"]) == ("overruled", [3, 1])
    await phone.delete(path(match, 1))
    again = await record(phone, match, 1, FOUR_TO_NONE)
    assert (again["standing"], again["overruled"]) == ("scored", None)


async def test_only_the_owner_writes_over_what_was_overruled(
    phone: Device, bob: Device, agreeing: Json
) -> None:
    any_version, base = {"If-Match": "*"}, path(agreeing, 1)
    await record(phone, agreeing, 1, FOUR_TO_NONE)
    await phone.post(f"{base}/overruling", json=AGREED)
    auction = {"contract": {"pitcher": 1, "bid": "three"}}
    for answer in (
        await bob.put(base, json=THREE_TO_ONE, headers=any_version),
        await bob.put(f"{base}/auction", json=auction, headers=any_version),
        await bob.delete(base, headers=any_version),
        await bob.delete(base),
    ):
        assert_problem(answer, 403, "not_allowed")
        assert answer.json()["detail"].startswith("Only the owner may overrule hand 1")
    await dispute(bob, agreeing, 1)
    where = f"{base}/disputes/resolution"
    resolution = {"settlement": "corrected", "record": THREE_TO_ONE}
    assert_problem(await bob.post(where, json=resolution), 403, "not_allowed")
    assert (await sheet(phone, agreeing))["scores"] == [3, 1]
    assert (await bob.post(where, json={"settlement": "withdrawn"})).status_code == 200
    assert (await bob.put(base, json=FOUR_TO_NONE)).json()["standing"] == "overruled"
    blind = await phone.put(f"{base}/holdings/0", json={"cards": ["AS"]})
    assert_problem(blind, 428, "precondition_required")
    assert "is overruled" in blind.json()["detail"]
    assert (await record(phone, agreeing, 1, THREE_TO_ONE))["standing"] == "scored"


async def test_an_overruling_that_was_not_seen_is_neither_confirmed_nor_written_over(
    phone: Device, bob: Device, agreeing: Json
) -> None:
    base, headers = path(agreeing, 1), {"If-Match": '"2"'}
    await record(phone, agreeing, 1, FOUR_TO_NONE)
    await phone.post(f"{base}/overruling", json=AGREED)
    for answer in (
        await bob.post(f"{base}/confirmations", json={}, headers=headers),
        await bob.put(base, json=THREE_TO_ONE, headers=headers),
        await phone.put(base, json=THREE_TO_ONE, headers=headers),
        await phone.put(f"{base}/claims", json={}, headers=headers),
        await phone.delete(base, headers=headers),
    ):
        assert_problem(answer, 412, "stale_match")
    assert (await sheet(phone, agreeing))["scores"] == [3, 1]
