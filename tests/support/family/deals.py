"""A game of the second engine as a deal of the domain."""

from dataclasses import asdict, dataclass

import msgspec

from pitch.hand.deals import Deal
from pitch.rules import options, rulesets
from pitch.rules.options import Options
from pitch.rules.rulesets import RuleSet
from pitch.seats import Arrangement, Seating, Table
from tests.support.family import games
from tests.support.family.games import Game
from tests.support.hands import NAMES

_OF_TABLE = {"players", "sides", "dealt", "kitty", "stripped"}
_KNOWN = dict(zip(Options.__struct_fields__, Options.__struct_encode_fields__, strict=True))


def deal_of(game: Game, dealer: int) -> Deal:
    """The deal of a game, under rules that are not asked whether they make sense."""
    values = {name: value for name, value in asdict(game).items() if value is not None}
    values["point_values"] = [{"point": p, "worth": worth} for p, worth in game.point_values]
    fields = {
        encoded: values[name]
        for name, encoded in _KNOWN.items()
        if name in values and name not in _OF_TABLE
    }
    if game.slam == "none":
        fields = {name: value for name, value in fields.items() if not name.startswith("slam")}
    table = Table(
        players=game.players,
        sides=_sides(game),
        dealt=game.dealt,
        kitty=game.kitty,
        stripped=game.stripped,
    )
    base = rulesets.preset("setback").rules
    changes = msgspec.convert(fields, Options)
    rules = msgspec.structs.replace(options.apply_options(base, changes), tables=(table,))
    ruleset = RuleSet(preset="setback", name=game.name.capitalize(), rules=rules)
    return Deal(ruleset, Seating(table=table, names=NAMES[: game.players]), dealer)


def _sides(game: Game) -> Arrangement:
    if game.calls_partner:
        return Arrangement.CALLED_PARTNER
    if game.sides == game.players:
        return Arrangement.INDIVIDUALS
    pairs = {(4, 2): "partners_across", (6, 3): "three_pairs", (6, 2): "two_threes"}
    return Arrangement(pairs[game.players, game.sides])


@dataclass(frozen=True)
class Kind:
    """A game of the second engine, and the domain's rules for it at a table."""

    game: Game
    ruleset: RuleSet
    table: Table

    def deal(self, dealer: int) -> Deal:
        """The deal of a dealer."""
        seating = Seating(table=self.table, names=NAMES[: self.table.players])
        return Deal(self.ruleset, seating, dealer)


def kind_of(game: Game) -> Kind:
    """A game with the rules of the domain that it makes."""
    deal = deal_of(game, 0)
    return Kind(game, deal.ruleset, deal.seating.table)


def preset_kinds() -> dict[str, Kind]:
    """Every preset at every table, by its name and the players."""
    return {
        f"{ruleset.preset} {table.players} {table.sides}": Kind(
            games.read(ruleset.rules, table, ruleset.preset), ruleset, table
        )
        for ruleset in rulesets.list_presets()
        for table in ruleset.rules.tables
    }
