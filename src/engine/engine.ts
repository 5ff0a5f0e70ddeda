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

/** One HTTP call to the engine. `path` is already encoded; `bulkBody` is NDJSON text and excludes `body`. */
export interface EngineCall {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  readonly path: string;
  readonly querystring?: Readonly<Record<string, string | number | boolean>>;
  readonly body?: object;
  readonly bulkBody?: string;
  /** Milliseconds; the client's default (30 s) unless given, and never longer than a reading call's deadline. */
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
  /**
   * Answers the parsed response body. What only reads ends with the deadline it is made under (`engine/deadline`): the
   * the engine is asked to cancel it, and the connection is closed. A write runs on: half of it may have happened.
   * @throws EngineError (the engine refused) or EngineUnavailableError (it did not answer, or not now)
   */
  call<T>(operation: string, call: EngineCall): Promise<T>;
  /** Ends calls that have not been answered, with an error that is not retried; later ones fail alike. */
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

/** The answer, or undefined where the engine says that there is no such thing. */
export async function unlessAbsent<T>(response: Promise<T>): Promise<T | undefined> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof EngineError && error.status === 404) return undefined;
    throw error;
  }
}

/** Whether the engine answers a trivial request, even with an error status. Takes as long as the timeout of the client. */
export async function ping(engine: Engine): Promise<boolean> {
  try {
    await engine.call("ping", { method: "GET", path: "/" });
    return true;
  } catch (error) {
    return !(error instanceof EngineUnavailableError);
  }
}

/** About eight seconds: a full heap is collected, or a full queue worked off, in less. */
const BUSY = { retries: 5, minTimeout: 250, maxTimeout: 4_000, randomize: true };

/**
 * The same engine for background work: repeats requests that the engine rejects because it is busy. `bulk` repeats its own writes.
 * @param signal ends the repetition
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

/** The engine's name for it. */
export const INDEX_GONE = "index_not_found_exception";

export const isIndexGone = (error: unknown): boolean =>
  error instanceof EngineError && error.status === 404 && error.type === INDEX_GONE;

export interface EngineOptions {
  /** The addresses of its nodes, with commas between, or where it is at the moment, for one that moves; undefined while it is nowhere. */
  readonly url: string | (() => string | undefined);
  readonly prefix: string;
  readonly requestTimeoutMs?: number;
  /** Observes seconds with the labels `operation` and `outcome` (ok | error | unavailable). */
  readonly duration?: Histogram<"operation" | "outcome">;
}

/** @throws nothing: the first call finds out whether an engine is there. */
export function createEngine(options: EngineOptions): Engine {
  const clientNow = followingClient(options);
  const open = new Set<() => void>();
  let isClosed = false;
  return {
    prefix: options.prefix,
    async call<T>(operation: string, call: EngineCall): Promise<T> {
      if (isClosed) throw new Error("the connection to the engine is closed");
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
      // The client itself waits for answers, and a frozen engine gives none.
      for (const abort of open) abort();
      await clientNow.close();
    },
  };
}

/** A client of wherever the engine is. @throws EngineUnavailableError while it is nowhere */
function followingClient({ url, requestTimeoutMs = 30_000 }: EngineOptions): (() => Client) & Pick<Engine, "close"> {
  const address = typeof url === "string" ? () => url : url;
  let connected: { readonly urls: string; readonly client: Client } | undefined;
  const close = async () => connected?.client.close();
  const clientNow = () => {
    const urls = address();
    if (urls === undefined) throw new EngineUnavailableError("the engine is being started again");
    if (connected?.urls !== urls) {
      void close(); // what it was asked fails by itself: that engine is gone
      const client = new Client({
        nodes: addressesOf(urls),
        ConnectionPool: NodePool,
        requestTimeout: requestTimeoutMs,
        maxRetries: 0,
        // Looking for `__proto__` in every answer costs a tenth of reading it; nothing here assigns from one answer to another.
        disablePrototypePoisoningProtection: true,
      });
      connected = { urls, client };
    }
    return connected.client;
  };
  return Object.assign(clientNow, { close });
}

