import { expect } from "chai";
import fc from "fast-check";
import type { LeafType } from "../../../../src/catalog/leaves.js";
import { planSearch, type Ranked } from "../../../../src/search/body.js";
import { findMilestone, numericOrder, type Outline } from "../../../../src/search/cursor/outline.js";
import { windowBody } from "../../../../src/search/cursor/windows.js";
import { parseSearchRequest } from "../../../../src/search/request.js";
import type { SearchBody } from "../../../../src/search/request-schema.js";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";

const leaves = new Map<string, LeafType>([
  ["title", "string"],
  ["price", "number"],
  ["released_at", "string"],
  ["color", "string"],
]);

function ranked(given: Omit<SearchBody, "user">, multi_variant = false): Ranked {
  const catalog = { leaves, multi_variant };
  const request = parseSearchRequest({ user: { device_id: "d" }, ...given }, DEFAULT_CONFIGURATION, leaves);
  const plan = planSearch(request, DEFAULT_CONFIGURATION, catalog, { shards: 1, proposed: new Map() });
  return { request, configuration: DEFAULT_CONFIGURATION, catalog, plan, tier: "strict", personal: null };
}

describe("an order in which what comes before a value can be counted", () => {
  it("is one by a number at the root", () => {
    expect(numericOrder(ranked({ sort: ["price_asc"] }))).to.deep.equal({ field: "sort.price", order: "asc" });
    expect(numericOrder(ranked({ sort: ["price_desc"] }, true))).to.deep.equal({ field: "sort.price", order: "desc" });
  });

  it("is none by text, by what is inside variants, or by the service's own ranking", () => {
    for (const sort of ["name_asc", "newest", "featured"] as const) {
      expect(numericOrder(ranked({ sort: [sort] })), sort).to.equal(undefined);
    }
    expect(numericOrder(ranked({ sort: ["price_asc"], filters: { color: "red" } }, true))).to.equal(undefined);
  });

  it("can be read among those that come after a value", () => {
    const among = { bool: { must_not: [{ range: { "sort.price": { lt: 5 } } }] } };
    const whole = windowBody(ranked({ sort: ["price_asc"] }), { size: 10, from: 7 });
    expect(windowBody(ranked({ sort: ["price_asc"] }), { size: 10, from: 7, among })).to.deep.equal({
      ...whole,
      query: { bool: { must: [whole["query"]], filter: [among] } },
    });
  });
});

describe("the value shortly before a row", () => {
  const asc = { field: "sort.price", order: "asc" } as const;
  const desc = { field: "sort.price", order: "desc" } as const;
  const NEAR = 10;
  const exact = (rows: number): Outline => ({
    valued: rows,
    values: Array.from({ length: 201 }, (_, step) => (step * (rows - 1)) / 200),
  });

  it("is found with one count where the outline is right", async () => {
    const counted: number[] = [];
    const found = await findMilestone(exact(2001), asc, 1234, NEAR, (value) => {
      counted.push(value);
      return Promise.resolve(value);
    });
    expect([found, counted]).to.deep.equal([{ value: 1230, before: 1230 }, [1230]]);
  });

  it("is looked for from the other end in a descending order", async () => {
    const found = await findMilestone(exact(2001), desc, 1234, NEAR, (value) => Promise.resolve(2000 - value));
    expect(found).to.deep.equal({ value: 770, before: 1230 });
  });

  it("is none among rows without a value, and none where there are no values", async () => {
    const never = () => Promise.reject(new Error("nothing to count"));
    expect(await findMilestone(exact(2001), asc, 2001, NEAR, never)).to.equal(undefined);
    expect(await findMilestone({ valued: 5, values: [] }, asc, 3, NEAR, never)).to.equal(undefined);
  });

  it("never begins after the row, and takes five counts at most, whatever the outline says", async () => {
    const anything = fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 201, maxLength: 201 });
    await fc.assert(
      fc.asyncProperty(anything, fc.array(fc.integer({ min: 0, max: 500 })), fc.nat(), async (values, rows, place) => {
        const from = rows.length === 0 ? 0 : place % rows.length;
        const sorted = values.sort((a, b) => a - b);
        let counts = 0;
        const found = await findMilestone({ valued: rows.length, values: sorted }, asc, from, NEAR, (value) => {
          counts += 1;
          return Promise.resolve(rows.filter((row) => row < value).length);
        });
        expect(counts).to.be.at.most(5);
        if (found === undefined) return;
        expect(found.before).to.be.at.most(from);
        expect(found.before).to.equal(rows.filter((row) => row < found.value).length);
      }),
    );
  });
});
