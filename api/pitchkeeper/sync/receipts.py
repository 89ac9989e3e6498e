"""Receipts: what devices are told of each command that they sent."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from pitch.match import HandNumber
from pitchkeeper.rest import problems, views
from pitchkeeper.rest.problems import Problem
from pitchkeeper.rest.views import View
from pitchkeeper.sync import queues
from pitchkeeper.sync.deliveries import CommandResult


class CommandOutcome(StrEnum):
    """The outcome of a command: done now, done before, or refused."""

    DONE = "done"
    REPEATED = "repeated"
    REFUSED = "refused"


class CommandAnswer(View, frozen=True):
    """The result of one command."""

    command_id: UUID
    """The id of the command that this answers."""
    outcome: CommandOutcome
    """The outcome of the command: done now, done before, or refused."""
    status: Annotated[
        int,
        Meta(
            ge=200,
            le=599,
            description="The HTTP status that the command would get as a request of its own.",
        ),
    ]
    match_id: UUID
    """The id of the command's match."""
    version: Annotated[
        views.Version | None,
        Meta(description="The version of the match after the command; null if it was refused."),
    ]
    hand: Annotated[
        HandNumber | None,
        Meta(
            description="The number of the hand that the command was about, from 1; null if it "
            "was about none."
        ),
    ]
    problem: Annotated[
        Problem | None,
        Meta(
            description="The reason why the command was refused, with pointers into its "
            "`body`; null if it was done."
        ),
    ]
    retry_after: Annotated[
        Annotated[int, Meta(ge=1, extra_json_schema={"maximum": 99_999})] | None,
        Meta(
            description="The number of seconds to wait before sending the command again; null "
            "if that does not help."
        ),
    ]


class CommandAnswers(View, frozen=True):
    """The results of commands, in the order in which they were sent."""

    items: Annotated[tuple[CommandAnswer, ...], Meta(max_length=queues.LONGEST)]
    """The result of each command, in the order in which they were sent."""


def answers(delivered: Iterable[CommandResult], path: str) -> CommandAnswers:
    """What became of the commands that were sent to a path."""
    return CommandAnswers(items=tuple(_answer(each, path) for each in delivered))


def _answer(delivered: CommandResult, path: str) -> CommandAnswer:
    """What became of one command: done, done before, or the problem that stopped it."""
    asked, problem, retry_after = delivered.asked, None, None
    outcome = CommandOutcome.REPEATED if delivered.is_repeated else CommandOutcome.DONE
    if delivered.refusal is not None:
        # As if it had come by itself: a phone handles its refusal as that of the operation.
        problem, outcome = problems.for_refusal(delivered.refusal, path), CommandOutcome.REFUSED
        retry_after = problems.retry_after(delivered.refusal)
    return CommandAnswer(
        command_id=asked.command_id,
        outcome=outcome,
        status=problem.status if problem else asked.status,
        match_id=asked.match_id,
        version=delivered.version,
        hand=getattr(asked, "number", None),
        problem=problem,
        retry_after=retry_after,
    )
