import { expect } from "chai";
import { SCENARIOS } from "../../quality/fault-injection/scenarios.js";
import { runScenario } from "../../quality/fault-injection/run.js";
import { useOwnEngine } from "../support/shop-engine.js";

/** The choices of a run are the same each time; `npm run fault-injection` makes others. */
const SEED = "tests";
/** The quickest of them: all others take so long that `.ci/run` has their short forms beside the tests. */
const [SCENARIO] = SCENARIOS.filter(({ name }) => name === "engine-frozen");

describe("fault injection", function () {
  this.timeout(420_000);
  const node = useOwnEngine();

  it("freezes the engine for a short time, and everything acknowledged is kept", async () => {
    const checks = await runScenario(SCENARIO!, { node, seed: SEED, isShort: true, report: () => undefined });
    expect(checks).to.not.be.empty;
    expect(checks.filter(({ ok }) => !ok)).to.deep.equal([]);
  });
});
