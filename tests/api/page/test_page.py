"""The page is sent as it was built: packed, kept or asked for again, and with its policy."""

import gzip
import re

import httpx
import pytest

from pitchkeeper.settings import PAGE
from tests.support.phones import Device, assert_problem

INDEX = (PAGE / "index.html").read_bytes()
(SCRIPT,) = re.findall(r'src="(/assets/[^"]+\.js)"', INDEX.decode())
LETTERS = sorted((PAGE / "assets").glob("*.woff2"))


async def test_the_address_that_is_printed_is_the_page(stranger: Device) -> None:
    page = await stranger.get("/")
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert page.content == INDEX
    assert (await stranger.get("/index.html")).content == INDEX


async def test_everything_that_the_page_names_is_there(stranger: Device) -> None:
    matches = re.findall(r'(?:src|href)="(/[^"]+)"', INDEX.decode())
    assert matches
    for address in (*matches, "/worker.js"):
        assert (await stranger.get(address)).status_code == 200, address


async def test_the_manifest_is_right_for_home_screens_and_stores(stranger: Device) -> None:
    answer = await stranger.get("/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    pictures = [icon for icon in manifest["icons"] if icon["type"] == "image/png"]
    for icon in pictures:
        picture = await stranger.get(icon["src"])
        assert picture.headers["content-type"] == "image/png"
        assert icon["sizes"] == "{}x{}".format(*_size(picture.content))
    # Chrome asks for these two sizes; one picture cannot be cut to any shape and shown whole too.
    sizes = {icon["sizes"] for icon in pictures if "purpose" not in icon}
    assert sizes == {"192x192", "512x512"}
    assert {icon["sizes"] for icon in pictures if icon.get("purpose") == "maskable"} == {"512x512"}
    # The page works however a phone is turned.
    assert "orientation" not in manifest
    addresses = [manifest["start_url"], manifest["share_target"]["action"]]
    for address in (*addresses, *(shortcut["url"] for shortcut in manifest["shortcuts"])):
        assert address.startswith(manifest["scope"])
        assert (await stranger.get(address.partition("#")[0])).content == INDEX


async def test_the_icon_of_an_iphone_has_no_corners_of_its_own(stranger: Device) -> None:
    (address,) = re.findall(r'rel="apple-touch-icon" href="([^"]+)"', INDEX.decode())
    picture = await stranger.get(address)
    assert _size(picture.content) == (180, 180)
    # Color type 2 is without transparency, which iOS would fill with black.
    assert picture.content[25] == 2


def _size(png: bytes) -> tuple[int, int]:
    """Return the width and height of a PNG, which its header says."""
    assert png[12:16] == b"IHDR"
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


async def test_the_page_is_asked_for_again_and_its_assets_never(stranger: Device) -> None:
    for address in ("/", "/worker.js", "/manifest.webmanifest"):
        assert (await stranger.get(address)).headers["cache-control"] == "no-cache", address
    cache_control = (await stranger.get(SCRIPT)).headers["cache-control"]
    assert "immutable" in cache_control
    assert "max-age=31536000" in cache_control


@pytest.mark.parametrize("address", ["/", "/worker.js", SCRIPT])
async def test_what_a_browser_has_already_is_not_sent_again(stranger: Device, address: str) -> None:
    first = await stranger.get(address)
    again = await stranger.get(address, headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
    assert again.content == b""
    assert again.headers["etag"] == first.headers["etag"]
    response = await stranger.get(address, headers={"If-None-Match": '"another"'})
    assert response.status_code == 200


async def test_text_is_packed_for_whoever_takes_it_so(stranger: Device) -> None:
    largest = f"/{max(_first(), key=lambda name: (PAGE / name).stat().st_size)}"
    response = await stranger.get(largest, headers={"Accept-Encoding": "gzip"})
    plain = await stranger.get(largest, headers={"Accept-Encoding": "identity"})
    assert response.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert response.content == plain.content == (PAGE / largest[1:]).read_bytes()
    assert int(response.headers["content-length"]) < int(plain.headers["content-length"]) / 2
    for sent in (response, plain):
        assert "Accept-Encoding" in sent.headers["vary"]


async def test_letters_are_packed_already(stranger: Device) -> None:
    for file in LETTERS:
        sent = await stranger.get(f"/assets/{file.name}", headers={"Accept-Encoding": "gzip"})
        assert "content-encoding" not in sent.headers
        assert sent.headers["content-type"] == "font/woff2"
        assert sent.content == file.read_bytes()


async def test_the_first_load_is_small() -> None:
    first = [INDEX, *((PAGE / name).read_bytes() for name in _first())]
    size = sum(len(gzip.compress(content)) for content in first)
    letters = sum(file.stat().st_size for file in LETTERS)
    assert size + letters <= 150_000


def _first() -> list[str]:
    return [name.removeprefix("/") for name in re.findall(r'"(/assets/[^"]+)"', INDEX.decode())]


@pytest.mark.parametrize("address", ["/", "/worker.js", "/manifest.webmanifest"])
async def test_no_script_of_another_runs_in_the_page(stranger: Device, address: str) -> None:
    policy = (await stranger.get(address)).headers["content-security-policy"]
    rules = dict(rule.strip().split(" ", 1) for rule in policy.split(";"))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == rules["style-src"] == rules["connect-src"] == "'self'"
    assert rules["frame-ancestors"] == rules["base-uri"] == rules["form-action"] == "'none'"
    assert "unsafe" not in policy
    assert "http" not in policy


def test_the_page_has_no_script_within_it_and_asks_nobody_else() -> None:
    text = INDEX.decode()
    assert not re.search(r"<script(?![^>]*\bsrc=)", text)
    assert "<style" not in text
    assert not re.search(r'(src|href)="(https?:)?//', text)


@pytest.mark.parametrize(
    "address",
    [
        "/nothing.html",
        "/assets/nothing.js",
        "/assets/",
        "/assets/..%2Findex.html",
        "/assets/..%2F..%2F..%2Fpyproject.toml",
        "/assets/%2e%2e/%2e%2e/%2e%2e/pyproject.toml",
        "/..%2f..%2fpyproject.toml",
        "/assets/..%5c..%5cindex.html",
        "/assets/%00",
        "/web/built/index.html",
    ],
)
async def test_nothing_but_the_page_is_sent(stranger: Device, address: str) -> None:
    # Where dots have been resolved before they are sent there is nothing left to try.
    url = httpx.URL("http://table").copy_with(raw_path=address.encode())
    assert_problem(await stranger.get(url), 404, "not_found")
