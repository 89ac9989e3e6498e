"""Traces say which operations were asked for and how it went, and nothing about people."""

import json
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, Final, TypeAlias

import asyncpg
import httpx
import pytest
from litestar import Litestar
from opentelemetry.instrumentation.asyncpg import AsyncPGInstrumentor
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

from pitchkeeper.rest.middleware import tracing
from tests.support import servers, tables
from tests.support.phones import Device, open_match
from tests.support.sheet_entries import FOUR_TO_NONE

TRACE: Final = "4bf92f3577b34da6a3ce929d0e0e4736"


Collected: TypeAlias = tuple[TracerProvider, InMemorySpanExporter]


@pytest.fixture
def collector() -> Iterator[Collected]:
    """Yield a tracer and the exporter of its spans."""
    exporter = InMemorySpanExporter()
    yield tracing.build_provider(SimpleSpanProcessor(exporter), "3.0.0"), exporter
    AsyncPGInstrumentor().uninstrument()  # type: ignore[no-untyped-call]


def traced(own_app: Litestar, provider: TracerProvider, phone: Device) -> Device:
    """The same phone, whose requests are traced."""
    app: Any = tracing.with_spans(own_app, provider)
    return httpx.AsyncClient(
        transport=httpx.ASGITransport(app, client=("198.51.100.7", 4711)),
        base_url="http://table",
        headers={"Authorization": phone.headers["authorization"], "User-Agent": "Ann's phone"},
    )


async def test_a_span_is_called_by_its_operation_and_has_its_statements(
    own_app: Litestar, phone: Device, collector: Collected
) -> None:
    provider, exporter = collector
    match = await open_match(phone)
    async with traced(own_app, provider, phone) as phone_with_traces:
        trace = {"traceparent": f"00-{TRACE}-00f067aa0ba902b7-01"}
        await phone_with_traces.put(tables.path(match, 1), json=FOUR_TO_NONE, headers=trace)
        await phone_with_traces.get(tables.path(match))
        await phone_with_traces.get("/nowhere")
    spans = {
        span.name: span for span in exporter.get_finished_spans() if span.kind is SpanKind.SERVER
    }
    assert set(spans) == {"recordHand", "getMatch", "other"}
    recorded = spans["recordHand"]
    assert dict(recorded.attributes or {}) == {"http.response.status_code": 200}
    assert f"{recorded.context.trace_id:032x}" == TRACE
    statements = [
        span
        for span in exporter.get_finished_spans()
        if span.parent and span.parent.span_id == recorded.context.span_id
    ]
    writes = ("UPDATE matches", "save_match_change")
    assert any(write in str(span.attributes) for span in statements for write in writes)


async def test_nothing_about_people_is_told(
    own_app: Litestar, phone: Device, collector: Collected
) -> None:
    provider, exporter = collector
    async with traced(own_app, provider, phone) as phone_with_traces:
        match = await open_match(phone_with_traces)
        await phone_with_traces.get(tables.path(match), params={"name": "Hilda"})
        await phone_with_traces.put("/v1/devices/me", json={"name": "Hilda"})
    text = json.dumps([span.to_json() for span in exporter.get_finished_spans()])
    token = phone.headers["authorization"].removeprefix("Bearer ")
    for secret in ("Hilda", "Ann", token, "198.51.100.7", match["matchId"]):
        assert secret not in text


async def test_what_fails_is_told_as_an_error(collector: Collected) -> None:
    provider, exporter = collector

    async def failing(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 503, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    app: Any = tracing.with_spans(failing, provider)
    async with httpx.AsyncClient(
        transport=httpx.ASGITransport(app), base_url="http://table"
    ) as client:
        await client.get("/")
    (span,) = exporter.get_finished_spans()
    assert span.status.status_code is StatusCode.ERROR


def test_who_names_no_collector_pays_nothing() -> None:
    """Not even for what would have to be imported."""
    code = "import sys, pitchkeeper.app; print('opentelemetry' in sys.modules)"
    output = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert output.stdout.strip() == "False"


def test_a_server_tells_its_collector(shared_url: str, tmp_path: Path) -> None:
    bodies: list[str] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            self.rfile.read(int(self.headers["content-length"]))
            bodies.append(self.path)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with HTTPServer(("127.0.0.1", 0), Collector) as collector:
        threading.Thread(target=collector.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{collector.server_port}"
        environment = {"OTEL_EXPORTER_OTLP_ENDPOINT": address, "DATABASE_URL": shared_url}
        with servers.serving(tmp_path, **environment) as server:
            httpx.get(f"{server}/v1/rulesets").raise_for_status()
        collector.shutdown()
    assert set(bodies) == {"/v1/traces"}


async def test_what_postgresql_complains_of_is_told_without_what_stands_in_the_row(
    pool: "asyncpg.Pool[asyncpg.Record]", collector: Collected
) -> None:
    _, exporter = collector
    await pool.execute("CREATE TABLE seats (name text UNIQUE)")
    for refusal in ("INSERT INTO seats VALUES ($1)", "SELECT $1::text::uuid"):
        await pool.execute("INSERT INTO seats VALUES ($1) ON CONFLICT DO NOTHING", "Hilda")
        with pytest.raises(asyncpg.PostgresError, match="Hilda"):
            await pool.execute(refusal, "Hilda")
    failures = [span for span in exporter.get_finished_spans() if not span.status.is_ok]
    assert len(failures) == 2
    assert all(span.status.status_code is StatusCode.ERROR for span in failures)
    assert "Hilda" not in json.dumps([span.to_json() for span in failures])
