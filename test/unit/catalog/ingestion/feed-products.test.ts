import { expect } from "chai";
import fc from "fast-check";
import { productDigest } from "../../../../src/catalog/digest.js";
import type { ProductSource } from "../../../../src/catalog/product-document.js";
import { applyLines, type AcceptedLine } from "../../../../src/catalog/ingestion/changes.js";
import { mostDiffering } from "../../../../src/catalog/ingestion/compare-live.js";
import { parseFeedLine, type FeedLine } from "../../../../src/catalog/ingestion/feed-line.js";
import { FeedProducts } from "../../../../src/catalog/ingestion/feed-products.js";

const BEFORE = "2026-01-01T00:00:00.000Z";
const NOW = "2026-02-01T00:00:00.000Z";

const lineOf = (operation: string, product: string, variant: string | undefined, price: number | string): FeedLine =>
  parseFeedLine(
    JSON.stringify({
      operation,
      product_data: {
        product_identifier: product,
        ...(variant === undefined ? {} : { variant_identifier: variant }),
        price,
      },
    }),
  );

const inserted = (product: string, variant?: string, price = 1): FeedLine => lineOf("insert", product, variant, price);

/** Random feeds of a few products and variants, so that lines often repeat the catalogue's data. */
const line = fc
  .record({
    operation: fc.constantFrom("insert", "insert", "insert", "insert", "insert", "delete"),
    product: fc.constantFrom("A", "B", "C"),
    variant: fc.constantFrom("1", "2"),
    price: fc.constantFrom(1, 1, 1, 2, "much"),
  })
  .map((one) => lineOf(one.operation, one.product, one.variant, one.price));

const isAccepted = (one: FeedLine): one is AcceptedLine => one.kind !== "rejected";

function productsOf(
  lines: readonly FeedLine[],
  before?: ReadonlyMap<string, ProductSource>,
): Map<string, ProductSource> {
  const products = new Map(before);
  for (const id of ["A", "B", "C"]) {
    const own = lines.filter(isAccepted).filter((one) => one.product_identifier === id);
    const after = applyLines(before?.get(id), own, "deactivate", before === undefined ? BEFORE : NOW);
    if (after !== undefined) products.set(id, after);
  }
  return products;
}

describe("FeedProducts", () => {
  it("the comparison of a feed with the catalogue treats a product as unchanged if the feed repeats the catalogue data", () => {
    let unchanged = 0;
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.array(line, { maxLength: 8 }), (first, second) => {
        const live = productsOf(first);
        const feed = new FeedProducts();
        for (const [at, one] of second.entries()) feed.add(at + 1, one, "fits");
        const after = productsOf(second, live);
        for (const [id, product] of live) {
          const own = second.filter((one) => one.product_identifier === id);
          const difference = feed.compare(id, productDigest(product.source), false);
          const isSame = after.get(id)?.updated_at === BEFORE;
          if (own.length === 0) expect(difference).to.equal("unnamed");
          else if (difference === "unchanged") expect(isSame).to.equal(true);
          else if (own.every(({ kind }) => kind === "insert")) {
            const variants = new Set(own.map((one) => (one.kind === "insert" ? one.variant.variant_identifier : "")));
            expect(isSame && variants.size === own.length).to.equal(false);
          }
          unchanged += Number(difference === "unchanged");
        }
        const isNew = [...after.keys()].some((id) => !live.has(id));
        const inserts = second.some(({ kind, product_identifier: id }) => kind === "insert" && !live.has(id));
        expect(feed.hasNew()).to.equal(isNew && inserts);
      }),
      { numRuns: 500 },
    );
    expect(unchanged).to.be.greaterThan(20);
  });

  it("the comparison of a large feed with the catalogue skips lines of unchanged products in the second pass", () => {
    const feed = new FeedProducts();
    const lines = Array.from({ length: 5000 }, (_, one) => inserted(`P${one}`));
    for (const [at, one] of lines.entries()) feed.add(2 * at + 1, one, at === 7 ? "misfits" : "fits");
    for (const [at, one] of lines.entries()) {
      if (one.kind !== "insert") throw new Error("rejected");
      const digest = at % 1000 === 3 ? undefined : productDigest([one.variant]);
      expect(feed.compare(`P${at}`, digest, false)).to.equal(at % 1000 === 3 ? "differs" : "unchanged");
    }
    expect(feed.compare("P5000", productDigest([]), false)).to.equal("unnamed");
    const needed = Array.from({ length: 10_100 }, (_, number) => number).filter((number) => feed.isNeeded(number));
    expect(needed).to.deep.equal([7, 15, 2007, 4007, 6007, 8007]);
    expect(feed.isUnchanged(15)).to.equal(true);
    expect(feed.unchanged()).to.deep.equal({ products: 4995, variants: 4995, severalVariants: false });
    expect(feed.isTooLarge).to.equal(false);
  });

  for (const [most, what] of [
    [{ products: 2, lines: 10 }, "products"],
    [{ products: 10, lines: 2 }, "lines"],
  ] as const) {
    it(`the comparison of a feed with the catalogue is skipped if the number of ${what} exceeds the limit`, () => {
      const feed = new FeedProducts(most);
      const sizes = [1, 2, 3].map((number) => {
        feed.add(number, inserted(`P${number}`), "fits");
        return feed.isTooLarge;
      });
      expect(sizes).to.deep.equal([false, false, true]);
    });
  }

  it("the comparison of a feed with the catalogue reindexes products with new fields only if the new fields are indexed", () => {
    for (const isFieldAdded of [true, false]) {
      const feed = new FeedProducts();
      const one = inserted("P");
      feed.add(1, one, "new");
      const digest = one.kind === "insert" ? productDigest([one.variant]) : undefined;
      expect(feed.compare("P", digest, isFieldAdded)).to.equal(isFieldAdded ? "differs" : "unchanged");
      // This line is also read in the second pass, which checks whether the value matches the type of the field.
      expect(feed.isNeeded(1)).to.equal(true);
      expect(feed.needsAny()).to.equal(true);
    }
  });

  it("the comparison of a feed with the catalogue counts the unchanged products and their variants", () => {
    const feed = new FeedProducts();
    const lines = [inserted("P", "1"), inserted("Q", "1"), inserted("P", "2")];
    for (const [at, one] of lines.entries()) feed.add(at + 1, one, "fits");
    const variants = lines.flatMap((one) =>
      one.kind === "insert" && one.product_identifier === "P" ? [one.variant] : [],
    );
    expect(feed.compare("P", productDigest(variants), false)).to.equal("unchanged");
    expect(feed.compare("Q", productDigest([]), false)).to.equal("differs");
    expect(feed.unchanged()).to.deep.equal({ products: 1, variants: 2, severalVariants: true });
    expect(feed.needsAny()).to.equal(true);
  });
});

describe("copying a catalogue generation", () => {
  const cases: readonly (readonly [total: number, live: number, deleted: number, most: number])[] = [
    [100, 100, 0, 20],
    [100, 400, 0, 20],
    [100, 300, 100, 0],
    [100, 320, 80, 0],
    [100, 360, 40, 11],
    [100, 100, 900, 0],
    [0, 0, 0, 0],
    [0, 0, 50, 0],
  ];
  for (const [total, live, deleted, most] of cases) {
    it(`a catalogue generation with ${live} live and ${deleted} deleted documents is copied if at most ${most} of ${total} products change`, () => {
      expect(mostDiffering(total, { live, deleted })).to.equal(most);
    });
  }
});
