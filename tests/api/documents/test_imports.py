"""Matches are taken in one by one, each as if it had been entered by hand."""

import json
from pathlib import Path
from uuid import UUID

import asyncpg
import pytest

from tests.support import tables
from tests.support.brought import (
    AT,
    EXAMPLE,
    JSON_TYPE,
    SHORT,
    TEXT,
    TOLD,
    bring,
    items,
    matches_of,
    to_json,
)
from tests.support.phones import Device, SignIn, assert_problem, export_match
from tests.support.readers import signed_in


async def test_a_match_that_is_written_by_hand_is_played_on(phone: Device) -> None:
    (item,) = await items(phone, EXAMPLE)
    assert item["problem"] is None
    match = (await phone.get(f"/v1/matches/{item['matchId']}")).json()
    assert match["scores"] == [3, 4]
    assert match["createdAt"] == "2026-03-02T18:30:00Z"
    assert match["adjustments"][0]["reason"] == "Handicap"
    journal = (await phone.get(f"/v1/matches/{item['matchId']}/journal")).json()["items"]
    assert [line["action"] for line in journal] == [
        *("match_opened", "hand_entered", "hand_disputed"),
        *("hand_changed", "dispute_resolved", "adjustment_made"),
    ]
    then = (await phone.get(f"/v1/matches/{item['matchId']}/versions/2")).json()
    assert [line["pitcher"] for line in then["lines"]] == [1]
    hand = {"claims": {"points": [{"point": "high", "side": 0}]}}
    path = f"/v1/matches/{item['matchId']}/hands/2"
    assert (await phone.put(path, json=hand)).status_code == 200
    undone = await phone.post(
        f"/v1/matches/{item['matchId']}/undo",
        headers={"If-Match": f'"{len(journal) + 1}"'},
    )
    assert undone.status_code == 200
    assert await export_match(phone, item["matchId"], "txt") == EXAMPLE.encode()


async def test_a_file_of_the_first_contract_is_taken_in(phone: Device) -> None:
    """Its claims are four fields, and it says the same as the text of then and of now."""
    claims = {
        "high": {"side": 0, "card": "AS"},
        "low": {"side": 1},
        "jack": {"inPlay": True, "side": 0},
        "game": {"side": 1, "pips": [30, 40]},
        "taken": [2, 2],
    }
    record = {"contract": {"pitcher": 0, "bid": "two"}, "claims": claims}
    match = {
        "ruleset": {"preset": "mb-lounge"},
        "players": ["Ann", "Bob", "Cid", "Dee"],
        "opened": "2026-03-02T18:30:00Z",
        "hands": [{"at": "2026-03-02T18:40:00Z", "record": record}],
        "result": {"scores": [2, 2]},
    }
    answer = await phone.post("/v1/imports", json={"matches": [match]})
    (item,) = answer.json()["items"]
    assert item["problem"] is None, item
    text = (await export_match(phone, item["matchId"], "txt")).decode()
    assert "  High 0 AS\n  Low 1\n  Jack 0\n  Game 1 pips 30 40\n  Taken 2 2\n" in text


OLD = Path(__file__).with_name("contract_1_0_0")
"""The exported match that contract 1.0.0 showed, as JSON and as text."""


@pytest.mark.parametrize(("name", "kind"), [("export.json", JSON_TYPE), ("export.txt", TEXT)])
async def test_what_the_first_contract_exported_is_taken_in_and_says_the_same(
    phone: Device, name: str, kind: str
) -> None:
    """With its hash: the rules are still those that they were."""
    (item,) = await items(phone, (OLD / name).read_bytes(), kind)
    assert item["problem"] is None, item
    assert await export_match(phone, item["matchId"], "txt") == (OLD / "export.txt").read_bytes()
    match = (await phone.get(f"/v1/matches/{item['matchId']}")).json()
    then = json.loads((OLD / "export.json").read_bytes())["matches"][0]
    assert match["scores"] == then["result"]["scores"]
    assert match["ruleset"]["hash"] == then["ruleset"]["hash"]


@pytest.mark.parametrize("preset", ["smear-ten", "pedro", "nine-card", "king-pedro", "pitch31"])
async def test_claims_of_the_first_contract_are_read_for_the_whole_family(
    phone: Device, preset: str
) -> None:
    """An old phone may keep a game that its contract did not know; it goes out and in again."""
    claims = {"jack": {"side": 0}, "high": {"side": 0}, "low": {"side": 1}}
    record = {"claims": claims | {"game": {"pips": [40, 30]}}}
    match = TOLD | {
        "ruleset": {"preset": preset},
        "players": ["Ann", "Bob", "Cid", "Dee"],
        "hands": [{"at": AT, "record": record}],
    }
    (item,) = await items(phone, to_json(match), JSON_TYPE)
    assert item["problem"] is None, item
    texts = [await export_match(phone, item["matchId"], "txt")]
    for kind, sent in ((JSON_TYPE, "json"), (TEXT, "txt")):
        (again,) = await items(phone, await export_match(phone, item["matchId"], sent), kind)
        assert again["problem"] is None, again
        texts.append(await export_match(phone, again["matchId"], "txt"))
    assert len(set(texts)) == 1


