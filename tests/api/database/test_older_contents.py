"""Hands and rulings stored by an older contract are read in the terms of the present one."""

from pathlib import Path
from typing import Any

import msgspec
from uuid_utils.compat import uuid7

from pitchkeeper.access.devices import Command
from pitchkeeper.database.migrator import migrate
from pitchkeeper.database.pool import Connections
from pitchkeeper.matches.store import MatchStore
from pitchkeeper.messages import codecs, languages
from pitchkeeper.settings import MIGRATIONS
from tests.support.databases import open_pool
from tests.support.older_versions import AT, FIRST, SECOND, keep_as_before, upgrade

EARLIER = {
    "contract": {"pitcher": 0, "bid": "four"},
    "claims": {
        "high": {"side": 0, "card": "AS"},
        "low": {"side": 1},
        "game": {"side": 1, "pips": [30, 41]},
        "taken": [1, None],
        "winner": 1,
    },
}
LISTED = {
    "contract": {"pitcher": 0, "bid": "four"},
    "claims": {
        "points": [
            {"point": "high", "side": 0, "card": "AS"},
            {"point": "low", "side": 1},
            {"point": "game", "side": 1},
        ],
        "pips": [30, 41],
        "taken": [1, None],
        "winner": 1,
    },
}
JACK_REPAIR = {
    "message": "The jack of trumps was not in play.",
    "change": {"op": "replace", "path": "/claims/jack/inPlay", "value": "false"},
}
RULING: dict[str, Any] = {
    "outcome": "The bid is set.",
    "why": "Nobody took High. Nobody took Low.",
    "basis": "text",
    "clauses": [
        {
            "id": "mb-lounge/point.high",
            "topic": "point.high",
            "text": "The highest trump takes High.",
            "document": "MB Lounge",
            "basis": "text",
        },
        {
            "id": "house/win.target",
            "topic": "win.target",
            "text": "The match is to 21 points.",
            "document": "House rules",
            "basis": "house",
        },
    ],
    "turnsOn": [
        {
            "kind": "option",
            "name": "low",
            "value": '"dealt"',
            "outcome": "The bid is made.",
            "clauses": ["house/point.low"],
            "also": None,
        }
    ],
    "undecided": ["One was not decided."],
    "moot": False,
    "pairsUntried": 0,
}


def as_json(value: object) -> object:
    """Return a value as JSON."""
    return msgspec.json.decode(codecs.encode_stored(value))


