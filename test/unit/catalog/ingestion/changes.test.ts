import { expect } from "chai";
import type { Json, ProductSource, SourceVariant } from "../../../../src/catalog/product-document.js";
import { applyLines, countChange, withdraw, type AcceptedLine } from "../../../../src/catalog/ingestion/changes.js";
import { parseFeedLine } from "../../../../src/catalog/ingestion/feed-line.js";
import { fieldUpdatesOf } from "../../../../src/catalog/ingestion/update.js";
import { BASE_FIELD_TYPES } from "../../../../src/catalog/field-types.js";
import { buildDocument } from "../../../support/build-document.js";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";
import { noChanges, Report } from "../../../../src/catalog/ingestion/ingestion-report.js";

const THEN = "2024-01-01T00:00:00.000Z";
const NOW = "2024-06-01T00:00:00.000Z";

const variant = (id: string, digest = "a", active = true): SourceVariant => ({
  variant_identifier: id,
  active,
  digest,
  data: { product_identifier: "P", variant_identifier: id, digest },
});

const product = (...source: SourceVariant[]): ProductSource => ({
  product_identifier: "P",
  active: source.some(({ active }) => active),
  created_at: THEN,
  updated_at: THEN,
  source,
});

const insertion = (id: string, digest = "a"): AcceptedLine => ({
  kind: "insert",
  product_identifier: "P",
  variant: variant(id, digest),
  fields: new Map(),
  lost: [],
  ignored: [],
});

const deletion = (id: string | null): AcceptedLine => ({
  kind: "delete",
  product_identifier: "P",
  variant_identifier: id,
});

const update = (id: string | null, data: Record<string, Json>, number = 1): AcceptedLine => ({
  kind: "update",
  number,
  product_identifier: "P",
  variant_identifier: id,
  changes: fieldUpdatesOf(data),
  fields: new Map(),
  lost: [],
  ignored: [],
});

/** Returns a product whose last change was at `NOW`. The creation time is not changed. */
const changed = (...source: SourceVariant[]): ProductSource => ({ ...product(...source), updated_at: NOW });

