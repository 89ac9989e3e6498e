"""Invalid lines of an archive are refused one by one, and the others are imported."""

import json
from functools import partial
from typing import Any

import pytest
from litestar import Litestar
from uuid_utils.compat import uuid7

from pitch.types import MOST_ENTRANTS, MOST_NIGHTS, MOST_SLOTS
from tests.support import leagues
from tests.support.apps import new_device
from tests.support.archives import (
    END,
    TOLD,
    archive_line,
    codes,
    counts,
    export,
    join_lines,
    lines,
    pointers,
    season,
    upload,
)
from tests.support.phones import Device, Json, SignIn

HOSTILE: list[tuple[Any, str, str]] = [
    (b"{", "malformed_json", ""),
    (b"\xff\xfe", "malformed_json", ""),
    (b'{"end": {"matches": 0, "leagues": 0}, "end": {}}', "invalid_body", "/end/matches"),
    (b"[" * 100_000, "invalid_body", ""),
    (b'{"match":{"transcript":[' + b"[]," * 500_001 + b"[]]}}", "invalid_body", ""),
    ({}, "invalid_body", ""),
    ({**archive_line(), **END}, "invalid_body", ""),
    ({"odd": 1}, "invalid_body", "/odd"),
    ({"match": {"transcript": TOLD}}, "invalid_body", "/match/matchId"),
    (archive_line("no id"), "invalid_body", "/match/matchId"),
    (archive_line("6ba7b810-9dad-11d1-80b4-00c04fd430c8"), "id_not_uuid7", "/match/matchId"),
    (archive_line(players=["Ann"]), "invalid_body", "/match/transcript/players"),
    (archive_line(players=["Ann", "A\u202enn"]), "invalid_body", ""),
    (archive_line(opened="9999-01-01T00:00:00Z"), "times_disagree", "/match/transcript/opened"),
    (
        archive_line(ruleset={"preset": "setback", "hash": "0" * 64}),
        "rules_differ",
        "/match/transcript/ruleset/hash",
    ),
    (archive_line(result={"scores": [1, 0]}), "result_differs", "/match/transcript/result"),
]


@pytest.mark.parametrize(("line", "code", "pointer"), HOSTILE)
async def test_a_line_that_cannot_be_is_refused_by_itself(
    phone: Device, line: Any, code: str, pointer: str
) -> None:
    bad = line if isinstance(line, bytes) else json.dumps(line).encode()
    answer = await upload(
        phone, join_lines([archive_line()]) + bad + b"\n\n" + join_lines([archive_line(), END])
    )
    assert counts(answer) == (2, 0, 1, True)
    assert codes(answer) == [None, code, None], answer["items"][1]
    assert pointers(answer) == [None, pointer, None]
    assert [item["line"] for item in answer["items"]] == [1, 2, 4]


@pytest.fixture(scope="module")
async def league_line(shared_app: Litestar, passer_by: Device) -> Json:
    """A league with all that there is in one, as its owner's archive has it."""
    sign_in = partial(new_device, shared_app, "127.0.0.1", passer_by)
    async with await sign_in() as owner:
        league, _ = await season(owner, sign_in)
        line: Json = lines(await export(owner, leagues.path(league)))[-2]["league"]
    return line


def changed(league: Json, place: str, value: object) -> Json:
    """A league with something else at a place."""
    copy: Json = json.loads(json.dumps(league))
    *steps, last = [int(each) if each.isdigit() else each for each in place.split("/")]
    inside: Any = copy
    for step in steps:
        inside = inside[step]
    inside[last] = value
    return copy


SETTLED_BY_A_SIDE: Json = {
    "fixture": 1,
    "report": {"wins": [2, 1]},
    "at": "2026-03-03T20:00:00Z",
    "side": 0,
    "isFinal": True,
}


