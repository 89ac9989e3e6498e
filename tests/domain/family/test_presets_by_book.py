"""The presets of the family say what their sources say, read a second time."""

from dataclasses import fields

import pytest

from pitch.rules import rulesets
from pitch.rules.rulesets import RuleSet
from tests.support.family import games
from tests.support.family.books import BOOKS
from tests.support.family.games import Game

PRESETS = {ruleset.preset: ruleset for ruleset in rulesets.list_presets()}
COMPACT = {f"trickster-{points}" for points in (4, 5, 6, 7, 9, 11, 13)}
"""Presets of which the sources tell the points, the deal and the target, and leave out the rest."""
TOLD = {"players", "sides", "dealt", "kitty", "keep", "draw", "rest_to", "jokers", "target", "low"}


@pytest.mark.parametrize("name", [name for name in BOOKS if name in PRESETS])
def test_a_preset_is_what_its_source_says(name: str) -> None:
    book, game = BOOKS[name], _read(PRESETS[name], BOOKS[name])
    names = {field.name for field in fields(Game)} - {"point_values", "off_cards", "draw_most"}
    if book.slam == "none":
        names -= {field for field in names if field.startswith("slam")}
    if name in COMPACT:
        names = TOLD
    assert {field: getattr(game, field) for field in names} == {
        field: getattr(book, field) for field in names
    }
    assert set(game.off_cards) == set(book.off_cards)
    # Where nobody is counted out the order of the points is nobody's.
    in_order = book.several_out == "counting_order"
    assert (game.point_values if in_order else set(game.point_values)) == (
        book.point_values if in_order else set(book.point_values)
    )


def _read(ruleset: RuleSet, like: Game) -> Game:
    """A preset at the table that a book tells of."""
    read = (games.read(ruleset.rules, table, like.name) for table in ruleset.rules.tables)
    return next(game for game in read if (game.players, game.sides) == (like.players, like.sides))
