"""The link of an invite, and where it leads: the page for the phone, with the code filled in."""

import ipaddress
import socket
from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

from litestar import Request, Response
from litestar.params import FromPath
from msgspec import Struct

from pitchkeeper.access.membership import invites
from pitchkeeper.rest import files


class Links(Struct, frozen=True):
    """What the links of an answer begin with."""

    page: str
    """Those that a browser opens."""
    app: str | None = None
    """Those that open an app of the phone; None where the server knows of none."""


Base: TypeAlias = Callable[[Request[Any, Any, Any]], Links]
"""What the links of the answer to a request begin with."""
_LONGEST: Final = 40
# Relative, so that it leads to the page also behind a proxy that serves it below a folder.
_PAGE: Final = "../#/join"


def base(public_url: str | None, address: str, app_url: str | None = None) -> Base:
    """What links begin with: the public address if one is set, else the one that was asked.

    Anybody may send any Host, so it counts only if it is a name or an address of this machine;
    otherwise links begin with the address at which the server listens.
    """
    own = {"localhost", socket.gethostname(), f"{socket.gethostname()}.local"}
    own.add(urlsplit(address).hostname or "")

    def provided(request: Request[Any, Any, Any]) -> Links:
        return Links(own_page(request), app_url)

    def own_page(request: Request[Any, Any, Any]) -> str:
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


@files.route("/join/{code:str}")
def page(code: FromPath[str]) -> Response[None]:
    """The page for the phone, which tries the code; it asks for one where this is none."""
    known = invites.parse_code(code[:_LONGEST])
    address = f"{_PAGE}/{known}" if known else _PAGE
    return Response(None, status_code=303, headers={"Location": address})
