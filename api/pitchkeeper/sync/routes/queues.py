"""Queues: commands that a device could not send when it made them."""

from functools import partial
from typing import Any, Final

from litestar import Request
from litestar.di import NamedDependency

from pitch.hand import EARLIER_CLAIMS
from pitchkeeper.access.devices import Device
from pitchkeeper.rest import bodies
from pitchkeeper.rest.limits.throttle import Throttle
from pitchkeeper.rest.operations import operation
from pitchkeeper.sync import receipts
from pitchkeeper.sync.deliveries import Deliveries
from pitchkeeper.sync.queues import Queue

_LIMIT: Final = 1024 * 1024
MOST_VALUES: Final = _LIMIT // 16
"""As dense as the body of one command may be; a hundred long hands have a third of it."""


@operation("POST", "/v1/commands", tag="Commands", body=Queue, body_limit=_LIMIT)
async def send_commands(
    request: Request[Any, Any, Any],
    caller: NamedDependency[Device],
    deliveries: NamedDependency[Deliveries],
    throttle: NamedDependency[Throttle],
) -> receipts.CommandAnswers:
    """Send the commands that a device has queued.

    The commands are executed in their order, each as the operation that it names, and a refused
    command does not stop the others. A command takes effect once however often it arrives, so a
    retry is safe: send again the commands without a result, and those refused for a temporary
    reason. Without `after` and `seenVersion` a command overwrites no entry and confirms no hand;
    commands of other kinds need neither. Every command counts as a request: from the first over a
    rate limit on, all are refused as `rate_limited`; send them again after `retryAfter` seconds.
    Commands about leagues are in a list of their own, which is executed after the commands about
    matches. The response has no score sheets; read them once afterwards.
    """
    queue = await bodies.read(request, Queue, EARLIER_CLAIMS, MOST_VALUES)
    # Each command is a request to the limits, or one permit would pay for a hundred changes.
    permit = partial(throttle.admit_command, request.scope, str(caller.device_id))
    results = await deliveries.deliver(
        caller.device_id, (*queue.commands, *queue.league_commands), permit
    )
    return receipts.answers(results, request.url.path)
