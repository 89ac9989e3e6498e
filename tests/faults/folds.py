"""Folds: what a match must be, worked out from nothing but the lines of its journal."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

import msgspec

from pitch.hand.deals import Deal
from pitch.hand.proofs import Proof
from pitch.hand.records import HandRecord
from pitch.match import matches, sheets
from pitch.match.matches import Adjustment, Hand, Match, Overruling
from pitch.match.sheets import Sheet
from pitch.proof import provers
from pitch.rules.rulesets import RuleSet
from pitchkeeper.matches.state import Head
from tests.support.phones import Json

_KEYS: Final = {"hands": "number", "adjustments": "number", "members": "deviceId"}
_proofs: dict[tuple[bytes, int], Proof] = {}


@dataclass
class State:
    """The state after some lines: hands, adjustments and members by number and id."""

    hands: dict[int, Json] = field(default_factory=dict)
    adjustments: dict[int, Json] = field(default_factory=dict)
    members: dict[str, Json] = field(default_factory=dict)


class Torn(AssertionError):
    """A line of the journal does not begin where the lines before it ended."""


def states(lines: Iterable[Json]) -> Iterator[State]:
    """The state after each line; it is one object that grows."""
    state = State()
    for line in lines:
        for kind in _KEYS:
            for changed in line.get(kind, ()):
                _apply(getattr(state, kind), changed[_KEYS[kind]], changed)
        yield state


def in_order(kept: dict[int, Json]) -> list[tuple[int, Json]]:
    """Return a numbered mapping as a list, in order."""
    return [(number, bare(kept[number])) for number in sorted(kept)]


def bare(kept: Any) -> Any:
    """A value without what is empty or not there, times as times, a hand without its proof."""
    if isinstance(kept, dict):
        parts = {name: bare(part) for name, part in kept.items() if name != "proof"}
        if "at" in parts:
            parts["at"] = datetime.fromisoformat(parts["at"])
        return {name: part for name, part in parts.items() if part not in (None, False, {}, [])}
    return [bare(part) for part in kept] if isinstance(kept, list) else kept


def sheet(ruleset: bytes, head: bytes, state: State) -> Sheet:
    """The score sheet of a state, with every hand proven anew."""
    terms = msgspec.json.decode(head, type=Head)
    rules = msgspec.json.decode(ruleset, type=RuleSet)
    match = Match(rules, terms.seating, terms.first_dealer)
    hands = tuple(_hand(number, state.hands[number]) for number in sorted(state.hands))
    for unproven, deal in sheets.list_unproven(match, hands):
        new_hand = msgspec.structs.replace(unproven, proof=_proof(unproven.record, deal))
        hands = matches.put_hand(hands, new_hand)
    in_force = [
        adjustment for adjustment in state.adjustments.values() if not adjustment.get("cancelled")
    ]
    return sheets.fold_sheet(match, hands, tuple(map(_adjustment, in_force)))


def points_and_turns(sheet: Sheet) -> Json:
    """A sheet as the API tells it, as far as points and turns go."""
    return {
        "lines": [
            {
                "number": line.number,
                "dealer": line.dealer,
                "standing": line.standing.value,
                "deltas": list(line.deltas),
                "scores": list(line.scores),
            }
            for line in sheet.lines
        ],
        "scores": list(sheet.scores),
        "unscored": list(sheet.unscored),
        "winner": sheet.winner.side if sheet.winner else None,
        "nextDealer": sheet.next_dealer,
        "nextHand": len(sheet.lines) + 1,
    }


def _apply(kept: dict[Any, Json], key: object, changed: Json) -> None:
    before, after = changed.get("before"), changed.get("after")
    if bare(kept.get(key)) != bare(before):
        raise Torn(f"{key}: {kept.get(key)} is not {before}")
    if after is None:
        kept.pop(key, None)
    else:
        kept[key] = after


def _hand(number: int, kept: Json) -> Hand:
    overruling = kept.get("overruled")
    overruled_points = (
        {name: overruling[name] for name in ("deltas", "made", "reason")} if overruling else None
    )
    return Hand(
        number=number,
        record=msgspec.convert(kept["record"], HandRecord),
        is_void=kept.get("isVoid", False),
        overruled=None
        if overruled_points is None
        else msgspec.convert(overruled_points, Overruling),
    )


def _adjustment(kept: Json) -> Adjustment:
    names = ("side", "points", "reason", "afterHand")
    return msgspec.convert({name: kept[name] for name in names}, Adjustment)


def _proof(record: HandRecord, deal: Deal) -> Proof:
    """All matches of these tests are played by one rule set, at one table."""
    key = (msgspec.json.encode(record), deal.dealer)
    if key not in _proofs:
        _proofs[key] = provers.prove(record, deal)
    return _proofs[key]