/** Asks other nodes where one could not be reached or is closing, each once at most; the only one twice, where an answer was damaged. */
async function performAnywhere<T>(client: Client, call: EngineCall, open: Set<() => void>): Promise<T> {
  for (let requested = 1; ; requested += 1) {
    try {
      return await perform<T>(client, call, open);
    } catch (error) {
      const { size } = client.connectionPool;
      const isWorthIt =
        size > 1 ? requested < size && mayRequestAnother(call, error) : requested < 2 && mayRequestAgain(call, error);
      if (!isWorthIt) throw error;
    }
  }
}

/** A write that was sent may have happened; what did not answer in time has used up the time. */
function mayRequestAnother(call: EngineCall, error: unknown): boolean {
  if (!(error instanceof EngineUnavailableError) || error instanceof EngineBusyError) return false;
  return isRepeatable(call) ? !isTimeout(error.cause) : isUnsent(error.cause);
}

/** A node that is away, busy or late is not asked the same at once. */
const mayRequestAgain = (call: EngineCall, error: unknown): boolean =>
  isRepeatable(call) && error instanceof EngineUnavailableError && isDamaged(error.cause);

/** @param open how to end each call that is not answered yet */
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
  // Returns nothing: of a thenable that a listener returns, a rejection would be thrown as uncaught.
  const abort = () => {
    request.abort();
  };
  open.add(abort);
  call.signal?.addEventListener("abort", abort, { once: true });
  const release = deadline?.onAbandoned(abort);
  try {
    if (call.signal?.aborted) abort();
    const response = await request;
    // The client hands over as text what is not declared as JSON, and what is empty.
    if (!isJson(response.body)) throw unreadableResponse(response);
    return response.body as T;
  } catch (error) {
    // Where the caller itself gave the call up, it knows.
    if (deadline !== undefined && deadline.remaining() < TIMER_MS && call.signal?.aborted !== true)
      throw deadlineError();
    throw translate(error);
  } finally {
    open.delete(abort);
    release?.();
    call.signal?.removeEventListener("abort", abort);
  }
}

/** Whether a write that was answered so was made is not known. */
const unreadableResponse = ({ statusCode, body }: Pick<ApiResponse, "statusCode" | "body">) =>
  new errors.DeserializationError(`answered ${statusCode ?? ""} with a body that is empty or no JSON`, String(body));

const isJson = (body: unknown): boolean => typeof body === "object" && body !== null;

/** What is absent or in conflict is acted on, so the engine itself has to say so, not something in between. */
const FACTS: ReadonlySet<number> = new Set([404, 409]);

/** A timer may be so early. */
const TIMER_MS = 5;

const READS = /\/_(?:search|msearch|mget|count)$/;
const REFRESHES = /\/_refresh$/;
const SEARCHES = /\/_m?search$/;

const isRead = ({ method, path }: EngineCall): boolean => method === "GET" || READS.test(path);

/** Whether it does nothing a second time that it has not done the first time. */
const isRepeatable = (call: EngineCall): boolean => isRead(call) || REFRESHES.test(call.path);

/** The engine stops such a search by itself: also one whose connection a proxy in between keeps open. All or nothing, as a `timeout` is not. */
function withLimit({ path, querystring }: EngineCall, deadline: Deadline): EngineCall["querystring"] {
  if (!SEARCHES.test(path)) return querystring;
  return { ...querystring, cancel_after_time_interval: `${Math.ceil(deadline.remaining())}ms` };
}

function shorter(own: number | undefined, remaining: number | undefined): number | undefined {
  if (remaining === undefined) return own;
  return Math.ceil(own === undefined ? remaining : Math.min(own, remaining));
}

/** Maps an error status of the engine to an error, whether a whole call failed or a part of one. */
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

/** The engine's own words for an error: an object with type and reason, or a bare string. */
function causeOf(body: unknown): { type: string; reason: string } {
  const cause = (body as { error?: string | EngineCause } | null | undefined)?.error;
  return typeof cause === "object" ? rootOf(cause) : { type: "unknown", reason: cause ?? "" };
}

/** Of a search that failed in its shards, what failed there. */
export function rootOf({ type = "unknown", reason = "", root_cause }: EngineCause): { type: string; reason: string } {
  const root = type === "search_phase_execution_exception" ? root_cause?.[0] : undefined;
  return { type: root?.type ?? type, reason: root?.reason ?? reason };
}
