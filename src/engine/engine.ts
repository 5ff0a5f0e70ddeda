import { Client, errors, type ApiResponse } from "@opensearch-project/opensearch";
import pRetry from "p-retry";
import type { Histogram } from "prom-client";
import { currentDeadline, deadlineError, type Deadline } from "./deadline.js";
import {
  addressesOf,
  EngineBusyError,
  EngineUnavailableError,
  isDamaged,
  isTimeout,
  isUnsent,
  NodePool,
  unavailability,
} from "./unavailable.js";

export { EngineBusyError, EngineUnavailableError } from "./unavailable.js";

/** One HTTP call to the engine. The path is already URL-encoded. A call has either a JSON body or an NDJSON body. */
export interface EngineCall {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly querystring?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: object;
  readonly bulkBody?: string;
  /** Timeout in milliseconds; default: 30 s. If the deadline of a read request is earlier, the deadline applies. */
  readonly timeout?: number;
  readonly signal?: AbortSignal;
}

/**
 * Connection to the search engine with a single method for calls. `operation` is a short fixed name ("search", "bulk") that labels the call
 * in metrics. All functions in `src/engine` use `call`.
 */
export interface Engine {
  /** Prefix of every index, alias and template of this installation. */
  readonly prefix: string;
  /**
   * Returns the parsed response body. Reads are cancelled at the current deadline (`engine/deadline`) and their
   * connection is closed. Writes continue past the deadline, because a cancelled write may be half done.
   * @throws {EngineError} if the engine rejects the call; EngineUnavailableError if it is busy or does not respond
   */
  call<T>(operation: string, call: EngineCall): Promise<T>;
  /** Cancels pending calls with an error that is not retried; later calls fail the same way. */
  close(): Promise<void>;
}

/** Error for an error status of the engine. The message from the engine is for logs only and is never sent to clients of the service. */
export class EngineError extends Error {
  override readonly name = "EngineError";
  constructor(
    readonly status: number,
    readonly type: string,
    readonly reason: string,
    readonly body?: unknown,
  ) {
    super(`OpenSearch returned ${status} ${type}: ${reason}`);
  }
}

/** Returns the response, or undefined if the engine responds with 404. */
export async function unlessAbsent<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof EngineError && error.status === 404) return undefined;
    throw error;
  }
}

/** Whether the engine responds to a trivial request, even with an error status. Takes at most the client's timeout. */
export async function ping(engine: Engine): Promise<boolean> {
  try {
    await engine.call("ping", { method: "GET", path: "/" });
    return true;
  } catch (error) {
    return !(error instanceof EngineUnavailableError);
  }
}

/** Settings for retries over about eight seconds, which is enough for a garbage collection or until a full queue drains. */
const BUSY = { retries: 5, minTimeout: 250, maxTimeout: 4_000, randomize: true };

/**
 * Engine for background work: repeats requests that the engine rejects because it is busy. Bulk requests are excluded,
 * because `bulk` has its own retries.
 * @param signal stops the retries
 */
export const patientEngine = (engine: Engine, signal?: AbortSignal): Engine => ({
  ...engine,
  call: (operation, call) => {
    if (call.bulkBody !== undefined) return engine.call(operation, call);
    return pRetry(() => engine.call(operation, call), {
      ...BUSY,
      ...(signal === undefined ? {} : { signal }),
      shouldRetry: ({ error }) => error instanceof EngineBusyError,
    });
  },
});

/** The engine's error type for a missing index. */
export const INDEX_GONE = "index_not_found_exception";

export const isIndexGone = (error: unknown): boolean =>
  error instanceof EngineError && error.status === 404 && error.type === INDEX_GONE;

export interface EngineOptions {
  /**
   * Comma-separated node URLs. For an engine whose address may change, a function that returns the current URLs, or
   * undefined while the engine restarts.
   */
  readonly url: string | (() => string | undefined);
  readonly prefix: string;
  readonly requestTimeoutMs?: number;
  /** Call durations in seconds with the labels `operation` and `outcome` (ok | error | unavailable). */
  readonly duration?: Histogram<"operation" | "outcome">;
}