describe("applyLines", () => {
  it("applyLines creates a product that does not exist yet", () => {
    expect(applyLines(undefined, [insertion("V1"), insertion("V2")], "keep", NOW)).to.deep.equal({
      ...changed(variant("V1"), variant("V2")),
      created_at: NOW,
    });
  });

  it("applyLines adds new variants and replaces existing variants in place", () => {
    const before = product(variant("V1"), variant("V2"), variant("V3", "a", false));
    expect(applyLines(before, [insertion("V2", "b"), insertion("V4")], "keep", NOW)).to.deep.equal(
      changed(variant("V1"), variant("V2", "b"), variant("V3", "a", false), variant("V4")),
    );
  });

  it("applyLines deactivates the variants that a soft_replace omits", () => {
    const before = product(variant("V1"), variant("V2"), variant("V3", "a", false));
    expect(applyLines(before, [insertion("V2")], "deactivate", NOW)).to.deep.equal(
      changed(variant("V1", "a", false), variant("V2"), variant("V3", "a", false)),
    );
  });

  const whole = (active = true, digest = "a"): SourceVariant => ({
    ...variant("P", digest, active),
    is_whole_product: true,
  });
  const wholeLine = (digest = "a"): AcceptedLine =>
    ({ ...insertion("P"), variant: whole(true, digest) }) as AcceptedLine;

  for (const mode of ["keep", "deactivate"] as const) {
    it(`applyLines replaces product-level data by the data of variants, in any line order (${mode})`, () => {
      const expected = changed(whole(false), variant("V1"));
      expect(applyLines(product(whole()), [insertion("V1")], mode, NOW)).to.deep.equal(expected);
      const both = [wholeLine(), insertion("V1")];
      expect(applyLines(product(whole()), both, mode, NOW)).to.deep.equal(expected);
      expect(applyLines(product(whole()), both.reverse(), mode, NOW)).to.deep.equal(expected);
      expect(applyLines(expected, both, mode, NOW)).to.deep.equal(expected);
    });

    it(`applyLines keeps a variant whose identifier equals the product identifier (${mode})`, () => {
      const lines = [insertion("P"), insertion("V1")];
      expect(applyLines(product(whole()), lines, mode, NOW)).to.deep.equal(changed(variant("P"), variant("V1")));
    });

    it(`applyLines treats a product as its own variant if no variant is active (${mode})`, () => {
      const before = product(whole(false), variant("V1"));
      expect(applyLines(before, [deletion("V1"), wholeLine("b")], mode, NOW)).to.deep.equal(
        changed(whole(true, "b"), variant("V1", "a", false)),
      );
    });
  }

  it("applyLines deactivates variants after a line for the whole product in a soft_replace, but not in an insert", () => {
    const before = product(variant("V1"));
    expect(applyLines(before, [wholeLine()], "keep", NOW)).to.deep.equal(changed(variant("V1"), whole(false)));
    expect(applyLines(before, [wholeLine()], "deactivate", NOW)).to.deep.equal(
      changed(variant("V1", "a", false), whole()),
    );
  });

  for (const unnamed of ["keep", "deactivate"] as const) {
    it(`applyLines reactivates inactive variants (${unnamed})`, () => {
      expect(applyLines(product(variant("V1", "a", false)), [insertion("V1")], unnamed, NOW)).to.deep.equal(
        changed(variant("V1")),
      );
    });

    it(`applyLines does not change a product if the lines repeat its data (${unnamed})`, () => {
      const before = product(variant("V1"), variant("V2"));
      expect(applyLines(before, [insertion("V2"), insertion("V1")], unnamed, NOW)).to.deep.equal(before);
    });
  }

  it("applyLines applies feed lines in order, so that the last line wins", () => {
    const lines = [insertion("V1", "a"), insertion("V1", "c"), deletion("V1"), insertion("V1", "b")];
    expect(applyLines(product(variant("V1")), lines, "keep", NOW)).to.deep.equal(changed(variant("V1", "b")));
    expect(applyLines(product(variant("V1")), [...lines, deletion(null)], "keep", NOW)).to.deep.equal(
      changed(variant("V1", "b", false)),
    );
    expect(applyLines(product(variant("V1")), [deletion(null), insertion("V1")], "keep", NOW)).to.deep.equal(
      product(variant("V1")),
    );
  });

  it("applyLines deactivates deleted variants and retains their data", () => {
    const before = product(variant("V1"), variant("V2"));
    expect(applyLines(before, [deletion("V1")], "keep", NOW)).to.deep.equal(
      changed(variant("V1", "a", false), variant("V2")),
    );
    expect(applyLines(before, [deletion(null), insertion("V3")], "keep", NOW)).to.deep.equal(
      changed(variant("V1", "a", false), variant("V2", "a", false), variant("V3")),
    );
  });

  it("applyLines creates no product if the feed lines contain only deletions", () => {
    expect(applyLines(undefined, [deletion(null), deletion("V1")], "keep", NOW)).to.equal(undefined);
  });

  it("applyLines does not change a product if a line deletes a variant that does not exist", () => {
    const before = product(variant("V1"));
    expect(applyLines(before, [deletion("V9")], "keep", NOW)).to.deep.equal(before);
  });

  it("applyLines returns the same product if the feed lines are applied twice", () => {
    const lines = [insertion("V1", "b"), deletion("V2"), insertion("V3")];
    const once = applyLines(product(variant("V1"), variant("V2")), lines, "keep", NOW);
    expect(applyLines(once, lines, "keep", NOW)).to.deep.equal(once);
  });

  it("applyLines accepts any variant identifier, including names of Object.prototype members", () => {
    const lines = [insertion("__proto__"), insertion("constructor"), deletion("constructor")];
    expect(applyLines(undefined, lines, "keep", NOW)?.source).to.deep.equal([
      variant("__proto__"),
      variant("constructor", "a", false),
    ]);
  });
});

describe("applyLines with updates", () => {
  const data = (product: ProductSource | undefined) => product?.source.map((one) => one.data.price);

  it("applyLines updates one variant or all variants, including inactive variants", () => {
    const before = product(variant("V1"), variant("V2", "b", false), variant("V3"));
    const after = applyLines(before, [update(null, { price: 1 }), update("V3", { price: 2 })], "keep", NOW);
    expect(data(after)).to.deep.equal([1, 1, 2]);
    expect(after?.source.map(({ active }) => active)).to.deep.equal([true, false, true]);
    expect([after?.created_at, after?.updated_at]).to.deep.equal([THEN, NOW]);
  });

  it("applyLines does not change the update time of a product if the values stay the same", () => {
    const before = applyLines(undefined, [insertion("V1"), update("V1", { price: 1 })], "keep", THEN);
    for (const lines of [
      [update("V1", { price: 1, none: null })],
      [update("V1", { price: 2 }), update("V1", { price: 1 })],
      [update(null, { price: null }), update("V1", { price: 1 })],
    ]) {
      expect(applyLines(before, lines, "keep", NOW)?.updated_at).to.equal(THEN);
    }
  });

  it("applyLines rejects updates of a missing product or variant", () => {
    const rejected: unknown[] = [];
    const lines = [
      update("V1", { price: 1 }, 1),
      update(null, { price: 2 }, 2),
      insertion("V1"),
      update("V2", { price: 3 }, 4),
      update(null, { price: 4 }, 5),
      deletion(null),
      update(null, { price: 5 }, 7),
    ];
    const after = applyLines(undefined, lines, "keep", NOW, undefined, (error) => rejected.push(error));
    expect(data(after)).to.deep.equal([5]);
    expect(after?.active).to.equal(false);
    const none = "update: unknown product";
    expect(rejected).to.deep.equal([
      { line: 1, product_identifier: "P", reason: none },
      { line: 2, product_identifier: "P", reason: none },
      { line: 4, product_identifier: "P", reason: 'update: the product has no variant "V2"' },
    ]);
    expect(applyLines(undefined, lines.slice(0, 2), "keep", NOW)).to.equal(undefined);
  });

  it("applyLines returns the same document for an update as for an insert of the merged data", () => {
    const lineOf = (operation: string, product_data: object) =>
      parseFeedLine(JSON.stringify({ operation, product_data })) as AcceptedLine;
    const names = { product_identifier: "P", variant_identifier: "V1" };
    const shirt = {
      title: "Linen shirt",
      color: "Red",
      price: 10,
      categories: ["Clothing: Shirts"],
      released_at: THEN,
    };
    const merged = applyLines(
      undefined,
      [
        lineOf("insert", { ...names, ...shirt, designer: "Tides" }),
        lineOf("update", { ...names, price: 8, designer: null, "specs.fabric": "linen" }),
      ],
      "keep",
      NOW,
    );
    const whole = { ...names, ...shirt, price: 8, specs: { fabric: "linen" } };
    const inserted = applyLines(undefined, [lineOf("insert", whole)], "keep", NOW);
    const types = new Map([...BASE_FIELD_TYPES, ["specs.fabric", "string"] as const]);
    const documentOf = (source: ProductSource | undefined) => {
      const document = buildDocument(source as ProductSource, types, DEFAULT_CONFIGURATION);
      return { ...document, digest: "", source: document.source.map((one) => ({ ...one, digest: "" })) };
    };
    expect(documentOf(merged)).to.deep.equal(documentOf(inserted));
  });
});

