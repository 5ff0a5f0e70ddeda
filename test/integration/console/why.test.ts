import { expect } from "chai";
import { useCatalog } from "../../support/catalog.js";
import { checkProperty } from "../../support/chain-property.js";
import { placedBy } from "../../support/chain-deps.js";
import { searchProcess } from "../../support/chain-shop.js";
import { permuting } from "../../support/permuting.js";
import { checkWhyCase, whyCases } from "../../support/why-pairs.js";

const REQUESTS = 3;
const PRODUCTS = 8;

/** All of the 1,000 pairs that the service is held to: `npm run test:long -- test/integration/console/why.long.ts`. */
describe("why a product is where it is, or not there", () => {
  const bench = useCatalog();

  before(() => bench.start());

  it("agrees with the listing and with all products, whatever the request and rules", async () => {
    const deps = searchProcess(bench.engine, { placements: placedBy(permuting("why")) });
    await checkProperty(
      whyCases({ requests: REQUESTS, products: PRODUCTS }),
      async (whyCase) => {
        const verdicts = await checkWhyCase(bench, deps, whyCase);
        expect(Object.values(verdicts).reduce((sum, count) => sum + count, 0)).to.equal(REQUESTS * PRODUCTS);
      },
      { runs: 6, seconds: 15 },
    );
  });
});
