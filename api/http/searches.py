"""Searches: what the queries of lists and journals ask for."""

import re
from datetime import UTC, date, datetime, time
from enum import StrEnum
from typing import Final, TypeVar
from uuid import UUID

from api.database.listings import (
    EPOCH,
    LAST_LINE,
    MICROSECOND,
    JournalSort,
    LeagueState,
    Lines,
    ListSort,
    MatchState,
    Wanted,
)
from api.http.problems import InvalidParameter
from domain.rules import rulesets
from domain.rules.presets import PRESETS

_CURSOR: Final = re.compile(
    r"^(?:(\d{1,16})_)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$", re.ASCII
)
_DATE: Final = re.compile(r"^\d{4}-\d\d-\d\d$", re.ASCII)
INSTANT: Final = r"^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})?)?$"
"""A date, or a date with a time."""
_INSTANT: Final = re.compile(INSTANT, re.ASCII)

_Value = TypeVar("_Value", bound=StrEnum)


def wanted(
    sort: ListSort,
    cursor: str,
    ruleset: str,
    since: str,
    until: str,
    states: type[MatchState] | type[LeagueState],
    state: str,
) -> Wanted:
    """What a page is to show, as a query asks for it; what is empty was not said."""
    after, updated_before = _read(sort, cursor)
    return Wanted(
        sort=sort,
        after=after,
        updated_before=updated_before,
        ruleset=_hash_of(ruleset),
        since=instant("since", since),
        until=instant("until", until),
        state=_one_of(states, "state", state),
    )


def lines(sort: JournalSort, cursor: int, actions: type[StrEnum], action: str) -> Lines:
    """Which lines of a journal a query asks for."""
    is_back = sort is JournalSort.NEWEST
    first = LAST_LINE if is_back else 0
    return Lines(
        beyond=cursor or first,
        is_back=is_back,
        action=_one_of(actions, "action", action),
    )


def _read(sort: ListSort, text: str) -> tuple[UUID | None, datetime | None]:
    if not text:
        return None, None
    found = _CURSOR.match(text)
    if found is None or (found[1] is not None) != (sort is ListSort.UPDATED):
        raise InvalidParameter("cursor is not the nextCursor of a page in this order.", "cursor")
    updated_before = EPOCH + int(found[1]) * MICROSECOND if found[1] else None
    return UUID(found[2]), updated_before


def _hash_of(ruleset: str) -> str | None:
    """A preset's content hash instead of its id; names and hashes as they are."""
    return (
        rulesets.content_hash(rulesets.preset(ruleset)) if ruleset in PRESETS else ruleset or None
    )


def instant(name: str, text: str) -> datetime | None:
    """An instant, or the beginning of a date in UTC; `until` takes the whole of its date in."""
    if not text:
        return None
    try:
        if _DATE.match(text):
            day = date.fromisoformat(text)
            if name == "until":
                return datetime.combine(day, time.max, UTC)
            return datetime.combine(day, time(), UTC)
        if _INSTANT.match(text):
            exact = datetime.fromisoformat(text)
            return (exact if exact.tzinfo else exact.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        pass
    raise InvalidParameter(f"{name} is a date, or a date with a time.", name)


def _one_of(values: type[_Value], name: str, text: str) -> _Value | None:
    if not text:
        return None
    if text not in list(values):
        raise InvalidParameter(f"{name} is none of {', '.join(values)}.", name)
    return values(text)
