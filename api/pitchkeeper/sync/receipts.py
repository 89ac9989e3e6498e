"""Receipts: what devices are told of each command that they sent."""

from collections.abc import Iterable
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from pitch.types import FixtureNumber, HandNumber
from pitchkeeper.access.devices import CommandOutcome
from pitchkeeper.rest import problems, views
from pitchkeeper.rest.problems import Problem
from pitchkeeper.rest.views import View
from pitchkeeper.sync import queues
from pitchkeeper.sync.deliveries import CommandResult
from pitchkeeper.sync.queues import RecordResult

RetryAfter = Annotated[
    Annotated[int, Meta(ge=1, extra_json_schema={"maximum": 99_999})] | None,
    Meta(
        description="The number of seconds to wait before sending the command again; null if that "
        "does not help."
    ),
]


class CommandAnswer(View, frozen=True):
    """The result of one command."""

    command_id: UUID
    """The id of the command that this answers."""
    outcome: CommandOutcome
    """The outcome of the command: done now, done before, or refused."""
    status: Annotated[int, Meta(ge=200, le=599)]
    """The HTTP status that the command would get as a request of its own."""
    match_id: UUID
    """The id of the command's match."""
    version: views.Version | None
    """The version of the match after the command; null if it was refused."""
    hand: HandNumber | None
    """The number of the hand that the command was about, from 1; null if it was about none."""
    problem: Problem | None
    """The reason why the command was refused, with pointers into its `body`; null if it was done.
    """
    retry_after: RetryAfter


class LeagueCommandAnswer(View, frozen=True):
    """The result of one command about a league."""

    command_id: UUID
    """The id of the command that this answers."""
    outcome: CommandOutcome
    """The outcome of the command: done now, done before, or refused."""
    status: Annotated[int, Meta(ge=200, le=599)]
    """The HTTP status that the command would get as a request of its own."""
    league_id: UUID
    """The id of the command's league."""
    fixture: FixtureNumber
    """The number of the matchup that the command was about."""
    version: views.Version | None
    """The version of the league after the command; null if it was refused."""
    problem: Problem | None
    """The reason why the command was refused, with pointers into its `body`; null if it was done.
    """
    retry_after: RetryAfter


class CommandAnswers(View, frozen=True):
    """The results of commands, in the order in which they were sent."""

    items: Annotated[tuple[CommandAnswer, ...], Meta(max_length=queues.LONGEST)]
    """The result of each command, in the order in which they were sent."""
    league_items: Annotated[tuple[LeagueCommandAnswer, ...], Meta(max_length=queues.LONGEST)]
    """The result of each command about a league, in the order in which they were sent."""


def answers(results: Iterable[CommandResult], path: str) -> CommandAnswers:
    """Return the answers for commands that were sent to a path."""
    answered = [_answer(result, path) for result in results]
    return CommandAnswers(
        items=tuple(each for each in answered if isinstance(each, CommandAnswer)),
        league_items=tuple(each for each in answered if isinstance(each, LeagueCommandAnswer)),
    )


def _answer(result: CommandResult, path: str) -> CommandAnswer | LeagueCommandAnswer:
    """Return the answer for a command: done, done before, or the problem that stopped it."""
    queued, problem, retry_after = result.queued, None, None
    outcome = CommandOutcome.REPEATED if result.is_repeated else CommandOutcome.DONE
    if result.refusal is not None:
        # As if it had been sent by itself, so that a phone handles the refusal as usual.
        problem, outcome = problems.for_refusal(result.refusal, path), CommandOutcome.REFUSED
        retry_after = problems.retry_after(result.refusal)
    status = problem.status if problem else queued.status
    if isinstance(queued, RecordResult):
        return LeagueCommandAnswer(
            command_id=queued.command_id,
            outcome=outcome,
            status=status,
            league_id=queued.league_id,
            fixture=queued.fixture,
            version=result.version,
            problem=problem,
            retry_after=retry_after,
        )
    return CommandAnswer(
        command_id=queued.command_id,
        outcome=outcome,
        status=status,
        match_id=queued.match_id,
        version=result.version,
        hand=getattr(queued, "number", None),
        problem=problem,
        retry_after=retry_after,
    )
