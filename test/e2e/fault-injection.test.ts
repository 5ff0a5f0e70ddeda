import { expect } from "chai";
import { ATTACKS } from "../../quality/fault-injection/attacks.js";
import { runAttack } from "../../quality/fault-injection/run.js";
import { useOwnEngine } from "../support/shop-engine.js";

/** The choices of a run are the same each time; `npm run fault-injection` makes others. */
const SEED = "tests";
/** Beyond what an attack is given to end: then it is told how far it came. */
const TIMEOUT_MS = 420_000;

describe("under attack, for a short time, the service", function () {
  this.timeout(TIMEOUT_MS);
  const node = useOwnEngine();

  for (const attack of ATTACKS.filter(({ seconds, isLong }) => seconds.short !== undefined && isLong !== true)) {
    it(`keeps its promises: ${attack.name}`, async () => {
      const checks = await runAttack(attack, { node, seed: SEED, isShort: true, tell: () => undefined });
      expect(checks).to.not.be.empty;
      expect(checks.filter(({ ok }) => !ok)).to.deep.equal([]);
    });
  }
});
