"""Tallies: one line for every fault, printed when all are done."""

from dataclasses import dataclass
from typing import Final

from tests.faults.audits import Audit
from tests.faults.phones import Diary

_COLUMNS: Final = (
    *("fault", "sent", "acknowledged", "lost", "duplicated", "retries"),
    *("checks", "broken", "seconds to recover", "met on the way"),
)
_LINES: Final[list[tuple[str, ...]]] = []


@dataclass(frozen=True)
class Tally:
    """What a fault did to the commands that were under way."""

    fault: str
    found: Audit
    diary: Diary
    recoveries: tuple[float, ...] = ()

    @property
    def cells(self) -> tuple[str, ...]:
        """The line of the table."""
        found = self.found
        numbers = (
            *(found.sent, found.answered_commands, len(found.lost), len(found.repeats)),
            *(found.retries, found.checks, len(found.contradictions)),
        )
        summary = ", ".join(f"{times} {what}" for what, times in self.diary.answers.most_common())
        return (self.fault, *map(str, numbers), self._seconds, summary or "-")

    @property
    def _seconds(self) -> str:
        if not self.recoveries:
            return "-"
        low, high = min(self.recoveries), max(self.recoveries)
        return f"{high:.1f}" if len(self.recoveries) == 1 else f"{low:.1f} to {high:.1f}"


def conclude(fault: str, found: Audit, diary: Diary, recoveries: tuple[float, ...] = ()) -> None:
    """Add a fault to the table, and fail if it cost anything."""
    _LINES.append(Tally(fault, found, diary, recoveries).cells)
    assert found.lost == []
    assert found.repeats == []
    assert found.contradictions == []
    assert found.sent > 0
    assert not any(answer.startswith("500") for answer in diary.answers), diary.answers
    assert diary.hasty == 0


def table() -> list[str]:
    """The lines of the table, its columns as wide as they have to be."""
    if not _LINES:
        return []
    rows = [_COLUMNS, *_LINES]
    widths = [max(len(row[i]) for row in rows) for i in range(len(_COLUMNS))]
    return ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
