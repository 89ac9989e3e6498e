"""App links: files that allow an app to open the links of invites."""

from collections.abc import Sequence
from typing import Any, Final

from litestar import MediaType, Response
from litestar.handlers import HTTPRouteHandler

from pitchkeeper.rest import files
from pitchkeeper.settings import AndroidApp

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