/** Creates the connection without contacting the engine; connection errors appear on the first call. */
export function createEngine(options: EngineOptions): Engine {
  const clientNow = followingClient(options);
  const open = new Set<() => void>();
  let isClosed = false;
  return {
    prefix: options.prefix,
    async call<T>(operation: string, call: EngineCall): Promise<T> {
      if (isClosed) throw new Error("the connection to OpenSearch is closed");
      const started = process.hrtime.bigint();
      let outcome = "ok";
      try {
        return await performAnywhere<T>(clientNow(), call, open);
      } catch (error) {
        outcome = error instanceof EngineUnavailableError ? "unavailable" : "error";
        throw error;
      } finally {
        options.duration?.observe({ operation, outcome }, Number(process.hrtime.bigint() - started) / 1e9);
      }
    },
    async close() {
      isClosed = true;
      // Aborts pending calls, because closing the client waits for responses, which a frozen engine never sends.
      for (const abort of open) abort();
      await clientNow.close();
    },
  };
}

/**
 * Returns a client for the engine's current address.
 * @throws {EngineUnavailableError} while the engine has no address
 */
function followingClient({ url, requestTimeoutMs = 30_000 }: EngineOptions): (() => Client) & Pick<Engine, "close"> {
  const address = typeof url === "string" ? () => url : url;
  let connected: { readonly urls: string; readonly client: Client } | undefined;
  const close = async () => connected?.client.close();
  const clientNow = () => {
    const urls = address();
    if (urls === undefined) throw new EngineUnavailableError("OpenSearch is restarting");
    if (connected?.urls !== urls) {
      void close(); // pending calls of the old client would fail anyway, because the engine's address has changed
      const client = new Client({
        nodes: addressesOf(urls),
        ConnectionPool: NodePool,
        requestTimeout: requestTimeoutMs,
        maxRetries: 0,
        // Disables the check for `__proto__`, which takes a tenth of the parsing time.
        // The `__proto__` check is not needed, because no code copies properties between responses.
        disablePrototypePoisoningProtection: true,
      });
      connected = { urls, client };
    }
    return connected.client;
  };
  return Object.assign(clientNow, { close });
}

/**
 * Sends a call. If a node is unreachable or closing, tries the other nodes, each at most once. With a single node, repeats the call once if
 * the response was damaged.
 */
async function performAnywhere<T>(client: Client, call: EngineCall, open: Set<() => void>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await perform<T>(client, call, open);
    } catch (error) {
      const { size } = client.connectionPool;
      const isWorthIt =
        size > 1 ? attempt < size && mayRequestAnother(call, error) : attempt < 2 && mayRequestAgain(call, error);
      if (!isWorthIt) throw error;
    }
  }
}

/**
 * Whether a failed call may be repeated on another node. A write may not be repeated once it was sent, because the
 * engine may have executed it. A call that timed out has no time left for another node.
 */
function mayRequestAnother(call: EngineCall, error: unknown): boolean {
  if (!(error instanceof EngineUnavailableError) || error instanceof EngineBusyError) return false;
  return isRepeatable(call) ? !isTimeout(error.cause) : isUnsent(error.cause);
}

/**
 * Whether a failed call may be repeated on a single node. Only calls with damaged responses are repeated, because a node that is
 * unreachable, busy or slow would fail again.
 */
const mayRequestAgain = (call: EngineCall, error: unknown): boolean =>
  isRepeatable(call) && error instanceof EngineUnavailableError && isDamaged(error.cause);

/** Sends one call to the engine. @param open abort functions of the pending calls */
async function perform<T>(client: Client, call: EngineCall, open: Set<() => void>): Promise<T> {
  const deadline = isRead(call) ? currentDeadline() : undefined;
  const timeout = shorter(call.timeout, deadline?.remaining());
  if (timeout === 0) throw deadlineError();
  const request = client.transport.request(
    {
      method: call.method,
      path: call.path,
      querystring: (deadline === undefined ? call.querystring : withLimit(call, deadline)) as
        Record<string, unknown> | undefined,
      ...(call.bulkBody === undefined ? { body: call.body } : { bulkBody: call.bulkBody }),
    },
    timeout === undefined ? undefined : { requestTimeout: timeout },
  );
  // Returns no promise: if the promise of an event listener rejects, Node throws an uncaught error.
  const abort = () => {
    request.abort();
  };
  open.add(abort);
  call.signal?.addEventListener("abort", abort, { once: true });
  const release = deadline?.onAbandoned(abort);
  try {
    if (call.signal?.aborted) abort();
    const response = await request;
    // The client returns a body as text if the body is empty or not declared as JSON.
    if (!isJson(response.body)) throw unreadableResponse(response);
    return response.body as T;
  } catch (error) {
    // If the caller aborted the call, the abort error is thrown unchanged.
    if (deadline !== undefined && deadline.remaining() < TIMER_MS && call.signal?.aborted !== true)
      throw deadlineError();
    throw translate(error);
  } finally {
    open.delete(abort);
    release?.();
    call.signal?.removeEventListener("abort", abort);
  }
}