async def test_claims_of_four_fields_are_listed_by_point(empty_url: str, tmp_path: Path) -> None:
    """In hands and in the journal; and what was proven of them tells of the same facts."""
    await upgrade(empty_url, tmp_path, 3)
    match_id, owner = uuid7(), uuid7()
    pool = await open_pool(empty_url)
    await keep_as_before(pool, match_id, owner)
    await upgrade(empty_url, tmp_path, 17)
    ending = {"trump": "S", "high": 0, "low": 1, "jack": None, "game": 1, "tricks": None}
    finding = {
        "code": "points_over_four",
        "kind": "arithmetic",
        "message": "Count them again.",
        "facts": ["/claims/low/side", "/claims/game/side", "/claims/game/pips/1", "/claims/taken"],
        "clauses": [],
    }
    change = {"op": "replace", "path": "/claims/low/side", "value": "0"}
    proof = {
        "dealer": 3,
        "endings": [ending],
        "findings": [finding],
        "repairs": [{"message": "Low was theirs.", "change": change}],
    }
    hands = (
        (EARLIER, proof),
        ({"claims": {"jack": {"inPlay": True}}}, {"dealer": 3, "repairs": [JACK_REPAIR]}),
        ({"trump": "S", "claims": {}}, {"dealer": 3, "endings": [ending]}),
    )
    for number, (record, proven) in enumerate(hands, 1):
        await pool.execute(
            "INSERT INTO hands (match_id, number, record, is_void, proof) "
            "VALUES ($1, $2, $3, false, $4) ON CONFLICT (match_id, number) "
            "DO UPDATE SET record = excluded.record, proof = excluded.proof",
            match_id,
            number,
            msgspec.json.encode(record),
            msgspec.json.encode(proven),
        )
    await pool.execute(
        "UPDATE journal SET entry = $2 WHERE match_id = $1 AND version = 7",
        match_id,
        msgspec.json.encode(
            {
                "action": "hand_changed",
                "hand": 1,
                "hands": [
                    {
                        "number": 1,
                        "before": {"number": 1, "record": FIRST},
                        "after": {"number": 1, "record": EARLIER},
                    }
                ],
            }
        ),
    )
    await migrate(empty_url, MIGRATIONS)
    store = MatchStore(Connections(pool), lambda _match_id: None)
    state = await store.load(match_id, Command(owner))
    assert state is not None
    assert [as_json(hand.record) for hand in state.hands] == [
        LISTED,
        {"claims": {"points": [{"point": "jack"}]}},
        {"trump": "S", "claims": {}},
    ]
    first, second, third = (hand.proof for hand in state.hands)
    assert first is not None
    assert third is not None
    assert [end.owners for end in (*first.endings, *third.endings)] == [(0, 1, None, 1)] * 2
    assert first.findings[0].code == "points_over_total"
    assert first.findings[0].facts == (
        "/claims/points/1/side",
        "/claims/points/2/side",
        "/claims/pips/1",
        "/claims/taken",
    )
    assert first.repairs[0].change.path == "/claims/points/1/side"
    assert second is None, "proven anew"
    (line,) = await store.list_back(match_id, 7, 1)
    (changed,) = line.entry.hands
    assert changed.before is not None
    assert changed.after is not None
    assert as_json(changed.before.record) == FIRST
    assert as_json(changed.after.record) == LISTED
    pool.terminate()


async def test_a_ruling_in_texts_is_read_in_sentences(empty_url: str, tmp_path: Path) -> None:
    """In the hand that is disputed and in the journal, with its clauses and what it turns on."""
    await upgrade(empty_url, tmp_path, 3)
    match_id, owner = uuid7(), uuid7()
    pool = await open_pool(empty_url)
    await keep_as_before(pool, match_id, owner)
    await upgrade(empty_url, tmp_path, 18)
    reason = '{"document": "House rules"}'
    objection = {"deviceId": str(owner), "at": AT.isoformat(), "reason": reason}
    agreement = {"dispute": objection | {"ruling": RULING, "resolution": None}}
    encode = msgspec.json.encode
    await pool.execute(
        "UPDATE hands SET agreement = $2 WHERE match_id = $1", match_id, encode(agreement)
    )
    before = {"number": 1, "record": SECOND}
    change = {"number": 1, "before": before, "after": before | {"agreement": agreement}}
    entry = {"action": "hand_disputed", "hand": 1, "hands": [change]}
    await pool.execute(
        "UPDATE journal SET entry = $2 WHERE match_id = $1 AND version = 7",
        match_id,
        encode(entry),
    )
    await migrate(empty_url, MIGRATIONS)
    store = MatchStore(Connections(pool), lambda _match_id: None)
    state = await store.load(match_id, Command(owner))
    assert state is not None
    (line,) = await store.list_back(match_id, 7, 1)
    agreement_of_line = line.entry.hands[0].after
    assert agreement_of_line is not None
    for hand in (state.hands[0], agreement_of_line):
        dispute = hand.agreement.dispute
        assert dispute is not None
        ruling = dispute.ruling
        assert ruling is not None
        assert languages.text(ruling.outcome) == "The bid is set."
        assert languages.texts(ruling.whys) == "Nobody took High. Nobody took Low."
        assert languages.texts(ruling.clauses[0].sentences) == "The highest trump takes High."
        assert [clause.document for clause in ruling.clauses] == ["MB Lounge", None]
        assert dispute.reason == reason
        assert languages.text(ruling.turns_on[0].outcome) == "The bid is made."
        assert ruling.turns_on[0].conditions == ()
        assert languages.texts(ruling.undecided) == "One was not decided."
    pool.terminate()
