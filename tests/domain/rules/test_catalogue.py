"""Each game is a file, and a mistake in one is told by its file and its key."""

from importlib import resources
from pathlib import Path

import pytest

from pitch.rules.presets import catalogue
from pitch.rules.presets.catalogue import PRESETS

MESSAGES = Path(__file__).parents[3] / "api" / "pitchkeeper" / "messages"
MOST_LETTERS = 120
GAME = """
name = "Kitchen pitch"
document = "A note on the fridge"
about.en = "Short and quick"

[rules]
tables = [{ players = 4, sides = "partners_across" }]
bids = "2-4"
dealerAloneBids = "2"
"""


def test_every_file_is_a_game_that_is_offered() -> None:
    files = resources.files("pitch.rules.presets").iterdir()
    assert {file.name for file in files if file.name.endswith(".toml")} == {
        f"{game}.toml" for game in PRESETS
    }


def test_what_a_file_leaves_out_is_as_in_the_game_that_it_is_like() -> None:
    pidro, pedro = PRESETS["pidro"], PRESETS["pedro"]
    game = catalogue.parse("kitchen", 'like = "pidro"\nname = "Kitchen"\n[rules]\ntarget = 50\n')
    assert (game.name, game.rules.target) == ("Kitchen", 50)
    assert game.document == pidro.document
    assert game.silent == pidro.silent
    assert game.rules.surplus is pidro.rules.surplus
    assert game.rules.tables == pedro.rules.tables


def test_every_game_says_what_it_is_like() -> None:
    languages = {file.stem for file in MESSAGES.glob("*.json")}
    for game, preset in PRESETS.items():
        # A new language is served before its sentences are written.
        assert {"en", "es"} <= preset.about.keys() <= languages, game
        assert all(1 <= len(sentence) <= MOST_LETTERS for sentence in preset.about.values()), game
    # None is taken over from the game that it is like.
    sentences = [sentence for preset in PRESETS.values() for sentence in preset.about.values()]
    assert len(set(sentences)) == len(sentences)


@pytest.mark.parametrize(
    ("right", "wrong", "key"),
    [
        ("[rules]", "[rules", "line 6"),
        ('document = "A note on the fridge"', "", "document"),
        ('about.en = "Short and quick"', "", "about"),
        ("name =", "title =", "title"),
        ("players = 4", "players = 9", "$.rules.tables[0].players"),
        ("partners_across", "partners", "$.rules.tables[0].sides"),
        ('"2-4"', '"2-101"', "$.rules.bids"),
        ('"2-4"', '"two to four"', "$.rules.bids"),
        ("bids =", 'lows = "dealt"\nbids =', "lows"),
        ("bids =", 'low = "shown"\nbids =', "$.rules.low"),
        ("bids =", "pointValues = { hi = 1 }\nbids =", "$.rules.pointValues[0].point"),
        ("[rules]", 'silent = ["bid.lgal"]\n[rules]', "$.silent"),
        ("[rules]", 'like = "poker"\n[rules]', "$.like"),
        ("[rules]", 'like = "pedro"\nrules = 3\n[other]', "$.rules"),
        ("[rules]", 'readings.text = [{ low = "shown" }]\n[rules]', "$.readings.text[0].low"),
    ],
)
def test_a_mistake_is_told_by_its_file_and_its_key(right: str, wrong: str, key: str) -> None:
    catalogue.parse("kitchen", GAME)
    with pytest.raises(ValueError, match=r"^kitchen\.toml: ") as error:
        catalogue.parse("kitchen", GAME.replace(right, wrong, 1))
    assert key in str(error.value)
