import type { AddressInfo } from "node:net";
import { createEmbeddingsServer } from "../../packages/encoder/server.mjs";

const DIMENSIONS = 64;
/** Synonyms known to this embedding model. */
const MEANS = new Map([["slumberpost", ["bedside", "table"]]]);

/** Bag-of-words vector: texts with the same words have the same vector. */
export function wordVector(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  for (const typed of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    for (const word of MEANS.get(typed) ?? [typed]) {
      const place = Array.from(word).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % DIMENSIONS, 7);
      vector[place] = (vector[place] ?? 0) + 1;
    }
  }
  return vector;
}

export interface WordEmbeddingModel {
  readonly url: string;
  readonly requested: string[];
  close(): Promise<void>;
}

/**
 * Starts a server for `POST /v1/embeddings` that returns `wordVector` embeddings, like the embedding server of the
 * package.
 * @param model name of the model; models other than "words" return vectors of the same dimension that are not
 * comparable with the vectors of "words"
 */
export async function startWordEmbeddingModel(model = "words"): Promise<WordEmbeddingModel> {
  const requested: string[] = [];
  const vectorOf = (text: string) => (model === "words" ? wordVector(text) : wordVector(text).reverse());
  const encode = (texts: readonly string[]) => {
    requested.push(...texts);
    return Promise.resolve(texts.map(vectorOf));
  };
  const server = createEmbeddingsServer(model, encode);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    requested,
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
