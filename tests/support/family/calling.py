"""The auction of a game: which calls are open, and what comes of them."""

from dataclasses import dataclass

from tests.support.family.games import NUMBERED, SLAMS, Game

PASS = "pass"


@dataclass(frozen=True)
class Ended:
    """The result of an auction: a pitcher and a bid, or the consequence of all passing."""

    pitcher: int | None
    bid: str | None
    passed: str | None = None


def height(call: str) -> int:
    """Return the rank of a call; every slam is above every number."""
    return 1000 if call in SLAMS else NUMBERED.get(call, 0)


def slams(game: Game, score: int) -> tuple[str, ...]:
    """The slam, if there is one and somebody who stands at a score may bid it."""
    is_open = {"anyone": True, "not_negative": score >= 0, "positive": score > 0}
    return (game.slam,) if game.slam != "none" and is_open[game.slam_open] else ()


def seats_called(game: Game, dealer: int, calls: tuple[str, ...]) -> tuple[list[int], list[int]]:
    """Return the seat of each call, and the seats still in the bidding, the next one first."""
    waiting = [(dealer + 1 + turn) % game.players for turn in range(game.players)]
    seats = []
    for call in calls:
        seat = waiting.pop(0)
        seats.append(seat)
        if game.bidding_rounds == "until_passed" and call != PASS:
            waiting.append(seat)
    return seats, waiting


def is_over(game: Game, dealer: int, calls: tuple[str, ...]) -> bool:
    """Return whether nobody has a call left to make."""
    seats, waiting = seats_called(game, dealer, calls)
    if not waiting:
        return True
    bids = [seat for seat, call in zip(seats, calls, strict=True) if call != PASS]
    return game.bidding_rounds == "until_passed" and waiting == bids[-1:]


def open_calls(
    game: Game, dealer: int, calls: tuple[str, ...], scores: tuple[int, ...] | None = None
) -> tuple[str, ...]:
    """The calls that are open to whoever is to call, from low to high."""
    if is_over(game, dealer, calls):
        return ()
    seat = seats_called(game, dealer, calls)[1][0]
    slam = slams(game, (scores or (0,) * game.sides)[seat % game.sides])
    standing = max(calls, key=height, default=PASS)
    all_bids = (*game.bids, *slam)
    higher = tuple(bid for bid in all_bids if height(bid) > height(standing))
    if seat != dealer:
        return (PASS, *(higher if game.ascending else all_bids))
    if standing == PASS:
        alone = (*game.dealer_alone_bids, *slam)
        return alone if game.all_pass == "forced" else (PASS, *alone)
    may_match = standing in game.dealer_matches or (standing in slam and game.dealer_matches_slam)
    return (
        PASS,
        *([standing] if may_match else []),
        *(higher if game.dealer_may_raise else ()),
    )


def end_auction(game: Game, dealer: int, calls: tuple[str, ...]) -> Ended:
    """Return the result of a finished auction."""
    seats, _ = seats_called(game, dealer, calls)
    standing = max(calls, key=height)
    if standing == PASS:
        is_free = game.all_pass == "dealer_free"
        return Ended(dealer, PASS) if is_free else Ended(None, None, game.all_pass)
    places = [place for place, call in enumerate(calls) if call == standing]
    is_matched = seats[places[-1]] == dealer
    return Ended(seats[places[-1] if is_matched else places[0]], standing)
