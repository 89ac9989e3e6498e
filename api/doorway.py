"""The doorway: the page that a browser shows when it opens the link of an invite."""

import html
from collections.abc import Callable
from typing import Any, Final

from litestar import MediaType, Request, Response, get
from litestar.params import FromPath

from api import invites

_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
_LONGEST: Final = 40
_PAGE: Final = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>Join by a code</title>
<style>body{{font:1.2rem sans-serif;margin:3rem auto;max-width:30rem;text-align:center}}</style>
</head>
<body>
<h1>You are invited to play Pitch</h1>
<p>Open Pitchkeeper on your phone and enter this code:</p>
<p style="font-size:2.5rem"><strong>{code}</strong></p>
</body>
</html>
"""


def base(public_url: str | None) -> Callable[[Request[Any, Any, Any]], str]:
    """What links begin with: the public address if one is set, else the one that was asked."""

    def provided(request: Request[Any, Any, Any]) -> str:
        return public_url or str(request.base_url).rstrip("/")

    return provided


@get("/join/{code:str}", media_type=MediaType.HTML, sync_to_thread=False)
def page(code: FromPath[str]) -> Response[str]:
    """A page that repeats the code, whether or not there is such an invite."""
    known = invites.read(code[:_LONGEST])
    said = invites.written(known) if known else html.escape(code[:_LONGEST])
    return Response(
        _PAGE.format(code=said),
        media_type=MediaType.HTML,
        headers={"Content-Security-Policy": _POLICY},
    )
