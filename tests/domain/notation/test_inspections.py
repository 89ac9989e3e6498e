"""Entries that nobody could have made are refused at their place in the text or the file."""

import msgspec
import pytest

from pitch.match import sheets
from pitch.match.matches import Match
from pitch.messages import Refusal
from pitch.notation import inspections
from pitch.notation.transcripts import Transcript
from pitchkeeper.messages import languages
from tests.support.notations import NOW, STRICT, read


def with_fields(**fields: object) -> Transcript:
    """Return the strict match with some fields replaced."""
    transcript = msgspec.to_builtins(read(STRICT))
    return msgspec.convert(transcript | fields, Transcript)


def hand(**fields: object) -> list[object]:
    """The one hand of a match."""
    return [{"at": NOW, "record": {}} | fields]


def inspect_all(transcript: Transcript) -> None:
    """Refuse a match that nobody could have entered by `LATER`."""
    inspections.check_times(transcript, LATER)
    inspections.check_transcript(transcript, transcript.to_match())


LATER = "2026-03-02T18:31:00Z"
OVERRULED = {"deltas": [1, 0], "made": True, "reason": "Agreed"}
ARGUED = {"at": NOW, "reason": "No"}
RULED = {"outcome": "Yes", "why": "So", "basis": "text", "clauses": ["setback/no.such"]}


@pytest.mark.parametrize(
    ("transcript", "code", "pointer"),
    [
        (with_fields(opened=LATER), "times_disagree", "/hands/0/at"),
        (with_fields(hands=hand(at="2026-03-02T18:31:01Z")), "times_disagree", "/hands/0/at"),
        (with_fields(opened="2026-02-30T18:30:00Z"), "times_disagree", "/opened"),
        (with_fields(hands=hand(record={"dealer": 2})), "not_at_table", "/hands/0/record/dealer"),
        (
            with_fields(hands=hand(earlier=[{"at": LATER, "record": {}}])),
            "times_disagree",
            "/hands/0/at",
        ),
        (
            with_fields(hands=hand(earlier=[{"at": NOW, "record": {"tricksWon": [1, 2, 3]}}])),
            "wrong_length",
            "/hands/0/earlier/0/record/tricksWon",
        ),
        (
            with_fields(hands=hand(overruled=OVERRULED, isVoid=True)),
            "void_overruled",
            "/hands/0/overruled",
        ),
        (
            with_fields(hands=hand(overruled=OVERRULED | {"deltas": [1, 0, 0]})),
            "wrong_length",
            "/hands/0/overruled/deltas",
        ),
        (with_fields(hands=hand(disputes=[ARGUED] * 2)), "still_disputed", "/hands/0/disputes/0"),
        (
            with_fields(hands=hand(disputes=[ARGUED], confirmations=[{"at": NOW}])),
            "confirmed_in_dispute",
            "/hands/0/confirmations",
        ),
        (
            with_fields(hands=hand(confirmations=[{"at": NOW, "side": 2}])),
            "not_at_table",
            "/hands/0/confirmations/0/side",
        ),
        (
            with_fields(hands=hand(disputes=[ARGUED | {"ruling": RULED}])),
            "no_such_clause",
            "/hands/0/disputes/0/ruling/clauses/0",
        ),
        (with_fields(hands=[]), "no_such_hand", "/adjustments/0/afterHand"),
        (with_fields(firstDealer=2), "not_at_table", "/firstDealer"),
        (with_fields(sides="three_pairs"), "table_not_allowed", "/sides"),
        (with_fields(ruleset={"preset": "whist"}), "unknown_preset", "/ruleset/preset"),
        (
            with_fields(ruleset={"preset": "setback", "hash": "0" * 64}),
            "rules_differ",
            "/ruleset/hash",
        ),
    ],
)
def test_what_nobody_could_have_entered_is_refused(
    transcript: Transcript, code: str, pointer: str
) -> None:
    with pytest.raises(Refusal) as refusal:
        inspect_all(transcript)
    assert (refusal.value.code, refusal.value.pointer) == (code, pointer)


def open_transcript(transcript: Transcript) -> Match:
    return transcript.to_match()


def test_a_result_that_the_hands_do_not_come_to_is_refused() -> None:
    bare = with_fields(hands=[], adjustments=[])
    match = open_transcript(bare)
    sheet = sheets.fold_sheet(match, ())
    for result, sentence in (
        ({"scores": [1, 0]}, "The hands add up to 0 and 0; the file says 1 and 0."),
        ({"scores": [0, 0], "winner": 1}, "By the hands nobody has won; the file says Bob."),
        ({"scores": [0, 0], "winner": 7}, "By the hands nobody has won; the file says Player 8."),
    ):
        transcript = with_fields(hands=[], adjustments=[], result=result)
        with pytest.raises(inspections.ResultDiffers) as refusal:
            inspections.check_result(transcript, sheet, match)
        assert languages.text(refusal.value.message) == sentence
    inspections.check_result(bare, sheet, match)
