"""The examples of a queue: an evening without a connection, and what became of it."""

from typing import Final
from uuid import UUID

from api.matches import examples
from api.sync import receipts
from api.sync.deliveries import CommandMissing, Delivered
from api.sync.queues import OpenMatch, Queue, RecordHand, RecordPile

PATH: Final = "/v1/commands"
_IDS: Final = tuple(UUID(f"01997b3e-0c41-7{number}0a-9c1d-3e5f7a9b1c0d") for number in range(4))

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
    )
)
ANSWERS: Final = receipts.of(
    (
        Delivered(QUEUE.commands[0], version=1, is_repeated=True),
        Delivered(QUEUE.commands[1], version=2),
        Delivered(QUEUE.commands[2], refusal=CommandMissing()),
    ),
    PATH,
)
