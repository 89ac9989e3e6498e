"""Preconditions: what a request says it has seen, and how it is refused when that has changed.

A problem may show both versions of a hand, so their shape stands here, below what compares them.
"""

from typing import Annotated

from msgspec import Meta, Struct

from pitch import HandRecord, Status
from pitch.errors import Refusal
from pitch.hand import Disagreement
from pitch.match import HandNumber
from pitch.messages import Message, Sentence, Sentences
from pitch.types import MAX_INTEGER, Value


class Version(Value, frozen=True):
    """One of two versions of a hand: what it would be judged, and what speaks against it."""

    record: HandRecord
    """What the table entered."""
    status: Status
    """What that record amounts to."""
    whys: Annotated[Sentences, Meta(description="Why it cannot be, if it cannot.")]


class Conflict(Value, frozen=True):
    """What was sent, what is kept, and the facts about which they differ. Nothing was changed."""

    hand: HandNumber
    match_version: Annotated[
        int,
        Meta(
            ge=1,
            extra_json_schema={"maximum": MAX_INTEGER},
            description="Send it as `If-Match`, in a queue as `seenVersion`, to write over "
            "what is kept.",
        ),
    ]
    differences: tuple[Disagreement, ...]
    """Every fact about which the two differ."""
    yours: Version
    """The hand as it was sent."""
    theirs: Version
    """The hand as it is kept."""


class Precondition(Struct, frozen=True):
    """Which versions a request says it has seen; without any it has seen nothing."""

    versions: frozenset[int] = frozenset()
    is_any: bool = False
    is_given: bool = False
    named: str = "If-Match"
    """Where the request says so."""

    def names(self, version: int) -> bool:
        """Whether the request was made knowing this version, or whatever there is."""
        return self.is_any or version in self.versions

    def allows(self, *versions: int) -> bool:
        """Whether a request without regard to parts may act on what is alike in these versions."""
        return not self.is_given or any(map(self.names, versions))


class StaleMatch(Refusal):
    """What the request would change has changed since the version that it names."""

    code = "stale_match"
    default_message = Message("problem.stale_match")

    def __init__(
        self,
        message: Sentence | None = None,
        conflict: Conflict | None = None,
        *,
        hint: str = "",
    ) -> None:
        super().__init__(message, hint=hint)
        self.conflict = conflict


# A kind of the other, for it shows the same: what was sent beside what is there.
class PreconditionRequired(StaleMatch):
    """Say which version was seen, with If-Match or in a queue seenVersion: something is there."""

    code = "precondition_required"
    default_message = Message("problem.precondition_required")
    hint = "Say which version was seen: with If-Match, in a queue with seenVersion."
