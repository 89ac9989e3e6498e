"""Views of archives: what is told of each line while the file is still being sent."""

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable
from typing import Annotated, Final
from uuid import UUID

from msgspec import Meta

from pitchkeeper.documents.archives.imports import LineResult
from pitchkeeper.documents.archives.records import MOST_LINES
from pitchkeeper.http import problems
from pitchkeeper.http.problems import Problem
from pitchkeeper.http.views import View
from pitchkeeper.messages import codecs

_Number = Annotated[int, Meta(ge=0, le=MOST_LINES + 1)]
_OPENING: Final = b'{"items":[\n'


class LineAnswer(View, frozen=True):
    """What became of one line."""

    line: Annotated[int, Meta(ge=1, le=MOST_LINES + 1, description="Lines count from 1.")]
    from_id: Annotated[UUID | None, Meta(description="The id in the file, if it can be read.")]
    match_id: Annotated[UUID | None, Meta(description="The id of its match here.")]
    league_id: Annotated[UUID | None, Meta(description="The id of its league here.")]
    is_new: Annotated[bool, Meta(description="False if it was here before, or was refused.")]
    problem: Annotated[Problem | None, Meta(description="Why it was refused.")]


class ArchiveAnswers(View, frozen=True):
    """What became of a file, line by line."""

    items: Annotated[tuple[LineAnswer, ...], Meta(max_length=MOST_LINES + 1)]
    """Each match and each league, in the order of the file."""
    taken_in: Annotated[_Number, Meta(description="How many are new here.")]
    there_already: Annotated[_Number, Meta(description="How many were here before.")]
    refused: Annotated[_Number, Meta(description="How many have a problem.")]
    is_whole: Annotated[
        bool, Meta(description="Whether its last line says that nothing is missing before it.")
    ]


def answer(result: LineResult, path: str) -> LineAnswer:
    """What is told of a line that was sent to a path."""
    refusal = result.refusal
    return LineAnswer(
        line=result.number,
        from_id=result.from_id,
        match_id=result.match_id,
        league_id=result.league_id,
        is_new=result.is_new,
        problem=None if refusal is None else problems.of(refusal, path),
    )


async def written(results: AsyncIterator[LineResult], path: str) -> AsyncIterator[bytes]:
    """ArchiveAnswers as JSON, each item on a line of its own as soon as it is known."""
    counted, is_whole, before = Counter[str](), False, _OPENING
    async for result in results:
        is_whole = result.is_end
        if result.is_end:
            continue
        told = answer(result, path)
        counted["refused" if told.problem else "taken_in" if told.is_new else "there"] += 1
        yield before + codecs.answered(told)
        before = b",\n"
    closing = codecs.answered(
        ArchiveAnswers(
            items=(),
            taken_in=counted["taken_in"],
            there_already=counted["there"],
            refused=counted["refused"],
            is_whole=is_whole,
        )
    )
    opening = before if before is _OPENING else b""
    yield opening + b"\n" + closing.removeprefix(b'{"items":[')


class Unhurried:
    """Pieces of an answer, made whether or not the client reads what it is told.

    Many clients read nothing before they have sent everything: who waited for them here would
    wait for ever.
    """

    def __init__(self, pieces: AsyncIterator[bytes], ended: Callable[[], None]) -> None:
        """`ended` is called when there are no more, also if nobody ever asks for the first."""
        self._pieces = pieces
        self._ended = ended
        self._made: asyncio.Queue[bytes | Exception | None] = asyncio.Queue()
        self._making = asyncio.create_task(self._make())

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """The pieces, as they are made."""
        try:
            while (piece := await self._made.get()) is not None:
                if isinstance(piece, Exception):
                    raise piece
                yield piece
        finally:
            self._making.cancel()

    async def _make(self) -> None:
        try:
            async for piece in self._pieces:
                self._made.put_nowait(piece)
            self._made.put_nowait(None)
        except Exception as failed:
            self._made.put_nowait(failed)
        finally:
            self._ended()
