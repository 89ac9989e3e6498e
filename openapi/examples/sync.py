"""Examples: an event of a match, and what became of an evening without a connection."""

from typing import Final
from uuid import UUID

from openapi.examples import leagues
from openapi.examples import matches as examples
from pitchkeeper.leagues.records import Report
from pitchkeeper.rest.operations import Example
from pitchkeeper.sync import events, receipts
from pitchkeeper.sync.deliveries import CommandMissing, CommandResult
from pitchkeeper.sync.queues import (
    LeagueCommandKind,
    OpenMatch,
    Queue,
    RecordHand,
    RecordPile,
    RecordResult,
)

_IDS: Final = tuple(UUID(f"01997b3e-0c41-7{number}0a-9c1d-3e5f7a9b1c0d") for number in range(5))

QUEUE: Final = Queue(
    commands=(
        OpenMatch(command_id=_IDS[0], match_id=examples.MATCH_ID, body=examples.NEW_MATCH),
        RecordHand(
            command_id=_IDS[1],
            match_id=examples.MATCH_ID,
            after=_IDS[0],
            number=1,
            body=examples.RECORD,
        ),
        RecordPile(
            command_id=_IDS[2],
            match_id=examples.MATCH_ID,
            after=_IDS[3],
            number=1,
            side=0,
            body=examples.PILE,
        ),
    ),
    league_commands=(
        RecordResult(
            kind=LeagueCommandKind.RECORD_RESULT,
            command_id=_IDS[4],
            league_id=leagues.LEAGUE_ID,
            fixture=7,
            body=Report(wins=(2, 1)),
            seen_version=11,
        ),
    ),
)
ANSWERS: Final = receipts.answers(
    (
        CommandResult(QUEUE.commands[0], version=1, is_repeated=True),
        CommandResult(QUEUE.commands[1], version=2),
        CommandResult(QUEUE.commands[2], refusal=CommandMissing()),
        CommandResult(QUEUE.league_commands[0], version=12),
    ),
    "/v1/commands",
)
EVENT: Final = events.MatchEvent(
    kind=events.EventKind.CHANGE,
    change=examples.JOURNAL_PAGE.items[0],
)

EXAMPLES: Final = {
    "streamMatchEvents": Example(EVENT),
    "sendCommands": Example(ANSWERS, body=QUEUE),
}
"""The examples of operations, by their ids."""
