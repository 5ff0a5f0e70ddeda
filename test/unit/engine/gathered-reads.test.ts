import { expect } from "chai";
import { createDeadline, currentDeadline, withDeadline } from "../../../src/engine/deadline.js";
import { gatherReads } from "../../../src/engine/gathered-reads.js";

interface Call {
  readonly ids: readonly string[];
  readonly signal: AbortSignal;
  readonly hasDeadline: boolean;
  response(): void;
  fail(error: Error): void;
}

const messageOf = (error: unknown) => (error as Error).message;

describe("gatherReads", () => {
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  function gathering(most = 10, giveUpMs = 60_000) {
    const calls: Call[] = [];
    const read = gatherReads<string>(
      (ids, signal) =>
        new Promise((resolve, reject) => {
          calls.push({
            ids,
            signal,
            hasDeadline: currentDeadline() !== undefined,
            response: () => resolve(ids.map((id) => (id === "none" ? undefined : `document ${id}`))),
            fail: reject,
          });
          signal.addEventListener("abort", () => reject(new Error("given up")));
        }),
      { calls: 2, most, giveUpMs },
    );
    return { calls, read, requested: () => calls.map(({ ids }) => ids) };
  }

  it("the read batcher sends reads immediately while there is capacity, and combines later reads into batches", async () => {
    const { calls, read, requested } = gathering();
    const reads = [["a"], ["b", "none"], ["c"], ["d", "e"]].map((ids) => read(ids));
    expect(requested()).to.deep.equal([["a"], ["b", "none"]]);
    calls[1]?.response();
    expect(await reads[1]).to.deep.equal(["document b", undefined]);
    expect(requested().slice(2)).to.deep.equal([["c", "d", "e"]]);
    calls[0]?.response();
    calls[2]?.response();
    expect(await Promise.all([reads[0], reads[2], reads[3]])).to.deep.equal([
      ["document a"],
      ["document c"],
      ["document d", "document e"],
    ]);
    void read(["f"]);
    expect(requested().slice(3)).to.deep.equal([["f"]]);
    calls[3]?.response();
  });

  it("the read batcher limits the size of a batch, unless a single read exceeds the limit", async () => {
    const { calls, read, requested } = gathering(2);
    for (const ids of [["a"], ["b"], ["c"], ["d"], ["e"], ["f", "g", "h"]]) void read(ids);
    for (let next = 0; next < calls.length; next += 1) {
      calls[next]?.response();
      await settled();
    }
    expect(requested()).to.deep.equal([["a"], ["b"], ["c", "d"], ["e"], ["f", "g", "h"]]);
  });

  it("the read batcher reports a failure only to the callers of the failed batch", async () => {
    const { calls, read } = gathering();
    const [failing, , waiting] = ["a", "b", "c"].map((id) => read([id]));
    calls[0]?.fail(new Error("the engine is away"));
    expect(await failing?.catch(messageOf)).to.equal("the engine is away");
    await settled();
    calls[2]?.response();
    expect(await waiting).to.deep.equal(["document c"]);
    calls[1]?.response();
  });

  it("the read batcher aborts a batch if all its callers have stopped waiting", async () => {
    const { calls, read } = gathering(10, 1);
    const late = withDeadline(createDeadline(1_000), () => read(["a"]));
    expect(await late.catch(messageOf)).to.equal("given up");
    expect(calls.map(({ signal, hasDeadline }) => [signal.aborted, hasDeadline])).to.deep.equal([[true, false]]);
  });
});
