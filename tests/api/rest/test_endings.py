"""A deprecated operation says since when, until when, and what takes its place."""

from datetime import date, timedelta

import httpx
from litestar import Litestar

from openapi.generate import NAMED
from pitchkeeper import app
from pitchkeeper.rest import operations
from pitchkeeper.rest.contract import document
from pitchkeeper.rest.middleware import requests
from pitchkeeper.rest.operations import Ending
from pitchkeeper.rest.routes.health import Health

ENDING = Ending(date(2026, 12, 1), date(2027, 12, 1), "getLiveness")


@operations.operation(
    "GET",
    "/former",
    "getFormer",
    tag="Health",
    answer=Health,
    no_etag_reason="It is asked once.",
    is_public=True,
    ending=ENDING,
)
async def get_former() -> Health:
    """Return what getLiveness returns."""
    return Health(status="ok")


async def test_each_answer_has_the_days() -> None:
    litestar = Litestar([get_former], openapi_config=None)
    transport = httpx.ASGITransport(requests.with_logging(litestar))  # type: ignore[arg-type]
    async with httpx.AsyncClient(base_url="http://table", transport=transport) as client:
        answer = await client.get("/former")
    assert answer.status_code == 200
    assert answer.headers["Deprecation"] == "@1796083200"
    assert answer.headers["Sunset"] == "Wed, 01 Dec 2027 00:00:00 GMT"


def test_the_contract_marks_it() -> None:
    former = get_former.opt["operation"]
    contract = document.document([former, *app.OPERATIONS], {}, NAMED)
    operation = contract["paths"]["/former"]["get"]
    assert operation["deprecated"] is True
    assert operation["description"].endswith(
        "Deprecated since 2026-12-01, and ends on 2027-12-01: use getLiveness instead."
    )
    assert {"Deprecation", "Sunset"} <= operation["responses"]["200"]["headers"].keys()
    assert "deprecated" not in contract["paths"]["/health/live"]["get"]


def test_an_operation_ends_a_year_after_it_is_announced() -> None:
    ids = {operation.id for operation in app.OPERATIONS}
    endings = [operation.ending for operation in app.OPERATIONS if operation.ending]
    for ending in [ENDING, *endings]:
        assert ending.until - ending.since >= timedelta(days=365)
        assert ending.successor in ids
