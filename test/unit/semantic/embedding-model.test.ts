import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { parseConfig } from "../../../src/config.js";
import { createEmbeddingModel, EmbeddingError } from "../../../src/semantic/embedding-model.js";
import { startWordEmbeddingModel, type WordEmbeddingModel, wordVector } from "../../support/word-embedding-model.js";

const settings = {
  ...parseConfig({}),
  embeddingModelName: "words",
  embeddingQueryPrefix: "query: ",
  embeddingPassagePrefix: "passage: ",
  embeddingBudgetMs: 5_000,
};
const never = new AbortController().signal;

async function failure(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).to.be.instanceOf(EmbeddingError);
  return (error as EmbeddingError).message;
}

describe("an embedding model behind POST /v1/embeddings", () => {
  let embeddingModel: WordEmbeddingModel;
  before(async () => (embeddingModel = await startWordEmbeddingModel()));
  after(() => embeddingModel.close());

  it("an embedding model receives texts with the prefix for queries or passages, and returns one vector per text", async () => {
    const client = createEmbeddingModel(`${embeddingModel.url}/`, settings);
    expect(await client.query("sofa")).to.deep.equal(wordVector("query sofa"));
    const passages = await client.passages(["sofa", "bed"], never);
    expect(passages).to.deep.equal([wordVector("passage sofa"), wordVector("passage bed")]);
    expect(embeddingModel.requested).to.deep.equal(["query: sofa", "passage: sofa", "passage: bed"]);
  });

  it("an embedding model request fails with status 404 if the server does not offer the model", async () => {
    const client = createEmbeddingModel(embeddingModel.url, { ...settings, embeddingModelName: "another" });
    expect(await failure(client.query("sofa"))).to.equal("failed to query the embedding model: status 404");
  });
});

describe("the embedding model client", () => {
  let server: Server;
  let result: unknown;
  let headers: string | undefined;
  before(async () => {
    server = createServer((request, response) => {
      headers = request.headers.authorization;
      if (result !== undefined) response.end(JSON.stringify(result));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  });
  after(() => server.closeAllConnections());
  after((done) => void server.close(done));
  const client = (budgetMs = 5_000) =>
    createEmbeddingModel(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
      ...settings,
      embeddingBudgetMs: budgetMs,
      embeddingKey: "secret",
    });

  it("the embedding model client sends its API key, and sorts the returned vectors by index", async () => {
    result = { data: [{ index: 1, embedding: [0, 1] }, { index: 0, embedding: [1, 0] }] }; // prettier-ignore
    expect(await client().passages(["a", "b"], never)).to.deep.equal([Float32Array.of(1, 0), Float32Array.of(0, 1)]);
    expect(headers).to.equal("Bearer secret");
  });

  const WRONG = {
    "null instead of an object": null,
    "an object instead of a list of vectors": { data: {} },
    "too few vectors": { data: [] },
    "an item without a vector": { data: [{ index: 0 }] },
    "an empty vector": { data: [{ index: 0, embedding: [] }] },
    "a vector that contains no numbers": { data: [{ index: 0, embedding: [null] }] },
  };
  for (const [name, wrong] of Object.entries(WRONG)) {
    it(`the embedding model client reports an error if the server returns ${name}`, async () => {
      result = wrong;
      expect(await failure(client().query("a"))).to.equal(
        "expected 1 vectors of equal length from the embedding model",
      );
    });
  }

  it("the embedding model client reports an error if a request exceeds the timeout", async () => {
    result = undefined;
    expect(await failure(client(20).query("a"))).to.match(/^failed to query the embedding model: .*time/);
  });
});
