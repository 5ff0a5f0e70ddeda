import { expect } from "chai";
import fc from "fast-check";
import { digestOf } from "../../../../src/catalog/digest.js";
import { applyLines, type AcceptedLine, caughtUp, withdraw } from "../../../../src/catalog/ingestion/changes.js";
import { parseFeedLine } from "../../../../src/catalog/ingestion/feed-line.js";
import {
  compareVersions,
  isInFuture,
  MAX_KEPT_UPDATES,
  readVersion,
  type VersionedOutcome,
  type VersionOrder,
} from "../../../../src/catalog/ingestion/versions.js";
import type { Json, ProductSource, Version } from "../../../../src/catalog/product-document.js";

const STAMP = "2026-06-01T08:00:00.000Z";

interface Reported {
  readonly operation: "insert" | "update" | "delete";
  readonly variant?: string | undefined;
  readonly version: Version;
  readonly data?: Readonly<Record<string, Json>>;
}

function accepted(reported: Reported, number = 1, hasVersion = true): AcceptedLine {
  const { operation, variant, version, data } = reported;
  const named = { product_identifier: "P", ...(variant !== undefined && { variant_identifier: variant }) };
  const line = parseFeedLine(
    JSON.stringify({ operation, version, product_data: { ...named, ...data } }),
    number,
    hasVersion,
  );
  if (line.kind === "rejected") throw new Error(line.reason);
  return line;
}

const insert = (version: Version, data: Reported["data"] = {}, variant = "V"): Reported => ({
  operation: "insert",
  variant,
  version,
  data,
});
const update = (version: Version, data: Reported["data"] = {}, variant = "V"): Reported => ({
  operation: "update",
  variant,
  version,
  data,
});
const remove = (version: Version, variant?: string): Reported => ({ operation: "delete", version, variant });

/** Applies product updates one after another. */
function delivered(lines: readonly Reported[], before?: ProductSource, order: VersionOrder = {}) {
  const outcomes: VersionedOutcome[] = [];
  let product = before;
  for (const [at, reported] of lines.entries()) {
    const report = (_: number, outcome: VersionedOutcome) => void outcomes.push(outcome);
    product = applyLines(product, [accepted(reported, at + 1)], "keep", STAMP, product, undefined, {
      ...order,
      report,
    });
  }
  return { product, outcomes };
}

/** Applies the lines of a full feed to a product and returns the resulting product. */
const replaced = (
  before: ProductSource | undefined,
  lines: readonly Reported[],
  snapshot: Version,
  unnamed: "keep" | "deactivate" = "deactivate",
): ProductSource | undefined =>
  lines.length === 0
    ? before && withdraw(before, STAMP, { snapshot })
    : applyLines(
        before,
        lines.map((reported, at) => accepted(reported, at + 1, false)),
        unnamed,
        STAMP,
        before,
        undefined,
        { snapshot },
      );

