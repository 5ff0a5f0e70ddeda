import type { Config } from "../config.js";

/** Converts texts to vectors. Texts with a similar meaning have vectors with a similar direction. */
export interface EmbeddingModel {
  /** The model name. Vectors of different models cannot be compared. */
  readonly model: string;
  /**
   * Returns the vector of a query.
   * @throws {EmbeddingError} if the server does not respond in time, or if its response is invalid
   */
  query(text: string): Promise<Float32Array>;
  /**
   * Returns the vectors of product texts.
   * @throws {EmbeddingError} if the embedding model fails or `stop` is aborted
   */
  passages(texts: readonly string[], stop: AbortSignal): Promise<Float32Array[]>;
}

export class EmbeddingError extends Error {
  override readonly name = "EmbeddingError";
}

/** Timeout in ms for a batch of product texts. The timeout is long because no search request waits for the batch. */
const BATCH_MS = 60_000;

/**
 * Client for servers with `POST /v1/embeddings`: Ollama, TEI, vLLM, hosted services and `packages/encoder`.
 * @param url base URL of the server, such as `http://127.0.0.1:8090`
 */
export function createEmbeddingModel(
  url: string,
  {
    embeddingKey: key,
    embeddingModelName: model,
    embeddingQueryPrefix,
    embeddingPassagePrefix,
    embeddingBudgetMs,
  }: Config,
): EmbeddingModel {
  const address = `${url.replace(/\/+$/, "")}/v1/embeddings`;
  const headers = {
    "content-type": "application/json",
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };

  async function request(input: readonly string[], signal: AbortSignal): Promise<Float32Array[]> {
    const body = JSON.stringify({ model, input });
    let result: unknown;
    try {
      const response = await fetch(address, { method: "POST", headers, body, signal });
      if (!response.ok) throw new Error(`status ${response.status}`);
      result = await response.json();
    } catch (error) {
      throw new EmbeddingError(`failed to query the embedding model: ${reasonOf(error)}`, { cause: error });
    }
    return vectorsOf(result, input.length);
  }

  return {
    model,
    async query(text) {
      const [vector] = await request([embeddingQueryPrefix + text], AbortSignal.timeout(embeddingBudgetMs));
      return vector as Float32Array;
    },
    passages: (texts, stop) =>
      request(
        texts.map((text) => embeddingPassagePrefix + text),
        AbortSignal.any([stop, AbortSignal.timeout(BATCH_MS)]),
      ),
  };
}

function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? `${message}: ${cause.message}` : message;
}

/**
 * Parses the vectors in a response.
 * @throws {EmbeddingError} if the response lacks a vector for a text, or if vectors have different lengths
 */
function vectorsOf(response: unknown, count: number): Float32Array[] {
  const { data } = (response ?? {}) as { readonly data?: unknown };
  const rows: readonly { readonly index?: unknown; readonly embedding?: unknown }[] = Array.isArray(data) ? data : [];
  const vectors: Float32Array[] = [];
  rows.forEach(({ index, embedding }, at) => {
    if (isVector(embedding)) vectors[typeof index === "number" ? index : at] = Float32Array.from(embedding);
  });
  const dimensions = vectors[0]?.length;
  const isWhole =
    vectors.length === count &&
    Array.from(vectors, (vector?: Float32Array) => vector?.length).every((length) => length === dimensions);
  if (!isWhole) throw new EmbeddingError(`expected ${count} vectors of equal length from the embedding model`);
  return vectors;
}

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length > 0 && value.every((number) => Number.isFinite(number));
