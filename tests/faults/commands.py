"""Commands: what phones want kept, each with its key and how its line in the journal is known."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

import msgspec
from uuid_utils.compat import uuid7

from tests.support.phones import Json

_BIDS = ("three", "four")


@dataclass
class Command:
    """One thing that a phone asks for, and what the server said of it in the end."""

    method: str
    path: str
    body: bytes
    tells: Callable[[Json], bool]
    """Whether a line of the journal tells this command."""
    guarded: bool = False
    """Whether it names the version that the phone saw last."""
    seen: int | None = None
    key: str = field(default_factory=lambda: str(uuid7()))
    tries: int = 0
    version: int | None = None
    """The version that the server said it made."""
    answer: bytes = b""


def open_match(match_id: str, names: tuple[str, ...] = ("Ann", "Bob", "Cid", "Dee")) -> Command:
    """Open a match under an id that the phone made."""
    players = [{"name": name} for name in names]
    arguments = {"ruleset": "mb-lounge", "players": players, "firstDealer": 3, "matchId": match_id}
    return Command("POST", "/v1/matches", _json(arguments), _is("match_opened"))


def hand(match_id: str, number: int, record: Json, *, guarded: bool = False) -> Command:
    """Enter a whole hand, or correct one that was seen."""

    def tells(line: Json) -> bool:
        return bool(_record(line, number) == record)

    path = f"/v1/matches/{match_id}/hands/{number}"
    return Command("PUT", path, _json(record), tells, guarded=guarded)


def pile(match_id: str, number: int, side: int, cards: list[str]) -> Command:
    """Enter what a side captured."""
    facts = {"cards": cards, "listed": "some"}

    def tells(line: Json) -> bool:
        return {"side": side, **facts} in _record(line, number).get("piles", ())

    path = f"/v1/matches/{match_id}/hands/{number}/piles/{side}"
    return Command("PUT", path, _json(facts), tells)


def holding(match_id: str, number: int, seat: int, cards: list[str]) -> Command:
    """Enter what a seat was dealt."""

    def tells(line: Json) -> bool:
        return {"seat": seat, "cards": cards} in _record(line, number).get("holdings", ())

    path = f"/v1/matches/{match_id}/hands/{number}/holdings/{seat}"
    return Command("PUT", path, _json({"cards": cards}), tells)


def adjustment(match_id: str, side: int, points: int, reason: str) -> Command:
    """Give or take points, for a reason that nobody else has."""
    arguments = {"side": side, "points": points, "reason": reason}

    def tells(line: Json) -> bool:
        adjustments: list[Json] = [changed["after"] for changed in line["adjustments"]]
        views = [{name: each[name] for name in arguments} for each in adjustments]
        return views == [arguments]

    return Command("POST", f"/v1/matches/{match_id}/adjustments", _json(arguments), tells)


def cancellation(match_id: str, number: int, reason: str) -> Command:
    """Take an adjustment back."""

    def tells(line: Json) -> bool:
        adjustments = [changed["after"] for changed in line["adjustments"]]
        views = [(each["number"], each["cancelled"]["reason"]) for each in adjustments]
        return views == [(number, reason)]

    path = f"/v1/matches/{match_id}/adjustments/{number}/cancellation"
    return Command("POST", path, _json({"reason": reason}), tells)


def void(match_id: str, number: int) -> Command:
    """Take a hand out of the count."""

    def tells(line: Json) -> bool:
        return (line["action"], line["hand"]) == ("hand_voided", number)

    return Command("DELETE", f"/v1/matches/{match_id}/hands/{number}", b"", tells)


def undo(match_id: str) -> Command:
    """Take back the last change, which must be the one that was seen."""
    return Command("POST", f"/v1/matches/{match_id}/undo", b"", _is("change_undone"), guarded=True)


def random_claims(chance: random.Random) -> Json:
    """A hand of which the table entered only the bid and the points."""
    high, low, game = (chance.randrange(2) for _ in range(3))
    jack = chance.choice((None, 0, 1))
    return {
        "contract": {"pitcher": chance.randrange(4), "bid": chance.choice(_BIDS)},
        "claims": {
            "points": [
                {"point": "high", "side": high},
                {"point": "low", "side": low},
                {"point": "jack"} | ({"inPlay": False} if jack is None else {"side": jack}),
                {"point": "game", "side": game},
            ]
        },
    }


def _is(action: str) -> Callable[[Json], bool]:
    def tells(line: Json) -> bool:
        return bool(line["action"] == action)

    return tells


def _record(line: Json, number: int) -> Json:
    """Return the record of a line's hand after it; empty if the line is about another hand."""
    after: Json | None = next(
        (changed["after"] for changed in line["hands"] if changed["number"] == number), None
    )
    return after["record"] if after and line["hand"] == number else {}


def _json(body: Json) -> bytes:
    return msgspec.json.encode(body)
