"""A third language is a morning's work: French, half done, beside every key what it is about."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from openapi import po, translate
from openapi.po import Entry
from pitch import messages
from pitch.messages import MESSAGES
from pitchkeeper.messages import catalogues
from pitchkeeper.messages.catalogues import USUAL, Catalogue, catalogue

FRENCH = {
    "word.locale": "fr-FR",
    "word.language": "Français",
    "word.all_of": "{rest} et {last}",
    "word.card": "{rank} de {suit}",
    "word.card.the": "{rank_the} de {suit}",
    "word.card.of": "{rank_of} de {suit}",
    "word.rank.A": "as",
    "word.rank.A.the": "l'as",
    "word.rank.A.of": "de l'as",
    "word.rank.K": "roi",
    "word.rank.K.the": "le roi",
    "word.rank.K.of": "du roi",
    "word.rank.K.letter": "R",
    "word.rank.Q.letter": "D",
    "word.rank.J.letter": "V",
    "word.suit.S": "pique",
    "word.suit.H": "cœur",
    "point.card": "{side} {side_n, plural, one {a pris} other {ont pris}} {card_the}.",
    "point.card.absent": "{card_The} n'était pas en jeu.",
    "repair.card": "Mettez {other_the} à la place {card_of}.",
    "finding.trump_not_captured": "Tous les atouts sont en jeu : il manque {cards}.",
    "problem.league_contradicts.has_paid": "{name} a payé {amount}. Rendez-le d'abord.",
    "sheet.at": "{date}, {time} {zone}",
    "page.save": "Enregistrer",
}
ANN = messages.side(0, [messages.player(0, "Ann")])
BOTH = messages.side(0, [messages.player(0, "Ann"), messages.player(2, "Cid")])


@pytest.fixture(scope="module")
def french() -> Catalogue:
    """French as a morning leaves it."""
    own = {key: text for key, text in FRENCH.items() if not key.startswith(translate.PAGE)}
    return Catalogue("fr", own, catalogue(USUAL))


@pytest.mark.parametrize(
    ("code", "values", "text"),
    [
        ("point.card", {"side": ANN, "card": "AS"}, "Ann a pris l'as de pique."),
        ("point.card", {"side": BOTH, "card": "KH"}, "Ann & Cid ont pris le roi de cœur."),
        ("point.card.absent", {"card": "AS"}, "L'as de pique n'était pas en jeu."),
        (
            "repair.card",
            {"card": "KS", "other": "AH"},
            "Mettez l'as de cœur à la place du roi de pique.",
        ),
        (
            "finding.trump_not_captured",
            {"cards": ["KS", "QS", "JS"]},
            "Tous les atouts sont en jeu : il manque R♠ D♠ V♠.",
        ),
        (
            "problem.league_contradicts.has_paid",
            {"name": "Ann", "amount": (1_050, "EUR")},
            "Ann a payé 10,50 €. Rendez-le d'abord.",
        ),
        (
            "sheet.at",
            {"date": "2026-03-31", "time": "19:05", "zone": "UTC"},
            "31 mars 2026, 19:05 UTC",
        ),
        # What French lacks is said in English, plurals and all.
        ("statement.tricks", {"side": ANN, "tricks": 0}, "Ann took no tricks."),
    ],
)
def test_a_half_done_language_says_what_it_has(
    french: Catalogue, code: str, values: dict[str, object], text: str
) -> None:
    assert french.text(MESSAGES[code](**values)).replace("\xa0", " ") == text


def test_a_file_for_translators_is_read_as_it_was_written() -> None:
    entries = [
        Entry("word.comma", ", ", "", ("Between the things of a list",)),
        Entry("notation.first", "A match begins with {tag}.", 'Un "match" \\ commence', ("a", "b")),
        Entry("page.save", "Save", "Enregistrer", former="Keep"),
    ]
    file = po.write("fr", entries)
    assert [(entry.key, entry.english, entry.text, entry.former) for entry in po.read(file)] == [
        (entry.key, entry.english, entry.text, entry.former) for entry in entries
    ]
    assert '#, icu-message-format, fuzzy\n#| msgid "Keep"\nmsgctxt "page.save"' in file
    torn = file.replace('msgid "Save"', 'msgid "Sa"\n"ve"')
    assert [entry.english for entry in po.read(torn)] == [entry.english for entry in entries]
    with pytest.raises(po.Unreadable, match="line 9"):
        list(po.read(file.replace("#. Between", "Between")))


def test_what_an_editor_writes_is_read() -> None:
    """Lines folded, entries laid aside, notes of translators and references to code."""
    file = """# Somebody's notes
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

