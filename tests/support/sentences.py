"""Everything that is said of a hand, for tests that read it."""

from collections.abc import Iterator

from pitch.hand.verdicts import Verdict
from pitch.messages import Sentence


def list_sentences(verdict: Verdict) -> Iterator[Sentence]:
    """Every sentence of a verdict."""
    for found in verdict.findings:
        yield from found.sentences
    yield from (need.message for need in verdict.needs)
    yield from (point.why for point in verdict.points or ())
    yield from (repair.message for repair in verdict.repairs)
    yield from verdict.undecided
