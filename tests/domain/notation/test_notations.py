"""A match has one text, and many that are read as it."""

import re

import msgspec
import pytest
from hypothesis import given, settings

from pitch.match import sheets
from pitch.notation import inspections, texts, transcripts
from pitch.notation.tokens import NotationError, Position
from pitch.notation.transcripts import ClauseId, Transcript
from pitch.rules import clauses, rulesets
from pitch.rules.choices import SlamBid
from pitch.rules.options import Options
from pitchkeeper.messages import languages
from pitchkeeper.settings import ROOT
from tests.support.hands import ALL_PRESETS, PRESETS
from tests.support.notations import STRICT, read, readings
from tests.support.scribes import TRANSCRIPTS
from tests.support.searches import share

SPECIFICATION = (ROOT / "openapi" / "notation.md").read_text()
EXAMPLE = SPECIFICATION.split("```\n")[1]


def read_error(text: str) -> tuple[int, int, str]:
    """Return the line, column and message of the error in the one match of a text."""
    (reading,) = readings(text)
    assert isinstance(reading.outcome, NotationError)
    place = reading.outcome.position
    assert reading.outcome.hint == f"Line {place.line}, column {place.column}."
    return place.line, place.column, languages.text(reading.outcome.message)


@settings(max_examples=share(150))
@given(TRANSCRIPTS)
def test_what_is_written_is_read_the_same_and_written_the_same(transcript: Transcript) -> None:
    text = texts.write_match(transcript)
    assert read(text) == transcript
    assert texts.write_match(read(text)) == text
    assert msgspec.json.decode(msgspec.json.encode(transcript), type=Transcript) == transcript


@settings(max_examples=share(40))
@given(TRANSCRIPTS, TRANSCRIPTS)
def test_many_matches_stand_in_one_text(first: Transcript, second: Transcript) -> None:
    text = texts.write_match(first) + texts.write_match(second)
    assert [reading.outcome for reading in readings(text)] == [first, second]


def test_the_example_of_the_specification_is_strict_and_true() -> None:
    transcript = read(EXAMPLE)
    assert texts.write_match(transcript) == EXAMPLE
    match = transcript.to_match()
    inspections.check_times(transcript, transcript.adjustments[0].at)
    inspections.check_transcript(transcript, match)
    hands = transcript.to_hands()
    given_points = (adjustment.to_adjustment() for adjustment in transcript.adjustments)
    inspections.check_result(transcript, sheets.fold_sheet(match, hands, given_points), match)


@pytest.mark.parametrize(
    ("strict", "lenient"),
    [
        ("\n", "\r\n"),
        ("\n", "\r"),
        ("  ", "\t"),
        ("TH AS", "10♥,a♠\ufe0f ; two cards"),
        ("TH AS", "th\n\n as"),
        ("Trump S", "TRUMP ♤"),
        ("Pile 0 all", "pile 0"),
        ("Trick ?", "Trick"),
        ("Calls four", "calls FOUR"),
        ("Calls four", "calls 4"),
        ("Hand 1 at 2026-03-02T18:30:00Z", "hand 1."),
        (" at 2026-03-02T18:30:00Z", ""),
        ('[Opened "2026-03-02T18:30:00Z"]\n', ""),
        ('[Policy "one"]\n', ""),
        ("-3", "−3"),
        ('"Ann"', "“Ann”"),
        ('[Seat0 "Ann"]\n[Seat1 "Bob"]', '[ seat1 "Bob" ] [SEAT0 "Ann"] ; who sits where'),
        ("  Trump S\n  Pile 0 all TH AS\n", "  Pile 0 all TH AS\n  Trump S\n"),
        ("[Pitch", "; a comment before it\n  [Pitch"),
        ("[Pitch", "\ufeff\n[Pitch"),
    ],
)
def test_what_is_written_otherwise_is_read_the_same(strict: str, lenient: str) -> None:
    assert strict in STRICT
    assert read(STRICT.replace(strict, lenient)) == read(STRICT)
    assert texts.write_match(read(STRICT.replace(strict, lenient))) == STRICT


