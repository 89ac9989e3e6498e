"""Traces for a configured collector: a span per request, and within it a span per statement.

A span holds what a log line holds: the operation, never an address, a path or a query. A statement
is recorded with its placeholders and without its values, and a failure without its text.
"""

import asyncio

from litestar.enums import ScopeType
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from opentelemetry import propagate
from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.asyncpg import AsyncPGInstrumentor
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
from opentelemetry.sdk.trace import ReadableSpan, Span, SpanProcessor, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, Status, StatusCode

from pitchkeeper.rest.operations import operation_for


class Redaction(SpanProcessor):
    """Passes ended spans on with their status, but without the text of a failure.

    PostgreSQL quotes the row that it refuses, with names, reasons and codes.
    """

    def __init__(self, processor: SpanProcessor) -> None:
        self._processor = processor

    def on_start(self, span: Span, parent_context: Context | None = None) -> None:
        """Pass on the start of a span."""
        self._processor.on_start(span, parent_context)

    def on_end(self, span: ReadableSpan) -> None:
        """Pass on a span without its events, which are exceptions, and without descriptions."""
        self._processor.on_end(
            ReadableSpan(
                name=span.name,
                context=span.context,
                parent=span.parent,
                resource=span.resource,
                attributes=span.attributes,
                kind=span.kind,
                status=Status(span.status.status_code),
                start_time=span.start_time,
                end_time=span.end_time,
                instrumentation_scope=span.instrumentation_scope,
            )
        )

    def shutdown(self) -> None:
        """Pass on the remaining spans and stop."""
        self._processor.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        """Pass on the ended spans at once."""
        return self._processor.force_flush(timeout_millis)


def with_tracing(app: ASGIApp, address: str, version: str) -> ASGIApp:
    """Return an app whose requests are reported to the collector at an address."""
    exporter = OTLPSpanExporter(f"{address}/v1/traces")
    return with_spans(app, build_provider(BatchSpanProcessor(exporter), version))


def build_provider(processor: SpanProcessor, version: str) -> TracerProvider:
    """Build a provider of spans, those of statements included, that go to a processor."""
    resource = Resource.create({SERVICE_NAME: "pitchkeeper", SERVICE_VERSION: version})
    provider = TracerProvider(resource=resource)
    provider.add_span_processor(Redaction(processor))
    AsyncPGInstrumentor().instrument(tracer_provider=provider)  # type: ignore[no-untyped-call]
    return provider


def with_spans(app: ASGIApp, provider: TracerProvider) -> ASGIApp:
    """Return an app that makes a span of each request, in the client's trace if it names one."""
    tracer = provider.get_tracer("pitchkeeper")

    async def trace_request(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            # The lifespan has ended: a worker exits at once, and its last spans would be lost.
            await asyncio.to_thread(provider.shutdown)
            return
        headers = {
            name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]
        }
        with tracer.start_as_current_span(
            "other", propagate.extract(headers), SpanKind.SERVER, record_exception=False
        ) as span:

            async def note_status(message: Message) -> None:
                if message["type"] == "http.response.start":
                    span.set_attribute("http.response.status_code", message["status"])
                    if message["status"] >= 500:
                        span.set_status(Status(StatusCode.ERROR))
                await send(message)

            try:
                await app(scope, receive, note_status)
            finally:
                # The operation is known only after routing.
                operation = operation_for(scope)
                if operation is not None:
                    span.update_name(operation.id)

    return trace_request
