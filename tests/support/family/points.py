"""The points of a played hand: their owners, and the score changes."""

from collections import defaultdict
from dataclasses import dataclass

from tests.support.family import packs, partners
from tests.support.family.games import COLOUR, NUMBERED, RANKS, Game
from tests.support.family.playing import Played

FIXED = {"ace": "A", "king": "K", "ten": "T", "nine": "9", "five": "5", "three": "3", "two": "2"}
"""Points that one trump is, whatever else was dealt; `off_` before them is the other suit's."""
FIXED |= {"jack": "J"}


@dataclass(frozen=True)
class Owner:
    """The side that has a point, if any, and the card of the point."""

    side: int | None
    card: str | None = None


@dataclass(frozen=True)
class Score:
    """The result of a hand."""

    made: bool
    changes: tuple[int, ...]
    taken: tuple[int, ...]
    wins: int | None = None
    """The side that has the match by a slam, made or set."""


def card_of(point: str, trump: str) -> str | None:
    """The one card that a point is; None for one that is counted or found out."""
    if point in {"joker", "high_joker"}:
        return "HJ"
    if point == "low_joker":
        return "LJ"
    rank = FIXED.get(point.removeprefix("off_"))
    if rank is None:
        return None
    return rank + (COLOUR[trump] if point.startswith("off_") else trump)


def worth_of(game: Game, trump: str) -> defaultdict[str, int]:
    """Return the worth of single trumps as points."""
    pairs = ((card_of(point, trump), worth) for point, worth in game.point_values)
    return defaultdict(int, {card: worth for card, worth in pairs if card is not None})


def pips(hand: Played) -> list[int]:
    """The pips of every side."""
    return [sum(packs.pips(card, hand.trump, hand.game) for card in pile) for pile in hand.piles()]


def owners(hand: Played) -> dict[str, Owner]:
    """Return the owner of every point."""
    game, trump = hand.game, hand.trump
    got = {card: side for side, pile in enumerate(hand.piles()) for card in pile}
    had = {card: hand.side(seat) for card, seat in hand.had().items()}
    trumps = [card for card in packs.ladder(game, trump) if card in got]
    lows = [card for card in trumps if not packs.is_joker(card)]
    spades = [rank + "S" for rank in RANKS if rank + "S" in got]
    by_point = {}
    for point in game.points:
        card = card_of(point, trump)
        if point == "game":
            by_point[point] = Owner(_game(hand))
            continue
        if point == "last_trick":
            by_point[point] = Owner(hand.side(hand.tricks[-1].winner))
            continue
        if point == "high":
            card = trumps[-1] if trumps else None
        if point == "low":
            card = lows[0] if lows else None
        if point == "high_spade":
            card = spades[-1] if spades else None
        if card is None or card not in got:
            by_point[point] = Owner(None)
        elif point in {"low", "two"} and game.low == "dealt":
            # A card that went over to the others before play was nobody's when play began.
            by_point[point] = Owner(had.get(card, got[card]), card)
        else:
            by_point[point] = Owner(got[card], card)
    return by_point


def _game(hand: Played) -> int | None:
    counts = pips(hand)
    most = [side for side, number in enumerate(counts) if number == max(counts)]
    if len(most) == 1:
        return most[0]
    pitching, dealing = hand.side(hand.pitcher), hand.side(hand.dealer)
    if hand.game.game_tie == "pitching_side" and pitching in most:
        return pitching
    if hand.game.game_tie == "dealer" and dealing in most:
        return dealing
    defenders = [side for side in most if side != pitching]
    return defenders[0] if hand.game.game_tie == "other_side" and len(defenders) == 1 else None


def score(hand: Played, bid: str, before: tuple[int, ...] | None = None) -> Score:
    """Return the result of a bid."""
    points_taken = [0] * hand.game.sides
    for point, owner in owners(hand).items():
        if owner.side is not None:
            points_taken[owner.side] += hand.game.worth[point]
    tricks = hand.tricks_won()
    side = hand.side(hand.pitcher)
    tricks_played = len(hand.tricks)
    if hand.game.calls_partner:
        is_made, changes = partners.changes(hand, NUMBERED[bid], tuple(points_taken))
        return Score(is_made, changes, tuple(points_taken))
    return score_bid(hand.game, side, bid, tuple(points_taken), tricks[side], tricks_played, before)


