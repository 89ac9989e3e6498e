"""Tallies: counts of a seat's results in a match, made to add up over many matches.

A hand counts if it is scored or overruled, never while it is open, impossible, void, thrown in or
after the win. Only its certain facts count: without a contract nobody pitched, and a point with two
possible owners belongs to nobody, though a side's claim of points taken counts in full. An
overruled hand pays the agreed scores, which do not tell the owners of points.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec import Struct

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
"""Counts by name; every number is a sum, and the score is the sum of the side's changes.

`wins`, `losses`, `hands`, `score` and `steals`. In a hand a seat has pitched, was the pitcher's
partner, or has defended on another side: `pitched_`, `partnered_` and `defended_` stand before
`hands`, `score`, `points` (their worth) and every point. `made_` and `set_` stand before every bid.
Zeros are left out, so that a bid or a point of another rule set needs no entry here.
"""
_OF_SIDE: Final = ("wins", "losses", "hands", "score")


class SeatTally(Struct, frozen=True, kw_only=True):
    """The tally of one seat in one match: its side, and the name of its player."""

    seat: int
    side: int
    name: str
    counted: Tally


def tally_match(match: Match, hands: Sequence[Hand], sheet: Sheet) -> tuple[SeatTally, ...]:
    """Return the tally of every seat of a match, from its hands and their score sheet."""
    counting = [
        (hand, line)
        for hand, line in zip(hands, sheet.lines, strict=True)
        if line.standing in _COUNTING
    ]
    seats = range(match.seating.table.players)
    return tuple(_tally_seat(seat, match, counting, sheet.winner) for seat in seats)


def add_tallies(tallies: Iterable[Tally]) -> Counter[str]:
    """Return the sum of some tallies, which has 0 for names that they do not have."""
    # A player's page adds up thousands of them: Counter's `+` would copy the sum each time, and
    # reading an item of a Counter is four times as slow as of the dict below.
    total: defaultdict[str, int] = defaultdict(int)
    for tally in tallies:
        for name, number in tally.items():
            total[name] += number
    return Counter(total)


def tally_side(seats: Sequence[Tally]) -> Tally:
    """Return the tally of a side from its seats in one match: it pitched when any seat did.

    Hands, scores and points are the same for all seats of a side, so they count once. If a third
    seat pitched, the first two were partners: the side's share as a partner is the sum of the hands
    that the first partnered or pitched, minus those that any of them pitched.
    """
    first, total = Counter(seats[0]), add_tallies(seats)
    for name in tuple(total):
        role, _, what = name.partition("_")
        if name in _OF_SIDE or role == "defended":
            total[name] = first[name]
        elif role in {"pitched", "partnered"}:
            partnered, pitched = f"partnered_{what}", f"pitched_{what}"
            total[partnered] = first[partnered] + first[pitched] - total[pitched]
    return _without_zeros(total)


def list_bids(tally: Tally) -> tuple[Call, ...]:
    """Return the bids that were pitched for, low to high."""
    return tuple(bid for bid in Call if f"made_{bid}" in tally or f"set_{bid}" in tally)


def _without_zeros(tally: Counter[str]) -> Tally:
    return {name: number for name, number in tally.items() if number}


def _tally_seat(
    seat: int, match: Match, counting: Sequence[tuple[Hand, ScoreLine]], winner: Winner | None
) -> SeatTally:
    side = match.seating.table.side_of(seat)
    tally: Counter[str] = Counter()
    for hand, line in counting:
        tally["hands"] += 1
        tally["score"] += line.deltas[side]
        for name, number in _count_hand(seat, match, hand, line):
            tally[name] += number
    if winner is not None:
        tally["wins" if winner.side == side else "losses"] = 1
    name = match.seating.names[seat]
    return SeatTally(seat=seat, side=side, name=name, counted=_without_zeros(tally))


def _count_hand(seat: int, match: Match, hand: Hand, line: ScoreLine) -> Iterator[tuple[str, int]]:
    """Yield the counts of a seat in a hand that was bid for, as far as its role is known."""
    verdict, side = line.verdict, match.seating.table.side_of(seat)
    is_made = hand.overruled.made if hand.overruled else verdict.made
    if verdict.pitcher is None or verdict.bid is None or is_made is None:
        return
    # While a called partner is not known, only the pitcher's role is certain.
    is_called = match.seating.table.calls_partner
    if is_called and verdict.partner is None and seat != verdict.pitcher:
        return
    role = "defended"
    if seat == verdict.pitcher:
        role = "pitched"
    elif side == verdict.pitching_side or seat == verdict.partner:
        role = "partnered"
    yield f"{role}_hands", 1
    yield f"{role}_score", line.deltas[side]
    owned = () if hand.overruled or verdict.points is None else verdict.points
    certain = [point for point in owned if point.side == side]
    yield f"{role}_points", _worth(certain, side, hand)
    for point in certain:
        yield f"{role}_{point.point}", 1
    if role == "pitched":
        yield f"{'made' if is_made else 'set'}_{verdict.bid}", 1
        yield "steals", int(_is_steal(match, hand, line))


def _worth(certain: Sequence[Point], side: int, hand: Hand) -> int:
    """Return the points that a side took: by the table's claim, or else the certain ones."""
    claims = hand.record.claims
    claim = claims.taken[side] if claims and claims.taken and hand.overruled is None else None
    return sum(point.worth for point in certain) if claim is None else claim


def _is_steal(match: Match, hand: Hand, line: ScoreLine) -> bool:
    """Return whether the dealer pitches for a bid that another seat had called."""
    if line.verdict.pitcher != line.dealer:
        return False
    auction = Auction(
        players=match.seating.table.players,
        dealer=line.dealer,
        calls=hand.record.calls,
        rounds=match.ruleset.rules.bidding_rounds,
    )
    return any(
        call is line.verdict.bid and seat != line.dealer
        for seat, call in zip(auctions.callers(auction), auction.calls, strict=False)
    )
