import { bulk } from "../src/engine/bulk.js";
import { createEngine, type Engine } from "../src/engine/engine.js";
import { createIndex, deleteIndex, refresh } from "../src/engine/indices.js";
import type { LeafType } from "../src/catalog/leaves.js";
import { planSearch } from "../src/search/listing/plan.js";
import type { Plan } from "../src/search/listing/plan.js";
import { REACH, readRows } from "../src/search/paging/jump.js";
import { windowSize } from "../src/search/paging/placement.js";
import { readWindow } from "../src/search/paging/windows.js";
import { parseSearchRequest } from "../src/search/listing/parse.js";
import type { SearchBody } from "../src/search/request-schema.js";
import { DEFAULT_CONFIGURATION } from "../src/storefront/configuration.js";
import type { Bench } from "./bench.js";
import { alternate, median } from "../harness/measure.js";

const SIZES = [50_000, 470_000];
const ROUNDS = { warmup: 1, counted: 7 };
const LIMIT = 24;
const BATCH = 5_000;

const leaves = new Map<string, LeafType>([
  ["price", "number"],
  ["title", "string"],
  ["color", "string"],
]);
const ORDERS: readonly (readonly [string, Omit<SearchBody, "user">])[] = [
  ["price", { sort: ["price_asc"] }],
  ["name", { sort: ["name_asc"] }],
  ["price of red variants", { sort: ["price_asc"], filters: { color: "red" } }],
];

/**
 * Measures how long it takes to reach a page deep in an order: by skipping all rows before it, and from a nearby row
 * found in a sample.
 */
export async function benchJumps(bench: Pick<Bench, "engineUrl" | "prefix" | "table">, sizes = SIZES): Promise<void> {
  const engine = createEngine({ url: bench.engineUrl, prefix: bench.prefix, requestTimeoutMs: 120_000 });
  try {
    for (const products of sizes) {
      const index = `${bench.prefix}products-english-jumps-${products}`;
      await fill(engine, index, products);
      for (const [name, body] of ORDERS) {
        const rows = await measureOrder(engine, index, plannedOf(body), products);
        bench.table(`Jumps in ${products} products by ${name}: medians beside the first window`, rows);
      }
      await deleteIndex(engine, index);
    }
  } finally {
    await engine.close();
  }
}

/** Two variants a product, some three thousand prices. */
async function fill(engine: Engine, index: string, products: number): Promise<void> {
  await createIndex(engine, index, {});
  const at = "2026-01-01T00:00:00.000Z";
  for (let from = 0; from < products; from += BATCH) {
    const numbers = Array.from({ length: Math.min(BATCH, products - from) }, (_, place) => from + place);
    const writes = numbers.map((number) => {
      const product_identifier = `p${(number * 7919) % 1_000_003}-${number}`;
      const price = Math.round(((number * 104_729) % 300_007) / 100) + 0.99;
      const title = `Product ${(number * 31_337) % 50_021}`;
      const variants = ["red", "blue"].map((color, variant) => ({
        data: { product_identifier, variant_identifier: `${number}-${variant}`, price: price + variant, color, title },
      }));
      const source = {
        product_identifier,
        active: true,
        created_at: at,
        updated_at: at,
        prior: number,
        sort: { price, title },
        variants,
      };
      return { id: product_identifier, document: JSON.stringify(source), precondition: "absent" } as const;
    });
    await bulk(engine, index, writes);
  }
  await refresh(engine, index);
}

function plannedOf(body: Omit<SearchBody, "user">): Plan {
  const catalog = { leaves, multi_variant: true };
  const given = { user: { device_id: "bench" }, limit: LIMIT, ...body };
  const request = parseSearchRequest(given, DEFAULT_CONFIGURATION, leaves);
  return planSearch(request, DEFAULT_CONFIGURATION, catalog, { shards: 1, proposed: new Map() });
}

async function measureOrder(engine: Engine, index: string, plan: Plan, products: number) {
  const size = windowSize(LIMIT);
  const first = () => readWindow(engine, { kind: "live", index }, plan, { size });
  const rows: [string, string, string][] = [];
  for (const [name, page] of [
    ["page 100", 100],
    ["page 1,000", 1_000],
    ["the page in the middle", Math.ceil(products / 2 / LIMIT)],
    ["the last page", Math.ceil(products / LIMIT)],
  ] as const) {
    const wanted = { from: (page - 1) * LIMIT, size };
    const reachedBy = (shallow: number) => () =>
      readRows({ engine, reach: { ...REACH, shallow } }, index, plan, wanted);
    const times = await alternate({ first, skip: reachedBy(Infinity), sample: reachedBy(0) }, ROUNDS);
    const [top, skip, sample] = [median(times.first), median(times.skip), median(times.sample)];
    for (const [way, took] of [
      ["skipping", skip],
      ["by a sample", sample],
    ] as const) {
      rows.push([`${name}, ${way}`, `${took.toFixed(1)} ms`, `${(took / top).toFixed(1)} × a first window`]);
    }
  }
  return rows;
}