@pytest.mark.parametrize(
    ("good", "bad", "line", "column", "sentence"),
    [
        ("Trump S", "Trump X", 11, 9, "Expected a suit, C, D, H or S, here, not “X”."),
        (
            "Calls four",
            "Calls shoot",
            10,
            9,
            "Expected pass, 1 to 100, smudge, pitch or moon here, not “shoot”.",
        ),
        (
            "TH AS",
            "TH A5",
            12,
            17,
            "Expected a new hand, an adjustment or more of this hand here, not “A5”.",
        ),
        ("Pile 0", "Pile nine", 12, 8, "Expected a side, counted from 0 here, not “nine”."),
        ("Pile 0", "Pile 9", 12, 3, "The number must be at most 7."),
        ("Trump S", "Trump S Trump H", 11, 11, "“Trump” is there twice. A hand has it once."),
        ("Hand 1", "Hand 2", 9, 6, "Expected hand number 1 here, not “2”."),
        (
            "Low 0 2S",
            'Low "2S"',
            14,
            7,
            "Expected a new hand, an adjustment or more of this hand here",
        ),
        ('oops\\""', "oops", 16, 47, "These quotes do not close on the same line."),
        (
            "2026-03-02T18:30:00Z\n",
            "2026-02-30T18:30:00Z\n",
            9,
            11,
            "Expected a time in UTC",
        ),
        (
            '"2026-03-02T18:30:00Z"',
            '"yesterday"',
            2,
            9,
            "Expected a time in UTC",
        ),
        ("[Seat1", "[Seat2", 4, 2, "Give a tag to every player: Seat0 and Seat1 and so on"),
        ("[Policy", "[Polizy", 6, 2, "Expected a tag such as Preset here, not “Polizy”."),
        ('"one"', "one", 6, 9, "Expected a value in quotes here, not “one”."),
        ('"Ann"', f'"{"A" * 41}"', 3, 2, "The text must have at most 40 characters."),
        ('[Seat1 "Bob"]', "", 3, 2, "Give a tag to every player: Seat0 and Seat1 and so on"),
        ('[Dealer "1"]', '[Dealer "99"]', 5, 2, "The number must be at most 7."),
        (
            '"setback"',
            '"Set back"',
            7,
            2,
            "There is no rule set “set back”. Its id looks like mb-lounge.",
        ),
        (
            "[Preset",
            '[Scores "1 2"]\n[Winner "9"]\n[Preset',
            8,
            2,
            "The number must be at most 7.",
        ),
        ("Trump S", "Trump S LowDealtTo 9", 11, 11, "The number must be at most 7."),
        (
            "Trump S",
            "Trump S TricksWon 1 100",
            11,
            11,
            "The number must be at most 99.",
        ),
        (
            "Winner 1",
            "Winner 1 Confirmed 9",
            15,
            12,
            "The number must be at most 7.",
        ),
        (
            "Winner 1",
            'Winner 1 Overruled 1 made "x"',
            15,
            12,
            "The list must have at least 2 entries.",
        ),
        ("Winner 1", 'Winner 1 Overruled 1 0 made ""', 15, 12, "A reason needs some words"),
        ("Winner 1", 'Winner 1 Was Overruled 1 made "x"', 15, 16, "The list must have"),
        (
            "Winner 1",
            "Winner 1 Was Trump S Dealer 9",
            15,
            24,
            "The number must be at most 7.",
        ),
        ("0 -3 after", "0 -101 after", 16, 12, "The number must be at least -100."),
        ("Adjusted 0", "Adjusted 8", 16, 10, "The number must be at most 7."),
        ('oops\\""', 'x" Cancelled ""', 16, 58, "A reason needs some words"),
        ('[Preset "setback"]', "", 1, 1, "The tag “Preset” is missing."),
        ('[Pitch "1"]', '[Pitch "2"]', 1, 1, 'A match begins with [Pitch "1"].'),
        ("[Preset", '[Option "lov dealt"]\n[Preset', 7, 9, "There is no option “lov”."),
        (
            "[Preset",
            '[Option "low held"]\n[Preset',
            7,
            9,
            "“held” isn't one of the choices here.",
        ),
        ("[Preset", '[Scores "1 2"]\n[Preset', 7, 2, "The tags Scores and Winner go together."),
        ("[Preset", '[Dealer "0"]\n[Preset', 7, 2, "“Dealer” is there twice. A match has it once."),
        ("after 1", "after one", 16, 21, "Expected the hand that it follows here, not “one”."),
    ],
)
def test_what_cannot_be_read_says_where_and_what_was_expected(
    good: str, bad: str, line: int, column: int, sentence: str
) -> None:
    assert good in STRICT
    place = read_error(STRICT.replace(good, bad, 1))
    assert place[:2] == (line, column), place
    assert place[2].startswith(sentence), place