# A note
#: web/src/Page.tsx:12
#, fuzzy, icu-message-format
msgctxt "page.save"
msgid ""
"Sa"
"ve"
msgstr ""
"Enre"
"gistrer"

#~ msgctxt "page.gone"
#~ msgid "Gone"
#~ msgstr "Parti"
"""
    assert list(po.read(file)) == [Entry("page.save", "Save", "Enregistrer")]


def test_the_command_needs_no_tests() -> None:
    """Translators may have the code without its tests."""
    run = "import sys, openapi.translate; print([m for m in sys.modules if m.startswith('tests')])"
    done = subprocess.run(
        [sys.executable, "-c", run], cwd=translate.ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"


def test_beside_every_key_stands_what_it_is_about_and_an_example() -> None:
    comment = translate.comments("point.card", catalogue(USUAL).patterns["point.card"])
    assert comment[0] == "Why a point goes to a side"
    assert comment[1] == "Arguments: side (side), card (card)"
    assert comment[2].startswith("Example: ")
    assert " took the " in comment[2]
    assert {key.partition(".")[0] for key in translate.english()} <= {
        *translate.ROOMS,
        *(key.partition(".")[0] for key in translate.english() if key.startswith("page.")),
        "as_written",
    }


@pytest.mark.parametrize(
    ("key", "text", "fault"),
    [
        ("point.card", "{side} a pris {carte}.", "there is no argument carte"),
        ("point.card", "{side a pris", "A brace is not closed"),
        ("point.former", "Rien.", "there is no such key any more"),
        ("page.save_hand", "Enregistrer {main}", "there is no argument main"),
        ("point.card", "{side} a pris {card_the}.", ""),
        ("word.card.of", "{rank_of} de {suit}", ""),
    ],
)
def test_what_could_not_be_said_is_told_and_left_out(key: str, text: str, fault: str) -> None:
    file = po.write("fr", [Entry(key, "", text)])
    language = translate.take_in("fr", file, translate.english())
    assert [fault_line.startswith(f"{key}: {fault}") for fault_line in language.wrong] == [
        True
    ] * bool(fault)
    assert (key in language.entries) is not bool(fault)


def test_a_language_is_asked_for_the_forms_that_its_sentences_need() -> None:
    language = translate.Language("fr", {"repair.card": FRENCH["repair.card"]}, [])
    forms = translate.forms(language)
    assert {"word.card.of", "word.card.HJ.the", "word.rank.K.of", "word.rank.A.the"} <= forms.keys()
    assert forms["word.rank.K.of"] == "king"
    assert not [key for key in forms if key.startswith("word.suit.")]


def test_a_morning_of_french(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ask what is missing, fill some in, take it in, and ask again."""
    folder, words = tmp_path / "messages", tmp_path / "web" / "src" / "words"
    folder.mkdir()
    # Catalogues that no other test has loaded are loaded from there.
    for path in catalogues.FOLDER.glob("*.json"):
        shutil.copy(path, folder)
    words.mkdir(parents=True)
    page = (translate.ROOT / "web" / "src" / "words" / "en.json").read_text("utf-8")
    (words / "en.json").write_text(page, "utf-8")
    monkeypatch.setattr(translate, "ROOT", tmp_path)
    monkeypatch.setattr(catalogues, "FOLDER", folder)
    assert translate.main("fr") == 0
    output = capsys.readouterr().out.splitlines()
    assert output[0] == f"fr: 1 of {len(translate.english())} texts"
    assert "  missing: point.card" in output
    assert not (folder / "fr.json").exists(), "nothing is served before somebody has translated"
    path = tmp_path / "translations" / "fr.po"
    translated_entries = [
        Entry(entry.key, entry.english, FRENCH.get(entry.key, entry.text))
        for entry in po.read(path.read_text("utf-8"))
    ]
    translated_entries[5] = Entry(translated_entries[5].key, "Former English.", "Ancien.")
    path.write_text(po.write("fr", translated_entries), "utf-8")
    assert translate.main("fr") == 0
    output = capsys.readouterr().out.splitlines()
    assert f"  English has changed: {translated_entries[5].key}" in output
    assert "  missing: word.rank.2.the" in output
    assert translate.main("fr") == 0
    assert output == capsys.readouterr().out.splitlines(), "until a translator says it is right"
    catalogue_file = json.loads((folder / "fr.json").read_text("utf-8"))
    assert catalogue_file["point.card"] == FRENCH["point.card"]
    assert json.loads((words / "fr.json").read_text("utf-8")) == {"save": "Enregistrer"}
