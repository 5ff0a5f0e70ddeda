import { expect } from "chai";
import { changeDocument, getDocuments } from "../../../src/engine/documents.js";
import { EngineError, EngineUnavailableError } from "../../../src/engine/engine.js";
import { answering } from "../../support/scripted-engine.js";

const FOUND = { _index: "i", _id: "a", found: true, _seq_no: 7, _primary_term: 1, _source: { x: 0 } };
const ABSENT = { _index: "i", _id: "b", found: false };
const NO_INDEX = { _index: "i", _id: "c", error: { type: "index_not_found_exception", reason: "no such index [i]" } };
const NO_SHARD = {
  _index: "i",
  _id: "d",
  error: { type: "no_shard_available_action_exception", reason: "No shard available" },
};

describe("getDocuments", () => {
  it("getDocuments returns documents in the requested order, with undefined for a missing document", async () => {
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

  it("getDocuments returns documents without a source if no field is requested", async () => {
    const engine = answering({ docs: [{ ...FOUND, _source: undefined }, ABSENT] });
    const found = await getDocuments(engine, "i", ["a", "b"], { includes: [] });
    expect(found.map((one) => one?.id)).to.deep.equal(["a", undefined]);
    expect(engine.calls[0]?.querystring).to.deep.equal({ _source: false });
  });

  it("getDocuments throws an error if the shard of a document does not respond", async () => {
    const failure = await getDocuments(answering({ docs: [FOUND, NO_SHARD] }), "i", ["a", "d"]).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(failure).to.be.instanceOf(EngineUnavailableError);
  });

  it("getDocuments does not call the engine for an empty list of ids", async () => {
    const engine = answering();
    expect(await getDocuments(engine, "i", [])).to.deep.equal([]);
    expect(engine.calls).to.deep.equal([]);
  });
});

interface Counter {
  readonly value: number;
}

const stored = (value: number, seq_no: number) => ({ _id: "a", _seq_no: seq_no, _primary_term: 1, _source: { value } });
const WRITTEN = { _seq_no: 9, _primary_term: 1 };
const absent = () => new EngineError(404, "document_missing_exception", "r");
const conflict = () => new EngineError(409, "version_conflict_engine_exception", "r");
const plusOne = (before: Counter | undefined): Counter => ({ value: (before?.value ?? 0) + 1 });

describe("a document changed by compare-and-set", () => {
  it("a document is created only if it is still missing at the time of the write", async () => {
    const engine = answering(absent(), WRITTEN);
    expect(await changeDocument(engine, "i", "a", plusOne)).to.deep.equal({ value: 1 });
    expect(engine.calls[1]).to.deep.include({ querystring: { op_type: "create" }, body: { value: 1 } });
  });

  it("a document change is repeated with the current version of the document after a conflict with another process", async () => {
    const engine = answering(stored(1, 4), conflict(), stored(7, 5), WRITTEN);
    expect(await changeDocument(engine, "i", "a", plusOne)).to.deep.equal({ value: 8 });
    expect(engine.calls[1]).to.deep.include({ querystring: { if_seq_no: 4, if_primary_term: 1 }, body: { value: 2 } });
    expect(engine.calls[3]).to.deep.include({ querystring: { if_seq_no: 5, if_primary_term: 1 }, body: { value: 8 } });
  });

  it("a document is not written if the change has no effect", async () => {
    const engine = answering(stored(1, 4));
    expect(await changeDocument(engine, "i", "a", (before: Counter | undefined) => before)).to.deep.equal({ value: 1 });
    const none = answering(absent());
    expect(await changeDocument(none, "i", "a", (before: Counter | undefined) => before)).to.equal(undefined);
  });

  it("a document change fails after repeated conflicts with other processes", async () => {
    const engine = answering(...Array.from({ length: 20 }, () => [stored(1, 4), conflict()]).flat());
    const failure = await changeDocument(engine, "i", "a", plusOne).catch((error: unknown) => error);
    expect(failure).to.be.instanceOf(EngineUnavailableError);
    expect(engine.calls).to.have.length(40);
  });
});
