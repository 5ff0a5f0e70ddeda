import { expect } from "chai";
import fc from "fast-check";
import { DifferenceScan, type Differences } from "../../../../src/catalog/ingestion/differences.js";
import type { Json, ProductSource } from "../../../../src/catalog/product-document.js";

const STAMP = "2026-01-01T00:00:00.000Z";

type Variants = Readonly<Record<string, { readonly active?: boolean; readonly [field: string]: Json | undefined }>>;

/** Creates a product. The keys of `variants` are the variant identifiers. */
function product(id: string, variants: Variants): ProductSource {
  const source = Object.entries(variants).map(([variant_identifier, { active = true, ...data }]) => ({
    variant_identifier,
    active,
    digest: JSON.stringify(data),
    data: { product_identifier: id, variant_identifier, ...(data as Readonly<Record<string, Json>>) },
  }));
  return {
    product_identifier: id,
    active: source.some((variant) => variant.active),
    created_at: STAMP,
    updated_at: STAMP,
    source,
  };
}

type Observed = readonly [before: ProductSource | undefined, after: ProductSource];

function differences(...observed: readonly Observed[]): Differences {
  const scan = new DifferenceScan();
  for (const [before, after] of observed) scan.observe(before, after);
  return scan.found;
}

const NONE: Differences = { new: [], gone: [], prices: [] };
const priced = (id: string, price: Json, more: object = {}) => product(id, { v: { title: id, price, ...more } });
const inactive = (id: string) => priced(id, 1, { active: false });

describe("DifferenceScan", () => {
  it("a dry run lists products that become active or inactive, with their titles", () => {
    expect(
      differences(
        [undefined, priced("created", 5)],
        [inactive("back"), priced("back", 5)],
        [priced("dropped", 1), inactive("dropped")],
        [inactive("never"), inactive("never")],
        [undefined, inactive("stillborn")],
        [priced("same", 1), priced("same", 1)],
      ),
    ).to.deep.equal({
      new: [
        { product_identifier: "created", title: "created" },
        { product_identifier: "back", title: "back" },
      ],
      gone: [{ product_identifier: "dropped", title: "dropped" }],
      prices: [],
    });
  });

  it("a dry run lists a product under the title of the first variant, truncated to 200 characters", () => {
    const titles = (title: Json) => differences([undefined, product("p", { a: { title }, b: { title: "B" } })]).new;
    expect(titles(["First", "Second"])).to.deep.equal([{ product_identifier: "p", title: "First" }]);
    for (const none of [null, 7, []]) expect(titles(none)).to.deep.equal([{ product_identifier: "p", title: null }]);
    const cut = `${"x".repeat(199)}😀`;
    expect(titles(cut)[0]?.title).to.equal(`${"x".repeat(199)}\ufffd`);
  });

  it("a dry run lists price changes of variants that stay active, largest relative change first", () => {
    const before = product("p", {
      a: { price: 100 },
      b: { price: 10 },
      c: { price: 5 },
      d: { price: 4 },
      e: { price: "4" },
    });
    const after = product("p", {
      a: { price: 150 },
      b: { price: 1 },
      c: { price: 5 },
      d: { active: false, price: 1 },
      e: { price: 4 },
      f: { price: 1 },
    });
    const change = (variant_identifier: string, was: number, now: number) => ({
      product_identifier: "p",
      title: null,
      variant_identifier,
      before: was,
      after: now,
    });
    expect(differences([before, after])).to.deep.equal({
      ...NONE,
      prices: [change("b", 10, 1), change("a", 100, 150)],
    });
    const free = differences([
      product("p", { a: { price: 5 }, b: { price: 1 } }),
      product("p", { a: { price: 0 }, b: { price: 1_000_000 } }),
    ]);
    expect(free.prices.map(({ variant_identifier }) => variant_identifier)).to.deep.equal(["a", "b"]);
    const raised = differences([
      product("p", { a: { price: 2 }, b: { price: 0 } }),
      product("p", { a: { price: 1 }, b: { price: 3 } }),
    ]);
    expect(raised.prices.map(({ variant_identifier }) => variant_identifier)).to.deep.equal(["b", "a"]);
  });

  it("a dry run lists at most ten new products, ten removed products and ten price changes", () => {
    const ids = Array.from({ length: 12 }, (_, at) => `p${at}`);
    const found = differences(
      ...ids.map((id): Observed => [undefined, priced(id, 1)]),
      ...ids.map((id): Observed => [priced(`g${id}`, 1), inactive(`g${id}`)]),
      ...ids.map((id, at): Observed => [priced(`c${id}`, 1), priced(`c${id}`, 2 + at)]),
    );
    expect(found.new.map(({ product_identifier }) => product_identifier)).to.deep.equal(ids.slice(0, 10));
    expect(found.gone.map(({ product_identifier }) => product_identifier)).to.deep.equal(
      ids.slice(0, 10).map((id) => `g${id}`),
    );
    expect(found.prices.map(({ after }) => after)).to.deep.equal([13, 12, 11, 10, 9, 8, 7, 6, 5, 4]);
  });

  it("a dry run lists the same differences if the lines of a product are far apart in the feed", () => {
    const price = fc.constantFrom(0, 1, 2, 8);
    const prices = fc.record({ a: price, b: price });
    // Variants that the feed adds, or removes and adds again, have no earlier price.
    const history = fc
      .record({
        isSold: fc.record({ a: fc.boolean(), b: fc.boolean() }),
        before: fc.constantFrom("unknown", "not sold", "sold"),
        live: prices,
        later: fc.array(prices, { minLength: 1, maxLength: 4 }),
      })
      .map(({ isSold, before, live, later }) => {
        const of = ({ a, b }: typeof live, isOn = true): Variants => ({
          a: { active: isOn && isSold.a, price: a },
          b: { active: isOn && isSold.b, price: b },
        });
        return {
          live: before === "unknown" ? undefined : of(live, before === "sold"),
          states: later.map((one) => of(one)),
        };
      });
    fc.assert(
      fc.property(fc.array(history, { maxLength: 4 }), (histories) => {
        const products = histories.map(({ live, states }, at) => ({
          live: live && product(`p${at}`, live),
          states: states.map((one) => product(`p${at}`, one)),
        }));
        const rounds = Math.max(0, ...products.map(({ states }) => states.length));
        const observed = (
          beforeOf: (
            live: ProductSource | undefined,
            states: readonly ProductSource[],
            round: number,
          ) => ProductSource | undefined,
        ) =>
          Array.from({ length: rounds }, (_, round) =>
            products.flatMap(({ live, states }): Observed[] => {
              const after = states[round];
              return after === undefined ? [] : [[beforeOf(live, states, round), after]];
            }),
          ).flat();
        const once = differences(...products.map(({ live, states }): Observed => [live, states.at(-1)!]));
        // A soft_replace compares each line with the live product; an insert with the result of the preceding lines.
        const replaced = differences(...observed((live) => live));
        const inserted = differences(...observed((live, states, round) => states[round - 1] ?? live));
        expect(inOrder(replaced)).to.deep.equal(inOrder(once));
        expect(inOrder(inserted)).to.deep.equal(inOrder(once));
      }),
    );
  });

  /** Sorts each list, because the order depends on which products are processed together. */
  function inOrder({ new: created, gone, prices }: Differences): Differences {
    const sorted = <T extends object>(list: readonly T[]) =>
      [...list].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
    return { new: sorted(created), gone: sorted(gone), prices: sorted(prices) };
  }
});
