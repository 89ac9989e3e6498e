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
    """One of two versions of a hand, with its status."""

    record: HandRecord
    """The facts of this version of the hand."""
    status: Status
    """The status of the hand by this version: open, scored, or impossible."""
    whys: Annotated[
        Sentences,
        Meta(description="The reasons why this version is impossible; none if it is possible."),
    ]


class Conflict(Value, frozen=True):
    """The hand that was sent, the hand that is stored, and the facts in which they differ. Nothing
    was changed.
    """

    hand: HandNumber
    """The number of the hand in conflict, from 1."""
    match_version: Annotated[
        int,
        Meta(
            ge=1,
            extra_json_schema={"maximum": MAX_INTEGER},
            description="The version of the match; send it as `If-Match`, or as `seenVersion` "
            "in a queue, to replace the stored hand.",
        ),
    ]
    differences: tuple[Disagreement, ...]
    """Every fact in which the two versions differ."""
    yours: Version
    """The version of the hand that was sent."""
    theirs: Version
    """The version of the hand that is stored."""


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
