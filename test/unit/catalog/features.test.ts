import { expect } from "chai";
import fc from "fast-check";
import type { CatalogVersion } from "../../../src/catalog/catalog-version.js";
import { FeatureTable } from "../../../src/catalog/features.js";
import { productTag } from "../../../src/catalog/catalog-version.js";
import { textHash } from "../../../src/lib/text-hash.js";

interface Product {
  readonly id: string;
  readonly tokens: readonly string[];
  readonly prior?: number;
  /** Creation time in milliseconds since 1970, which the engine returns as a string. */
  readonly created_at?: string;
  readonly log_price?: number;
}

const CATEGORIES = [
  "categories=Shoes: Boots: Chelsea",
  "categories=Shoes: Boots",
  "categories=Shoes",
  "categories=Bags",
];
const TOKENS = ["designer=GUCCI", "color=Red", "price_band=13", ...CATEGORIES];
const IDS = Array.from({ length: 12 }, (_, at) => `p${at}`);

const product = fc.record(
  {
    id: fc.constantFrom(...IDS),
    tokens: fc.shuffledSubarray(TOKENS),
    prior: fc.constantFrom(0, -5, 1_700_000_000.5),
    created_at: fc.constantFrom("0", "1700000000000"),
    log_price: fc.constantFrom(0, -1.5, 6.25),
  },
  { requiredKeys: ["id", "tokens"] },
) satisfies fc.Arbitrary<Product>;
const weights = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...TOKENS, "unknown"), fc.constantFrom(0.5, 0.25, 2, 0)), {
    selector: ([name]) => name,
  })
  .map((pairs) => new Map(pairs));

/** The fields of an engine hit. A hit omits empty fields. */
const fieldsOf = ({ tokens, prior, created_at, log_price }: Product) => ({
  ...(tokens.length > 0 && { taste: tokens }),
  ...(prior !== undefined && { prior: [prior] }),
  ...(created_at !== undefined && { created_at: [created_at] }),
  ...(log_price !== undefined && { log_price: [log_price] }),
});
const put = (table: FeatureTable, one: Product) => table.put(one.id, fieldsOf(one));

function tableOf(products: readonly Product[], catalogVersion = 1): FeatureTable {
  const table = new FeatureTable(catalogVersion, 0);
  for (const one of products) put(table, one);
  return table;
}

/** Returns the token and the tokens of all its parent categories. */
function lineage(token: string): string[] {
  if (!token.startsWith("categories=")) return [token];
  const parts = token.split(": ");
  return parts.map((_, at) => parts.slice(0, at + 1).join(": "));
}

const score = (names: Iterable<string>, by: ReadonlyMap<string, number>) =>
  [...new Set(names)].reduce((sum, name) => sum + (by.get(name) ?? 0), 0);

describe("FeatureTable", () => {
  it("a feature table stores the latest values of each product in one row", () => {
    fc.assert(
      fc.property(fc.array(product, { maxLength: 100 }), (products) => {
        const table = tableOf(products);
        const last = new Map(products.map((one) => [one.id, one]));
        expect(table.size).to.equal(last.size);
        expect([...last.keys()].map((id) => table.rowOf(id))).to.deep.equal([...last].map((_, row) => row));
        [...last.values()].forEach((one, row) => {
          expect({
            id: table.idOf(row),
            tokens: table.tokensOf(row),
            own: [...table.ownTokensOf(row)].map((number) => table.nameOf(number)),
            prior: table.priors[row],
            created: table.created[row],
            log_price: table.logPrices[row],
          }).to.deep.equal({
            id: one.id,
            tokens: one.tokens,
            own: one.tokens,
            prior: one.prior ?? -Infinity,
            created: Number(one.created_at ?? -Infinity),
            log_price: one.log_price ?? NaN,
          });
        });
        for (const id of [...IDS, "elsewhere"]) if (!last.has(id)) expect(table.rowOf(id)).to.equal(-1);
      }),
    );
  });

  it("a feature table sums the weights of a product's taste tokens and of their parent categories", () => {
    fc.assert(
      fc.property(fc.array(product, { maxLength: 60 }), fc.array(weights, { maxLength: 4 }), (products, all) => {
        const table = tableOf(products);
        const last = [...new Map(products.map((one) => [one.id, one])).values()].reverse();
        const rows = Int32Array.from(last, ({ id }) => table.rowOf(id));
        // A second sum starts at 0 and does not include the first sum.
        for (const by of all) {
          expect([...table.tokenSums(rows, by)]).to.deep.equal(
            last.map(({ tokens }) => score(tokens.flatMap(lineage), by)),
          );
        }
      }),
    );
  });

  it("a feature table stores default values for a search hit without fields", () => {
    const table = new FeatureTable(1, 0);
    expect(table.put("p1")).to.equal(0);
    expect([table.priors[0], table.created[0], table.logPrices[0]]).to.deep.equal([-Infinity, -Infinity, NaN]);
    expect(table.tokensOf(0)).to.deep.equal([]);
    expect(table.put("p1", { taste: ["color=Red"], log_price: [] })).to.equal(0);
    expect([table.tokensOf(0), table.logPrices[0], table.size]).to.deep.equal([["color=Red"], NaN, 1]);
  });

  it("a feature table reports memory usage that increases with the number of products", () => {
    const empty = new FeatureTable(1, 0).bytes;
    const many = tableOf(Array.from({ length: 5_000 }, (_, at) => ({ id: `product ${at}`, tokens: TOKENS })));
    expect(empty).to.be.below(20_000);
    // Estimated size per product: three 8-byte columns, four bytes per list element, and the identifier.
    expect((many.bytes - empty) / 5_000).to.be.within(3 * 8 + 4 * TOKENS.length + 12, 300);
  });
});

