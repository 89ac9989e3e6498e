"""A match as it is written strictly, and what is read of a text."""

from textwrap import dedent

from pitch.messages import Refusal
from pitch.notation import texts
from pitch.notation.texts import ParsedMatch
from pitch.notation.transcripts import Transcript

NOW = "2026-03-02T18:30:00Z"
STRICT = dedent("""\
    [Pitch "1"]
    [Opened "2026-03-02T18:30:00Z"]
    [Seat0 "Ann"]
    [Seat1 "Bob"]
    [Dealer "1"]
    [Policy "one"]
    [Preset "setback"]

    Hand 1 at 2026-03-02T18:30:00Z
      Calls four
      Trump S
      Pile 0 all TH AS
      Trick ?
      Low 0 2S
      Winner 1
    Adjusted 0 -3 after 1 at 2026-03-02T18:30:00Z "Said \\"oops\\""

    """)


def readings(text: str) -> list[ParsedMatch]:
    """Return the content of every match in a text."""
    return [part.read(NOW) for part in texts.split_matches(text)]


def read(text: str) -> Transcript:
    """The one match of a text."""
    (reading,) = readings(text)
    assert not isinstance(reading.outcome, Refusal), reading.outcome
    return reading.outcome
