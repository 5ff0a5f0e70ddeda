import { Client, errors } from "@opensearch-project/opensearch";
import type { Histogram } from "prom-client";

/** One HTTP call to the engine. `path` is already encoded; `bulkBody` is NDJSON text and excludes `body`. */
export interface EngineCall {
  readonly method: "GET" | "POST" | "PUT" | "DELETE" | "HEAD";
  readonly path: string;
  readonly querystring?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: object;
  readonly bulkBody?: string;
  /** Milliseconds; the client's default (30 s) unless given. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
}

/**
 * The search engine, reduced to one method. `operation` is a short fixed name ("search", "bulk") that labels the
 * metric; every function in `src/engine` goes through `call`.
 */
export interface Engine {
  /** Every index, alias and template of this installation starts with it. */
  readonly prefix: string;
  /** Answers the parsed response body. Throws EngineError (the engine refused) or EngineUnavailableError (it did not answer). */
  call<T>(operation: string, call: EngineCall): Promise<T>;
  /** Ends calls that have not been answered, with an error that nobody tries again; later ones fail alike. */
  close(): Promise<void>;
}

/** The engine answered with an error status. Its text is for logs only and never reaches a client of the service. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  constructor(
    readonly status: number,
    readonly type: string,
    readonly reason: string,
    readonly body?: unknown,
  ) {
    super(`engine answered ${status} ${type}: ${reason}`);
  }
}

/** The engine could not be reached, did not answer in time, or has no cluster manager; the same call may succeed later. */
export class EngineUnavailableError extends Error {
  override readonly name = "EngineUnavailableError";
}

export interface EngineOptions {
  readonly url: string;
  readonly prefix: string;
  readonly requestTimeoutMs?: number;
  /** Observes seconds with the labels `operation` and `outcome` (ok | error | unavailable). */
  readonly duration?: Histogram<"operation" | "outcome">;
}

/** @throws nothing: the first call finds out whether an engine is there. */
export function createEngine(options: EngineOptions): Engine {
  const client = new Client({
    node: options.url,
    requestTimeout: options.requestTimeoutMs ?? 30_000,
    maxRetries: 0,
    // Looking for `__proto__` in every answer costs a tenth of reading it; nothing here assigns from one answer to another.
    disablePrototypePoisoningProtection: true,
  });
  const open = new Set<() => void>();
  let isClosed = false;
  return {
    prefix: options.prefix,
    async call<T>(operation: string, call: EngineCall): Promise<T> {
      if (isClosed) throw new Error("the connection to the engine is closed");
      const started = process.hrtime.bigint();
      let outcome = "ok";
      try {
        return await perform<T>(client, call, open);
      } catch (error) {
        outcome = error instanceof EngineUnavailableError ? "unavailable" : "error";
        throw error;
      } finally {
        options.duration?.observe({ operation, outcome }, Number(process.hrtime.bigint() - started) / 1e9);
      }
    },
    async close() {
      isClosed = true;
      // The client itself waits for answers, and a frozen engine gives none.
      for (const abort of open) abort();
      await client.close();
    },
  };
}

/** @param open how to end each call that is not answered yet */
async function perform<T>(client: Client, call: EngineCall, open: Set<() => void>): Promise<T> {
  const request = client.transport.request(
    {
      method: call.method,
      path: call.path,
      querystring: call.querystring as Record<string, unknown> | undefined,
      ...(call.bulkBody === undefined ? { body: call.body } : { bulkBody: call.bulkBody }),
    },
    call.timeout === undefined ? undefined : { requestTimeout: call.timeout },
  );
  // Returns nothing: of a thenable that a listener returns, a rejection would be thrown as uncaught.
  const abort = () => {
    request.abort();
  };
  open.add(abort);
  call.signal?.addEventListener("abort", abort, { once: true });
  try {
    if (call.signal?.aborted) abort();
    const response = await request;
    return response.body as T;
  } catch (error) {
    throw translate(error);
  } finally {
    open.delete(abort);
    call.signal?.removeEventListener("abort", abort);
  }
}

/** What an error status of the engine means, whether a whole call was answered with it or a part of one. */
export function engineError(
  status: number,
  type: string,
  reason: string,
  body?: unknown,
): EngineError | EngineUnavailableError {
  if (UNAVAILABLE_STATUS.has(status)) return new EngineUnavailableError(`${status} ${type}: ${reason}`);
  return new EngineError(status, type, reason, body);
}

/** 429 is not among them: a refused bulk or search is a decision of the caller. */
const UNAVAILABLE_STATUS = new Set([502, 503, 504]);

function translate(error: unknown): unknown {
  if (error instanceof errors.ResponseError) {
    const status = error.statusCode;
    const { type, reason } = causeOf(error.body);
    return engineError(status, type, reason, error.body);
  }
  if (error instanceof errors.RequestAbortedError) return error;
  if (error instanceof errors.OpenSearchClientError) {
    return new EngineUnavailableError(`${error.name}: ${error.message}`, { cause: error });
  }
  return error;
}

/** The engine's own words for an error: an object with type and reason, or a bare string. */
function causeOf(body: unknown): { type: string; reason: string } {
  const cause = (body as { error?: string | { type?: string; reason?: string } } | null | undefined)?.error;
  if (typeof cause === "object") return { type: cause.type ?? "unknown", reason: cause.reason ?? "" };
  return { type: "unknown", reason: cause ?? "" };
}