describe("withdraw", () => {
  it("withdraw deactivates a product and retains its data and creation time", () => {
    expect(withdraw(product(variant("V1"), variant("V2", "b", false)), NOW)).to.deep.equal(
      changed(variant("V1", "a", false), variant("V2", "b", false)),
    );
  });

  it("withdraw does not change a product that was already inactive", () => {
    const before = product(variant("V1", "a", false));
    expect(withdraw(before, NOW)).to.deep.equal(before);
  });
});

describe("countChange", () => {
  function counts(before: ProductSource | undefined, after: ProductSource, ...rest: [(1 | -1)?, boolean?]) {
    const report = new Report();
    countChange(report, before, after, ...rest);
    return { products: report.products, variants: report.variants };
  }
  const with0 = (products: object, variants: object) => ({
    products: { ...noChanges(), ...products },
    variants: { ...noChanges(), rejected: 0, ...variants },
  });

  const cases: readonly (readonly [string, ProductSource | undefined, ProductSource, object, object])[] = [
    ["a new product", undefined, product(variant("V1"), variant("V2")), { created: 1 }, { created: 2 }],
    ["an unchanged product", product(variant("V1")), product(variant("V1")), { unchanged: 1 }, { unchanged: 1 }],
    [
      "a product with a changed and a new variant",
      product(variant("V1"), variant("V2")),
      product(variant("V1", "b"), variant("V2"), variant("V3")),
      { updated: 1 },
      { updated: 1, unchanged: 1, created: 1 },
    ],
    [
      "a product with a deactivated variant",
      product(variant("V1"), variant("V2")),
      product(variant("V1"), variant("V2", "a", false)),
      { updated: 1 },
      { unchanged: 1, deactivated: 1 },
    ],
    [
      "a deactivated product",
      product(variant("V1"), variant("V2", "a", false)),
      product(variant("V1", "a", false), variant("V2", "a", false)),
      { deactivated: 1 },
      { deactivated: 1 },
    ],
    [
      "a product that is reactivated with changed data",
      product(variant("V1", "a", false)),
      product(variant("V1", "b")),
      { reactivated: 1 },
      { reactivated: 1 },
    ],
    [
      "a product that stays inactive",
      product(variant("V1", "a", false)),
      product(variant("V1", "a", false)),
      { unchanged: 1 },
      {},
    ],
    [
      "a product that is created and deleted in the same feed",
      undefined,
      product(variant("V1", "a", false)),
      { created: 1 },
      { created: 1 },
    ],
  ];
  for (const [what, before, after, products, variants] of cases) {
    it(`counts ${what}`, () => expect(counts(before, after)).to.deep.equal(with0(products, variants)));

    it(`countChange subtracts ${what} if the change is counted again with the factor -1`, () => {
      const report = new Report();
      countChange(report, before, after);
      countChange(report, before, after, -1);
      expect({ products: report.products, variants: report.variants }).to.deep.equal(with0({}, {}));
    });
  }

  it("countChange counts only changed variants if the product was counted before", () => {
    expect(counts(product(variant("V1")), product(variant("V1"), variant("V2")), 1, true)).to.deep.equal(
      with0({}, { created: 1 }),
    );
  });
});
