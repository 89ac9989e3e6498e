"""The links of invites, the redirect to the page with the code, and the files for apps."""

import ipaddress
import socket
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

from litestar import MediaType, Request, Response
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from msgspec import Struct

from pitchkeeper.access.membership import invites
from pitchkeeper.rest import files
from pitchkeeper.settings import AndroidApp


class Links(Struct, frozen=True):
    """The beginnings of links in a response."""

    page: str
    """The beginning of links for a browser."""
    app: str | None = None
    """The beginning of links for an app of the phone; None if no app is configured."""


Base: TypeAlias = Callable[[Request[Any, Any, Any]], Links]
"""Return the beginnings of links in the response to a request."""
_LONGEST: Final = 40
# Relative, so that it leads to the page also behind a proxy that serves it below a folder.
_PAGE: Final = "../#/join"


def base(public_url: str | None, address: str, app_url: str | None = None) -> Base:
    """Return the source of link beginnings: the public address, else that of the request.

    A client can send any Host, so it counts only if it names this machine; otherwise links begin
    with the address at which the server listens.
    """
    own = {"localhost", socket.gethostname(), f"{socket.gethostname()}.local"}
    own.add(urlsplit(address).hostname or "")

    def links(request: Request[Any, Any, Any]) -> Links:
        return Links(own_page(request), app_url)

    def own_page(request: Request[Any, Any, Any]) -> str:
        if public_url:
            return public_url
        try:
            requested = urlsplit(str(request.base_url))
            is_own = requested.hostname in own or _is_own(requested.hostname or "")
        except ValueError:
            return address
        is_plain = requested.username is None and requested.path in {"", "/"}
        return f"{requested.scheme}://{requested.netloc}" if is_own and is_plain else address

    return links


LOCAL: Final = base(None, "http://localhost:8000")
"""Links of a server that only its own machine reaches."""


@lru_cache(maxsize=256)
def _is_own(host: str) -> bool:
    """Return whether this machine has an address, by trying to bind to it."""
    if ipaddress.ip_address(host).is_unspecified:
        return False
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((host, 0))
    except OSError:
        return False
    return True


@files.route("/join/{code:str}")
def page(code: FromPath[str]) -> Response[None]:
    """Redirect to the page with the code filled in, if it is one."""
    parsed = invites.parse_code(code[:_LONGEST])
    address = f"{_PAGE}/{parsed}" if parsed else _PAGE
    return Response(None, status_code=303, headers={"Location": address})


_INVITES: Final = "/join/*"
_ANY: Final = "delegate_permission/common.handle_all_urls"
# Phones, and for iOS the servers of Apple, ask once when the app is installed, without signing in.
_HEADERS: Final = {"Cache-Control": "public, max-age=3600"}


def routes(apple: Sequence[str], android: Sequence[AndroidApp]) -> tuple[HTTPRouteHandler, ...]:
    """Return routes of the files for the configured apps."""
    files = {
        "apple-app-site-association": _apple_file(apple) if apple else None,
        "assetlinks.json": _android_file(android) if android else None,
    }
    return tuple(_route(name, content) for name, content in files.items() if content)


def _route(name: str, content: object) -> HTTPRouteHandler:
    @files.route(f"/.well-known/{name}")
    def file() -> Response[object]:
        return Response(content, media_type=MediaType.JSON, headers=_HEADERS)

    return file


def _apple_file(apps: Sequence[str]) -> dict[str, Any]:
    return {"applinks": {"details": [{"appIDs": list(apps), "components": [{"/": _INVITES}]}]}}


def _android_file(apps: Sequence[AndroidApp]) -> list[dict[str, Any]]:
    return [
        {
            "relation": [_ANY],
            "target": {
                "namespace": "android_app",
                "package_name": app.package,
                "sha256_cert_fingerprints": [app.fingerprint],
            },
        }
        for app in apps
    ]
