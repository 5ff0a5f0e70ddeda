import { expect } from "chai";
import { withProgress, type StartStep } from "../../../local-engine/start-progress.js";

describe("progress", () => {
  const withoutSeconds = (steps: StartStep[]) => steps.map(({ state, title }) => ({ state, title }));

  it("withProgress reports the start and the end of a step, with its duration", async () => {
    const steps: StartStep[] = [];
    const result = await withProgress(
      (step) => steps.push(step),
      "Engine started",
      () => Promise.resolve(7),
    );
    expect({ result, steps: withoutSeconds(steps) }).to.deep.equal({
      result: 7,
      steps: [
        { state: "started", title: "Engine started" },
        { state: "done", title: "Engine started" },
      ],
    });
    expect(steps[1]).to.have.property("seconds").that.is.within(0, 5);
  });

  it("withProgress reports the failure of a step and rethrows the error", async () => {
    const steps: StartStep[] = [];
    const failure = await withProgress(
      (step) => steps.push(step),
      "Engine started",
      () => Promise.reject(new Error("no")),
    ).catch((error: unknown) => String(error));
    expect({ failure, steps: withoutSeconds(steps) }).to.deep.equal({
      failure: "Error: no",
      steps: [
        { state: "started", title: "Engine started" },
        { state: "failed", title: "Engine started" },
      ],
    });
  });
});
