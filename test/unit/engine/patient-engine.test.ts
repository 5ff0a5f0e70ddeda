import { expect } from "chai";
import { EngineBusyError, EngineUnavailableError, patientEngine } from "../../../src/engine/engine.js";
import { answering } from "../../support/scripted-engine.js";

describe("patientEngine", () => {
  it("the retrying engine client repeats a request after the engine has reported that it is busy", async () => {
    const engine = answering(new EngineBusyError("429"), { ok: true });
    expect(await patientEngine(engine).call("get", { method: "GET", path: "/a" })).to.deep.equal({ ok: true });
    expect(engine.calls.length).to.equal(2);
  });

  it("the retrying engine client retries neither after an abort nor after errors other than busy errors", async () => {
    const away = answering(new EngineUnavailableError("away"));
    const error: unknown = await patientEngine(away)
      .call("get", { method: "GET", path: "/a" })
      .catch((reason: unknown) => reason);
    expect([String(error), away.calls.length]).to.deep.equal(["EngineUnavailableError: away", 1]);
    const stop = new AbortController();
    stop.abort(new Error("the service is shutting down"));
    const busy = answering(new EngineBusyError("429"), { ok: true });
    const stopped: unknown = await patientEngine(busy, stop.signal)
      .call("get", { method: "GET", path: "/a" })
      .catch((reason: unknown) => reason);
    expect(String(stopped)).to.equal("Error: the service is shutting down");
  });
});
