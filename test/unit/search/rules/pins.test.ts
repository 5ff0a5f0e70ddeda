import { expect } from "chai";
import fc from "fast-check";
import { EVERYTHING } from "../../../../src/filters/filter.js";
import { fillPositions, resolvePins, resolveReservations, type Pin } from "../../../../src/search/rules/pins.js";

const pin = (product: string, position: number): Pin => ({ product, position });

describe("the positions of pinned products", () => {
  it("a second product that is pinned to a position gets the next free position", () => {
    const pins = [pin("a", 3), pin("b", 1), pin("gone", 1), pin("c", 3), pin("d", 4), pin("a", 1)];
    expect(resolvePins(pins, new Set(["a", "b", "c", "d"]))).to.deep.equal([
      pin("b", 1),
      pin("a", 3),
      pin("c", 4),
      pin("d", 5),
    ]);
    expect(resolvePins(pins, new Set())).to.deep.equal([]);
  });

  it("pinned products are inserted at their positions", () => {
    const ranked = ["1", "2", "3", "4"];
    const pins = [pin("a", 2), pin("b", 3), pin("c", 9)];
    const first = { from: 1, positions: 4, isEnd: false };
    expect(fillPositions({ ranked, pins, ...first })).to.deep.equal({
      products: ["1", "a", "b", "2"],
      ranked: 2,
      pinned: 2,
    });
    // Products pinned to earlier positions are inserted first. More ranked products are needed to fill the page.
    expect(fillPositions({ ranked: ["1"], pins, ...first, from: 5 })).to.deep.equal({
      products: ["a", "b", "1"],
      ranked: 1,
      pinned: 2,
    });
    expect(fillPositions({ ranked: ["1"], pins, ...first, isEnd: true })).to.deep.equal({
      products: ["1", "a", "b", "c"],
      ranked: 1,
      pinned: 3,
    });
    expect(fillPositions({ ranked: [], pins: [], ...first, isEnd: true })).to.deep.equal({
      products: [],
      ranked: 0,
      pinned: 0,
    });
  });

  it("pinned products do not change the order of the products that are not pinned", () => {
    const drawn = fc.record({
      count: fc.nat(40),
      pins: fc.array(fc.tuple(fc.nat(12), fc.integer({ min: 1, max: 60 })), { maxLength: 12 }),
      limit: fc.integer({ min: 1, max: 15 }),
    });
    fc.assert(
      fc.property(drawn, ({ count, pins: wanted, limit }) => {
        const requested = wanted.map(([product, position]) => pin(`p${product}`, position));
        const settled = resolvePins(requested, new Set(requested.map(({ product }) => product)));
        let [ranked, pins] = [Array.from({ length: count }, (_, at) => String(at)), settled];
        const all = [...ranked];
        const pages: string[] = [];
        for (;;) {
          const page = fillPositions({ ranked, pins, from: pages.length + 1, positions: limit, isEnd: true });
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

describe("resolveReservations", () => {
  const reserved = (key: string, position: number, like: readonly string[], pinned: readonly string[] = []) => ({
    key,
    position,
    target: EVERYTHING,
    like,
    pinned: new Set(pinned),
  });
  const ranked = ["1", "2", "3", "4", "5", "6"];

  it("a reserved position is assigned to the best matching product, unless a match already ranks higher", () => {
    expect(resolveReservations([], [reserved("r", 3, ["5", "6"])], ranked)).to.deep.equal([
      { product: "5", position: 3, key: "r", target: EVERYTHING },
    ]);
    expect(resolveReservations([], [reserved("r", 3, ["2", "5"])], ranked)).to.deep.equal([
      { product: "2", position: 2, key: "r", target: EVERYTHING },
    ]);
    expect(resolveReservations([], [reserved("r", 3, [])], ranked)).to.deep.equal([]);
    // No product is added for a reserved position if a matching product is pinned at or before that position.
    expect(resolveReservations([pin("a", 3)], [reserved("r", 3, ["5"], ["a"])], ranked)).to.deep.equal([pin("a", 3)]);
    expect(resolveReservations([pin("a", 3)], [reserved("r", 3, ["5"])], ranked)).to.deep.equal([
      { product: "5", position: 2, key: "r", target: EVERYTHING },
      pin("a", 3),
    ]);
  });

  it("each reserved position is assigned to a different product", () => {
    const drawn = fc.record({
      count: fc.integer({ min: 1, max: 40 }),
      likes: fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 2, max: 7 })), {
        minLength: 1,
        maxLength: 4,
      }),
      pins: fc.uniqueArray(fc.tuple(fc.nat(50), fc.integer({ min: 1, max: 20 })), {
        maxLength: 4,
        selector: ([id]) => id,
      }),
    });
    fc.assert(
      fc.property(drawn, ({ count, likes, pins: wanted }) => {
        const named = wanted.map(([product, position]) => pin(String(product), position));
        const pins = resolvePins(named, new Set(named.map(({ product }) => product)));
        const own = new Set(pins.map(({ product }) => product));
        const order = Array.from({ length: count }, (_, at) => String(at)).filter((id) => !own.has(id));
        const requested = likes.map(([position, divisor], at) => {
          const isLike = (id: string) => Number(id) % divisor === 0;
          return reserved(`r${at}`, position, order.filter(isLike), [...own].filter(isLike));
        });
        const settled = resolveReservations(pins, requested, order);
        const kept = new Set(settled.map(({ product }) => product));
        expect(kept.size).to.equal(settled.length);
        expect(settled.filter(({ key }) => key === undefined)).to.deep.equal(pins);
        const rest = order.filter((id) => !kept.has(id));
        const all = { from: 1, positions: count + pins.length, isEnd: true };
        const page = fillPositions({ ranked: rest, pins: settled, ...all }).products;
        expect([...page].sort()).to.deep.equal([...order, ...own].sort());
        // Products without a pinned or reserved position keep their order.
        expect(page.filter((id) => !kept.has(id))).to.deep.equal(rest);
        for (const { position, key, product } of settled) {
          if (key === undefined) continue;
          const { position: last = 0, like = [] } = requested.find((one) => one.key === key) ?? {};
          expect(like).to.include(product);
          // A product ranks below its reserved position only if all positions up to this position are occupied.
          if (position > last) expect(settled.filter((one) => one.position <= last)).to.have.length(last);
        }
      }),
    );
  });
});
