/** The log, the metrics and the traces of a process. All metrics are declared here. */
export { LOG_LEVELS, type Logger, SILENT, createLogger, credentialsOf, errorFields } from "./logger.js";
export { type CloseReason, type Metrics, createMetrics } from "./metrics.js";
export { inSpan, startTracing, tracer } from "./tracing.js";
