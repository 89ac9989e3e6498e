"""Every problem names the place of the error."""

import ast
import importlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from litestar import Litestar
from structlog.testing import capture_logs

from pitch.messages import Refusal
from tests.support.bodies import NO_ID
from tests.support.phones import Device, Json, assert_problem, open_match


@pytest.mark.parametrize(
    ("body", "code", "pointer"),
    [
        ('{"trumpp": "S"}', "invalid_body", "/trumpp"),
        ('{"a/b~`c": 1}', "invalid_body", "/a~1b~0`c"),
        ('{"piles": [{"side": 0, "cards": ["AS", "1S"]}]}', "invalid_body", "/piles/0/cards/1"),
        ('{"piles": [{"side": 0, "cards": ["AS\\n"]}]}', "invalid_body", ""),
        ('{"contract": {"pitcher": 1}}', "invalid_body", "/contract/bid"),
        ('{"calls": ["pass", "shoot"]}', "invalid_body", "/calls/1"),
        ('{"dealer": 8}', "invalid_body", "/dealer"),
        ('{"dealer": 1e400}', "invalid_body", "/dealer"),
        ('{"trump"', "malformed_json", ""),
        ("", "malformed_json", ""),
        ("[" * 50_000, "invalid_body", ""),
    ],
)
async def test_a_malformed_record_names_the_place(
    phone: Device, match: Json, body: str, code: str, pointer: str
) -> None:
    answer = await phone.put(
        f"/v1/matches/{match['matchId']}/hands/1",
        content=body,
        headers={"Content-Type": "application/json"},
    )
    assert_problem(answer, 400, code, pointer)


@pytest.mark.parametrize(
    ("record", "code", "pointer"),
    [
        ({"dealer": 4}, "not_at_table", "/dealer"),
        ({"contract": {"pitcher": 7, "bid": "four"}}, "not_at_table", "/contract/pitcher"),
        ({"piles": [{"side": 2, "cards": []}]}, "not_at_table", "/piles/0/side"),
        (
            {"claims": {"points": [{"point": "high", "side": 3}]}},
            "not_at_table",
            "/claims/points/0/side",
        ),
        ({"tricksWon": [2, 2, 2]}, "wrong_length", "/tricksWon"),
        (
            {"piles": [{"side": 0, "cards": []}, {"side": 0, "cards": []}]},
            "entered_twice",
            "/piles/1/side",
        ),
    ],
)
async def test_a_seat_or_side_that_is_not_there_is_refused(
    phone: Device, match: Json, record: Json, code: str, pointer: str
) -> None:
    answer = await phone.put(f"/v1/matches/{match['matchId']}/hands/1", json=record)
    assert_problem(answer, 422, code, pointer)


async def test_a_body_over_64_kib_is_refused(phone: Device, match: Json) -> None:
    answer = await phone.put(
        f"/v1/matches/{match['matchId']}/hands/1",
        content=b'{"trump": "S"' + b" " * 65_536 + b"}",
        headers={"Content-Type": "application/json"},
    )
    assert_problem(answer, 413, "body_too_large")


async def test_a_body_of_unsaid_length_is_refused_over_64_kib_too(
    phone: Device, match: Json
) -> None:
    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(9):
            yield b" " * 8_192

    answer = await phone.put(
        f"/v1/matches/{match['matchId']}/hands/1",
        content=chunks(),
        headers={"Content-Type": "application/json"},
    )
    assert_problem(answer, 413, "body_too_large")


async def test_what_went_wrong_with_us_is_logged_and_not_told(
    own_app: Litestar, stranger: Device
) -> None:
    del own_app.state.services
    with capture_logs() as logs:
        answer = await stranger.get("/health/ready")
    assert_problem(answer, 500, "internal_error")
    assert "store" not in answer.text
    assert [line["event"] for line in logs] == ["request failed", "request"]


async def test_a_body_that_is_no_json_is_refused(phone: Device, match: Json) -> None:
    path = f"/v1/matches/{match['matchId']}/hands/1"
    answer = await phone.put(path, content="trump=S", headers={"Content-Type": "text/plain"})
    assert_problem(answer, 415, "not_json")


async def test_unknown_routes_and_methods_are_problems_too(phone: Device) -> None:
    assert_problem(await phone.get("/v1/nothing"), 404, "not_found")
    answer = await phone.put("/v1/devices")
    assert_problem(answer, 405, "method_not_allowed")
    assert "POST" in answer.headers["allow"]
    assert_problem(await phone.get("/v1/matches/17"), 404, "not_found")


@pytest.mark.parametrize(
    ("address", "parameter"),
    [
        ("/v1/matches?limit=0", "limit"),
        ("/v1/matches?limit=many", "limit"),
        ("/v1/matches?cursor=17", "cursor"),
        (f"/v1/matches/{NO_ID}/journal?cursor=last", "cursor"),
        (f"/v1/leagues/{NO_ID}/journal?cursor=%2B1", "cursor"),
        ("/v1/matches?sort=name", "sort"),
        (f"/v1/rulesets/{'%00' * 64}", "rulesetId"),
        (f"/v1/rulesets/setback/difference?other={'%00' * 64}", "other"),
    ],
)
async def test_a_wrong_parameter_is_named(phone: Device, address: str, parameter: str) -> None:
    answer = await phone.get(address)
    assert_problem(answer, 400, "invalid_parameter", parameter=parameter)
    assert parameter in answer.json()["detail"] + (answer.json()["hint"] or "")


