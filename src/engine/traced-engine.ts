import { trace, SpanKind } from "@opentelemetry/api";
import { inSpan } from "../observability/index.js";
import { EngineError, type Engine } from "./engine.js";

/** Records each engine call as a child span of the active request or job span. Calls without an active span are not traced. */
export const tracedEngine = (engine: Engine): Engine => ({
  prefix: engine.prefix,
  async call<T>(operation: string, call: Parameters<Engine["call"]>[1]): Promise<T> {
    if (trace.getActiveSpan() === undefined) return engine.call<T>(operation, call);
    const attributes = {
      "db.system.name": "opensearch",
      "db.operation.name": operation,
      "http.request.method": call.method,
      // Only the index name is recorded, because the rest of the path may contain a shopper's id.
      "db.collection.name": call.path.split("/").find((part) => part !== "") ?? "",
    };
    return inSpan(operation, { kind: SpanKind.CLIENT, attributes }, (span) =>
      engine.call<T>(operation, call).catch((error: unknown) => {
        if (error instanceof EngineError) span.setAttribute("db.response.status_code", String(error.status));
        throw error;
      }),
    );
  },
  close: () => engine.close(),
});