def score_bid(
    game: Game,
    pitching: int,
    bid: str,
    points_taken: tuple[int, ...],
    tricks: int,
    tricks_played: int,
    before: tuple[int, ...] | None = None,
) -> Score:
    """Return the result of a bid, from every side's points and the pitching side's tricks.

    `tricks_played` are all tricks of the hand, `before` the scores that the hand met.
    """
    stands = (before or (0,) * game.sides)[pitching]
    changes, wins = list(points_taken), None
    if bid == "pass":  # the dealer plays without a bid where all passed
        return Score(True, points_taken, points_taken)
    if bid in NUMBERED:
        is_made = points_taken[pitching] >= NUMBERED[bid]
        pays = NUMBERED[bid] if game.made_scores == "bid_only" else points_taken[pitching]
        changes[pitching] = pays if is_made else -NUMBERED[bid]
        return Score(is_made, tuple(changes), points_taken)
    needed = {
        "four_tricks": tricks >= 4,
        "all_tricks": tricks == tricks_played,
        "all_points": points_taken[pitching] == game.total,
        "all_tricks_and_points": tricks == tricks_played and points_taken[pitching] == game.total,
    }
    is_made = needed[game.slam_needs]
    if is_made:
        changes[pitching] = game.slam_scores
        is_negative = stands < 0
        if game.slam_reward == "match_or_zero" and is_negative:
            changes[pitching] = -stands
        elif game.slam_reward == "match" or (game.slam_reward != "points" and not is_negative):
            wins = pitching
    else:
        loses_target = game.slam_set == "target" and game.target is not None
        changes[pitching] = -(game.target or 0) if loses_target else -game.slam_loses
        if game.slam_set == "match" and game.sides == 2:
            wins = 1 - pitching
    return Score(is_made, tuple(changes), points_taken, wins)


def after(game: Game, before: tuple[int, ...], changes: tuple[int, ...]) -> tuple[int, ...]:
    """The scores after a hand."""
    sums = [old + change for old, change in zip(before, changes, strict=True)]
    return tuple(sums if game.negative_scores else [max(0, score) for score in sums])


def winner(
    game: Game,
    before: tuple[int, ...],
    result: Score,
    pitching: int,
    owners_in_order: list[tuple[int | None, int]],
    partner: int | None = None,
) -> int | None:
    """The side that has won after a hand, if one has.

    `owners_in_order` are the sides and worths of the points in counting order.
    """
    if result.wins is not None or game.target is None:
        return result.wins
    now = after(game, before, result.changes)
    there = [side for side, total in enumerate(now) if total >= game.target]
    pitcher_first = game.going_out != "anyone"
    if pitcher_first and (result.made or game.going_out == "pitcher_only"):
        # Of the two who made a bid together the pitcher goes out before the partner.
        for side in (pitching, partner):
            if side in there:
                return side
    if game.going_out in {"pitcher_made_only", "pitcher_only"} or not there:
        return None
    if game.several_out == "counting_order":
        return _first(game, now, result, pitching, owners_in_order)
    leaders = [side for side, total in enumerate(now) if total == max(now)]
    if game.several_out == "highest_or_pitcher" and pitching in leaders:
        return pitching
    return leaders[0] if len(leaders) == 1 else None


def _first(
    game: Game,
    now: tuple[int, ...],
    result: Score,
    pitching: int,
    owners_in_order: list[tuple[int | None, int]],
) -> int | None:
    """The first side to arrive when the points are counted one by one."""
    paid = [(s, w) for s, w in owners_in_order if s is not None and (s != pitching or result.made)]
    totals = list(now)
    for side, worth in paid:
        totals[side] -= worth
    for side, worth in paid:
        totals[side] += worth
        if totals[side] >= (game.target or 0):
            return side
    return None
