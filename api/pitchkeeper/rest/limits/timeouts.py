"""Timeouts: no request is worked on for longer than its client would wait."""

import asyncio
from typing import Final

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Middleware, Receive, Scope, Send

from pitch.errors import Refusal
from pitch.messages import Message
from pitchkeeper.rest.limits.request_body import BodyTooSlow, RequestBody
from pitchkeeper.rest.operations import operation_for

SECONDS: Final = 30.0
"""More than the longest proof may take, and what is served before it."""


class TimedOut(Refusal):
    """This took too long and was given up; try again."""

    code = "timed_out"
    default_message = Message("problem.timed_out")


def with_timeout(seconds: float) -> Middleware:
    """Give requests up after so many seconds, but for streams, which have no end."""

    def timed(app: ASGIApp) -> ASGIApp:
        async def timing(scope: Scope, receive: Receive, send: Send) -> None:
            operation = operation_for(scope)
            is_endless = operation is not None and operation.is_endless
            # What reads nothing but the end of a stream awaits no body.
            if scope["type"] != ScopeType.HTTP or (is_endless and scope["method"] == "GET"):
                await app(scope, receive, send)
                return
            arrival = RequestBody(receive)
            limit = asyncio.timeout(None if is_endless else seconds)
            try:
                async with limit:
                    await app(scope, arrival, send)
            except TimeoutError as timeout:
                # A timeout inside of the work is a failure of its own, not the end of this one.
                if limit.expired():
                    raise (BodyTooSlow if arrival.is_awaited else TimedOut) from timeout
                raise

        return timing

    return timed
