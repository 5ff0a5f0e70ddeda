import { expect } from "chai";
import { existingDocuments, getDocuments } from "../../../src/engine/documents.js";
import { EngineUnavailableError } from "../../../src/engine/engine.js";
import { answering } from "../../support/scripted-engine.js";

const FOUND = { _index: "i", _id: "a", found: true, _seq_no: 7, _primary_term: 1, _source: { x: 0 } };
const ABSENT = { _index: "i", _id: "b", found: false };
const NO_INDEX = { _index: "i", _id: "c", error: { type: "index_not_found_exception", reason: "no such index [i]" } };
const NO_SHARD = {
  _index: "i",
  _id: "d",
  error: { type: "no_shard_available_action_exception", reason: "No shard available" },
};

describe("documents read by their ids", () => {
  it("come in the requested order, undefined where there is none", async () => {
    const engine = answering({ docs: [ABSENT, FOUND, NO_INDEX] });
    expect(await getDocuments(engine, "an index", ["b", "a", "c"], { includes: ["x"] })).to.deep.equal([
      undefined,
      { id: "a", seq_no: 7, primary_term: 1, source: { x: 0 } },
      undefined,
    ]);
    expect(engine.calls).to.deep.equal([
      {
        operation: "mget",
        method: "POST",
        path: "/an%20index/_mget",
        querystring: { _source_includes: "x" },
        body: { ids: ["b", "a", "c"] },
      },
    ]);
  });

  it("are an error, not absent, when their shard does not answer", async () => {
    for (const read of [getDocuments, existingDocuments]) {
      const failure = await read(answering({ docs: [FOUND, NO_SHARD] }), "i", ["a", "d"]).then(
        () => undefined,
        (error: unknown) => error,
      );
      expect(failure).to.be.instanceOf(EngineUnavailableError);
    }
  });

  it("of an empty list need no call", async () => {
    const engine = answering();
    expect(await getDocuments(engine, "i", [])).to.deep.equal([]);
    expect(await existingDocuments(engine, "i", [])).to.deep.equal(new Set());
    expect(engine.calls).to.deep.equal([]);
  });
});
