import { expect } from "chai";
import { bulk, type BulkWrite, expectTaken, type Put } from "../../../src/engine/bulk.js";
import { EngineBusyError, EngineError, EngineUnavailableError } from "../../../src/engine/engine.js";
import { answering, type ScriptedEngine } from "../../support/scripted-engine.js";

const write = (id: string, precondition: Put["precondition"] = "absent"): Put => ({
  id,
  document: `{"id":"${id}"}`,
  precondition,
});

const patiently = (engine: ScriptedEngine, writes: readonly BulkWrite[], index = "i", signal?: AbortSignal) =>
  bulk(engine, writes, { index, onBusy: "retry", signal });

const created = (id: string) => ({ create: { _id: id, status: 201 } });
const indexed = (id: string) => ({ index: { _id: id, status: 200 } });
const failed = (id: string, status: number, error: object = { type: "t", reason: "r" }) => ({
  create: { _id: id, status, error },
});

const bodies = (engine: ScriptedEngine) => engine.calls.map((call) => call.bulkBody);

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

describe("bulk", () => {
  it("a bulk request contains an action, its precondition and the document for each write", async () => {
    const engine = answering({ items: [created("a"), indexed('"b"\n')] });
    const outcomes = await patiently(engine, [write("a"), write('"b"\n', { seq_no: 0, primary_term: 2 })], "an index");
    expect(outcomes).to.deep.equal([
      { id: "a", status: "written" },
      { id: '"b"\n', status: "written" },
    ]);
    expect(engine.calls).to.deep.equal([
      {
        operation: "bulk",
        method: "POST",
        path: "/an%20index/_bulk",
        querystring: { filter_path: "items.*._id,items.*.status,items.*.error" },
        bulkBody:
          '{"create":{"_id":"a"}}\n{"id":"a"}\n' +
          '{"index":{"_id":"\\"b\\"\\n","if_seq_no":0,"if_primary_term":2}}\n{"id":""b"\n"}\n',
        timeout: 120_000,
      },
    ]);
  });

  it("a bulk request treats the deletion of an existing or a missing document as successful", async () => {
    const items = [{ delete: { _id: "a", status: 200 } }, { delete: { _id: "b", status: 404 } }];
    const engine = answering({ items });
    expect(
      await patiently(engine, [
        { id: "a", action: "delete" },
        { id: "b", action: "delete" },
      ]),
    ).to.deep.equal([
      { id: "a", status: "written" },
      { id: "b", status: "written" },
    ]);
    expect(bodies(engine)).to.deep.equal(['{"delete":{"_id":"a"}}\n{"delete":{"_id":"b"}}\n']);
  });

  it("a bulk request returns the result of each item", async () => {
    const cause = { type: "mapper_parsing_exception", reason: "failed to parse", caused_by: { reason: "too deep" } };
    const engine = answering({
      items: [created("a"), failed("b", 409), failed("c", 400, cause), failed("d", 500, {})],
    });
    expect(
      await patiently(
        engine,
        ["a", "b", "c", "d"].map((id) => write(id)),
      ),
    ).to.deep.equal([
      { id: "a", status: "written" },
      { id: "b", status: "conflict", resent: false },
      { id: "c", status: "refused", reason: "mapper_parsing_exception: failed to parse: too deep" },
      { id: "d", status: "refused", reason: "status 500" },
    ]);
  });

  it("a bulk request retries only items that were rejected because the engine was busy", async () => {
    const engine = answering(
      { items: [created("a"), failed("b", 429), failed("c", 503)] },
      { items: [failed("b", 429), failed("c", 409)] },
      { items: [created("b")] },
    );
    expect(
      await patiently(
        engine,
        ["a", "b", "c"].map((id) => write(id)),
      ),
    ).to.deep.equal([
      { id: "a", status: "written" },
      { id: "b", status: "written" },
      { id: "c", status: "conflict", resent: true },
    ]);
    expect(bodies(engine)).to.deep.equal([
      '{"create":{"_id":"a"}}\n{"id":"a"}\n{"create":{"_id":"b"}}\n{"id":"b"}\n{"create":{"_id":"c"}}\n{"id":"c"}\n',
      '{"create":{"_id":"b"}}\n{"id":"b"}\n{"create":{"_id":"c"}}\n{"id":"c"}\n',
      '{"create":{"_id":"b"}}\n{"id":"b"}\n',
    ]);
  });

  it("a bulk request keeps retrying a document that is rejected because of a full disk", async () => {
    const blocked = { type: "cluster_block_exception", reason: "disk usage exceeded flood-stage watermark" };
    const engine = answering({ items: [failed("a", 403, blocked)] }, { items: [created("a")] });
    expect(await patiently(engine, [write("a")])).to.deep.equal([{ id: "a", status: "written" }]);
  });

  it("a bulk request is sent again as a whole if no response arrived, and its results report the retry", async () => {
    const engine = answering(new EngineUnavailableError("away"), new EngineBusyError("429 t: r"), {
      items: [failed("a", 409)],
    });
    expect(await patiently(engine, [write("a")])).to.deep.equal([{ id: "a", status: "conflict", resent: true }]);
    expect(new Set(bodies(engine)).size).to.equal(1);
  });

  it("a bulk request is not retried if the engine rejects the whole request", async () => {
    const error = new EngineError(413, "content_too_long", "r");
    const engine = answering(error);
    expect(await failureOf(patiently(engine, [write("a")]))).to.equal(error);
    expect(engine.calls).to.have.length(1);
  });

  it("a bulk request stops between two attempts when aborted", async () => {
    const stop = new AbortController();
    const engine = answering(new EngineUnavailableError("away"), { items: [created("a")] });
    const writing = failureOf(patiently(engine, [write("a")], "i", stop.signal));
    const reason = new Error("shutting down");
    stop.abort(reason);
    expect(await writing).to.equal(reason);
    expect(engine.calls).to.have.length(1);
  });

  it("a bulk request fails if the engine is too busy, unless the caller handles busy items itself", async () => {
    const response = { items: [created("a"), failed("b", 429)] };
    const writes = [write("a"), write("b")];
    expect(await failureOf(bulk(answering(response), writes, { index: "i" }))).to.be.instanceOf(EngineUnavailableError);
    expect(await bulk(answering(response), writes, { index: "i", onBusy: "report" })).to.deep.equal([
      { id: "a", status: "written" },
      { id: "b", status: "busy" },
    ]);
  });

  it("a bulk request creates a missing index, and repeats the writes to that index once", async () => {
    const gone = { type: "index_not_found_exception", reason: "no such index" };
    const engine = answering({ items: [created("a"), failed("b", 404, gone)] }, {}, { items: [created("b")] });
    const writes = [
      { ...write("a"), index: "x" },
      { ...write("b"), index: "y" },
    ];
    expect(await bulk(engine, writes, { createsIndices: true })).to.deep.equal([
      { id: "a", status: "written" },
      { id: "b", status: "written" },
    ]);
    expect(engine.calls.map(({ operation, path }) => [operation, path])).to.deep.equal([
      ["bulk", "/_bulk"],
      ["get_index", "/y"],
      ["bulk", "/_bulk"],
    ]);
    const away = answering({ items: [failed("b", 404, gone)] }, {}, { items: [failed("b", 404, gone)] });
    expect(await bulk(away, [writes[1]!], { createsIndices: true, onBusy: "report" })).to.deep.equal([
      { id: "b", status: "busy" },
    ]);
  });

  it("a bulk request reports an update of a missing document", async () => {
    const absent = { update: { _id: "a", status: 404, error: { type: "document_missing_exception", reason: "r" } } };
    const update = { action: "update", id: "a", source: {} } as const;
    expect(await bulk(answering({ items: [absent] }), [update], { index: "i" })).to.deep.equal([
      { id: "a", status: "absent" },
    ]);
    const refused = await bulk(answering({ items: [failed("a", 400)] }), [write("a")], { index: "i" });
    expect(() => expectTaken(refused, "a page")).to.throw("OpenSearch rejected a page: t: r");
  });
});
