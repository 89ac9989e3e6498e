"""Metrics: counts of the server, shared by its workers through files of one folder."""

import os
import platform
from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Final

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)

from pitchkeeper.settings import METRICS_FOLDER

MEDIA_TYPE: Final = CONTENT_TYPE_LATEST
_QUICK: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 10.0, 30.0)

_requests = Counter(
    "pitchkeeper_requests", "Requests by operation and status.", ("operation", "status")
)
_seconds = Histogram(
    "pitchkeeper_request_seconds", "How long requests took.", ("operation",), buckets=_QUICK
)
_refused = Counter("pitchkeeper_rate_limited", "Requests over a limit, by policy.", ("policy",))
_connections = Gauge(
    "pitchkeeper_database_connections_in_use",
    "Connections to PostgreSQL that a request holds.",
    multiprocess_mode="livesum",
)
_connections_most = Gauge(
    "pitchkeeper_database_connections_most",
    "Connections to PostgreSQL that may be held.",
    multiprocess_mode="livesum",
)
_waiting = Gauge(
    "pitchkeeper_questions_waiting",
    "Proofs of hands and rulings that are asked for and not answered.",
    ("queue",),
    multiprocess_mode="livesum",
)
_answered = Histogram(
    "pitchkeeper_question_seconds",
    "How long proofs of hands and rulings took, waiting included.",
    ("queue",),
    buckets=_QUICK,
)
_streams = Gauge(
    "pitchkeeper_streams_open", "Event streams that are open.", multiprocess_mode="livesum"
)
_write_retries = Counter(
    "pitchkeeper_match_write_retries",
    "Changes of a match or a league that met another and began again.",
)
_forgotten = Counter(
    "pitchkeeper_rows_forgotten", "Rows deleted because nobody needs them, by chore.", ("chore",)
)
_chores_failed = Counter(
    "pitchkeeper_chores_failed", "Chores of the house that failed, and come again.", ("chore",)
)
_cleaned_up = Gauge(
    "pitchkeeper_cleaned_up_timestamp_seconds",
    "When a worker of this server cleaned up last, for all servers.",
    multiprocess_mode="max",
)
_build = Gauge(
    "pitchkeeper_build", "What is running.", ("version", "python"), multiprocess_mode="max"
)


def count_request(operation: str, status: int, seconds: float) -> None:
    """Count a request with its status and time."""
    _answers(operation, status).inc()
    _times(operation).observe(seconds)


# Cached: there are few of them, and the lookup by labels takes longer than the count.
@cache
def _answers(operation: str, status: int) -> Counter:
    return _requests.labels(operation, str(status))


@cache
def _times(operation: str) -> Histogram:
    return _seconds.labels(operation)


def count_rate_limited(policy: str) -> None:
    """Count a request over a limit."""
    _refused.labels(policy).inc()


def set_connections(in_use: int, most: int) -> None:
    """Set the connections that this process holds, and the most that it may hold."""
    _connections.set(in_use)
    _connections_most.set(most)


def add_question(queue: str) -> None:
    """Count a request that waits for a proof or a ruling."""
    _waiting.labels(queue).inc()


def observe_question(queue: str, seconds: float) -> None:
    """Count a proof or a ruling as finished, with its time."""
    _waiting.labels(queue).dec()
    _answered.labels(queue).observe(seconds)


def add_stream() -> None:
    """Count an open event stream."""
    _streams.inc()


def remove_stream() -> None:
    """Count an event stream as closed."""
    _streams.dec()


def count_write_retry() -> None:
    """Count a write that is retried after a conflict."""
    _write_retries.inc()


def count_deleted_rows(chore: str, rows: int) -> None:
    """Count rows that the cleanup deleted."""
    _forgotten.labels(chore).inc(rows)


def count_failed_chore(chore: str) -> None:
    """Count a chore that failed."""
    _chores_failed.labels(chore).inc()


def set_cleanup_time(at: datetime) -> None:
    """Set the time of the last cleanup."""
    _cleaned_up.set(at.timestamp())


def set_build(version: str) -> None:
    """Set the versions that are running."""
    _build.labels(version, platform.python_version()).set(1)


def render() -> bytes:
    """Return all metrics of all workers in the text format of Prometheus."""
    folder = os.environ.get(METRICS_FOLDER)
    if folder is None:
        return generate_latest(REGISTRY)
    _drop_dead_workers(Path(folder))
    registry = CollectorRegistry()
    multiprocess.MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


def _drop_dead_workers(folder: Path) -> None:
    """Drop the gauges of workers that have died."""
    for file in folder.glob("gauge_live*_*.db"):
        process = int(file.stem.rpartition("_")[2])
        if not Path(f"/proc/{process}").exists():
            multiprocess.mark_process_dead(process, folder)  # type: ignore[no-untyped-call]
