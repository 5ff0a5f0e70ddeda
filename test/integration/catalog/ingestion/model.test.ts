import { expect } from "chai";
import fc from "fast-check";
import { liveGeneration } from "../../../../src/catalog/ingestion/generations.js";
import { createLeases } from "../../../../src/engine/lease.js";
import { STATUS, type IngestionMode } from "../../../../src/catalog/ingestion/ingestion-record.js";
import { rollBack } from "../../../../src/catalog/ingestion/rollback.js";
import {
  CatalogueModel,
  isActive,
  noteFits,
  type ModelCatalogue,
  type ModelLine,
  type ModelNote,
  type ModelNoteType,
} from "../../../support/catalog-model.js";
import { deleteLine, feed, insertLine, updateLine, useCatalog } from "../../../support/catalog.js";

/** Time limit of the property test in milliseconds. Test sequences that would start later are skipped. */
const TIME_MS = 45_000;

type Step =
  | {
      readonly kind: "job";
      readonly mode: IngestionMode;
      readonly lines: readonly ModelLine[];
      readonly gap: number | null;
    }
  | { readonly kind: "roll back" };

const product = fc.constantFrom("P1", "P2", "P3", "P4", "P5", "P6");
const variant = fc.constantFrom("V1", "V2", "V3");
const note = fc.constantFrom(null, 7, 8, true, "n/a", "7.5", "true");

const line: fc.Arbitrary<ModelLine> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant("insert" as const),
      product,
      variant,
      price: fc.integer({ min: 0, max: 2 }),
      note,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant("delete" as const), product, variant: fc.option(variant, { freq: 3 }) }),
  },
  {
    weight: 6,
    arbitrary: fc.record(
      {
        kind: fc.constant("update" as const),
        product,
        variant: fc.option(variant, { freq: 3 }),
        price: fc.integer({ min: 0, max: 2 }),
        note,
      },
      { requiredKeys: ["kind", "product", "variant"] },
    ),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("damaged" as const), product }) },
  { weight: 1, arbitrary: fc.constant({ kind: "unreadable" as const }) },
);

const job: fc.Arbitrary<Step> = fc
  .record({
    kind: fc.constant("job" as const),
    mode: fc.constantFrom("insert" as const, "soft_replace" as const),
    lines: fc.array(line, { minLength: 1, maxLength: 12 }),
    // Number of the line after which filler products are inserted, so that the next lines are in another batch.
    gap: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 2, arbitrary: fc.nat({ max: 12 }) }),
    price: fc.integer({ min: 10, max: 1_000_000 }),
  })
  .map(({ price, ...one }) =>
    one.mode === "insert" && one.gap !== null ? { ...one, lines: newPrices(one.lines, price) } : one,
  );

/**
 * Replaces the prices in lines so that no price returns to an earlier value. A product that an `insert` job changes and
 * then changes back counts as updated, but the model compares only the final state.
 */
function newPrices(lines: readonly ModelLine[], from: number): ModelLine[] {
  return lines.map((one, position) => {
    if (one.kind === "insert") return { ...one, price: from + position };
    if (one.kind !== "update") return one;
    const { kind, product, variant } = one;
    return { kind, product, variant, price: from + position };
  });
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: job },
  { weight: 1, arbitrary: fc.constant({ kind: "roll back" as const }) },
);

const FILLERS: readonly ModelLine[] = Array.from({ length: 300 }, (_, one) => ({
  kind: "insert",
  product: `F${one}`,
  variant: "V1",
  price: 0,
  note: null,
}));

function textOf(one: ModelLine): string {
  switch (one.kind) {
    case "insert":
      return insertLine(one.product, one.variant, {
        price: one.price,
        ...(one.note === null ? {} : { note: one.note }),
      });
    case "update": {
      const { price, note } = one;
      const data = { ...(price === undefined ? {} : { price }), ...(note === undefined ? {} : { note }) };
      return updateLine(one.product, one.variant ?? undefined, data);
    }
    case "delete":
      return deleteLine(one.product, one.variant ?? undefined);
    case "damaged":
      return insertLine(one.product, "V1", { price: "much" });
    case "unreadable":
      return "{}";
  }
}

/** Regression test: a job creates a product and deletes the same product in a later batch. */
const DELETED_LATER: readonly Step[] = [
  {
    kind: "job",
    mode: "soft_replace",
    lines: [
      { kind: "insert", product: "P1", variant: "V1", price: 0, note: null },
      { kind: "insert", product: "P2", variant: "V1", price: 0, note: null },
      { kind: "delete", product: "P1", variant: null },
    ],
    gap: 2,
  },
];

/**
 * Steps with a few changes among many products: products are inserted, changed, omitted, deleted, rejected and
 * reactivated, and a new field is added.
 */
const LITTLE_CHANGES: readonly Step[] = [
  replaced(inserted("P1", "V1", 1), inserted("P2", "V1", 1), inserted("P3", "V1", 1), inserted("P3", "V2", 1)),
  replaced(inserted("P1", "V1", 1), inserted("P2", "V1", 1), inserted("P3", "V1", 1), inserted("P3", "V2", 1)),
  replaced(inserted("P1", "V1", 2, 7), inserted("P3", "V1", 1), inserted("P4", "V1", 1), inserted("P1", "V2", 1)),
  { kind: "roll back" },
  replaced(inserted("P1", "V1", 1), inserted("P2", "V1", 1), { kind: "damaged", product: "P3" }),
  replaced(inserted("P1", "V1", 1), { kind: "delete", product: "P1", variant: "V1" }, inserted("P2", "V1", 1)),
  { kind: "roll back" },
  { kind: "job", mode: "insert", lines: [{ kind: "update", product: "P2", variant: null, note: 8 }], gap: null },
  replaced(inserted("P1", "V1", 1), inserted("P2", "V1", 1, 8), inserted("P3", "V2", 1)),
  replaced(inserted("P1", "V1", 1), inserted("P2", "V1", 1, 8), inserted("P3", "V2", 1)),
];

