"""Headers of every response for browsers and proxies, and the request headers that count."""

from pathlib import Path

import httpx
import pytest
from litestar import Litestar

from pitchkeeper.settings import BadSetting, read
from tests.support import servers
from tests.support.apps import client, living
from tests.support.phones import Device, assert_problem

SITE = "https://cards.example"


@pytest.mark.parametrize(
    ("path", "caching"),
    [
        # The same for everybody, and asked for again by its tag.
        ("/v1/rulesets", "public, max-age=3600"),
        ("/v1/devices/me", "no-store"),
        ("/nowhere", "no-store"),
        ("/health/live", "no-store"),
        ("/docs", "no-cache"),
    ],
)
async def test_every_answer_forbids_guessing_framing_and_careless_caching(
    stranger: Device, path: str, caching: str
) -> None:
    headers = (await stranger.get(path)).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["cache-control"] == caching
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    permissions = headers["permissions-policy"].split(", ")
    assert {"clipboard-write=(self)", "screen-wake-lock=(self)", "web-share=(self)"} <= {
        *permissions
    }
    assert {"camera=()", "geolocation=()", "microphone=()"} <= {*permissions}
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert len(headers.get_list("content-security-policy")) == 1
    assert "strict-transport-security" not in headers
    assert "server" not in headers


async def test_what_was_asked_by_https_stays_with_https(stranger: Device) -> None:
    answer = await stranger.get("https://table/v1/rulesets")
    assert answer.headers["strict-transport-security"] == "max-age=31536000"


async def test_scripts_of_other_sites_are_not_let_in(stranger: Device) -> None:
    answer = await stranger.get("/v1/rulesets", headers={"Origin": SITE})
    assert not [name for name in answer.headers if name.startswith("access-control")]


async def test_a_site_that_may_not_call_is_told_why(stranger: Device) -> None:
    headers = {"Origin": SITE, "Access-Control-Request-Method": "PUT"}
    answer = await stranger.options("/v1/matches", headers=headers)
    assert_problem(answer, 403, "origin_not_allowed")
    assert "CORS_ORIGINS" in answer.json()["hint"]
    assert not [name for name in answer.headers if name.startswith("access-control")]
    assert (await stranger.options("/v1/matches")).status_code == 204


async def test_whatever_is_read_has_a_head(stranger: Device, shared_app: Litestar) -> None:
    for path in ("/", "/docs", "/openapi.json", "/docs/models", "/join/ABCD"):
        head, got = await stranger.head(path), await stranger.get(path)
        assert (head.status_code, head.content) == (got.status_code, b"")
        assert head.headers["content-length"] == got.headers["content-length"]
    for route in shared_app.routes:
        for handler in getattr(route, "route_handlers", ()):
            if "GET" in handler.http_methods:
                assert "HEAD" in handler.http_methods, route.path


async def test_scripts_of_a_named_site_are_let_in(database_url: str) -> None:
    async with living(database_url, cors_origins=(SITE,)) as app, client(app) as browser:
        answer = await browser.get("/v1/devices/me", headers={"Origin": SITE})
        assert answer.status_code == 401
        assert answer.headers["access-control-allow-origin"] == SITE
        readable = answer.headers["access-control-expose-headers"]
        for name in ("ETag", "Location", "Retry-After", "RateLimit", "X-Request-Id"):
            assert name in readable
        assert "access-control-allow-credentials" not in answer.headers
        headers = {
            "Origin": SITE,
            "Access-Control-Request-Method": "PUT",
            "Access-Control-Request-Headers": "Authorization, If-Match, Idempotency-Key",
        }
        answer = await browser.options("/v1/matches", headers=headers)
        assert answer.status_code == 204
        assert answer.headers["access-control-allow-origin"] == SITE
        assert "authorization" in answer.headers["access-control-allow-headers"].lower()
        assert answer.headers["access-control-allow-methods"] == "GET, POST, PUT, DELETE"
        response = await browser.get("/v1/rulesets", headers={"Origin": SITE})
        plain = await browser.get("/v1/rulesets")
        assert response.headers["vary"] == plain.headers["vary"]
        assert {"accept-language", "origin"} <= set(plain.headers["vary"].split(", "))


