"""Tallies: what can be counted of a seat in a match, so that it adds up over many matches.

A hand counts if it is scored or overruled, never while it is open, impossible, void, thrown in or
after the win. Only what is certain of it counts: without a contract nobody pitched, and a point
that may still go either way is nobody's, though what a side says it took is worth as much. An
overruled hand pays what the table agreed, which says nothing of who took which point.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

from pitch import seats as tables
from pitch.calls import Call
from pitch.hand import auctions
from pitch.hand.auctions import Auction
from pitch.hand.points import Point
from pitch.match.matches import Hand, Match
from pitch.match.sheets import ScoreLine, Sheet
from pitch.match.steps import Standing
from pitch.match.wins import Winner

_COUNTING: Final = {Standing.SCORED, Standing.OVERRULED}
Tally = Mapping[str, int]
"""What was counted, by name; every number is a sum, and the score is what the hands paid the side.

`wins`, `losses`, `hands`, `score` and `steals`. In a hand a seat has pitched, was the pitcher's
partner, or has defended on another side: `pitched_`, `partnered_` and `defended_` stand before
`hands`, `score`, `points` (what those were worth) and every point. `made_` and `set_` stand before
every bid. What is 0 is left out, so that a bid or a point of another rule set needs nothing here.
"""
_OF_SIDE: Final = ("wins", "losses", "hands", "score")


class SeatTally(Struct, frozen=True, kw_only=True):
    """The tally of one seat in one match: its side, and the name of who sits there."""

    seat: int
    side: int
    name: str
    counted: Tally


def tally_match(match: Match, hands: Sequence[Hand], sheet: Sheet) -> tuple[SeatTally, ...]:
    """The tally of every seat of a match, from its hands and the score sheet that they make."""
    counting = [
        (hand, line)
        for hand, line in zip(hands, sheet.lines, strict=True)
        if line.standing in _COUNTING
    ]
    seats = range(match.seating.table.players)
    return tuple(_tally(seat, match, counting, sheet.winner) for seat in seats)


def add_tallies(tallies: Iterable[Tally]) -> Counter[str]:
    """The sum of some tallies, which has 0 of whatever they do not have."""
    # A player's page adds up thousands of them: `+` would look through the sum for each, and a
    # Counter is asked for an item four times as slowly as what it is made of in the end.
    total: defaultdict[str, int] = defaultdict(int)
    for tally in tallies:
        for name, number in tally.items():
            total[name] += number
    return Counter(total)


def tally_side(seats: Sequence[Tally]) -> Tally:
    """What seats of one side in one match come to as one: what any of them pitched, they pitched.

    Hands, scores and points are the side's, whoever of it one asks, so they count once. What a
    third of the side pitched, they were partners in: of what the first partnered and pitched, that
    is what none of them pitched.
    """
    first, everyone = Counter(seats[0]), add_tallies(seats)
    for name in tuple(everyone):
        role, _, what = name.partition("_")
        if name in _OF_SIDE or role == "defended":
            everyone[name] = first[name]
        elif role in {"pitched", "partnered"}:
            partnered, pitched = f"partnered_{what}", f"pitched_{what}"
            everyone[partnered] = first[partnered] + first[pitched] - everyone[pitched]
    return _counted(everyone)


def list_bids(tally: Tally) -> tuple[Call, ...]:
    """The bids that were pitched for, low to high."""
    return tuple(bid for bid in Call if f"made_{bid}" in tally or f"set_{bid}" in tally)


def _counted(tally: Counter[str]) -> Tally:
    return {name: number for name, number in tally.items() if number}


def _tally(
    seat: int, match: Match, counting: Sequence[tuple[Hand, ScoreLine]], winner: Winner | None
) -> SeatTally:
    side = tables.side_of(match.seating.table, seat)
    counted: Counter[str] = Counter()
    for hand, line in counting:
        counted["hands"] += 1
        counted["score"] += line.deltas[side]
        for name, number in _played(seat, match, hand, line):
            counted[name] += number
    if winner is not None:
        counted["wins" if winner.side == side else "losses"] = 1
    name = match.seating.names[seat]
    return SeatTally(seat=seat, side=side, name=name, counted=_counted(counted))


def _played(seat: int, match: Match, hand: Hand, line: ScoreLine) -> Iterator[tuple[str, int]]:
    """What a seat did in a hand that was bid for, as far as that is known."""
    verdict, side = line.verdict, tables.side_of(match.seating.table, seat)
    made = hand.overruled.made if hand.overruled else verdict.made
    if verdict.pitcher is None or verdict.bid is None or made is None:
        return
    # Who was called is not always known, and then nobody but the pitcher has a certain part.
    is_called = tables.calls_partner(match.seating.table)
    if is_called and verdict.partner is None and seat != verdict.pitcher:
        return
    role = "defended"
    if seat == verdict.pitcher:
        role = "pitched"
    elif side == verdict.pitching_side or seat == verdict.partner:
        role = "partnered"
    yield f"{role}_hands", 1
    yield f"{role}_score", line.deltas[side]
    certain = tuple(_taken(side, hand, line))
    yield f"{role}_points", _worth(certain, side, hand)
    for point in certain:
        yield f"{role}_{point.point}", 1
    if role == "pitched":
        yield f"{'made' if made else 'set'}_{verdict.bid}", 1
        yield "steals", int(_is_stolen(match, hand, line))


def _taken(side: int, hand: Hand, line: ScoreLine) -> Iterator[Point]:
    """The points that a side certainly took in a hand."""
    if hand.overruled is None:
        yield from (point for point in line.verdict.points or () if point.side == side)


def _worth(certain: Sequence[Point], side: int, hand: Hand) -> int:
    """How many points a side took: as many as the table says, else what those certain are worth."""
    claims = hand.record.claims
    said = claims.taken[side] if claims and claims.taken and hand.overruled is None else None
    return sum(point.worth for point in certain) if said is None else said


def _is_stolen(match: Match, hand: Hand, line: ScoreLine) -> bool:
    """Whether the dealer pitches for a bid that another seat had called."""
    if line.verdict.pitcher != line.dealer:
        return False
    said = hand.record.calls
    rounds = match.ruleset.rules.bidding_rounds
    players = match.seating.table.players
    auction = Auction(players=players, dealer=line.dealer, calls=said, rounds=rounds)
    return any(
        made is line.verdict.bid and seat != line.dealer
        for seat, made in zip(auctions.callers(auction), said, strict=False)
    )
