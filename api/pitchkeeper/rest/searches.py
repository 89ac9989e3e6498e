"""Searches: the query parameters of lists and journals."""

import re
from datetime import UTC, datetime, time
from enum import StrEnum
from typing import Annotated, Any, Final
from uuid import UUID

from pitch import preset
from pitch.messages import TYPED, Message
from pitch.rules import PRESETS
from pitchkeeper import folding
from pitchkeeper.database.listings import (
    EPOCH,
    LAST_LINE,
    MICROSECOND,
    JournalQuery,
    JournalSort,
    LeagueState,
    ListQuery,
    ListSort,
    MatchState,
)
from pitchkeeper.rest.parameters import query
from pitchkeeper.rest.problems import InvalidParameter

_NO_TIME: Final = Message("problem.invalid_parameter.no_time", parameter=TYPED)
_OTHER_LIST: Final = Message("problem.invalid_parameter.cursor")

CURSOR: Final = "^([0-9]{1,16}_)?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"
_CURSOR: Final = re.compile(CURSOR, re.ASCII)
LINE: Final = "^[0-9]{1,16}$"
"""A cursor of a journal: the version of the last line of a page."""
_LINE: Final = re.compile(LINE, re.ASCII)
_DATE: Final = re.compile(r"^\d{4}-\d\d-\d\d$", re.ASCII)
_DAY: Final = (
    "("
    "[0-9]{4}-(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])"
    "|[0-9]{4}-(0[469]|11)-(0[1-9]|[12][0-9]|30)"
    "|[0-9]{4}-02-(0[1-9]|1[0-9]|2[0-8])"
    "|([0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00)-02-29"
    ")"
)
"""A date of the calendar, with February 29 in leap years only."""
_CLOCK: Final = "([01][0-9]|2[0-3]):[0-5][0-9]"
_TIME: Final = rf"{_CLOCK}(:[0-5][0-9](\.[0-9]{{1,6}})?)?(Z|[+-]{_CLOCK})?"
INSTANT: Final = f"^{_DAY}([T ]{_TIME})?$"
"""An RFC 3339 date, or a date with a time and perhaps an offset."""
_FIRST: Final = datetime.min.replace(tzinfo=UTC)
_LAST: Final = datetime.max.replace(tzinfo=UTC)
_INSTANT: Final = re.compile(INSTANT, re.ASCII)

Limit = Annotated[int, query("The maximum number of items in the response.", ge=1, le=100)]
_WHERE: Final = "The `nextCursor` of the previous page; the first page if absent."
ListCursor = Annotated[
    str,
    query(
        _WHERE,
        name="cursor",
        component="ListCursor",
        schema={"minLength": 36, "maxLength": 53, "pattern": CURSOR},
    ),
]
InviteCursor = Annotated[UUID, query(_WHERE, name="cursor", component="InviteCursor")]
JournalCursor = Annotated[
    str,
    query(
        _WHERE,
        name="cursor",
        component="JournalCursor",
        schema={"minLength": 1, "maxLength": 16, "pattern": LINE},
    ),
]
Sort = Annotated[
    ListSort,
    query(
        "The order of the list: newest first (if absent), oldest first, or last updated first. "
        "The first two go by the time in the ids, so that a match or league that was opened "
        "offline is listed by the time when its device opened it.",
        "updated",
        component="ListSort",
    ),
]
SortLines = Annotated[
    JournalSort,
    query(
        "The order of the journal: oldest change first (if absent), or newest first.",
        "newest",
        component="JournalSort",
    ),
]
_INSTANT_HINT: Final = "Say it as 2026-03-31 or 2026-03-31T22:00:00+02:00, offsets up to 23:59."
INSTANT_SCHEMA: Final[dict[str, Any]] = {"pattern": INSTANT, "minLength": 10, "maxLength": 32}
"""The hint after text that `parse_instant` cannot read."""
Since = Annotated[
    str,
    query(
        "Lists only matches or leagues opened at this time or later: a date, or a date with a "
        "time; UTC without an offset.",
        "2026-03-01",
        component="OpenedSince",
        schema=INSTANT_SCHEMA,
    ),
]
Until = Annotated[
    str,
    query(
        "Lists only matches or leagues opened before this time, or by the end of this date; UTC "
        "without an offset.",
        "2026-03-31T22:00:00Z",
        component="OpenedUntil",
        schema=INSTANT_SCHEMA,
    ),
]
PlayedBy = Annotated[
    str,
    query(
        "Lists only matches or leagues with this rule set: its id, or its name.",
        "mb-lounge",
        component="PlayedBy",
        schema={"minLength": 1},
        max_length=100,
    ),
]

Text = Annotated[
    str,
    query(
        "Lists only matches with this text in the name of the table or of a player. Letters are "
        "the same with and without accents, small or capital.",
        "dolores",
        name="q",
        component="MatchText",
        schema={"minLength": 1},
        max_length=100,
    ),
]


def list_query(
    sort: ListSort,
    cursor: str,
    ruleset: str,
    since: str,
    until: str,
    *,
    state: MatchState | LeagueState | None,
    text: str = "",
) -> ListQuery:
    """Return the query of a page of a list; an empty text is an absent parameter."""
    after, updated_before = _parse_cursor(sort, cursor)
    return ListQuery(
        sort=sort,
        after=after,
        updated_before=updated_before,
        ruleset=_preset_hash(ruleset),
        since=parse_instant("since", since),
        until=parse_instant("until", until),
        text=folding.fold(text) or None,
        state=state,
    )


def journal_query(sort: JournalSort, cursor: str, action: StrEnum | None) -> JournalQuery:
    """Return the query of a page of a journal."""
    # Versions only grow, so the last version of a page stays a valid cursor.
    is_back = sort is JournalSort.NEWEST
    first = LAST_LINE if is_back else 0
    if cursor and not _LINE.fullmatch(cursor):
        raise _invalid_cursor()
    return JournalQuery(
        beyond=int(cursor) if cursor else first,
        is_back=is_back,
        action=action,
    )


def _parse_cursor(sort: ListSort, text: str) -> tuple[UUID | None, datetime | None]:
    if not text:
        return None, None
    updated, _, item_id = text.rpartition("_")
    if not _CURSOR.fullmatch(text) or bool(updated) != (sort is ListSort.UPDATED):
        raise _invalid_cursor()
    return UUID(item_id), EPOCH + int(updated) * MICROSECOND if updated else None


def _invalid_cursor() -> InvalidParameter:
    hint = "cursor is the nextCursor of a page in this order."
    return InvalidParameter(_OTHER_LIST(), "cursor", hint=hint)


def _preset_hash(ruleset: str) -> str | None:
    """Return the content hash of a preset's id; names and hashes as they are."""
    return preset(ruleset).hash if ruleset in PRESETS else ruleset or None


def parse_instant(name: str, text: str) -> datetime | None:
    """Return an instant, or the start of a date in UTC; for `until`, the end of the date.

    Raises InvalidParameter if the text is neither; None if it is empty.
    """
    if not text:
        return None
    if not _INSTANT.fullmatch(text):
        raise InvalidParameter(_NO_TIME(parameter=name), name, hint=_INSTANT_HINT)
    try:
        exact = datetime.fromisoformat(text)
        if _DATE.fullmatch(text) and name == "until":
            return datetime.combine(exact, time.max, UTC)
        # Python converts a time without an offset from the zone of the machine.
        return (exact if exact.tzinfo else exact.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        # Year 0, or outside the years of Python by its offset: before or after everything.
        return _FIRST if text < "5" else _LAST
