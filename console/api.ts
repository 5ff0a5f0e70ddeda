import type { StreamLine, Progress } from "./server/stream.js";
import type { SessionView } from "./server/session/views.js";

/** Error response of the service. `status` is 0 if the service is unreachable. */
export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly context: unknown = null,
  ) {
    super(message);
  }
}

interface Envelope<T> {
  readonly data: T;
  readonly errors: readonly { readonly code: string; readonly message: string; readonly context: unknown }[] | null;
}

const BASE = "/console/api";

let session: SessionView | undefined;
/** Shows the sign-in dialog above the current page and resolves after a successful sign-in. */
let signInAgain: (() => Promise<void>) | undefined;

/** Sets the session. Requests then send the session's CSRF token. `undefined` clears the session. */
export const setSession = (view: SessionView | undefined) => void (session = view);

/**
 * Registers the sign-in handler for expired sessions. Requests wait for the handler and are then sent again; without a
 * handler they fail with status 401.
 */
export const onSessionEnded = (signIn: typeof signInAgain) => void (signInAgain = signIn);

async function answered(method: string, path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  const send = () =>
    fetch(`${BASE}/${path}`, {
      method,
      signal: signal ?? null,
      headers: {
        ...(body === undefined ? {} : { "Content-Type": body instanceof Blob ? body.type : "application/json" }),
        ...(session === undefined ? {} : { "X-CSRF-Token": session.csrf_token }),
      },
      ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
    }).catch((error: unknown) => {
      if (signal?.aborted === true) throw error;
      throw new ApiError(0, "unreachable", "The service cannot be reached. Your input is kept. Try again in a moment.");
    });
  const sentIn = session;
  let response = await send();
  // A 401 response to the sign-in request itself means a wrong password.
  const isEnded = response.status === 401 && !/^session(\/join)?$/.test(path);
  if (isEnded && signInAgain !== undefined) {
    // Another request may have completed the sign-in in the meantime.
    if (session === sentIn) await signInAgain();
    response = await send();
  }
  if (!response.ok) throw await errorOf(response);
  return response;
}

const sentence = (message: string): string =>
  message.charAt(0).toUpperCase() + message.slice(1) + (/[.!?]$/.test(message) ? "" : ".");

async function errorOf(response: Response): Promise<ApiError> {
  const { errors } = (await response.json().catch(() => ({ errors: null }))) as Envelope<unknown>;
  const [error] = errors ?? [];
  return new ApiError(response.status, error?.code ?? "internal_error", sentence(error?.message ?? "Something went wrong"), error?.context); // prettier-ignore
}

/**
 * Sends a request with a JSON body, or a file. Returns the `data` of the response envelope.
 * @throws {ApiError}
 */
async function request<T>(method: string, path: string, body?: unknown, signal?: AbortSignal): Promise<T> {
  const response = await answered(method, path, body, signal);
  return ((await response.json()) as Envelope<T>).data;
}

/**
 * Sends a long-running request, reports its progress and returns its result.
 * @throws {ApiError} if the request fails, or Error if `signal` is aborted
 */
async function stream<T>(
  path: string,
  body: unknown,
  onProgress: (progress: Progress) => void,
  signal?: AbortSignal,
): Promise<T> {
  const response = await answered("POST", path, body, signal);
  let rest = "";
  for await (const text of chunksOf(response)) {
    const lines = (rest + text).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines.map((one) => JSON.parse(one) as StreamLine<T>)) {
      if ("result" in line) return line.result;
      if ("error" in line) throw new ApiError(500, line.error.code, sentence(line.error.message), line.error.context);
      onProgress(line.progress);
    }
  }
  throw new ApiError(0, "unreachable", "The connection was lost before the result was complete. Try again.");
}

async function* chunksOf({ body }: Response): AsyncGenerator<string> {
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  for (let read = await reader?.read(); read?.value !== undefined; read = await reader?.read()) yield read.value;
}

/** Client for the console API. Paths are relative to `/console/api/`. */
export const api = {
  get: <T>(path: string, signal?: AbortSignal) => request<T>("GET", path, undefined, signal),
  send: request,
  stream,
};
