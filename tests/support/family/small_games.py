"""Games as deals of the domain, and games of few cards with choices of their own."""

import random
from dataclasses import replace
from typing import Any

from msgspec import structs

from pitch import point_names
from pitch.cards import JokerOrder, JokerRank
from pitch.hand.deals import Deal
from pitch.point_names import PointName
from pitch.rules import rulesets
from pitch.rules.choices import Draw, GameTie, Low, PitchedJoker, RestTo, Surplus, TrumpBy
from pitch.rules.options import PointValue
from pitch.seats import Arrangement, Seating, Table
from pitch.tricks import Follow
from tests.support.family import games, packs
from tests.support.family.books import BOOKS
from tests.support.family.games import Game
from tests.support.hands import NAMES

_WORDS: dict[str, Any] = {
    "joker_rank": JokerRank,
    "joker_order": JokerOrder,
    "pitched_joker": PitchedJoker,
    "draw": Draw,
    "rest_to": RestTo,
    "surplus": Surplus,
    "follow": Follow,
    "trump_by": TrumpBy,
    "low": Low,
    "game_tie": GameTie,
}
_AS_THEY_ARE = ("jokers", "keep", "trump_jack_pips")


def deal_of(game: Game, dealer: int) -> Deal:
    """The deal of a game, whatever else its rules say."""
    base = rulesets.preset("setback")
    values: dict[str, Any] = {name: kind(getattr(game, name)) for name, kind in _WORDS.items()}
    values |= {name: getattr(game, name) for name in _AS_THEY_ARE}
    if game.draw != "non_trumps":
        values |= {"rest_to": RestTo.NOBODY, "surplus": Surplus.BURNED}
    sides = Arrangement.INDIVIDUALS
    if game.sides < game.players:
        sides = Arrangement.PARTNERS_ACROSS
    if game.calls_partner:
        sides = Arrangement.CALLED_PARTNER
    table = Table(
        players=game.players,
        sides=sides,
        dealt=game.dealt,
        kitty=game.kitty,
        stripped=game.stripped,
    )
    points = tuple(PointValue(PointName(point), worth) for point, worth in game.point_values)
    rules = structs.replace(
        base.rules, tables=(table,), off_cards=game.off_cards, point_values=points, **values
    )
    ruleset = structs.replace(base, rules=rules)
    return Deal(ruleset, Seating(table=table, names=NAMES[: game.players]), dealer)


def _points(game: Game, chance: random.Random) -> tuple[tuple[str, int], ...]:
    """High, Low and some others of the points that the cards of a game have, of any worth."""
    names = [name for name in PointName if name.value in {"high", "low"} or chance.random() < 0.4]
    return tuple(
        (name.value, chance.choice([1, 1, 2, 3]))
        for name in names
        if point_names.OFF_RANKS.get(name, "") in {"", *game.off_cards}
        and point_names.JOKERS.get(name, game.jokers) == game.jokers
    )


def some_game(chance: random.Random) -> Game:
    """A game of few cards, with choices of its own."""
    pick = chance.choice
    game = replace(
        pick([book for book in BOOKS.values() if not book.calls_partner]),
        joker_rank=pick(["above_ten", "lowest", "highest", "apart"]),
        joker_order=pick(["marked", "first_played", "last_played"]),
        joker_pips="none",
        pitched_joker="barred",
        jokers=pick([0, 1, 2]),
        off_cards=pick([(), ("J",), ("3", "5"), ("J", "A")]),
        draw=pick(["none", "non_trumps", "non_trumps", "any"]),
        rest_to=pick(["nobody", "pitcher", "dealer"]),
        surplus=pick(["burned", "to_opponents", "on_first_trick"]),
        follow=pick(["follow_or_trump", "follow_suit", "trumps_only"]),
        trump_by=pick(["first_card", "named_and_led", "named"]),
        low=pick(["captured", "dealt"]),
        game_tie=pick(["nobody", "pitching_side", "other_side", "dealer"]),
    )
    game = replace(game, point_values=_points(game, chance))
    if game.draw == "non_trumps" and game.trump_by == "first_card":
        game = replace(game, trump_by="named_and_led")
    if game.follow == "trumps_only" and game.joker_rank == "apart":
        game = replace(game, joker_rank="lowest")
    if game.follow == "trumps_only" and game.surplus == "on_first_trick":
        game = replace(game, surplus="burned")
    if game.joker_rank != "apart":
        game = replace(game, pitched_joker=pick(["barred", "spades", "names_any"]))
    players = pick([2, 3, 4])
    if players == 3 and game.surplus == "to_opponents":
        game = replace(game, surplus="burned")
    ranks = pick(["59JA", "TJQKA", "35TJKA", "2345", "235JA"])
    tiny = games.tiny(game, ranks, 3, players, 2 if players == 4 else players)
    more = pick([0, 1, 2]) if game.draw == "non_trumps" else 0
    tiny = replace(tiny, dealt=tiny.keep + more, kitty=pick([0, 0, 1]))
    size = len(packs.pack(tiny))
    return tiny if players * tiny.dealt + tiny.kitty <= size else some_game(chance)
