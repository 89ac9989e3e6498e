"""Tallies: what can be counted of a seat in a match, so that it adds up over many matches.

A hand counts if it is scored or overruled, never while it is open, impossible, void, thrown in or
after the win. Only what is certain of it counts: without a contract nobody pitched, and a point
that may still go either way is nobody's. An overruled hand pays what the table agreed, which says
nothing of who took which point.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Final

from msgspec import Struct, structs

from domain import seats as tables
from domain.calls import Call
from domain.match.matches import Hand, Match
from domain.match.sheets import ScoreLine, Sheet, Standing
from domain.match.wins import Winner
from domain.seats import Seating, Table

BIDS: Final = tuple(call for call in Call if call is not Call.PASS)
KINDS: Final = ("high", "low", "jack", "game")
_COUNTING: Final = {Standing.SCORED, Standing.OVERRULED}


class Tally(Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """What was counted; every number is a sum, and the score is what the hands paid the side.

    In a hand a seat has pitched, was the pitcher's partner, or has defended on another side. A
    `made_` and a `set_` stand for every bid. Tallies are kept whole and without what is 0, so one
    that was kept before a number was counted has 0 of it.
    """

    wins: int = 0
    losses: int = 0
    hands: int = 0
    score: int = 0
    pitched_hands: int = 0
    pitched_score: int = 0
    pitched_high: int = 0
    pitched_low: int = 0
    pitched_jack: int = 0
    pitched_game: int = 0
    partnered_hands: int = 0
    partnered_score: int = 0
    partnered_high: int = 0
    partnered_low: int = 0
    partnered_jack: int = 0
    partnered_game: int = 0
    defended_hands: int = 0
    defended_score: int = 0
    defended_high: int = 0
    defended_low: int = 0
    defended_jack: int = 0
    defended_game: int = 0
    made_one: int = 0
    made_two: int = 0
    made_three: int = 0
    made_four: int = 0
    made_smudge: int = 0
    made_pitch: int = 0
    set_one: int = 0
    set_two: int = 0
    set_three: int = 0
    set_four: int = 0
    set_smudge: int = 0
    set_pitch: int = 0
    steals: int = 0


_OF_SIDE: Final = (
    *("wins", "losses", "hands", "score"),
    *(name for name in Tally.__struct_fields__ if name.startswith("defended_")),
)


class SeatTally(Struct, frozen=True, kw_only=True):
    """The tally of one seat in one match: its side, and the name of who sits there."""

    seat: int
    side: int
    name: str
    counted: Tally


def of(match: Match, hands: Sequence[Hand], sheet: Sheet) -> tuple[SeatTally, ...]:
    """The tally of every seat of a match, from its hands and the score sheet that they make."""
    counting = [
        (hand, line)
        for hand, line in zip(hands, sheet.lines, strict=True)
        if line.standing in _COUNTING
    ]
    seats = range(match.seating.table.players)
    return tuple(_tally(seat, match.seating, counting, sheet.winner) for seat in seats)


def added(tallies: Iterable[Tally]) -> Tally:
    """The sum of some tallies."""
    listed = tuple(tallies)
    # Number by number, for a player's page adds up thousands of them.
    names = Tally.__struct_fields__
    return Tally(**{name: sum(map(attrgetter(name), listed)) for name in names})


def together(seats: Sequence[Tally]) -> Tally:
    """What seats of one side in one match come to as one: what any of them pitched, they pitched.

    Hands, scores and points are the side's, whoever of it one asks, so they count once. What a
    third of the side pitched, they were partners in: of what the first partnered and pitched, that
    is what none of them pitched.
    """
    first, everyone = seats[0], added(seats)
    partnered = {
        f"partnered_{what}": getattr(first, f"partnered_{what}")
        + getattr(first, f"pitched_{what}")
        - getattr(everyone, f"pitched_{what}")
        for what in ("hands", "score", *KINDS)
    }
    sides = {name: getattr(first, name) for name in _OF_SIDE}
    return structs.replace(everyone, **sides, **partnered)


def _tally(
    seat: int, seating: Seating, counting: Sequence[tuple[Hand, ScoreLine]], winner: Winner | None
) -> SeatTally:
    side = tables.side_of(seating.table, seat)
    counted: Counter[str] = Counter()
    for hand, line in counting:
        counted["hands"] += 1
        counted["score"] += line.deltas[side]
        for name, number in _played(seat, seating.table, hand, line):
            counted[name] += number
    if winner is not None:
        counted["wins" if winner.side == side else "losses"] = 1
    return SeatTally(seat=seat, side=side, name=seating.names[seat], counted=Tally(**counted))


def _played(seat: int, table: Table, hand: Hand, line: ScoreLine) -> Iterator[tuple[str, int]]:
    """What a seat did in a hand that was bid for, as far as that is known."""
    verdict, side = line.verdict, tables.side_of(table, seat)
    made = hand.overruled.made if hand.overruled else verdict.made
    if verdict.pitcher is None or verdict.bid is None or made is None:
        return
    role = "defended"
    if side == verdict.pitching_side:
        role = "pitched" if seat == verdict.pitcher else "partnered"
    yield f"{role}_hands", 1
    yield f"{role}_score", line.deltas[side]
    for kind in _taken(side, hand, line):
        yield f"{role}_{kind}", 1
    if role == "pitched":
        yield f"{'made' if made else 'set'}_{verdict.bid}", 1
        yield "steals", int(_is_stolen(table, hand, line))


def _taken(side: int, hand: Hand, line: ScoreLine) -> Iterator[str]:
    points = line.verdict.points
    if points is not None and hand.overruled is None:
        owned = zip(KINDS, points.all(), strict=True)
        yield from (kind for kind, point in owned if point.side == side)


def _is_stolen(table: Table, hand: Hand, line: ScoreLine) -> bool:
    """Whether the dealer, who calls last, pitches for a bid that another seat had called."""
    others = hand.record.calls[: table.players - 1]
    return line.verdict.pitcher == line.dealer and line.verdict.bid in others