def test_a_text_is_refused_where_it_first_goes_wrong_whatever_comes_after() -> None:
    """So that a long text of nothing but brackets costs no more than a short one."""
    assert read_error("[[[" + ' "')[:2] == (1, 2)
    assert read_error("Hand" + ' "')[:2] == (1, 1)


def test_a_bad_match_does_not_lose_the_others() -> None:
    bad = STRICT.replace("Trump S", 'Trump "S')
    results = readings(f"hello\n{STRICT}{bad}{STRICT}")
    assert [isinstance(reading.outcome, NotationError) for reading in results] == [
        True,
        False,
        True,
        False,
    ]
    lines = STRICT.count("\n")
    assert [reading.line for reading in results] == [1, 2, 2 + lines, 2 + 2 * lines]
    wrong = results[2].outcome
    assert isinstance(wrong, NotationError)
    assert wrong.position == Position(2 + lines + 10, 9)


def test_nothing_is_no_match() -> None:
    assert readings("") == []
    assert readings(" \n; nothing at all\n") == []


def test_a_pointer_leads_to_its_line() -> None:
    (reading,) = readings(STRICT)
    assert reading.position("/hands/0/record/piles/0/side") == Position(12, 3)
    assert reading.position("/hands/0/record/claims/points/0/card") == Position(14, 3)
    assert reading.position("/players/1") == Position(4, 2)
    assert reading.position("/adjustments/0/points") == Position(16, 12)
    assert reading.position("/adjustments/0/cancelled/at") == Position(16, 1)
    assert reading.position("") == Position(1, 1)


def test_a_pointer_to_an_option_leads_to_its_tag() -> None:
    options = '[Option "low dealt"]\n[Option "target 21"]\n'
    (reading,) = readings(STRICT.replace("[Preset", f"{options}[Preset"))
    assert reading.position("/ruleset/options/target") == Position(8, 2)
    assert reading.position("/ruleset/hash") == Position(7, 2)


@pytest.mark.parametrize("preset", PRESETS)
def test_every_rule_set_is_remade_from_what_differs(preset: str) -> None:
    base = rulesets.preset(preset)
    houses = [
        base,
        base.house_rules(Options(target=33), "Ours"),
        base.house_rules(Options(hands=10)),
        base.house_rules(Options(slam=SlamBid.NONE, dealer_matches_slam=False)),
        base.house_rules(Options(), "Only a name"),
    ]
    if base.rules.target_may_change:
        houses.append(base.with_target(15))
    for ruleset in houses:
        changes = transcripts.TranscribedRules.from_ruleset(ruleset)
        remade = base.house_rules(changes.options, changes.name)
        assert remade == ruleset
        assert remade.hash == changes.hash


@pytest.mark.parametrize("preset", ALL_PRESETS)
def test_the_clauses_of_every_rule_set_can_be_written(preset: str) -> None:
    ids = tuple(clause.id for clause in clauses.list_clauses(rulesets.preset(preset)))
    assert msgspec.convert(ids, tuple[ClauseId, ...]) == ids
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(f"{preset} {ids[0]}", ClauseId)


def test_the_specification_names_every_keyword() -> None:
    keywords = " ".join(re.findall(r'"([A-Za-z0-9]+)"', SPECIFICATION)).split()
    for keyword in re.findall(r"^ *(\w+)", STRICT, re.MULTILINE):
        assert keyword in keywords