async def test_what_cannot_be_is_flagged_and_not_refused(phone: Device) -> None:
    hand = "Hand 1 Contract 0 four Trump S Pile 0 AS 2S Pile 1 AS"
    (item,) = await items(phone, SHORT + hand)
    match = (await phone.get(f"/v1/matches/{item['matchId']}")).json()
    assert match["lines"][0]["standing"] == "impossible"
    assert match["unscored"] == [1]


async def test_each_bad_match_says_why_and_no_good_one_is_lost(phone: Device) -> None:
    text = "\n".join(
        (
            SHORT,
            SHORT + "Hand 1\n  Trump X",
            SHORT + "Hand 1\n  Dealer 2",
            SHORT + '[Scores "1 0"] [Winner "-"]',
            SHORT + f'[Hash "{"0" * 64}"]',
            SHORT + '[Opened "2999-01-01T00:00:00Z"]',
            SHORT + '[Opened "2026-03-02T18:30:00Z"] Hand 1 at 2026-03-02T18:29:59Z',
            SHORT + '[Sides "three_pairs"]',
            SHORT,
        )
    )
    answers = await items(phone, text)
    assert [item["number"] for item in answers] == list(range(1, 10))
    assert [item["problem"] and item["problem"]["code"] for item in answers] == [
        None,
        *("notation_error", "not_at_table", "result_differs", "rules_differ"),
        *("times_disagree", "times_disagree", "table_not_allowed"),
        None,
    ]
    assert [(item["line"], item["column"]) for item in answers] == [
        *((1, 1), (5, 9), (8, 3), (10, 2), (12, 2), (14, 2), (16, 43), (18, 2)),
        (19, 1),
    ]
    assert answers[1]["problem"]["detail"] == "Expected a suit, C, D, H or S, here, not “X”."
    assert answers[1]["problem"]["hint"] == "Line 5, column 9."
    assert len(await matches_of(phone)) == 2


async def test_each_bad_match_of_json_says_where(phone: Device) -> None:
    body = to_json(
        TOLD,
        TOLD | {"players": ["Ann"]},
        TOLD | {"result": {"scores": [0, 1]}},
        TOLD | {"hands": [{"at": AT, "record": {"trump": "X"}}]},
        TOLD | {"hands": [{"at": AT, "record": {"dealer": 7}}]},
        TOLD | {"surprise": 1},
        7,
        TOLD,
    )
    answers = await items(phone, body, JSON_TYPE)
    places = [
        item["problem"] and (item["problem"]["code"], item["problem"]["errors"][0]["pointer"])
        for item in answers
    ]
    assert places == [
        None,
        ("invalid_body", "/matches/1/players"),
        ("result_differs", "/matches/2/result"),
        ("invalid_body", "/matches/3/hands/0/record/trump"),
        ("not_at_table", "/matches/4/hands/0/record/dealer"),
        ("invalid_body", "/matches/5/surprise"),
        ("invalid_body", "/matches/6"),
        None,
    ]
    assert len(await matches_of(phone)) == 2


async def test_as_many_are_taken_in_as_there_is_room_for(
    phone: Device, pool: "asyncpg.Pool[asyncpg.Record]"
) -> None:
    await pool.execute(
        "INSERT INTO device_matches (device_id, match_id) "
        "SELECT $1::uuid, uuidv7() FROM generate_series(1, 4998)",
        UUID(await tables.device_id(phone)),
    )
    answers = await items(phone, SHORT * 3)
    assert [item["problem"] and item["problem"]["code"] for item in answers] == [
        None,
        None,
        "too_many_matches",
    ]
    assert [item["matchId"] is None for item in answers] == [False, False, True]
    assert [item["line"] for item in answers] == [1, 2, 3]


async def test_nobody_else_is_in_a_match_that_was_brought(phone: Device, sign_in: SignIn) -> None:
    (item,) = await items(phone, EXAMPLE)
    members = (await phone.get(f"/v1/matches/{item['matchId']}/members")).json()["items"]
    assert [member["role"] for member in members] == ["owner"]
    async with await sign_in() as second:
        answer = await second.get(f"/v1/matches/{item['matchId']}/export.json")
        assert_problem(answer, 404, "match_not_found")


