"""Whole matches of any game, folded hand by hand without the domain."""

import random
from dataclasses import dataclass, field

from tests.support.family import hands, points
from tests.support.family.games import NUMBERED, Game
from tests.support.family.hands import Hand


@dataclass
class Turn:
    """The result of one deal: a played hand, or only passes."""

    dealer: int
    calls: tuple[str, ...]
    hand: Hand | None
    scores: tuple[int, ...]
    """The scores after it."""


@dataclass
class Match:
    """A match as it went."""

    game: Game
    turns: list[Turn] = field(default_factory=list)
    winner: int | None = None

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores so far."""
        return self.turns[-1].scores if self.turns else (0,) * self.game.sides


def match(game: Game, seed: int, most: int = 30) -> Match:
    """The match of a seed, to its end or to a number of deals."""
    chance = random.Random(seed)
    told, dealer = Match(game), seed % game.players
    while told.winner is None and len(told.turns) < most:
        calls, ending = hands.auction(game, chance, dealer, told.scores)
        if ending.pitcher is None:
            told.turns.append(Turn(dealer, calls, None, _passed(game, dealer, told.scores)))
        else:
            hand = hands.play_hand(game, chance, dealer, told.scores, calls)
            counted = [(hand.owners[point].side, worth) for point, worth in game.point_values]
            side = hand.pitcher % game.sides
            args = (game, told.scores, hand.score, side, counted, hand.played.partner)
            told.winner = points.winner(*args)
            after = points.after(game, told.scores, hand.score.changes)
            told.turns.append(Turn(dealer, calls, hand, after))
        is_same = ending.passed == "redeal_same_dealer"
        dealer = dealer if is_same else (dealer + 1) % game.players
    return told


def _passed(game: Game, dealer: int, scores: tuple[int, ...]) -> tuple[int, ...]:
    """The scores after everybody passed: the dealer may lose the least bid."""
    if game.all_pass != "dealer_set":
        return scores
    least = min(NUMBERED[bid] for bid in (game.dealer_alone_bids or game.bids))
    changes = [-least if side == dealer % game.sides else 0 for side in range(game.sides)]
    return points.after(game, scores, tuple(changes))
