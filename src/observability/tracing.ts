import { hostname } from "node:os";
import {
  context,
  diag,
  DiagLogLevel,
  propagation,
  SpanStatusCode,
  trace,
  type Span,
  type SpanOptions,
} from "@opentelemetry/api";
import { withinGrace } from "../lib/periodic.js";
import { packageVersion } from "../package.js";
import { type Logger } from "./logger.js";

const NAME = "vitrine";
/**
 * Minimum time in milliseconds between two log messages about batches of spans that could not be sent, because every batch fails while the
 * collector is unavailable.
 */
const REPORT_EVERY_MS = 60_000;
const CLOSE_MS = 2_000;

/**
 * Starts sending spans to a collector by OTLP, as JSON over HTTP. Headers, sampling, the service name and batch sizes come from
 * OpenTelemetry's environment variables (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_TRACES_SAMPLER` …). Spans that the collector rejects are
 * dropped; at most 2,048 spans are queued. Tracing is started for the whole process.
 * @param endpoint base URL of the collector; spans are sent to `/v1/traces` below it
 * @returns a function that sends the recorded spans and stops recording
 */
export async function startTracing(endpoint: string, logger: Logger): Promise<() => Promise<void>> {
  // Imported on demand, because the libraries cost 8 MB of memory and 0.2 s at startup.
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, resources] = await Promise.all([
    import("@opentelemetry/sdk-trace-node"),
    import("@opentelemetry/exporter-trace-otlp-http"),
    import("@opentelemetry/resources"),
  ]);
  const named = resources.resourceFromAttributes({
    "service.name": NAME,
    "service.version": packageVersion(),
    "host.name": hostname(),
  });
  const found = resources.detectResources({
    detectors: [resources.serviceInstanceIdDetector, resources.envDetector],
  });
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: named.merge(found),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  const failures = failureLogger(logger);
  diag.setLogger(failures, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
  provider.register();
  return async () => {
    await withinGrace(
      provider.shutdown().catch((error: unknown) => failures.warn(String(error))),
      CLOSE_MS,
    );
    trace.disable();
    context.disable();
    propagation.disable();
    diag.disable();
  };
}

function failureLogger(logger: Logger) {
  let reportedAt = -Infinity;
  const report = (message: string) => {
    if (performance.now() - reportedAt < REPORT_EVERY_MS) return;
    reportedAt = performance.now();
    logger.warn("failed to send traces", { error: message.slice(0, 500) });
  };
  const quiet = () => undefined;
  return { error: report, warn: report, info: quiet, debug: quiet, verbose: quiet };
}

/** Returns the tracer of the process. If tracing is off, spans are discarded. */
export const tracer = () => trace.getTracer(NAME);

/** Runs a function inside a span. Spans started by the function become its children. A thrown error marks the span as failed. */
export function inSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  return tracer().startActiveSpan(name, options, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.setAttribute("error.type", error instanceof Error ? error.name : "unknown");
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}
