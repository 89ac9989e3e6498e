"""A second scorer, written from the documents and not from the domain, for tests to compare.

It follows the play trick by trick, with plain numbers: nothing of it is shared with the domain.
"""

from collections.abc import Sequence
from dataclasses import dataclass

PIPS = {"T": 10, "A": 4, "K": 3, "Q": 2, "J": 1}
RANKS = "23456789TJQKA"
BIDS = {"one": 1, "two": 2, "three": 3, "four": 4}


@dataclass
class Scored:
    """High, Low, Jack and Game by side (None: nobody), and what each side's score changes by."""

    high: int
    low: int
    jack: int | None
    game: int | None
    made: bool
    deltas: list[int]


def score(
    *,
    sides: int,
    tricks: Sequence[tuple[int, Sequence[str]]],
    holdings: Sequence[Sequence[str]],
    trump: str,
    pitcher: int,
    bid: str,
    low_dealt: bool = False,
    trump_jack_counts: bool = True,
    slam: tuple[int, int, int, int] = (6, 4, 4, 5),
) -> Scored:
    """What a hand pays. `tricks` are (winning seat, cards); a seat scores for side seat % sides.

    `slam` is the tricks and points that a slam needs, and what it scores and loses.
    """
    highest, lowest = -1, 99
    high = low = jack = None
    pips = [0] * sides
    won = [0] * sides
    for winner, cards in tricks:
        side = winner % sides
        won[side] += 1
        for card in cards:
            rank = RANKS.index(card[0])
            is_trump = card[1] == trump
            counts = trump_jack_counts or not (is_trump and card[0] == "J")
            pips[side] += PIPS.get(card[0], 0) if counts else 0
            if is_trump and rank > highest:
                highest, high = rank, side
            if is_trump and rank < lowest:
                lowest, low = rank, side
            if is_trump and card[0] == "J":
                jack = side
    if low_dealt:
        low_card = RANKS[lowest] + trump
        low = next(seat for seat, held in enumerate(holdings) if low_card in held) % sides
    best = max(pips)
    game = pips.index(best) if pips.count(best) == 1 else None
    assert high is not None
    assert low is not None
    taken = [[high, low, jack, game].count(side) for side in range(sides)]
    pitching = pitcher % sides
    if bid in BIDS:
        made = taken[pitching] >= BIDS[bid]
        change = taken[pitching] if made else -BIDS[bid]
    else:
        made = won[pitching] >= slam[0] and taken[pitching] >= slam[1]
        change = slam[2] if made else -slam[3]
    deltas = list(taken)
    deltas[pitching] = change
    return Scored(high, low, jack, game, made, deltas)


def winner(
    rule: str,
    target: int,
    before: Sequence[int],
    scored: Scored,
    pitching: int,
) -> int | None:
    """Who has won after a hand without slams: `rule` is one of the documents' ways.

    `site`: a pitcher who made goes out first, else the most, a tie plays on (S0, S1);
    `bid_out`: only a pitcher who made (S2, S3); `count`: a pitcher who made first, else the
    first to get there counting High, Low, Jack, Game (S4).
    """
    after = [old + change for old, change in zip(before, scored.deltas, strict=True)]
    if scored.made and after[pitching] >= target:
        return pitching
    there = [side for side, total in enumerate(after) if total >= target]
    if rule == "bid_out" or not there:
        return None
    if rule == "site":
        most = max(after)
        return after.index(most) if after.count(most) == 1 else None
    running = list(before)
    for side in (scored.high, scored.low, scored.jack, scored.game):
        if side is None or (side == pitching and not scored.made):
            continue
        running[side] += 1
        if running[side] >= target:
            return side
    return None
