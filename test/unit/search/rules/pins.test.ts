import { expect } from "chai";
import fc from "fast-check";
import { settlePins, fillPlaces, type Pin } from "../../../../src/search/rules/pins.js";

const pin = (product: string, position: number): Pin => ({ product, position });

describe("pinned products", () => {
  it("get one place each: the first one that wants it has it, the next one takes the free one behind", () => {
    const pins = [pin("a", 3), pin("b", 1), pin("gone", 1), pin("c", 3), pin("d", 4), pin("a", 1)];
    expect(settlePins(pins, new Set(["a", "b", "c", "d"]))).to.deep.equal([
      pin("b", 1),
      pin("a", 3),
      pin("c", 4),
      pin("d", 5),
    ]);
    expect(settlePins(pins, new Set())).to.deep.equal([]);
  });

  it("stand at their places among the others", () => {
    const ranked = ["1", "2", "3", "4"];
    const pins = [pin("a", 2), pin("b", 3), pin("c", 9)];
    const first = { from: 1, places: 4, isEnd: false };
    expect(fillPlaces({ ranked, pins, ...first })).to.deep.equal({
      products: ["1", "a", "b", "2"],
      ranked: 2,
      pinned: 2,
    });
    // Pins due on earlier pages are due at once, and more of the ranking has to be fetched.
    expect(fillPlaces({ ranked: ["1"], pins, ...first, from: 5 })).to.deep.equal({
      products: ["a", "b", "1"],
      ranked: 1,
      pinned: 2,
    });
    expect(fillPlaces({ ranked: ["1"], pins, ...first, isEnd: true })).to.deep.equal({
      products: ["1", "a", "b", "c"],
      ranked: 1,
      pinned: 3,
    });
    expect(fillPlaces({ ranked: [], pins: [], ...first, isEnd: true })).to.deep.equal({
      products: [],
      ranked: 0,
      pinned: 0,
    });
  });

  it("leave the others unchanged, and come once, however long the pages are", () => {
    const drawn = fc.record({
      count: fc.nat(40),
      pins: fc.array(fc.tuple(fc.nat(12), fc.integer({ min: 1, max: 60 })), { maxLength: 12 }),
      limit: fc.integer({ min: 1, max: 15 }),
    });
    fc.assert(
      fc.property(drawn, ({ count, pins: wanted, limit }) => {
        const asked = wanted.map(([product, position]) => pin(`p${product}`, position));
        const settled = settlePins(asked, new Set(asked.map(({ product }) => product)));
        let [ranked, pins] = [Array.from({ length: count }, (_, at) => String(at)), settled];
        const all = [...ranked];
        const pages: string[] = [];
        for (;;) {
          const page = fillPlaces({ ranked, pins, from: pages.length + 1, places: limit, isEnd: true });
          if (page.products.length === 0) break;
          pages.push(...page.products);
          [ranked, pins] = [ranked.slice(page.ranked), pins.slice(page.pinned)];
        }
        expect(pages.filter((id) => !id.startsWith("p"))).to.deep.equal(all);
        expect(pages.filter((id) => id.startsWith("p"))).to.deep.equal(settled.map(({ product }) => product));
        for (const { product, position } of settled) {
          if (position <= count) expect(pages[position - 1]).to.equal(product);
        }
      }),
    );
  });
});
