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


class Phone:
    """One connection that stays open, signed in."""

    def __init__(self, port: int) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", port)
        self._headers = {"Content-Type": "application/json", "If-Match": "*"}
        signed_in = self.ask("POST", "/v1/devices")
        self.device_id = UUID(signed_in["deviceId"])
        self.token = signed_in["token"]
        self._headers["Authorization"] = f"Bearer {self.token}"

    def hang_up(self) -> None:
        """End the connection before a long pause; the next request opens another."""
        self._connection.close()

    def ask(self, method: str, path: str, body: object = None) -> dict[str, Any]:
        """The answer to a request."""
        sent = None if body is None else json.dumps(body)
        self._connection.request(method, path, sent, self._headers)
        answer = self._connection.getresponse()
        read = answer.read()
        assert answer.status < 300, read
        return json.loads(read)  # type: ignore[no-any-return]

    def play(self, hands: int) -> UUID:
        """A match in which so many hands were entered, and which nobody wins before 200 are."""
        self.hang_up()
        body = {"ruleset": "mb-lounge", "players": NAMES, "options": {"hands": 200}}
        match_id = self.ask("POST", "/v1/matches", body)["matchId"]
        for number in range(1, hands + 1):
            self.ask("PUT", f"/v1/matches/{match_id}/hands/{number}", HAND)
        return UUID(match_id)
