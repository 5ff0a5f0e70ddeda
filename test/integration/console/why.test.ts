import { expect } from "chai";
import { useCatalog } from "../../support/catalog.js";
import { checkProperty } from "../../support/chain-property.js";
import { rerankedBy } from "../../support/chain-deps.js";
import { searchProcess } from "../../support/chain-shop.js";
import { permuting } from "../../support/permuting.js";
import { checkWhyCase, whyCases } from "../../support/why-pairs.js";

const REQUESTS = 3;
const PRODUCTS = 8;

/**
 * Tests a sample of the 1,000 pairs of a product and a request that are tested by `npm run test:long --
 * test/integration/console/why.long.ts`.
 */
describe("the explanation of a product's position or absence", () => {
  const bench = useCatalog();

  before(() => bench.start());

  it("the explanation of a product's position agrees with the listing and the catalogue for any request and rules", async () => {
    const deps = searchProcess(bench.engine, { rerankers: rerankedBy(permuting("why")) });
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
