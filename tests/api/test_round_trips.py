"""How often one request goes to PostgreSQL, once the device is known."""

from typing import Any

from litestar import Litestar

from tests.phones import Device, Json

RECORD = {"contract": {"pitcher": 0, "bid": "four"}}


def asked(running: Litestar) -> list[str]:
    """What is sent from now on over the one connection that these requests share."""
    sent: list[str] = []
    pool: Any = running.state.store._pool._pool
    (connection,) = (holder._con for holder in pool._holders if holder._con)
    connection.add_query_logger(lambda query: sent.append(query.query))
    return sent


async def test_a_hand_is_recorded_in_two_round_trips_and_a_sheet_read_in_one(
    running: Litestar, phone: Device, match: Json
) -> None:
    path = f"/v1/matches/{match['matchId']}"
    sent = asked(running)
    assert (await phone.put(f"{path}/hands/1", json=RECORD)).status_code == 200
    assert len(sent) == 2
    sent.clear()
    assert (await phone.get(path)).status_code == 200
    assert len(sent) == 1
    sent.clear()
    assert (await phone.get(f"{path}/hands/1")).status_code == 200
    assert len(sent) == 1