async def test_a_site_that_may_call_reads_why_a_request_is_not_even_looked_at(
    database_url: str,
) -> None:
    async with living(database_url, cors_origins=(SITE,)) as app, client(app) as browser:
        long = {"Origin": SITE, "X-Long": "x" * 40_000}
        answer = await browser.get("/v1/rulesets", headers=long)
        assert_problem(answer, 431, "headers_too_large")
        assert answer.headers["access-control-allow-origin"] == SITE


async def test_a_site_that_is_not_among_those_named_is_told_why(database_url: str) -> None:
    async with living(database_url, cors_origins=(SITE,)) as app, client(app) as browser:
        for origin in ("https://other.example", "null", f"{SITE}.example", SITE.upper()):
            headers = {"Origin": origin, "Access-Control-Request-Method": "PUT"}
            answer = await browser.options("/v1/matches", headers=headers)
            assert_problem(answer, 403, "origin_not_allowed")
            assert "CORS_ORIGINS" in answer.json()["hint"]
            for answer_ in (
                answer,
                await browser.options("/v1/matches", headers={"Origin": origin}),
                await browser.get("/v1/rulesets", headers={"Origin": origin}),
            ):
                labels = [name for name in answer_.headers if name.startswith("access-control")]
                assert labels == [], (origin, answer_.request.method)
        # A method that is not allowed the browser finds missing itself.
        headers = {"Origin": SITE, "Access-Control-Request-Method": "PATCH"}
        answer = await browser.options("/v1/matches", headers=headers)
        assert answer.status_code == 204
        assert "PATCH" not in answer.headers["access-control-allow-methods"]
        plain = await browser.options("/v1/matches", headers={"Origin": SITE})
        assert "PUT" not in plain.headers["allow"]


def test_a_proxy_that_is_trusted_speaks_for_its_clients(database_url: str, tmp_path: Path) -> None:
    environment = {
        "RATE_LIMITS": "address=1/3600",
        "DATABASE_URL": database_url,
        "TRUSTED_PROXIES": "127.0.1.0/24, ::1",
    }

    def statuses(address: str, proxy: str) -> list[int]:
        with httpx.Client(transport=httpx.HTTPTransport(local_address=proxy)) as client:
            return [
                client.get(
                    f"{address}/v1/rulesets",
                    headers={"X-Forwarded-For": f"1.2.3.4, 192.0.2.{number}"},
                ).status_code
                for number in (1, 2, 2)
            ]

    with servers.serving(tmp_path, **environment) as address:
        assert statuses(address, "127.0.1.1") == [200, 200, 429]
        assert statuses(address, "127.0.2.1") == [200, 429, 429]
    assert read({}).trusted_proxies == ()


def test_headers_of_any_length_are_not_read(address: str) -> None:
    answer = httpx.get(f"{address}/v1/rulesets", headers={"X-Long": "x" * 60_000})
    assert_problem(answer, 431, "headers_too_large")
    assert httpx.get(f"{address}/v1/rulesets").status_code == 200


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("TRUSTED_PROXIES", "*"),
        ("TRUSTED_PROXIES", "proxy.example"),
        ("CORS_ORIGINS", "*"),
        ("CORS_ORIGINS", "https://cards.example/"),
        ("METRICS_TOKEN", "short"),
        ("PUBLIC_URL", "pitch.example"),
        ("PUBLIC_URL", "https://pitch.example/<a>"),
        ("RATE_LIMITS", "device=0/60"),
        ("RATE_LIMITS", "everybody=5/60"),
    ],
)
def test_a_bad_setting_names_the_variable(name: str, value: str) -> None:
    with pytest.raises(BadSetting, match=name):
        read({name: value})


def test_limits_are_set_by_name() -> None:
    config = read({"RATE_LIMITS": "device=5/60, sign-ins=1/10"})
    assert (config.rate_limits.device.quota, config.rate_limits.sign_ins.seconds) == (5, 10)
    assert config.rate_limits.address == read({}).rate_limits.address