/** Returns the data of active variants by variant identifier. */
const sold = (product: ProductSource | undefined): Record<string, unknown> =>
  Object.fromEntries(
    (product?.source ?? [])
      .filter(({ active }) => active)
      .map(({ variant_identifier: id, data }) => [id, data] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );

const data = fc.record(
  {
    price: fc.integer({ min: 0, max: 9 }),
    title: fc.constantFrom("a", "b"),
    stock: fc.constantFrom<Json>(1, 2, { shop: 3 }, null),
  },
  { requiredKeys: [] },
);
const variant = fc.constantFrom("V", "W");
const line: fc.Arbitrary<Reported> = fc.oneof(
  fc.record({ operation: fc.constant("insert" as const), variant, version: fc.nat(12), data }),
  fc.record({
    operation: fc.constant("update" as const),
    variant,
    version: fc.nat(12),
    data: fc.record(
      { price: fc.nat(9), "stock.shop": fc.constantFrom<Json>(4, null), stock: fc.constantFrom<Json>(5, null) },
      { requiredKeys: [] },
    ),
  }),
  fc.record(
    { operation: fc.constant("delete" as const), version: fc.nat(12) },
    { requiredKeys: ["operation", "version"] },
  ),
  fc.record({ operation: fc.constant("delete" as const), variant, version: fc.nat(12) }),
);
const lines = fc.array(line, { maxLength: MAX_KEPT_UPDATES });

const delivery = lines.chain((all) =>
  fc.record({
    all: fc.constant(all),
    shuffled: fc.shuffledSubarray([...all, ...all], { minLength: 2 * all.length, maxLength: 2 * all.length }),
  }),
);

describe("readVersion", () => {
  it("readVersion accepts integers, and timestamps in the documented format", () => {
    expect([0, 7, Number.MAX_SAFE_INTEGER].map(readVersion)).to.deep.equal([0, 7, Number.MAX_SAFE_INTEGER]);
    expect(
      [
        "2026-06-01T08:15:02Z",
        "2026-06-01t08:15:02.5z",
        "2026-06-01T10:15:02.123456789+02:00",
        "2026-05-31T22:15:02.1000000000-10:00",
      ].map(readVersion),
    ).to.deep.equal([
      "2026-06-01T08:15:02.000000000Z",
      "2026-06-01T08:15:02.500000000Z",
      "2026-06-01T08:15:02.123456789Z",
      "2026-06-01T08:15:02.100000000Z",
    ]);
  });

  it("readVersion rejects versions that are neither valid integers nor timestamps in the documented format", () => {
    const others: (Json | undefined)[] = [
      -1, 1.5, 2 ** 53, "7", "", "2026-06-01", "2026-06-01T08:15:02", "2026-02-30T00:00:00Z", "2026-06-01T25:00:00Z",
      "2026-06-01T08:15:02+24:00", "2026-06-01T08:15:02.1234567891Z", true, null, undefined, [], {},
    ]; // prettier-ignore
    expect(others.map((value) => readVersion(value as Json))).to.deep.equal(others.map(() => undefined));
  });

  it("readVersion returns version texts that sort like the timestamps", () => {
    const time = fc.date({ min: new Date("1970-01-01"), max: new Date("2999-01-01"), noInvalidDate: true });
    fc.assert(
      fc.property(time, time, (a, b) => {
        const [one, other] = [a, b].map((date) => readVersion(date.toISOString()) as Version) as [Version, Version];
        expect(compareVersions(one, other)).to.equal(Math.sign(a.getTime() - b.getTime()));
      }),
    );
  });

  it("isInFuture detects versions with timestamps more than an hour in the future", () => {
    const ahead = ["2026-06-01T08:59:59Z", "2026-06-01T09:00:01Z"].map((time) => readVersion(time) as Version);
    expect([...ahead, 7].map((version) => isInFuture(version, STAMP))).to.deep.equal([false, true, false]);
  });
});

describe("feed lines with versions", () => {
  it("versioned updates produce the same catalogue in any order and with repetitions", () => {
    fc.assert(
      fc.property(delivery, ({ all, shuffled }) => {
        const ordered = [...all].sort((a, b) => (a.version as number) - (b.version as number));
        expect(sold(delivered(shuffled).product)).to.deep.equal(sold(delivered(ordered).product));
      }),
      { numRuns: 2_000 },
    );
  });

  it("versioned updates have no effect when all of them are sent again", () => {
    fc.assert(
      fc.property(delivery, ({ all, shuffled }) => {
        const { product } = delivered(all);
        const again = delivered(shuffled, product);
        expect(again.product).to.deep.equal(product);
        expect(again.outcomes.filter((outcome) => outcome === "applied" || outcome === "pending")).to.deep.equal([]);
      }),
    );
  });

  it("versioned updates are not lost if a full feed with a snapshot version arrives between the updates", () => {
    // Updates have even versions and the snapshot has an odd version, so that their versions are never equal.
    const doubled = delivery.map(({ all, shuffled }) => ({
      all: all.map((reported) => ({ ...reported, version: 2 * (reported.version as number) })),
      shuffled: shuffled.map((reported) => ({ ...reported, version: 2 * (reported.version as number) })),
    }));
    fc.assert(
      fc.property(doubled, fc.nat(12), fc.nat(100), ({ all, shuffled }, half, at) => {
        const snapshot = 2 * half + 1;
        const byVersion = [...all].sort((a, b) => a.version - b.version);
        const early = sold(delivered(byVersion.filter(({ version }) => version < snapshot)).product);
        const feed = Object.entries(early).map(([id, whole]): Reported => {
          const { product_identifier: _, variant_identifier: __, ...rest } = whole as Record<string, Json>;
          return insert(0, rest, id);
        });
        const place = at % (shuffled.length + 1);
        const before = delivered(shuffled.slice(0, place)).product;
        const healed = replaced(before, feed, snapshot);
        const after = delivered(shuffled.slice(place), healed, { floor: snapshot }).product;
        // Updates that are newer than the snapshot but arrived earlier are kept, so all updates take effect.
        expect(sold(after)).to.deep.equal(sold(delivered(byVersion).product));
      }),
      { numRuns: 2_000 },
    );
  });

  describe("updates that arrive while a full feed is built", () => {
    const feed = fc.uniqueArray(
      fc.record({ operation: fc.constant("insert" as const), variant, version: fc.constant(0), data }),
      { selector: (reported) => reported.variant },
    );

    it("versioned updates produce the same product whether they are merged before or after a full feed is built", () => {
      fc.assert(
        fc.property(delivery, feed, fc.nat(12), fc.nat(100), ({ all }, whole, snapshot, at) => {
          const had = all.slice(0, at % (all.length + 1));
          const meanwhile = all.slice(had.length);
          const before = delivered(had).product;
          const now = delivered(meanwhile, before).product;
          fc.pre(now !== undefined);
          const expected = sold(replaced(now, whole, snapshot));
          for (let seen = 0; seen <= meanwhile.length; seen += 1) {
            const built = replaced(delivered(meanwhile.slice(0, seen), before).product, whole, snapshot);
            const after = caughtUp(built, now, snapshot);
            expect(sold(after)).to.deep.equal(expected);
            expect(sold(caughtUp(after, now, snapshot))).to.deep.equal(expected);
          }
          // Updates that are applied to the product built from the feed lead to the same result.
          const applied = delivered(meanwhile, replaced(before, whole, snapshot), { floor: snapshot }).product;
          expect(sold(applied)).to.deep.equal(expected);
        }),
        { numRuns: 1_000 },
      );
    });

    it("variants missing from a full feed are kept if another feed line of the product was rejected", () => {
      fc.assert(
        fc.property(delivery, feed, fc.nat(12), fc.nat(100), ({ all }, whole, snapshot, at) => {
          fc.pre(whole.length > 0);
          const had = all.slice(0, at % (all.length + 1));
          const meanwhile = all.slice(had.length).filter(({ version }) => (version as number) > snapshot);
          const before = delivered(had).product;
          const now = delivered(meanwhile, before).product;
          fc.pre(now !== undefined);
          const expected = sold(replaced(now, whole, snapshot, "keep"));
          for (let seen = 0; seen <= meanwhile.length; seen += 1) {
            const built = replaced(delivered(meanwhile.slice(0, seen), before).product, whole, snapshot, "keep");
            expect(sold(caughtUp(built, now, snapshot))).to.deep.equal(expected);
          }
        }),
        { numRuns: 1_000 },
      );
    });

    it("the digest of a variant matches its data if two updates change the same field", () => {
      const first = [update(21, { price: 2 })];
      const built = replaced(delivered(first).product, [insert(0, { price: 1 })], 20);
      const now = delivered([...first, update(22, { price: 1 })]).product as ProductSource;
      const [variant] = caughtUp(built, now, 20).source;
      expect(variant?.data["price"]).to.equal(1);
      expect(variant?.digest).to.equal(digestOf(JSON.stringify(variant?.data)));
    });
  });

  it("an insert does not recreate a product that was deleted with a later version", () => {
    const { product, outcomes } = delivered([remove(5), insert(4, { price: 1 }), insert(6, { price: 2 }), remove(6)]);
    expect(outcomes).to.deep.equal(["applied", "older", "applied", "applied"]);
    expect(sold(product)).to.deep.equal({});
  });

  it("each versioned change is classified as applied, pending, older or repeated", () => {
    const { outcomes } = delivered([
      update(3, { price: 3 }),
      insert(2, { price: 2 }),
      insert(2, { price: 2 }),
      update(3, { price: 3 }),
      update(1, { price: 1 }),
      remove(4, "V"),
      remove(4, "V"),
      insert(4),
    ]);
    expect(outcomes).to.deep.equal([
      "pending",
      "applied",
      "repeated",
      "repeated",
      "older",
      "applied",
      "repeated",
      "older",
    ]);
  });

  it("a versioned update that arrives late is applied in version order", () => {
    const { product } = delivered([
      insert(1, { price: 1, title: "a" }),
      update(3, { price: 3 }),
      update(2, { price: 2, title: "b" }),
    ]);
    expect(sold(product)).to.deep.equal({
      V: { product_identifier: "P", variant_identifier: "V", price: 3, title: "b" },
    });
  });

  it("the number of pending updates of a variant is limited", () => {
    const many = Array.from({ length: 3 * MAX_KEPT_UPDATES }, (_, at) => update(at + 2, { price: at }));
    const { product, outcomes } = delivered([insert(1), ...many, update(2.0, { price: 99 })]);
    expect(product?.source[0]?.versions?.updates).to.have.length(MAX_KEPT_UPDATES);
    expect(sold(product)).to.deep.equal({
      V: { product_identifier: "P", variant_identifier: "V", price: many.length - 1 },
    });
    expect(outcomes.at(-1)).to.equal("older");
    const waiting = delivered(many).outcomes;
    expect(waiting.slice(0, MAX_KEPT_UPDATES)).to.deep.equal(Array(MAX_KEPT_UPDATES).fill("pending"));
    expect(waiting.at(-1)).to.deep.equal({
      refused: "16 updates of this variant are already stored and wait for an insert line that activates the variant",
    });
  });

  it("a versioned update is rejected if the type of its version differs from earlier versions", () => {
    const time = readVersion("2026-06-01T08:00:00Z") as Version;
    const { outcomes } = delivered([insert(1), insert(time), { operation: "update", version: 3, data: { price: 1 } }]);
    expect(outcomes.slice(1)).to.deep.equal([
      {
        refused:
          "version: expected the same type as the previous version, the integer 1, got the time 2026-06-01T08:00:00.000000000Z",
      },
      {
        refused: "variant_identifier: expected a string, got no value; an update with a version requires the variant",
      },
    ]);
  });

  it("an insert without a version replaces data that was stored with a version", () => {
    const { product } = delivered([insert(5, { price: 5 }), update(6, { price: 6 })]);
    const plain = applyLines(product, [accepted(insert(0, { price: 1 }), 1, false)], "keep", STAMP);
    const { product: after, outcomes } = delivered([update(6, { price: 6 }), insert(5, { price: 5 })], plain);
    expect(sold(after)).to.deep.equal({ V: { product_identifier: "P", variant_identifier: "V", price: 1 } });
    expect(outcomes).to.deep.equal(["older", "older"]);
  });
});

describe("a full feed with a snapshot version", () => {
  it("a full feed with a snapshot version does not change variants that have a newer version", () => {
    const { product } = delivered([
      insert(7, { price: 7 }),
      insert(2, { price: 2 }, "W"),
      insert(8, { price: 8 }, "X"),
    ]);
    let newer = 0;
    const onNewer = (variants: number) => void (newer += variants);
    const feed = [accepted(insert(0, { price: 5 }), 1, false)];
    const after = applyLines(product, feed, "deactivate", STAMP, product, undefined, { snapshot: 5, onNewer });
    expect(Object.entries(sold(after)).map(([id, whole]) => [id, (whole as { price: number }).price])).to.deep.equal([
      ["V", 7],
      ["X", 8],
    ]);
    expect(newer).to.equal(1);
    expect(sold(product && withdraw(product, STAMP, { snapshot: 5, onNewer }))).to.have.all.keys("V", "X");
    expect(newer).to.equal(3);
  });
});
