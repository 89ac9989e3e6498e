"""A second scorer, written from the documents and not from the domain, for tests to compare.

It follows the play trick by trick, with plain numbers: nothing of it is shared with the domain.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

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
    pips: list[int] = field(default_factory=list)
    is_tied: bool = False
    high_card: str = ""
    low_card: str = ""
    low_seat: int = 0

    @property
    def owners(self) -> tuple[int | None, ...]:
        """The owners of High, Low, Jack and Game."""
        return self.high, self.low, self.jack, self.game


def score(
    *,
    sides: int,
    tricks: Sequence[tuple[int, Sequence[str]]],
    holdings: Sequence[Sequence[str]],
    trump: str,
    pitcher: int,
    bid: str,
    dealer: int | None = None,
    low_dealt: bool = False,
    trump_jack_counts: bool = True,
    tie: str = "nobody",
    slam: tuple[int, int, int, int] = (6, 4, 4, 5),
) -> Scored:
    """Return the score changes of a hand. `tricks` are (winning seat, cards); a seat scores for
    side seat % sides.

    `tie` is who gets a tied Game: nobody, or the pitcher's, the other or the dealer's side if it
    is among those who tie (the other: if it is the only one among them that did not pitch).
    `slam` is the tricks and points that a slam needs, and what it scores and loses.
    """
    captured: dict[str, int] = {}
    won = [0] * sides
    for winner_seat, cards in tricks:
        won[winner_seat % sides] += 1
        captured |= dict.fromkeys(cards, winner_seat % sides)
    trumps = sorted((RANKS.index(card[0]), card) for card in captured if card[1] == trump)
    high_card, low_card = trumps[-1][1], trumps[0][1]
    low_seat = next(seat for seat, held in enumerate(holdings) if low_card in held)
    high, low = captured[high_card], captured[low_card]
    if low_dealt:
        low = low_seat % sides
    jack = captured.get("J" + trump)
    pips = [0] * sides
    for card, side in captured.items():
        if trump_jack_counts or card != "J" + trump:
            pips[side] += PIPS.get(card[0], 0)
    pitching = pitcher % sides
    most = [side for side in range(sides) if pips[side] == max(pips)]
    game = most[0] if len(most) == 1 else _tied(tie, most, pitching, dealer, sides)
    taken = [[high, low, jack, game].count(side) for side in range(sides)]
    made, change = _result(bid, taken[pitching], won[pitching], slam)
    deltas = list(taken)
    deltas[pitching] = change
    return Scored(
        high, low, jack, game, made, deltas,
        pips, len(most) > 1, high_card, low_card, low_seat,
    )  # fmt: skip


def _tied(tie: str, most: list[int], pitching: int, dealer: int | None, sides: int) -> int | None:
    if tie == "pitcher" and pitching in most:
        return pitching
    if tie == "dealer" and dealer is not None and dealer % sides in most:
        return dealer % sides
    rest = [side for side in most if side != pitching]
    return rest[0] if tie == "other" and len(rest) == 1 else None


def _result(
    bid: str, points: int, tricks: int, slam: tuple[int, int, int, int]
) -> tuple[bool, int]:
    """Return whether the bid was made, and the pitching side's score change."""
    if bid in BIDS:
        made = points >= BIDS[bid]
        return made, points if made else -BIDS[bid]
    made = tricks >= slam[0] and points >= slam[1]
    return made, slam[2] if made else -slam[3]


def winner(
    rule: str,
    target: int,
    before: Sequence[int],
    scored: Scored,
    pitching: int,
) -> int | None:
    """Return the winner after a hand without slams: `rule` is one of the documents' ways.

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
    for side in scored.owners:
        if side is None or (side == pitching and not scored.made):
            continue
        running[side] += 1
        if running[side] >= target:
            return side
    return None