/** Error for a response that is not JSON. The engine may have executed a write despite such a response. */
const unreadableResponse = ({ statusCode, body }: Pick<ApiResponse, "statusCode" | "body">) =>
  new errors.DeserializationError(
    `expected a JSON response, got status ${statusCode ?? ""} with an empty or other body`,
    String(body),
  );

const isJson = (body: unknown): boolean => typeof body === "object" && body !== null;

/**
 * HTTP statuses to which callers react: 404 (absent) and 409 (conflict). Such a status must come from the engine itself, not from a proxy.
 */
const FACTS: ReadonlySet<number> = new Set([404, 409]);

/** Maximum time in milliseconds by which a timer may fire early. */
const TIMER_MS = 5;

const READS = /\/_(?:search|msearch|mget|count)$/;
const REFRESHES = /\/_refresh$/;
const SEARCHES = /\/_m?search$/;

const isRead = ({ method, path }: EngineCall): boolean => method === "GET" || READS.test(path);

/** Whether a call can be repeated without side effects. */
const isRepeatable = (call: EngineCall): boolean => isRead(call) || REFRESHES.test(call.path);

/**
 * Sets the engine's own time limit of a search, which also applies if a proxy keeps the connection open. Unlike
 * `timeout`, this limit never returns partial results.
 */
function withLimit({ path, querystring }: EngineCall, deadline: Deadline): EngineCall["querystring"] {
  if (!SEARCHES.test(path)) return querystring;
  return { ...querystring, cancel_after_time_interval: `${Math.ceil(deadline.remaining())}ms` };
}

function shorter(own: number | undefined, remaining: number | undefined): number | undefined {
  if (remaining === undefined) return own;
  return Math.ceil(own === undefined ? remaining : Math.min(own, remaining));
}

/** Maps an error status of the engine to an error, for a whole call or a part of it. */
export function engineError(
  status: number,
  type: string,
  reason: string,
  body?: unknown,
): EngineError | EngineUnavailableError {
  switch (unavailability(status, type)) {
    case "busy":
      return new EngineBusyError(`${status} ${type}: ${reason}`);
    case "away":
      return new EngineUnavailableError(`${status} ${type}: ${reason}`);
    case undefined:
      return new EngineError(status, type, reason, body);
  }
}

function translate(error: unknown): unknown {
  if (error instanceof errors.ResponseError) {
    const status = error.statusCode;
    if (FACTS.has(status) && !isJson(error.body)) return translate(unreadableResponse(error));
    const { type, reason } = causeOf(error.body);
    return engineError(status, type, reason, error.body);
  }
  if (error instanceof errors.RequestAbortedError) return error;
  if (error instanceof errors.OpenSearchClientError) {
    return new EngineUnavailableError(`${error.name}: ${error.message}`, { cause: error });
  }
  return error;
}

interface EngineCause {
  readonly type?: string;
  readonly reason?: string;
  readonly root_cause?: readonly EngineCause[];
}

/** Returns the engine's error type and reason; the body contains an object or a bare string. */
function causeOf(body: unknown): { type: string; reason: string } {
  const cause = (body as { error?: string | EngineCause } | null | undefined)?.error;
  return typeof cause === "object" ? rootOf(cause) : { type: "unknown", reason: cause ?? "" };
}

/** Returns the root cause of a search that failed in its shards. */
export function rootOf({ type = "unknown", reason = "", root_cause }: EngineCause): { type: string; reason: string } {
  const root = type === "search_phase_execution_exception" ? root_cause?.[0] : undefined;
  return { type: root?.type ?? type, reason: root?.reason ?? reason };
}
