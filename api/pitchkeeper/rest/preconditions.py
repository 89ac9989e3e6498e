"""Preconditions: the versions that a client has seen, and the refusal if they are stale.

A problem may show both versions of a hand, so their types are here, below their comparison.
"""

from typing import Annotated, Final
from uuid import UUID

from msgspec import Meta, Struct

from pitch import HandRecord, Status
from pitch.hand import Disagreement
from pitch.messages import Refusal, Sentence, Sentences
from pitch.types import MAX_INTEGER, HandNumber, Value


class Version(Value, frozen=True):
    """One of two versions of a hand, with its status."""

    record: HandRecord
    """The facts of this version of the hand."""
    status: Status
    """The status of the hand by this version: open, scored, or impossible."""
    whys: Sentences
    """The reasons why this version is impossible; none if it is possible."""


class Conflict(Value, frozen=True):
    """The hand that was sent, the hand that is stored, and the facts in which they differ. Nothing
    was changed.
    """

    hand: HandNumber
    """The number of the hand in conflict, from 1."""
    match_version: Annotated[int, Meta(ge=1, extra_json_schema={"maximum": MAX_INTEGER})]
    """The version of the match; send it as `If-Match`, or as `seenVersion` in a queue, to replace
    the stored hand.
    """
    differences: tuple[Disagreement, ...]
    """Every fact in which the two versions differ."""
    yours: Version
    """The version of the hand that was sent."""
    theirs: Version
    """The version of the hand that is stored."""


class OwnChanges(Struct, frozen=True):
    """Changes by a device that it knows of without having seen the versions between."""

    device_id: UUID
    since: int
    """The version that the device has seen."""
    until: int
    """The version that the last of its changes left."""

    def includes(self, version: int, device_id: UUID) -> bool:
        """Return whether a change that made a version is one of these."""
        return device_id == self.device_id and version <= self.until


class Precondition(Struct, frozen=True):
    """The versions that a client has seen; none if the request states none."""

    versions: frozenset[int] = frozenset()
    is_any: bool = False
    is_given: bool = False
    own: OwnChanges | None = None
    """Changes that leave a hand as the device knows it; what others changed since is unseen."""
    named: str = "If-Match"
    """The header with the versions."""

    def names(self, version: int) -> bool:
        """Return whether the client has seen this version, or accepts any."""
        return self.is_any or version in self.versions

    def allows(self, *versions: int) -> bool:
        """Return whether the request names one of some versions, or none at all."""
        return not self.is_given or any(map(self.names, versions))


BLIND: Final = Precondition()
"""The precondition of a request that names no version."""


class StaleMatch(Refusal):
    """The request would overwrite something that has changed since the version that it names."""

    def __init__(
        self,
        message: Sentence | None = None,
        conflict: Conflict | None = None,
        *,
        hint: str = "",
    ) -> None:
        super().__init__(message, hint=hint)
        self.conflict = conflict


# A subclass, because it shows the same conflict: the sent hand beside the stored one.
class PreconditionRequired(StaleMatch):
    """The write would replace an entry; name the version seen, by If-Match or seenVersion."""

    hint = "Say which version was seen: with If-Match, in a queue with seenVersion."
