"""Traces, for whoever names a collector: a span a request, and in it a span a statement.

A span says what a line of the log says: the operation, never an address, a path or a query. A
statement is told with its places and not with what stands in them, and a failure without its words.
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
    """Hands spans on when they end, and that they failed, but not what was said of it.

    PostgreSQL quotes the row that it refuses, with names, reasons and codes.
    """

    def __init__(self, processor: SpanProcessor) -> None:
        self._processor = processor

    def on_start(self, span: Span, parent_context: Context | None = None) -> None:
        """Tell that a span has begun."""
        self._processor.on_start(span, parent_context)

    def on_end(self, span: ReadableSpan) -> None:
        """Hand on a span without its events, which are exceptions, and words."""
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
        """Hand on what is left."""
        self._processor.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        """Hand on at once what has ended."""
        return self._processor.force_flush(timeout_millis)


def with_tracing(app: ASGIApp, address: str, version: str) -> ASGIApp:
    """An app whose requests are told to the collector at an address, some seconds later."""
    exporter = OTLPSpanExporter(f"{address}/v1/traces")
    return with_spans(app, build_provider(BatchSpanProcessor(exporter), version))


def build_provider(processor: SpanProcessor, version: str) -> TracerProvider:
    """What makes spans, of statements too, and hands them on when they end."""
    of_server = Resource.create({SERVICE_NAME: "pitchkeeper", SERVICE_VERSION: version})
    provider = TracerProvider(resource=of_server)
    provider.add_span_processor(Redaction(processor))
    AsyncPGInstrumentor().instrument(tracer_provider=provider)  # type: ignore[no-untyped-call]
    return provider


def with_spans(app: ASGIApp, provider: TracerProvider) -> ASGIApp:
    """An app that makes a span of each request, in the trace that the client names if it does."""
    tracer = provider.get_tracer("pitchkeeper")

    async def watching(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await app(scope, receive, send)
            # It has lived: a worker leaves without a look back, and nobody would be told the rest.
            await asyncio.to_thread(provider.shutdown)
            return
        said = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        with tracer.start_as_current_span(
            "other", propagate.extract(said), SpanKind.SERVER, record_exception=False
        ) as span:

            async def sending(message: Message) -> None:
                if message["type"] == "http.response.start":
                    span.set_attribute("http.response.status_code", message["status"])
                    if message["status"] >= 500:
                        span.set_status(Status(StatusCode.ERROR))
                await send(message)

            try:
                await app(scope, receive, sending)
            finally:
                # Which operation it is of is known only once it was routed.
                operation = operation_for(scope)
                if operation is not None:
                    span.update_name(operation.id)

    return watching
