"""A table's confirmations, disputes and overrulings of hands."""

from tests.support.phones import Device, Json
from tests.support.tables import path

TWICE = {"piles": [{"side": 0, "cards": ["AS"]}, {"side": 1, "cards": ["AS"]}]}
AGREED = {"deltas": [3, 1], "made": True, "reason": "Agreed at the table"}


async def confirm(phone: Device, match: Json, number: int, **body: int) -> Json:
    answer = await phone.post(
        path(match, number, "confirmations"), json=body, headers={"If-Match": "*"}
    )
    assert answer.status_code == 200, answer.text
    return answer.json()["agreement"]  # type: ignore[no-any-return]


async def dispute(phone: Device, match: Json, number: int, reason: str = "No jack") -> Json:
    answer = await phone.post(path(match, number, "disputes"), json={"reason": reason})
    assert answer.status_code == 201, answer.text
    return answer.json()  # type: ignore[no-any-return]