describe("FeatureTable.follow", () => {
  const [one, two, three] = ["p1", "p2", "p3"].map((id): Product => ({ id, tokens: [] }));
  const all = [one, two, three] as Product[];
  const live = (catalogVersion: number, changes?: CatalogVersion["changes"]): CatalogVersion => ({
    index: "shop",
    catalogVersion,
    ...(changes && { changes }),
  });
  const changed = (
    catalogVersion: number,
    ...ids: readonly (readonly [id: string, edition: number])[]
  ): CatalogVersion =>
    live(catalogVersion, { everything: 1, tags: new Map(ids.map(([id, at]) => [productTag(id), at])) });
  const rowsOf = (table: FeatureTable) => all.map(({ id }) => table.rowWith(textHash(id)));

  it("a feature table hides the row of a changed product until the row is written again", () => {
    const table = tableOf(all);
    expect(table.follow(changed(3, ["p2", 3], ["p9", 2]))).to.equal(true);
    expect([rowsOf(table), table.size, table.version]).to.deep.equal([[0, -1, 2], 3, 1]);
    expect(put(table, { ...(two as Product), prior: 7 })).to.equal(1);
    expect([rowsOf(table), table.priors[1], table.version]).to.deep.equal([[0, 1, 2], 7, 1]);
  });

  it("a feature table keeps the row number of a changed product", () => {
    const table = tableOf(all);
    table.follow(changed(3, ["p2", 3]));
    expect(all.map(({ id }) => table.rowOf(id))).to.deep.equal([0, 1, 2]);
  });

  it("a feature table ignores catalogue changes that it already contains", () => {
    const table = tableOf(all, 2);
    expect(table.follow(live(1))).to.equal(true);
    expect(table.follow(changed(2, ["p1", 2]))).to.equal(true);
    expect([rowsOf(table), table.version]).to.deep.equal([[0, 1, 2], 0]);
    expect(table.follow(changed(3, ["p1", 2], ["p3", 3]))).to.equal(true);
    expect([rowsOf(table), table.version]).to.deep.equal([[0, 1, -1], 1]);
    // A change that was already applied does not invalidate rows again.
    put(table, three as Product);
    expect(table.follow(changed(4, ["p1", 2], ["p3", 3]))).to.equal(true);
    expect([rowsOf(table), table.version]).to.deep.equal([[0, 1, 2], 2]);
  });

  it("a feature table reports that it must be rebuilt if all products may have changed", () => {
    expect(tableOf(all).follow(live(2))).to.equal(false);
    expect(tableOf(all).follow(live(3, { everything: 2, tags: new Map() }))).to.equal(false);
    expect(tableOf(all, 2).follow(live(3, { everything: 2, tags: new Map() }))).to.equal(true);
  });

  it("a feature table contains exactly the products whose rows are up to date", () => {
    const step = fc.oneof(
      fc.record({ does: fc.constant("put" as const), ids: fc.subarray(IDS) }),
      fc.record({ does: fc.constant("change" as const), ids: fc.subarray(IDS) }),
      fc.record({ does: fc.constant("nothing" as const), ids: fc.constant([]) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const table = new FeatureTable(1, 0);
        const tags = new Map<number, number>();
        const rows = new Map<string, number>();
        const fresh = new Set<string>();
        let catalogVersion = 1;
        for (const { does, ids } of steps) {
          if (does === "put") {
            for (const id of ids) {
              if (!rows.has(id)) rows.set(id, rows.size);
              put(table, { id, tokens: [] });
              fresh.add(id);
            }
            continue;
          }
          catalogVersion += 1;
          for (const id of ids) {
            tags.set(productTag(id), catalogVersion);
            fresh.delete(id);
          }
          expect(table.follow(live(catalogVersion, { everything: 1, tags: new Map(tags) }))).to.equal(true);
        }
        expect(IDS.map((id) => table.rowWith(textHash(id)))).to.deep.equal(
          IDS.map((id) => (fresh.has(id) ? (rows.get(id) ?? -1) : -1)),
        );
      }),
    );
  });
});