function replaced(...lines: readonly ModelLine[]): Step {
  return { kind: "job", mode: "soft_replace", lines, gap: 2 };
}

function inserted(product: string, variant: string, price: number, note: ModelNote = null): ModelLine {
  return { kind: "insert", product, variant, price, note };
}

describe("the catalogue after any sequence of ingestion jobs", function () {
  this.timeout(TIME_MS + 60_000);
  const bench = useCatalog();
  let runs = 0;
  before(() => void bench.start());

  it("any sequence of ingestion jobs produces the catalogue and the reports of a reference implementation", async () => {
    const deadline = performance.now() + TIME_MS;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 7 }), async (steps) => {
        if (performance.now() > deadline) return;
        const clientId = `run-${(runs += 1)}`;
        const model = new CatalogueModel();
        const jobOf = new Map<string, number>();
        for (const [position, one] of steps.entries()) {
          if (one.kind === "roll back") await goBack(clientId, model);
          else await runJob(clientId, model, one, position, jobOf);
          if (model.live !== undefined) await compare(clientId, model.live, model.noteType, jobOf);
        }
      }),
      { numRuns: 12, examples: [[[...DELETED_LATER]], [[...LITTLE_CHANGES]]] },
    );
    expect(bench.problems).to.deep.equal([]);
    expect(runs).to.be.greaterThan(1);
  });

  async function goBack(clientId: string, model: CatalogueModel): Promise<void> {
    if (model.previous === undefined) return;
    const leases = createLeases(bench.engine, "rollback", 5);
    const now = () => new Date().toISOString();
    await rollBack({ engine: bench.engine, leases, liveCatalogs: bench.liveCatalogs, now }, clientId);
    model.rollBack();
  }

  async function runJob(
    clientId: string,
    model: CatalogueModel,
    { mode, lines, gap }: Extract<Step, { kind: "job" }>,
    position: number,
    jobOf: Map<string, number>,
  ): Promise<void> {
    const all = gap === null ? lines : [...lines.slice(0, gap), ...FILLERS, ...lines.slice(gap)];
    const before = await liveGeneration(bench.engine, clientId);
    const record = await bench.ingest(clientId, feed(...all.map(textOf)), { mode });
    jobOf.set(record.created_at, position);
    const isKept = before !== undefined && (await liveGeneration(bench.engine, clientId)) === before;
    const expected = mode === "insert" ? model.insert(position, all) : model.softReplace(position, all, isKept);
    const metrics = record.product_metrics;
    expect(record.status).to.equal(expected.failed ? STATUS.FAILED : STATUS.COMPLETED, metrics?.failure ?? "");
    expect(metrics?.lines).to.deep.equal(expected.lines);
    if (!expected.failed) expect(metrics?.index_warnings_total).to.equal(expected.lost);
    // To limit memory, an insert job counts products per batch, so a product with lines in two batches counts twice.
    if (mode === "insert" && gap !== null) return;
    expect({ products: metrics?.products, variants: metrics?.variants }).to.deep.equal({
      products: expected.products,
      variants: expected.variants,
    });
  }

  async function compare(
    clientId: string,
    model: ModelCatalogue,
    noteType: ModelNoteType,
    jobOf: ReadonlyMap<string, number>,
  ): Promise<void> {
    const stored = Object.entries(await bench.products(clientId)).map(([id, kept]) => [
      id,
      {
        active: kept.active,
        created: jobOf.get(kept.created_at),
        updated: jobOf.get(kept.updated_at),
        variants: kept.source.map(({ variant_identifier, active, data }) => [
          variant_identifier,
          { price: data.price, note: data.note ?? null, active },
        ]),
      },
    ]);
    const wanted = [...model].map(([id, { created, updated, variants }]) => [
      id,
      { active: isActive({ created, updated, variants }), created, updated, variants: [...variants] },
    ]);
    expect(Object.fromEntries(stored)).to.deep.equal(Object.fromEntries(wanted));
    const active = [...model].flatMap(([id, { variants }]) =>
      [...variants].filter(([, one]) => one.active).map(([name]) => `${id}/${name}`),
    );
    expect(await bench.found(clientId)).to.deep.equal(active.sort());
    const filterable = [...model].flatMap(([id, { variants }]) =>
      [...variants]
        .filter(([, { active, note }]) => active && noteFits(note, noteType))
        .map(([name]) => `${id}/${name}`),
    );
    expect(await bench.found(clientId, { exists: { field: "variants.data.note" } })).to.deep.equal(filterable.sort());
    expect((await bench.liveCatalogs.get(clientId))?.fields.get("note")).to.equal(noteType);
    expect(await bench.liveCatalogs.get(clientId).then((live) => live?.multi_variant ?? false)).to.satisfy(
      (several: boolean) => several || ![...model.values()].some((one) => activeCount(one.variants) > 1),
    );
  }
});

const activeCount = (variants: ReadonlyMap<string, { readonly active: boolean }>) =>
  [...variants.values()].filter(({ active }) => active).length;
