import { expect } from "chai";
import { SCENARIOS } from "../../quality/fault-injection/scenarios.js";
import { runScenario } from "../../quality/fault-injection/run.js";
import { useOwnEngine } from "../support/shop-engine.js";

/** Fixed seed for random values, so that all runs are identical; `npm run fault-injection` uses other seeds. */
const SEED = "tests";
/** The quickest fault-injection scenario. Continuous integration runs short forms of the other scenarios separately. */
const [SCENARIO] = SCENARIOS.filter(({ name }) => name === "engine-frozen");

describe("fault injection", function () {
  this.timeout(420_000);
  const node = useOwnEngine();

  it("the service loses no acknowledged data when the search engine freezes for a short time", async () => {
    const checks = await runScenario(SCENARIO!, { node, seed: SEED, isShort: true, report: () => undefined });
    expect(checks).to.not.be.empty;
    expect(checks.filter(({ ok }) => !ok)).to.deep.equal([]);
  });
});
