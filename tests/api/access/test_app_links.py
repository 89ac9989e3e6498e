"""A native app opens the links of invites, where whoever runs the server names one."""

from collections.abc import AsyncIterator

import httpx
import pytest

from pitchkeeper import settings
from pitchkeeper.access.membership import join_page
from pitchkeeper.settings import BadSetting
from tests.support import guests
from tests.support.apps import client, living
from tests.support.phones import Device, Json, assert_problem, open_match

PRINT = ":".join(["14", "6D"] * 16)
NAMED = {
    "APP_URL": "pitch://open/",
    "APPLE_APPS": "A1B2C3D4E5.example.pitch, A1B2C3D4E5.example.beta",
    "ANDROID_APPS": f"example.pitch={PRINT}",
}
FILES = ("apple-app-site-association", "assetlinks.json")


@pytest.fixture
async def served_app(database_url: str) -> AsyncIterator[Device]:
    """A device of a server that names apps."""
    config = settings.read(NAMED)
    base = join_page.base("https://pitch.example", "http://table", config.app_url)
    apps = join_page.routes(config.apple_apps, config.android_apps)
    async with living(database_url, base=base, apps=apps) as app, client(app) as device:
        token = (await device.post("/v1/devices")).json()["token"]
        device.headers["Authorization"] = f"Bearer {token}"
        yield device


async def test_phones_are_told_of_the_apps(served_app: Device) -> None:
    del served_app.headers["Authorization"]
    apple, android = [await served_app.get(f"/.well-known/{name}") for name in FILES]
    (details,) = apple.json()["applinks"]["details"]
    assert details["appIDs"] == ["A1B2C3D4E5.example.pitch", "A1B2C3D4E5.example.beta"]
    assert details["components"] == [{"/": "/join/*"}]
    (link,) = android.json()
    assert link["target"]["package_name"] == "example.pitch"
    assert link["target"]["sha256_cert_fingerprints"] == [PRINT]
    for answer in (apple, android):
        assert answer.headers["content-type"] == "application/json"
        assert answer.headers["cache-control"] == "public, max-age=3600"


async def test_invites_and_transfers_carry_a_link_for_the_app(served_app: Device) -> None:
    match = await open_match(served_app)
    invite = await guests.invite(served_app, match, role="scorer")
    code = invite["code"].replace("-", "")
    assert invite["link"] == f"https://pitch.example/join/{code}"
    assert invite["appLink"] == f"pitch://open/join/{code}"
    transfer = (await served_app.post("/v1/devices/me/transfer")).json()
    assert transfer["appLink"] == f"pitch://open/transfer/{transfer['code']}"


async def test_without_an_app_there_is_nothing(
    stranger: httpx.AsyncClient, phone: Device, match: Json
) -> None:
    for name in FILES:
        assert_problem(await stranger.get(f"/.well-known/{name}"), 404, "not_found")
    assert (await guests.invite(phone, match, role="scorer"))["appLink"] is None
    assert (await phone.post("/v1/devices/me/transfer")).json()["appLink"] is None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("APP_URL", "pitch"),
        ("APP_URL", "javascript:alert(1)"),
        ("APP_URL", "pitch://open?x=1"),
        ("APPLE_APPS", "example.pitch"),
        ("APPLE_APPS", "A1B2C3D4E5"),
        ("ANDROID_APPS", "example.pitch"),
        ("ANDROID_APPS", "example.pitch=14:6D"),
        ("ANDROID_APPS", f"pitch={PRINT}"),
    ],
)
def test_an_app_that_cannot_be_is_refused_at_the_start(name: str, value: str) -> None:
    with pytest.raises(BadSetting, match=name):
        settings.read({name: value})
