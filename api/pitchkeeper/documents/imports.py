"""Imports: matches that devices bring, and what they are told of each."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Annotated, Any, Final
from uuid import UUID

import msgspec
from litestar import Request
from msgspec import Meta

from pitch.hand import EARLIER_CLAIMS
from pitch.messages import COUNT, Message
from pitch.notation import MatchText, Moment, Position, Transcript, split_matches
from pitch.types import Fact
from pitchkeeper.documents.transfer import MOST, ImportResult, ImportSource, ReadMatch
from pitchkeeper.http import bodies, problems
from pitchkeeper.http.problems import InvalidBody, NotJson, Problem
from pitchkeeper.http.views import View
from pitchkeeper.workers import threads

_TOO_MANY: Final = Message("body.too_many_matches", most=COUNT)

LIMIT: Final = 1024 * 1024
TEXT: Final = "text/plain"
MOST_VALUES: Final = LIMIT // 5
"""Matches are mostly cards, of five bytes each."""
_Count = Annotated[int, Meta(ge=1, extra_json_schema={"maximum": LIMIT + 1})]


class NewTranscripts(Fact, frozen=True):
    """Matches to take in; in the portable notation they are one text."""

    matches: Annotated[tuple[Transcript, ...], Meta(max_length=MOST)]
    """At most as many as can be judged at once; each is taken in or refused by itself."""


class RawTranscripts(Fact, frozen=True):
    """Matches of which each is yet to be read."""

    # Raw, so that one match that cannot be read does not refuse the others.
    matches: Annotated[tuple[msgspec.Raw, ...], Meta(max_length=MOST)]


class ImportAnswer(View, frozen=True):
    """What became of one match."""

    number: Annotated[int, Meta(ge=1, le=MOST, description="Its place among those sent.")]
    match_id: Annotated[UUID | None, Meta(description="Its id here; null if it was refused.")]
    line: Annotated[
        _Count | None, Meta(description="Where it begins in a text, or what is wrong in it.")
    ]
    column: _Count | None
    """The column of that line, from 1."""
    problem: Annotated[Problem | None, Meta(description="Why it was refused.")]


class ImportAnswers(View, frozen=True):
    """What became of matches, in the order in which they were sent."""

    items: Annotated[tuple[ImportAnswer, ...], Meta(max_length=MOST)]


async def read(request: Request[Any, Any, Any], now: Moment) -> Iterator[ImportSource]:
    """The matches that a request brings; a text that does not say when says now."""
    if request.content_type[0] == TEXT:
        text = await bodies.text(request)
        return await threads.run_unless(len(text) <= bodies.LIMIT, _from_text, text, now)
    if request.content_type[0] != "application/json":
        raise NotJson(hint="Send the body as application/json or text/plain.")
    unread = await bodies.read(request, RawTranscripts, most=MOST_VALUES)
    return _from_json(unread.matches)


def of(taken: Iterable[ImportResult], path: str) -> ImportAnswers:
    """What became of the matches that were sent to a path."""
    return ImportAnswers(
        items=tuple(_answer(number, each, path) for number, each in enumerate(taken, 1))
    )


def _from_json(raws: Iterable[msgspec.Raw]) -> Iterator[ImportSource]:
    for index, raw in enumerate(raws):
        told = bytes(raw)
        yield ImportSource(partial(_decoded, told), len(told), pointer=f"/matches/{index}")


def _decoded(told: bytes) -> ReadMatch:
    return ReadMatch(bodies.decoded(told, Transcript, EARLIER_CLAIMS), lambda _: None)


def _from_text(text: str, now: Moment) -> Iterator[ImportSource]:
    unread = tuple(split_matches(text))
    if len(unread) > MOST:
        raise InvalidBody(_TOO_MANY(most=MOST))
    return (
        ImportSource(partial(_told, each, now), len(each.text), position=Position(each.line, 1))
        for each in unread
    )


def _told(unread: MatchText, now: Moment) -> ReadMatch:
    reading = unread.read(now)
    return ReadMatch(reading.told, reading.position)


def _answer(number: int, taken: ImportResult, path: str) -> ImportAnswer:
    refusal, position, problem = taken.refusal, taken.position, None
    if refusal is not None:
        # Nobody counts into a text by pointers: there line and column say where it is.
        refusal.pointer = "" if position else taken.pointer + refusal.pointer
        problem = problems.of(refusal, path)
    return ImportAnswer(
        number=number,
        match_id=taken.match_id,
        line=position.line if position else None,
        column=position.column if position else None,
        problem=problem,
    )
