"""A game of the family as plain data: what its rules and its table say, in words and numbers.

The engine of this package plays, scores and judges by this alone. It shares nothing with the
domain but the names of the rules' fields.
"""

from dataclasses import dataclass, fields, replace
from typing import Any

SUITS = "CDHS"
RANKS = "23456789TJQKA"
COLOUR = {"C": "S", "S": "C", "D": "H", "H": "D"}
"""The other suit of the same colour."""
FOUR_POINTS = (("high", 1), ("low", 1), ("jack", 1), ("game", 1))
NUMBERED = {"one": 1, "two": 2, "three": 3, "four": 4} | {str(n): n for n in range(1, 101)}
SLAMS = ("smudge", "pitch", "moon")


def bid_word(number: int) -> str:
    """A bid of a number as it is written."""
    return ("one", "two", "three", "four")[number - 1] if number < 5 else str(number)


def numbers(least: int, most: int) -> tuple[str, ...]:
    """The bids from one number to another."""
    return tuple(bid_word(number) for number in range(least, most + 1))


@dataclass(frozen=True)
class Game:
    """The rules and the table of one game; every default is what the four-point game has."""

    name: str = "pitch"
    players: int = 4
    sides: int = 2
    # the table
    dealt: int = 6
    kitty: int = 0
    stripped: tuple[str, ...] = ()
    calls_partner: bool = False
    # the pack
    jokers: int = 0
    joker_rank: str = "above_ten"
    joker_order: str = "marked"
    joker_pips: str = "none"
    pitched_joker: str = "barred"
    off_cards: tuple[str, ...] = ()
    # the deal
    keep: int = 6
    draw: str = "none"
    draw_most: int | None = None
    rest_to: str = "nobody"
    surplus: str = "burned"
    # the auction
    bids: tuple[str, ...] = ("two", "three", "four")
    dealer_alone_bids: tuple[str, ...] = ("two", "three", "four")
    dealer_matches: tuple[str, ...] = ()
    dealer_matches_slam: bool = False
    dealer_may_raise: bool = True
    ascending: bool = True
    all_pass: str = "forced"
    bidding_rounds: str = "one"
    # the play
    trump_by: str = "first_card"
    follow: str = "follow_or_trump"
    # the points
    point_values: tuple[tuple[str, int], ...] = FOUR_POINTS
    low: str = "captured"
    trump_jack_pips: bool = True
    game_tie: str = "nobody"
    made_scores: str = "all_taken"
    slam: str = "none"
    slam_needs: str = "all_tricks_and_points"
    slam_reward: str = "match"
    slam_scores: int = 4
    slam_loses: int = 5
    slam_set: str = "points"
    slam_open: str = "anyone"
    negative_scores: bool = True
    target: int | None = 11
    hands: int | None = None
    going_out: str = "pitcher_made_first"
    several_out: str = "highest_or_play_on"

    @property
    def total(self) -> int:
        """The worth of all points together."""
        return sum(worth for _, worth in self.point_values)

    @property
    def points(self) -> tuple[str, ...]:
        """The names of the points, in counting order."""
        return tuple(point for point, _ in self.point_values)

    @property
    def worth(self) -> dict[str, int]:
        """The worth of every point."""
        return dict(self.point_values)

    @property
    def all_trumps_played(self) -> bool:
        """True if no trump stays in the rest of the pack."""
        return self.draw == "non_trumps" and self.rest_to != "nobody"

    @property
    def may_have_surplus(self) -> bool:
        """True if somebody may hold more trumps than he may keep."""
        return self.draw == "non_trumps" and (self.dealt > self.keep or self.rest_to != "nobody")


_SPELLINGS = {
    "six_tricks": "all_tricks",
    "four_points": "all_points",
    "six_tricks_and_four_points": "all_tricks_and_points",
}
_OF_TABLE = ("dealt", "kitty", "stripped")


def read(rules: Any, table: Any, name: str = "") -> Game:
    """The game that rules of the domain make at one of their tables.

    A field that the domain does not have is at its default here.
    """
    told: dict[str, Any] = {}
    for field in fields(Game):
        source = table if field.name in _OF_TABLE else rules
        if field.name not in {"name", "players", "sides", "point_values", "calls_partner"}:
            value = getattr(source, field.name, field.default)
            told[field.name] = tuple(map(str, value)) if isinstance(value, tuple) else value
    told = {key: str(value) if _is_word(value) else value for key, value in told.items()}
    told["slam_needs"] = _SPELLINGS.get(told["slam_needs"], told["slam_needs"])
    values = getattr(rules, "point_values", None)
    if values is not None:
        told["point_values"] = tuple((str(value.point), value.worth) for value in values)
    told["calls_partner"] = str(table.sides) == "called_partner"
    return Game(name=name, players=table.players, sides=_sides(table), **told)


def _is_word(value: object) -> bool:
    return isinstance(value, str)


def _sides(table: Any) -> int:
    pairs = {"partners_across": 2, "three_pairs": 3, "two_threes": 2}
    return pairs.get(str(table.sides)) or int(table.players)


def tiny(game: Game, ranks: str, cards: int, players: int, sides: int) -> Game:
    """The same game with few cards: so many ranks, so many cards to each of so few players."""
    more = game.dealt - game.keep
    return replace(
        game,
        name=f"tiny {game.name}",
        players=players,
        sides=sides,
        stripped=tuple(rank for rank in RANKS if rank not in ranks),
        dealt=cards + min(more, 1),
        keep=cards,
        kitty=min(game.kitty, 1),
    )
