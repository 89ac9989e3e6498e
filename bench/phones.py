"""Phones: one connection that asks one thing after the other, and what it enters."""

import http.client
import json
from typing import Any
from uuid import UUID

HANDS = 20
NAMES = [{"name": name} for name in ("Ann", "Bob", "Cid", "Dee")]
HAND = {
    "dealer": 3,
    "calls": ["four", "pass", "pass", "pass"],
    "trump": "S",
    "piles": [
        {"side": 0, "listed": "scoring", "trumps": 2, "cards": ["JS", "7S", "TH", "TD", "KC"]},
        {"side": 1, "listed": "scoring", "trumps": 1, "cards": ["QH", "KH", "9S"]},
    ],
}


def as_json(body: object) -> bytes | None:
    """Return a body as it is sent; None if there is none."""
    return None if body is None else json.dumps(body).encode()


class Phone:
    """One connection that stays open, signed in."""

    def __init__(self, port: int, address: str = "127.0.0.1", other: "Phone | None" = None) -> None:
        """Sign in a device at an address, or open another connection of a device."""
        self._connection = http.client.HTTPConnection(
            "127.0.0.1", port, timeout=60, source_address=(address, 0)
        )
        self._headers = {"If-Match": "*"}
        if other is None:
            signed_in = self.ask("POST", "/v1/devices")
            self.device_id, self.token = UUID(signed_in["deviceId"]), str(signed_in["token"])
        else:
            self.device_id, self.token = other.device_id, other.token
        self._headers["Authorization"] = f"Bearer {self.token}"

    def hang_up(self) -> None:
        """End the connection before a long pause; the next request opens another."""
        self._connection.close()

    def send(
        self, method: str, path: str, body: bytes | None, media_type: str = "application/json"
    ) -> tuple[int, bytes]:
        """Return the status and the content of the answer to a request."""
        headers = self._headers | {"Content-Type": media_type}
        self._connection.request(method, path, body, headers)
        answer = self._connection.getresponse()
        return answer.status, answer.read()

    def ask(self, method: str, path: str, body: object = None) -> Any:
        """Return the answer to a request, which has to be a success."""
        status, content = self.send(method, path, as_json(body))
        assert status < 300, content
        return json.loads(content)

    def play(self, hands: int, **more: object) -> UUID:
        """A match in which so many hands were entered, and which nobody wins before 200 are."""
        self.hang_up()
        body = {"ruleset": "mb-lounge", "players": NAMES, "options": {"hands": 200}} | more
        match_id = self.ask("POST", "/v1/matches", body)["matchId"]
        for number in range(1, hands + 1):
            self.ask("PUT", f"/v1/matches/{match_id}/hands/{number}", HAND)
        return UUID(match_id)
