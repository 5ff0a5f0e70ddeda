import { addressesOf } from "../src/engine/unavailable.js";
import { EngineNotFoundError, type LocalEngine } from "./local-engine.js";

/** Major version of OpenSearch that the service is developed for and tested with. */
const SUPPORTED_MAJOR = "3";

/**
 * Timeout of the version request in milliseconds. The timeout is short, so that an unreachable engine is reported
 * quickly.
 */
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Uses the engine configured by the operator. `close` does nothing, because no engine was started.
 * @throws {EngineNotFoundError} if the engine is unreachable, is not OpenSearch, or has an unsupported major version
 */
export async function useConfiguredEngine(url: string): Promise<LocalEngine> {
  const problem = versionProblem(await requestEngine(url));
  if (problem !== undefined) throw new EngineNotFoundError(`${problem} (OPENSEARCH_URL is ${withoutPassword(url)})`);
  return { url, kind: "configured", close: () => Promise.resolve() };
}

/**
 * Validates an engine's response to `GET /`. Returns a description of the problem; `undefined` if the engine can be
 * used.
 */
export function versionProblem(answer: unknown): string | undefined {
  const version = (answer as { version?: { number?: unknown; distribution?: unknown } } | null)?.version;
  if (typeof version?.number !== "string") return "the server is not OpenSearch";
  if (version.distribution !== "opensearch") {
    return `expected OpenSearch ${SUPPORTED_MAJOR}.x, got another search engine with version ${version.number}`;
  }
  if (version.number.split(".")[0] !== SUPPORTED_MAJOR) {
    return `expected OpenSearch ${SUPPORTED_MAJOR}.x, got OpenSearch ${version.number}`;
  }
  return undefined;
}

/**
 * Requests `GET /` from all nodes and returns the first response, or `null` if the first response is not JSON.
 * @throws {EngineNotFoundError} if all nodes are unreachable or reject the request
 */
export async function requestEngine(url: string): Promise<unknown> {
  try {
    return await Promise.any(addressesOf(url).map(requestNode));
  } catch (error) {
    throw (error as AggregateError).errors[0];
  }
}

async function requestNode(url: string): Promise<unknown> {
  const { address, headers } = request(url);
  let response: Response;
  try {
    response = await fetch(address, { headers, signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) });
  } catch (error) {
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new EngineNotFoundError(`no response from OpenSearch at ${withoutPassword(url)} (${reason})`, {
      cause: error,
    });
  }
  if (!response.ok)
    throw new EngineNotFoundError(`OpenSearch at ${withoutPassword(url)} returned status ${response.status}`);
  return response.json().catch(() => null);
}

/** Sends credentials in a header, because `fetch` rejects addresses with credentials. */
function request(url: string): { address: string; headers: Record<string, string> } {
  const address = new URL(url);
  const { username, password } = address;
  address.username = "";
  address.password = "";
  if (username === "") return { address: address.href, headers: {} };
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return {
    address: address.href,
    headers: { authorization: `Basic ${Buffer.from(credentials).toString("base64")}` },
  };
}

function withoutPassword(urls: string): string {
  const safe = addressesOf(urls).map((url) => {
    const address = new URL(url);
    if (address.password !== "") address.password = "***";
    return address.href;
  });
  return safe.join(",");
}
