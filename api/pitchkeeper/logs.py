"""Logs: one JSON object a line, for what we say and for what libraries say."""

import logging
import sys
from contextvars import ContextVar
from typing import Any, Final

import msgspec
import structlog
from structlog.stdlib import ProcessorFormatter
from structlog.typing import EventDict, Processor

_LONGEST: Final = 200
_TRACEBACKS: Final = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
"""Local variables hold tokens and names, so the log goes without them."""


def _only_first_lines(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """PostgreSQL says in further lines which values of a row it did not like: names, reasons."""
    failed = event.get("exception")
    for each in failed if isinstance(failed, list) else ():
        each["exc_value"] = each["exc_value"].partition("\n")[0][:_LONGEST]
        each["exc_notes"] = []
    return event


request_id: Final[ContextVar[str | None]] = ContextVar("request_id", default=None)
"""The id of the request that is worked on, if one is."""


def add_request_id(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Say of which request a line is."""
    if (said := request_id.get()) is not None:
        event["request_id"] = said
    return event


_SHARED: Final[tuple[Processor, ...]] = (
    add_request_id,
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.ExceptionRenderer(_TRACEBACKS),
    _only_first_lines,
)


def configure() -> None:
    """Write what we say, and the warnings of libraries, to standard output."""
    structlog.configure(
        processors=[*_SHARED, _encoded],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.BytesLoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(library_formatter())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)


def library_formatter() -> logging.Formatter:
    """Makes the records of the standard library look like ours."""
    return ProcessorFormatter(
        foreign_pre_chain=[*_SHARED, structlog.stdlib.add_logger_name],
        processors=[ProcessorFormatter.remove_processors_meta, _written],
    )


def _encoded(_logger: Any, _method: str, event: EventDict) -> bytes:
    return msgspec.json.encode(event, enc_hook=str)


def _written(logger: Any, method: str, event: EventDict) -> str:
    return _encoded(logger, method, event).decode()
