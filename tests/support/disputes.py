"""Disputes in a few words, and how a test asks for the ruling."""

from collections.abc import Callable
from typing import Final

from tests.support.phones import Device, Json

TARGETS: Final = {
    "singaporemahjong": 11,
    "singaporemahjong-classic": 11,
    "rules-guru": 11,
    "mb-lounge": 11,
    "setback": 7,
    "setback-pitch": 7,
}
TWO_PLAY: Final = ("rules-guru", "setback", "setback-pitch")
"""Where two sides are two players; elsewhere they are two pairs."""
Body = Callable[[str], Json]


def call(before: str, made: str, **more: object) -> Body:
    """A call after some calls; the last of four players deals."""
    body = {"players": 4, "dealer": 3, "calls": before.split(), "call": made}
    return lambda preset: {"ruleset": preset, **body, **more}


def table_card(before: str, card: str) -> Body:
    """Return the question of a card put on the table after some calls."""
    body = {"players": 4, "dealer": 3, "calls": before.split(), "tabled": card}
    return lambda preset: {"ruleset": preset, **body}


def play(played: str, hand: str, card: str | None, **more: object) -> Body:
    """A card from a hand after some cards; seat 0 led to the second trick and spades are trump."""
    body: Json = {"players": 4, "leader": 0, "trick": 2, "trump": "S"}
    body |= {"played": played.split(), "hand": hand.split()}
    return lambda preset: {"ruleset": preset, **body, "card": card, **more}


def result(before: str, after: str, bid: str, *, made: bool, **more: object) -> Body:
    """A hand that side 0 pitched; scores as `T-2` are meant from the target."""

    def body(preset: str) -> Json:
        sheet = {"after": scores(after, preset), "pitchingSide": 0, "bid": bid, "made": made}
        points = {"points": more["points"]} if "points" in more else {}
        return {
            "ruleset": preset,
            "players": more.get("players") or (2 if preset in TWO_PLAY else 4),
            "scores": scores(before, preset),
            "result": sheet | points,
        }

    return body


def scores(listed: str, preset: str) -> list[int]:
    """Scores, some from the target: `T-2 T` is 9 and 11 where the target is 11."""
    return [
        TARGETS[preset] + int(score[1:] or 0) if score[0] == "T" else int(score)
        for score in listed.split()
    ]


def went_wrong(what: str, offender: int, **more: object) -> Body:
    """Something irregular with four players."""
    body = {"players": 4, "irregularity": what, "offender": offender}
    return lambda preset: {"ruleset": preset, **body, **more}


PARTNERS: Final = "partners_across"
BID_THREE: Final = {"pitcher": 0, "bid": "three"}


def decision(ruling: Json) -> str:
    """Return the decision of a ruling of any kind in a word."""
    if ruling.get("remedy"):
        return str(ruling["remedy"]["action"])
    if "decision" in ruling:
        won = ruling["winner"]
        return str(ruling["decision"]) if won is None else f"wins_{won}"
    if "standing" not in ruling:
        won = ruling["winner"]
        return f"wins_{won}" if won is not None else "yes" if ruling["legal"] else "no"
    if not ruling["legal"]:
        return f"as_{ruling['standsAs']}" if ruling["standsAs"] else "no"
    if ruling["contract"]:
        return f"pitches_{ruling['contract']['pitcher']}"
    return "void" if ruling["thrownIn"] else "yes"


async def ask(stranger: Device, kind: str, body: Json) -> Json:
    """A ruling, which always says what it rests on."""
    answer = await stranger.post(f"/v1/rulings/{kind}", json=body)
    assert answer.status_code == 200, answer.text
    ruling: Json = answer.json()
    assert ruling["basis"] == ruling["clauses"][0]["basis"]
    assert ruling["moot"] is (ruling["turnsOn"] == [])
    for clause in ruling["clauses"]:
        assert all(sentence["text"].endswith(".") for sentence in clause["sentences"])
        assert (clause["topic"].split(".")[0], clause["basis"]) != ("irregular", "text")
    return ruling


def whys(ruling: Json) -> str:
    """The reasons of a ruling, one after the other."""
    return " ".join(why["text"] for why in ruling["whys"])
