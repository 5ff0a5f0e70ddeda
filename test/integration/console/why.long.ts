import fc from "fast-check";
import { useCatalog } from "../../support/catalog.js";
import { rerankedBy } from "../../support/chain-deps.js";
import { searchProcess } from "../../support/chain-shop.js";
import { permuting } from "../../support/permuting.js";
import { createTally } from "../../support/tally.js";
import { checkWhyCase, whyCases } from "../../support/why-pairs.js";

const CASES = 20;
const REQUESTS = 5;
const PRODUCTS = 10;

/**
 * This suite takes a minute or more, so it is not part of `npm test`. Run with `npm run test:long --
 * test/integration/console/why.long.ts`.
 */
describe(`the explanations of ${CASES * REQUESTS * PRODUCTS} random pairs of a product and a request`, function () {
  this.timeout(1_800_000);
  const bench = useCatalog();

  before(() => bench.start());

  it("every explanation of a product's position contains the independently computed reasons", async () => {
    const tally = createTally();
    const deps = searchProcess(bench.engine, { rerankers: rerankedBy(permuting("why")) });
    const { PROPERTY_SEED: seed } = process.env;
    const drawn = fc.sample(whyCases({ requests: REQUESTS, products: PRODUCTS }), {
      numRuns: CASES,
      ...(seed === undefined ? {} : { seed: Number(seed) }),
    });
    for (const whyCase of drawn) tally.add(await checkWhyCase(bench, deps, whyCase));
    process.stdout.write(`${JSON.stringify(tally.counts())}\n`);
  });
});
