import type { Config } from "../config.js";

/** Turns texts into vectors: what is alike in meaning has vectors of nearly the same direction. */
export interface EmbeddingModel {
  /** Names the model: vectors of two models say nothing about each other. */
  readonly model: string;
  /** @throws EncoderError where the server does not answer in time, or answers something else */
  query(text: string): Promise<Float32Array>;
  /** @throws as `query`, and when `stop` aborts */
  passages(texts: readonly string[], stop: AbortSignal): Promise<Float32Array[]>;
}

export class EmbeddingError extends Error {
  override readonly name = "EncoderError";
}

/** Nobody waits for what is found. */
const BATCH_MS = 60_000;

/**
 * The client of a server with `POST /v1/embeddings`, as Ollama, TEI, vLLM, hosted ones and `packages/encoder` have it.
 * @param url of the server, as `http://127.0.0.1:8090`
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
      if (!response.ok) throw new Error(`it answered ${response.status}`);
      result = await response.json();
    } catch (error) {
      throw new EmbeddingError(`the encoder cannot be asked: ${reasonOf(error)}`, { cause: error });
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

/** @throws EncoderError unless there is a vector for each text, all of one length */
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
  if (!isWhole) throw new EmbeddingError(`the encoder answered no ${count} vectors of one length`);
  return vectors;
}

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length > 0 && value.every((number) => Number.isFinite(number));
