"""Commands from the queue of a phone that was offline: each has one effect, in its order."""

from tests.api.test_matches import FOUR_TO_NONE, THREE_TO_ONE, sheet
from tests.phones import Device, Json
from tests.queues import entered, opening, outcomes, send


def plain(items: list[Json]) -> list[Json]:
    """Answers without whether they were given before."""
    return [{**item, "outcome": None} for item in items]


def evening() -> list[Json]:
    """A match of eight hands, three of them corrected, as a phone without connection keeps it."""
    queue = [opening()]
    for number in range(1, 9):
        queue.append(entered(queue[-1], number, THREE_TO_ONE if number % 2 else FOUR_TO_NONE))
        if number % 3 == 0:
            queue.append(entered(queue[-1], number, {"trump": "S"} | FOUR_TO_NONE))
    return queue


async def test_an_evening_offline_is_sent_at_once_and_again_without_effect(phone: Device) -> None:
    queue = evening()
    first = await send(phone, *queue)
    assert outcomes(first) == ["done"] * len(queue), first
    assert [item["version"] for item in first] == list(range(1, len(queue) + 1))
    assert [item["status"] for item in first] == [201] + [200] * (len(queue) - 1)
    kept = await sheet(phone, queue[0])
    again = await send(phone, *queue)
    assert outcomes(again) == ["repeated"] * len(queue)
    assert plain(again) == plain(first)
    assert await sheet(phone, queue[0]) == kept
    assert len(kept["lines"]) == 8