@pytest.mark.parametrize(
    ("body", "kind", "status", "code", "pointer"),
    [
        (b"\xff[Pitch", TEXT, 400, "invalid_body", ""),
        (SHORT * 1001, TEXT, 400, "invalid_body", ""),
        (to_json(*[7] * 1001), JSON_TYPE, 400, "invalid_body", "/matches"),
        ("{", JSON_TYPE, 400, "malformed_json", ""),
        ("[]", JSON_TYPE, 400, "invalid_body", ""),
        ("a,b", "text/csv", 415, "not_json", ""),
        (b" " * (1024 * 1024 + 1), TEXT, 413, "body_too_large", ""),
    ],
)
async def test_what_is_no_file_is_refused_as_a_whole(
    phone: Device, body: str | bytes, kind: str, status: int, code: str, pointer: str
) -> None:
    answer = await bring(phone, body, kind)
    assert_problem(answer, status, code, pointer)
    assert await matches_of(phone) == []


@pytest.mark.long
async def test_a_file_of_a_megabyte_is_taken_in(address: str) -> None:
    """Sent again for as long as there are matches that were not reached; each time more are."""
    text, peak = EXAMPLE * 1000, [0]
    headers = {"Content-Type": TEXT, "Idempotency-Key": "friday"}
    assert len(text) > 0.6 * 1024 * 1024
    async with signed_in(address) as phone:
        while peak[-1] < 1000:
            answer = await phone.post("/v1/imports", content=text, headers=headers, timeout=60)
            assert answer.status_code == 200
            codes = [item["problem"]["code"] for item in answer.json()["items"] if item["problem"]]
            assert set(codes) <= {"not_judged", "not_reached"}
            peak.append(1000 - len(codes))
            assert peak[-1] > peak[-2]
        response = await phone.get("/v1/matches/export.txt", timeout=60)
        assert response.text == text


BARE = '[Pitch "1"] [Preset "setback"] [Seat0 "Ann"] [Seat1 "Bob"] [Opened "{}"]\n'
PLAIN = {"Content-Type": "text/plain"}


@pytest.mark.parametrize("opened_at", ["0001-01-01T00:00:00Z", "1969-12-31T23:59:59Z"])
async def test_no_match_was_opened_before_there_were_clocks(phone: Device, opened_at: str) -> None:
    """PostgreSQL keeps the first of times as the beginning of all, which nothing reads."""
    answer = await phone.post("/v1/imports", content=BARE.format(opened_at), headers=PLAIN)
    assert answer.json()["items"][0]["problem"]["code"] == "notation_error"
    assert (await phone.get("/v1/matches")).json()["items"] == []


async def test_what_is_brought_is_listed_by_when_it_was_opened(phone: Device) -> None:
    """Whatever the order in the file."""
    days = ("2026-03-02", "2026-01-05", "2026-02-03")
    text = "".join(BARE.format(f"{day}T18:00:00Z") for day in days)
    assert (await phone.post("/v1/imports", content=text, headers=PLAIN)).status_code == 200
    items = (await phone.get("/v1/matches")).json()["items"]
    assert [item["createdAt"][:10] for item in items] == sorted(days, reverse=True)


@pytest.mark.parametrize("text", ["junk\n" + BARE * 1000, (BARE * 1001).replace("\n", "\r")])
async def test_more_than_a_thousand_are_refused_and_none_is_lost(phone: Device, text: str) -> None:
    """What cannot be read counts as well, and so does what old machines wrote."""
    long_text = text.replace("{}", "2026-03-02T18:00:00Z")
    answer = await phone.post("/v1/imports", content=long_text, headers=PLAIN)
    assert_problem(answer, 400, "invalid_body")


def correction_text(hands: int) -> str:
    """A match of as many hands as wanted, each of which was corrected as often as one may be."""
    return SHORT + "".join(f"Hand {number}{' Was' * 999}\n" for number in range(1, hands + 1))


async def test_so_much_and_no_more_may_have_happened_in_a_match(phone: Device) -> None:
    text = correction_text(10) + correction_text(11) + SHORT + "Hand 1" + " Was" * 1000
    most, many, much = await items(phone, text)
    assert most["problem"] is None
    path = f"/v1/matches/{most['matchId']}/journal?sort=newest&limit=1"
    assert (await phone.get(path)).json()["items"][0]["version"] == 10_001
    assert (many["problem"]["code"], many["line"], many["column"]) == ("too_many_changes", 23, 1)
    assert (much["problem"]["code"], much["line"]) == ("notation_error", 25)
    assert much["column"] == len("Hand 1" + " Was" * 999) + 2
    hand = {"at": AT, "record": {}}
    hands = [hand | {"earlier": [hand] * 999}] * 10
    adjustment = {"at": AT, "side": 0, "points": 1, "reason": "x", "cancelled": None}
    body = to_json(TOLD | {"hands": hands}, TOLD | {"hands": hands, "adjustments": [adjustment]})
    fits, does_not = await items(phone, body, JSON_TYPE)
    assert fits["problem"] is None
    assert does_not["problem"]["code"] == "too_many_changes"
    assert does_not["problem"]["errors"][0]["pointer"] == "/matches/1/adjustments/0"
