"""Calendars: the nights of a league as iCalendar (RFC 5545), to read once or to subscribe to.

Written here and not by a library: it is text in UTC, with one kind of event and no repeats.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime, time, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from pitch.league import Fixture
from pitch.messages import COUNT, TYPED, Message
from pitchkeeper.leagues.season.seasons import LeagueSeason
from pitchkeeper.leagues.state import Charter
from pitchkeeper.messages import languages

MEDIA_TYPE: Final = "text/calendar"
_NIGHT: Final = Message("calendar.night", league=TYPED, night=COUNT, nights=COUNT)
_PAIRING: Final = Message("calendar.pairing", round=COUNT, table=COUNT, first=TYPED, second=TYPED)
_USUAL_MINUTES: Final = 180
_OCTETS: Final = 75
"""The longest line, without its end (RFC 5545, 3.1)."""
_ESCAPES: Final = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})


def write(season: LeagueSeason, entrant: int | None = None) -> bytes:
    """Return the calendar of a league: an event for each night that has a date.

    With an entrant it has its nights and its pairings only.
    """
    return b"".join(_fold(line) for line in _lines(season, entrant))


def _lines(season: LeagueSeason, entrant: int | None) -> Iterator[str]:
    charter = season.state.charter
    yield from ("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Pitchkeeper//Pitchkeeper//EN")
    yield f"X-WR-CALNAME:{_escape(charter.name)}"
    for night, day in enumerate(charter.dates, start=1):
        if entrant is None or any(
            each.number == entrant and each.is_in(night) for each in season.state.entrants
        ):
            yield from _event(season, night, day, entrant)
    yield "END:VCALENDAR"


def _event(season: LeagueSeason, night: int, day: date, entrant: int | None) -> Iterator[str]:
    state, charter = season.state, season.state.charter
    recorded = state.night(night)
    is_off = recorded is not None and recorded.is_called_off
    yield "BEGIN:VEVENT"
    yield f"UID:{state.league_id}-night-{night}@pitchkeeper"
    yield f"DTSTAMP:{_utc(state.updated_at)}"
    # It only has to grow with every change of the event, and the version does.
    yield f"SEQUENCE:{state.version}"
    yield from _times(charter, day)
    nights = charter.format.nights
    title = _NIGHT(league=charter.name, night=night, nights=nights)
    yield f"SUMMARY:{_escape(languages.text(title))}"
    if charter.where:
        yield f"LOCATION:{_escape(charter.where)}"
    pairings = [
        _pairing(season, fixture)
        for fixture in season.fixtures_on(night)
        if entrant is None or any(entrant in side for side in fixture.sides)
    ]
    if pairings and not is_off:
        yield f"DESCRIPTION:{_escape(chr(10).join(pairings))}"
    yield f"STATUS:{'CANCELLED' if is_off else 'CONFIRMED'}"
    yield "END:VEVENT"


def _times(charter: Charter, day: date) -> Iterator[str]:
    """Yield the start and the end of a night; without a time it takes the whole day."""
    if charter.starts_at is None or charter.time_zone is None:
        yield f"DTSTART;VALUE=DATE:{day:%Y%m%d}"
        yield f"DTEND;VALUE=DATE:{day + timedelta(days=1):%Y%m%d}"
        return
    clock = time.fromisoformat(charter.starts_at)
    # In UTC from here on: a night that ends after the clocks change is as long as any other.
    start = datetime.combine(day, clock, ZoneInfo(charter.time_zone)).astimezone(UTC)
    yield f"DTSTART:{_utc(start)}"
    yield f"DTEND:{_utc(start + timedelta(minutes=charter.minutes or _USUAL_MINUTES))}"


def _pairing(season: LeagueSeason, fixture: Fixture) -> str:
    first, second = season.state.side_names(fixture)
    return languages.text(
        _PAIRING(round=fixture.slot, table=fixture.table, first=first, second=second)
    )


def _utc(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _escape(text: str) -> str:
    return text.translate(_ESCAPES)


def _fold(line: str) -> bytes:
    """Return a line with its end, folded between letters where it is too long."""
    parts: list[bytes] = []
    part = b""
    for letter in line:
        octets = letter.encode()
        # A line that goes on begins with a space, which counts.
        if len(part) + len(octets) > _OCTETS - bool(parts):
            parts.append(part)
            part = b""
        part += octets
    return b"\r\n ".join((*parts, part)) + b"\r\n"
