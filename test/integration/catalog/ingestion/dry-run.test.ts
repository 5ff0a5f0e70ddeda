import { expect } from "chai";
import fc from "fast-check";
import { STATUS, type IngestionMode } from "../../../../src/catalog/ingestion/ingestion-record.js";
import { liveGeneration, readCatalogState } from "../../../../src/catalog/ingestion/generations.js";
import { deleteLine, feed, insertLine, updateLine, useCatalog } from "../../../support/catalog.js";

const id = fc.integer({ min: 0, max: 14 }).map((number) => `P${number}`);
const variant = fc.constantFrom("V1", "V2");
const data = (prices: readonly (number | string)[]) =>
  fc.record(
    {
      price: fc.constantFrom(...prices),
      title: fc.constantFrom("Mug", "Bowl"),
      note: fc.constantFrom("short", "LONG"),
    },
    { requiredKeys: ["price"] },
  );
const insertion = (...prices: readonly (number | string)[]) =>
  fc.tuple(id, variant, data(prices)).map(([product, own, given]) => insertLine(product, own, given));
const update = fc.tuple(id, variant, data([7])).map(([product, own, { price }]) => updateLine(product, own, { price }));
const deletion = fc.tuple(id, fc.option(variant, { nil: undefined })).map(([product, own]) => deleteLine(product, own));
const catalog = fc.array(insertion(1, 2, 500), { minLength: 1, maxLength: 30 });
const lines = fc.array(
  fc.oneof(
    { arbitrary: insertion(1, 2, 3, 500, "free"), weight: 6 },
    update,
    deletion,
    fc.constant('{"operation":"insert"}'),
  ),
  { minLength: 1, maxLength: 30 },
);

/**
 * Creates a feed and replaces the placeholder `LONG` by a text that is too long for filters. The placeholder keeps
 * reports of failed test cases readable.
 */
const feedOf = (some: readonly string[]) => feed(...some).replaceAll('"LONG"', JSON.stringify("x".repeat(2_000)));

describe("a dry run of an ingestion", () => {
  const bench = useCatalog();
  before(() => void bench.start());
  afterEach(() => expect(bench.problems).to.deep.equal([]));
  let clients = 0;

  /** Ingests a feed and returns the result without time-dependent properties. */
  async function outcomeOf(clientId: string, payload: string, mode: IngestionMode, dry_run?: true) {
    const trigger = dry_run === undefined ? {} : { dry_run };
    const { status, product_metrics } = await bench.ingest(clientId, payload, { mode, trigger });
    const { lines, products, variants, index_warnings, errors, failure, differences } = product_metrics!;
    return {
      outcome: { status, lines, products, variants, index_warnings, errors, failure },
      differences,
    };
  }

  const stored = async (clientId: string) => ({
    live: await liveGeneration(bench.engine, clientId),
    generations: await bench.generations(clientId),
    state: await readCatalogState(bench.engine, clientId),
    products: await bench.products(clientId),
  });

  const soldIn = (products: Awaited<ReturnType<typeof bench.products>>) =>
    new Set(Object.values(products).flatMap(({ active, product_identifier }) => (active ? [product_identifier] : [])));

  for (const mode of ["insert", "soft_replace"] as const) {
    it(`a dry run reports the counts of the real ingestion without changing the catalogue (${mode})`, async () => {
      await fc.assert(
        fc.asyncProperty(catalog, lines, async (before, after) => {
          const clientId = `dry-${(clients += 1)}`;
          await bench.ingest(clientId, feedOf(before));
          const had = await stored(clientId);
          const dry = await outcomeOf(clientId, feedOf(after), mode, true);
          expect(await stored(clientId)).to.deep.equal(had);
          const real = await outcomeOf(clientId, feedOf(after), mode);
          expect(dry.outcome).to.deep.equal(real.outcome);
          expect(real.differences).to.equal(undefined);
          if (real.outcome.status !== STATUS.COMPLETED) return;
          const [sold, sells] = [soldIn(had.products), soldIn(await bench.products(clientId))];
          const named = (list: readonly { readonly product_identifier: string }[] = []) =>
            list.map(({ product_identifier }) => product_identifier).sort();
          const [came, went] = [[...sells].filter((one) => !sold.has(one)), [...sold].filter((one) => !sells.has(one))];
          expect(named(dry.differences?.new)).to.have.members(came.length > 10 ? named(dry.differences?.new) : came);
          expect(named(dry.differences?.gone)).to.have.members(went.length > 10 ? named(dry.differences?.gone) : went);
          expect([named(dry.differences?.new).length, named(dry.differences?.gone).length]).to.deep.equal([
            Math.min(10, came.length),
            Math.min(10, went.length),
          ]);
        }),
        { numRuns: 4, endOnFailure: true },
      );
    });
  }
});