@pytest.mark.parametrize(
    ("place", "value", "code", "pointer"),
    [
        ("leagueId", "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "id_not_uuid7", "/leagueId"),
        ("opened", "9999-01-01T00:00:00Z", "times_disagree", "/opened"),
        ("payments/0/at", "2026-02-30T00:00:00Z", "times_disagree", "/payments/0/at"),
        ("rules/hash", "0" * 64, "rules_differ", "/rules/hash"),
        ("entrants/1/number", 1, "league_contradicts", "/entrants"),
        ("entrants/1/name", "Team 1", "league_contradicts", "/entrants/0/name"),
        (
            "charter/format/tieBreaks",
            ["share", "share"],
            "league_contradicts",
            "/charter/format/tieBreaks",
        ),
        ("charter/format/groups", 2, "league_contradicts", "/charter/format/groups"),
        ("entrants/0/group", 9, "invalid_body", "/entrants/0/group"),
        ("entrants/0/group", 0, "invalid_body", "/entrants/0/group"),
        ("plan/pairs", 10**300, "league_contradicts", "/plan"),
        ("plan/repeats", -1, "league_contradicts", "/plan"),
        ("charter/dates", ["2026-01-02", "2026-01-01"], "dates_out_of_order", "/charter/dates"),
        ("fixtures/0/sides", [[1], [1]], "league_contradicts", "/fixtures/0"),
        ("fixtures/0/sides", [[1], [9]], "league_contradicts", "/fixtures/0"),
        ("fixtures/0/sides", [[1, 2], [3]], "league_contradicts", "/fixtures/0"),
        ("fixtures/0/night", 60, "league_contradicts", "/fixtures/0"),
        ("fixtures/1/number", 1, "league_contradicts", "/fixtures"),
        ("reports/0/fixture", 999, "league_contradicts", "/reports"),
        ("reports/1/fixture", 1, "league_contradicts", "/reports"),
        # Only a report of neither side settles a matchup.
        ("reports/0", SETTLED_BY_A_SIDE, "league_contradicts", "/reports"),
        ("payments/0/payment/entrant", 9, "league_contradicts", "/payments/0"),
        ("payments/1/number", 7, "league_contradicts", "/payments/1"),
        ("payouts/0/entrant", 9, "league_contradicts", "/payouts/0"),
        ("payouts/1/number", 7, "league_contradicts", "/payouts/1"),
        ("payouts/0/amount", 0, "invalid_body", "/payouts/0/amount"),
        ("signUps/1/number", 7, "league_contradicts", "/signUps/1"),
        ("signUps/0/entrant", 9, "league_contradicts", "/signUps/0"),
        (
            "signUps/0/withdrawnAt",
            "9999-01-01T00:00:00Z",
            "times_disagree",
            "/signUps/0/withdrawnAt",
        ),
        ("playOffs/0/playOff/loser", 1, "league_contradicts", "/playOffs/0"),
    ],
)
async def test_a_league_that_is_torn_is_refused(
    phone: Device, league_line: Json, place: str, value: object, code: str, pointer: str
) -> None:
    answer = await upload(phone, join_lines([{"league": changed(league_line, place, value)}]))
    assert codes(answer) == [code], answer
    assert pointers(answer) == [f"/league{pointer}"]


async def test_a_league_has_no_more_matchups_than_there_are_places(
    phone: Device, sign_in: SignIn
) -> None:
    """What it comes to is reckoned whenever somebody asks, and takes as long as there are many."""
    league, _ = await season(phone, sign_in)
    said = lines(await export(phone, leagues.path(league)))[-2]["league"]
    most = MOST_NIGHTS * MOST_SLOTS * MOST_ENTRANTS // 2
    many = [said["fixtures"][0] | {"number": number} for number in range(1, most + 2)]
    torn = said | {"leagueId": str(uuid7()), "fixtures": many, "reports": []}
    answer = await upload(phone, join_lines([{"league": torn}]))
    assert codes(answer) == ["league_contradicts"]
    assert pointers(answer) == ["/league/fixtures"]


async def test_a_match_that_two_matchups_name_is_refused(phone: Device, sign_in: SignIn) -> None:
    league, mine = await season(phone, sign_in)
    said = lines(await export(phone, leagues.path(league)))[-2]["league"]
    twice = changed(said, "reports/2/report", {"matches": [{"matchId": mine[0]}]})
    answer = await upload(phone, join_lines([{"league": twice | {"leagueId": str(uuid7())}}]))
    assert codes(answer) == ["match_linked"]