async def test_an_empty_precondition_allows_nothing(phone: Device, match: Json) -> None:
    path = f"/v1/matches/{match['matchId']}/hands/1"
    answer = await phone.put(path, json={}, headers={"If-Match": ""})
    assert_problem(answer, 412, "stale_match")


@pytest.mark.parametrize(
    ("body", "status", "code", "pointer"),
    [
        ({"ruleset": "bridge"}, 404, "ruleset_not_found", ""),
        ({"sides": "individuals"}, 422, "table_not_allowed", "/sides"),
        ({"players": [{"name": "Ann"}] * 3}, 422, "table_not_allowed", "/players"),
        ({"target": 21}, 422, "fixed_target", "/target"),
        ({"firstDealer": 4}, 422, "not_at_table", "/firstDealer"),
        ({"options": {"bids": ["four", "two"]}}, 422, "contradictory_options", "/options/bids"),
        ({"players": [{"name": "A\u202eB"}] * 4}, 400, "invalid_body", "/players/0/name"),
        ({"players": [{"name": ""}] * 4}, 400, "invalid_body", "/players/0/name"),
        ({"players": [{"name": " \u00a0 "}] * 4}, 400, "invalid_body", "/players/0/name"),
        (
            {"players": [{"name": name} for name in ("Ann", "Bob", " aNN  ", "Dee")]},
            422,
            "names_alike",
            "/players/2/name",
        ),
    ],
)
async def test_a_match_that_cannot_be_opened_says_why(
    phone: Device, body: Json, status: int, code: str, pointer: str
) -> None:
    players = [{"name": name} for name in ("Ann", "Bob", "Cid", "Dee")]
    usual = {"ruleset": "mb-lounge", "players": players}
    assert_problem(await phone.post("/v1/matches", json=usual | body), status, code, pointer)


@pytest.mark.parametrize(
    ("path", "body", "code", "kind"),
    [
        ("matches", {}, "invalid_body", "missing"),
        ("matches", {"title": "Friday"}, "invalid_body", "unknown_field"),
        ("matches", {"ruleset": "mb-lounge", "players": []}, "invalid_body", "list_length"),
        ("matches", {"ruleset": 3, "players": []}, "invalid_body", "not_this"),
        ("matches?state=lost", None, "invalid_parameter", "invalid_parameter.only"),
        ("matches?limit=101", None, "invalid_parameter", "bound"),
        ("matches?cursor=1", None, "invalid_parameter", "invalid_parameter.cursor"),
        ("rulesets/unheard-of", None, "ruleset_not_found", "ruleset_not_found"),
    ],
)
async def test_an_error_has_a_code_that_says_more_than_that_of_its_problem(
    phone: Device, path: str, body: Json | None, code: str, kind: str
) -> None:
    method = "GET" if body is None else "POST"
    problem = (await phone.request(method, f"/v1/{path}", json=body)).json()
    assert (problem["code"], [error["code"] for error in problem["errors"]]) == (code, [kind])


async def test_every_answer_forbids_guessing_and_caching(phone: Device) -> None:
    answer = await phone.get("/v1/matches")
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"


async def test_a_house_match_may_change_what_the_document_fixes(phone: Device) -> None:
    match = await open_match(phone, options={"target": 21})
    assert match["target"] == 21
    assert len(match["ruleset"]["id"]) == 64


async def test_a_problem_is_said_in_the_language_asked_for(phone: Device) -> None:
    answer = await phone.get("/v1/nothing", headers={"Accept-Language": "es-MX, en;q=0.5"})
    assert_problem(answer, 404, "not_found")
    problem = answer.json()
    message = {"code": "problem.not_found", "args": {}, "text": "No hay nada en esta dirección."}
    assert (problem["message"], problem["detail"]) == (message, message["text"])
    assert (problem["errors"][0]["message"], problem["errors"][0]["detail"]) == (
        message,
        message["text"],
    )


async def test_what_helps_developers_is_apart_from_what_players_read(phone: Device) -> None:
    problem = (await phone.put("/v1/devices")).json()
    assert problem["detail"] == "That can't be done here."
    assert problem["hint"] == problem["errors"][0]["hint"]
    assert "Allow header" in problem["hint"]


ROOT = Path(__file__).parents[3]
MODULES = sorted(path for top in ("api", "domain") for path in (ROOT / top).rglob("*.py"))


def raised_bare(path: Path) -> list[str]:
    """Return the refusals that a module raises without a message."""
    tree = ast.parse(path.read_text())
    exceptions = [node.exc for node in ast.walk(tree) if isinstance(node, ast.Raise) and node.exc]
    calls = [
        exception
        for exception in exceptions
        if isinstance(exception, ast.Call) and not exception.args
    ]
    return [
        ast.unparse(exception.func if isinstance(exception, ast.Call) else exception)
        for exception in exceptions
        if exception in calls or isinstance(exception, ast.Name | ast.Attribute)
    ]


def test_whoever_refuses_without_a_sentence_has_a_usual_one() -> None:
    bare = [(path, name) for path in MODULES for name in raised_bare(path)]
    assert len(bare) > 50
    for path, name in bare:
        module = importlib.import_module(".".join(path.relative_to(ROOT).with_suffix("").parts[1:]))
        item: object = module
        for part in name.split("."):
            item = getattr(item, part, None)
        if isinstance(item, type) and issubclass(item, Refusal):
            assert item.default_message is not None, (path, name)
