"""Logs: one JSON object per line, for the server and for libraries."""

import logging
import sys
from contextvars import ContextVar
from typing import Any, Final

import msgspec
import structlog
from structlog.stdlib import ProcessorFormatter
from structlog.typing import EventDict, Processor

_MAX_LENGTH: Final = 200
_TRACEBACKS: Final = structlog.tracebacks.ExceptionDictTransformer(show_locals=False)
"""Without local variables, because they hold tokens and names."""


def _only_first_lines(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Cut exceptions to their first lines: PostgreSQL adds the values of a row, such as names."""
    exceptions = event.get("exception")
    for exception in exceptions if isinstance(exceptions, list) else ():
        exception["exc_value"] = exception["exc_value"].partition("\n")[0][:_MAX_LENGTH]
        exception["exc_notes"] = []
    return event


request_id: Final[ContextVar[str | None]] = ContextVar("request_id", default=None)
"""The id of the current request, if any."""


def add_request_id(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Add the id of the current request to a line."""
    if (current := request_id.get()) is not None:
        event["request_id"] = current
    return event


_SHARED: Final[tuple[Processor, ...]] = (
    add_request_id,
    structlog.processors.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.ExceptionRenderer(_TRACEBACKS),
    _only_first_lines,
)


def configure() -> None:
    """Write the log, and the warnings of libraries, to standard output."""
    structlog.configure(
        processors=[*_SHARED, _encode],
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        logger_factory=structlog.BytesLoggerFactory(),
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stdout)
    handler.setFormatter(library_formatter())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)


def library_formatter() -> logging.Formatter:
    """Return a formatter that makes records of the standard library look like the others."""
    return ProcessorFormatter(
        foreign_pre_chain=[*_SHARED, structlog.stdlib.add_logger_name],
        processors=[ProcessorFormatter.remove_processors_meta, _encode_text],
    )


def _encode(_logger: Any, _method: str, event: EventDict) -> bytes:
    return msgspec.json.encode(event, enc_hook=str)


def _encode_text(logger: Any, method: str, event: EventDict) -> str:
    return _encode(logger, method, event).decode()
