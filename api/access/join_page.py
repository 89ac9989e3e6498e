"""The join page: the page that a browser shows when it opens the link of an invite."""

import html
import ipaddress
import socket
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

from litestar import MediaType, Request, Response, get
from litestar.params import FromPath

from api.access import invites
from api.messages import languages
from domain.messages import Message

Base: TypeAlias = Callable[[Request[Any, Any, Any]], str]
"""What the links of the answer to a request begin with."""
_POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'"
_LONGEST: Final = 40
_PAGE: Final = """\
<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>{title}</title>
<style>body{{font:1.2rem sans-serif;margin:3rem auto;max-width:30rem;text-align:center}}</style>
</head>
<body>
<h1>{invited}</h1>
<p>{how}</p>
<p style="font-size:2.5rem"><strong>{code}</strong></p>
</body>
</html>
"""
_WORDS: Final = {
    "title": Message("join.title"),
    "invited": Message("join.invited"),
    "how": Message("join.how"),
}


def base(public_url: str | None, address: str) -> Base:
    """What links begin with: the public address if one is set, else the one that was asked.

    Anybody may send any Host, so it counts only if it is a name or an address of this machine;
    otherwise links begin with the address at which the server listens.
    """
    own = {"localhost", socket.gethostname(), f"{socket.gethostname()}.local"}
    own.add(urlsplit(address).hostname or "")

    def provided(request: Request[Any, Any, Any]) -> str:
        if public_url:
            return public_url
        try:
            asked = urlsplit(str(request.base_url))
            is_own = asked.hostname in own or _is_own(asked.hostname or "")
        except ValueError:
            return address
        is_plain = asked.username is None and asked.path in {"", "/"}
        return f"{asked.scheme}://{asked.netloc}" if is_own and is_plain else address

    return provided


LOCAL: Final = base(None, "http://localhost:8000")
"""Links of a server that only its own machine reaches."""


@lru_cache(maxsize=256)
def _is_own(host: str) -> bool:
    """Whether this machine has an address; nobody else's can be bound to."""
    if ipaddress.ip_address(host).is_unspecified:
        return False
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.bind((host, 0))
    except OSError:
        return False
    return True


@get("/join/{code:str}", media_type=MediaType.HTML, sync_to_thread=False)
def page(code: FromPath[str]) -> Response[str]:
    """A page that repeats the code, whether or not there is such an invite."""
    known = invites.read(code[:_LONGEST])
    said = invites.written(known) if known else html.escape(code[:_LONGEST])
    words = {
        name: html.escape(languages.text(message()), quote=False)
        for name, message in _WORDS.items()
    }
    return Response(
        _PAGE.format(code=said, language=languages.spoken(), **words),
        media_type=MediaType.HTML,
        headers={"Content-Security-Policy": _POLICY},
    )
