import { expect } from "chai";
import { EngineError, EngineUnavailableError, type Engine } from "../../../src/engine/engine.js";
import { createLeases, LeaseLostError } from "../../../src/engine/lease.js";
import { until } from "../../support/until.js";

/**
 * Creates a fake engine with one document. A write succeeds only if the request contains the current sequence number.
 */
function oneDocument(source?: object) {
  let stored = source === undefined ? undefined : { _id: "lease", _seq_no: 1, _primary_term: 1, _source: source };
  let gate: Promise<void> | undefined;
  let isResponseLost = false;
  const engine: Engine = {
    prefix: "test-",
    async call<T>(_operation: string, { method, querystring = {}, body }: Parameters<Engine["call"]>[1]): Promise<T> {
      await gate;
      if (method === "GET") {
        if (stored === undefined) throw new EngineError(404, "missing", "there is none");
        return stored as T;
      }
      if (stored !== undefined && querystring["if_seq_no"] !== stored._seq_no) throw new EngineError(409, "x", "late");
      stored = { _id: "lease", _seq_no: (stored?._seq_no ?? 0) + 1, _primary_term: 1, _source: body ?? {} };
      if (isResponseLost) {
        isResponseLost = false;
        throw new EngineUnavailableError("the answer did not arrive");
      }
      return stored as T;
    },
    close: () => Promise.resolve(),
  };
  return {
    engine,
    /**
     * Delays responses until the returned function is called.
     * @returns a function that releases the responses
     */
    hold(): () => void {
      let letGo: () => void = () => undefined;
      gate = new Promise((resolve) => (letGo = resolve));
      return letGo;
    },
    /** Makes the next write succeed without a response from the engine. */
    loseResponse(): void {
      isResponseLost = true;
    },
    isResponseLost: () => isResponseLost,
    source: () => stored?._source,
  };
}

const passed = async (ms: number) => {
  const from = performance.now();
  await until("some time to pass", () => performance.now() > from + ms);
};

describe("a lease", () => {
  it("a lease is valid for the duration stored in the lease document", async () => {
    const patient = createLeases(oneDocument({ owner: "a", beat: 1, seconds: 3_600 }).engine, "b", 0.001);
    expect(await patient.acquire("shop")).to.equal(undefined);
    await passed(10);
    expect(await patient.acquire("shop")).to.equal(undefined);

    const quick = createLeases(oneDocument({ owner: "a", beat: 1, seconds: 0.001 }).engine, "b", 3_600);
    expect(await quick.acquire("shop")).to.equal(undefined);
    await passed(10);
    const lease = await quick.acquire("shop");
    await lease?.check();
    await lease?.release();
  });

  it("a lease is not taken from a live holder if the lease document contains no duration", async () => {
    const leases = createLeases(oneDocument({ owner: "a", beat: 1 }).engine, "b", 0.001);
    await leases.acquire("shop");
    await passed(10);
    expect(await leases.acquire("shop")).to.equal(undefined);
  });

  it("a lease is not taken from its holder while the engine does not respond", async () => {
    const document = oneDocument({ owner: "a", beat: 1, seconds: 1 });
    const leases = createLeases(document.engine, "b", 1);
    await leases.acquire("shop");
    const letGo = document.hold();
    const acquiring = leases.acquire("shop");
    await passed(1_100);
    letGo();
    expect(await acquiring).to.equal(undefined);
  });

  it("a lease is released even after a renewal whose response was lost", async () => {
    const document = oneDocument();
    const lease = await createLeases(document.engine, "a", 0.03).acquire("shop");
    document.loseResponse();
    await until("the beat", () => !document.isResponseLost());
    await lease?.release();
    expect((document.source() as { owner: unknown }).owner).to.equal(null);
  });

  it("a lease is released without an error if the engine is unavailable", async () => {
    const document = oneDocument();
    let isGone = false;
    const engine: Engine = {
      ...document.engine,
      call: async (operation, call) => {
        if (isGone) throw new EngineUnavailableError("no engine is there");
        return document.engine.call(operation, call);
      },
    };
    const lease = await createLeases(engine, "a", 3_600).acquire("shop");
    isGone = true;
    await lease?.release();
    const refused = await lease?.check().catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(LeaseLostError);
  });

  it("the duration of a lease is stored in the lease document", async () => {
    const document = oneDocument();
    const lease = await createLeases(document.engine, "a", 6).acquire("shop");
    const { seconds, beat } = document.source() as { seconds: number; beat: number };
    expect({ seconds, beat }).to.deep.equal({ seconds: 6, beat: 1 });
    await lease?.release();
  });
});
