import { expect } from "chai";
import fc from "fast-check";
import type { LeafType } from "../../../../src/catalog/leaves.js";
import { planSearch } from "../../../../src/search/listing/plan.js";
import type { Plan } from "../../../../src/search/listing/plan.js";
import {
  beforeRow,
  compareRows,
  countableOrder,
  type CountableOrder,
  findMilestone,
  type Sample,
  sampleBody,
} from "../../../../src/search/paging/jump.js";
import type { SortValues } from "../../../../src/search/paging/state.js";
import { windowBody } from "../../../../src/search/paging/windows.js";
import { parseSearchRequest } from "../../../../src/search/listing/parse.js";
import type { SearchBody } from "../../../../src/search/request-schema.js";
import { seeded } from "../../../../src/lib/random.js";
import { DEFAULT_CONFIGURATION, type StorefrontConfiguration } from "../../../../src/storefront/configuration.js";

const leaves = new Map<string, LeafType>([
  ["title", "string"],
  ["price", "number"],
  ["released_at", "string"],
  ["color", "string"],
  ["is_new", "boolean"],
]);
const configuration: StorefrontConfiguration = {
  ...DEFAULT_CONFIGURATION,
  sort_keys: [
    ...DEFAULT_CONFIGURATION.sort_keys,
    { key: "new_first", label: "New first", by: "field", field: "is_new", order: "desc" },
  ],
};

function plan(given: Omit<SearchBody, "user">, multi_variant = false): Plan {
  const catalog = { leaves, multi_variant };
  const request = parseSearchRequest({ user: { device_id: "d" }, ...given }, configuration, leaves);
  return planSearch(request, configuration, catalog, { shards: 1, proposed: new Map() });
}

const orderOf = (sort: string, multi_variant = false, filters?: SearchBody["filters"]): CountableOrder =>
  countableOrder(
    plan({ sort: [sort], ...(filters === undefined ? {} : { filters }) }, multi_variant),
  ) as CountableOrder;

describe("the clause for rows before a row", () => {
  const identifier = { range: { product_identifier: { lt: "p7" } } };

  it("matches lesser values, and equal ones with a lesser identifier", () => {
    expect(beforeRow(orderOf("price_asc"), [12.5, "p7"])).to.deep.equal({
      bool: {
        should: [
          { range: { "sort.price": { lt: 12.5 } } },
          { bool: { filter: [{ range: { "sort.price": { lte: 12.5 } } }, identifier] } },
        ],
      },
    });
  });

  it("matches greater values in a descending order", () => {
    expect(beforeRow(orderOf("price_desc"), [0, "p7"])).to.deep.equal({
      bool: {
        should: [
          { range: { "sort.price": { gt: 0 } } },
          { bool: { filter: [{ range: { "sort.price": { gte: 0 } } }, identifier] } },
        ],
      },
    });
  });

  it("matches everything with a value, before a row without one", () => {
    const expected = { bool: { should: [{ exists: { field: "sort.price" } }, identifier] } };
    expect(beforeRow(orderOf("price_asc"), ["Infinity", "p7"])).to.deep.equal(expected);
    expect(beforeRow(orderOf("price_desc"), ["-Infinity", "p7"])).to.deep.equal(expected);
    expect(beforeRow(orderOf("name_asc"), [null, "p7"])).to.deep.equal({
      bool: { should: [{ exists: { field: "sort.title" } }, identifier] },
    });
  });

  it("uses ranges for true and false, which the engine sorts as 1 and 0", () => {
    const nested = (query: object) => ({ nested: { path: "variants", query } });
    const range = (operator: string, value: boolean) =>
      nested({ range: { "variants.data.is_new": { [operator]: value } } });
    expect(beforeRow(orderOf("new_first"), [0, "p7"])).to.deep.equal({
      bool: { should: [range("gt", false), { bool: { filter: [range("gte", false), identifier] } }] },
    });
    expect(beforeRow(orderOf("new_first"), [-2_147_483_648, "p7"])).to.deep.equal({
      bool: { should: [nested({ exists: { field: "variants.data.is_new" } }), identifier] },
    });
    const rows: SortValues[] = [[1, "b"], [1, "c"], [0, "a"], [-2_147_483_648, "a"]]; // prettier-ignore
    expect([...rows].reverse().sort((one, other) => compareRows(orderOf("new_first"), one, other))).to.deep.equal(rows);
  });

  it("uses the values of the variants that count", () => {
    const filter = { term: { "variants.data.color": "red" } };
    const nested = (clause: object) => ({
      nested: { path: "variants", query: { bool: { filter: [filter, clause] } } },
    });
    expect(beforeRow(orderOf("price_asc", true, { color: "red" }), [3, "p7"])).to.deep.equal({
      bool: {
        should: [
          nested({ range: { "variants.data.price": { lt: 3 } } }),
          { bool: { filter: [nested({ range: { "variants.data.price": { lte: 3 } } }), identifier] } },
        ],
      },
    });
  });

  it("compares stock first, where sorted listings bury products that are sold out", () => {
    const availability = { field: "color", in_stock: ["Red"], out_of_stock: "bury", sorted: "bury" } as const;
    const order = countableOrder({
      ...plan({ sort: ["price_asc"] }),
      configuration: { ...DEFAULT_CONFIGURATION, availability },
    }) as CountableOrder;
    const red = { bool: { should: [{ term: { "variants.data.color": "Red" } }, { bool: { must_not: [{ exists: { field: "variants.data.color" } }] } }] } }; // prettier-ignore
    const sold = (clause: object) => ({ nested: { path: "variants", query: { bool: { filter: [red, clause] } } } });
    const range = (field: string, operator: string) => ({ range: { [field]: { [operator]: 3 } } });
    const last = { bool: { should: [range("sort.price", "lt"), { bool: { filter: [range("sort.price", "lte"), identifier] } }] } }; // prettier-ignore
    expect(beforeRow(order, [3, 3, "p7"])).to.deep.equal({
      bool: {
        should: [
          sold(range("variants.data.price", "lt")),
          { bool: { filter: [sold(range("variants.data.price", "lte")), last] } },
        ],
      },
    });
    expect(beforeRow(order, ["Infinity", 3, "p7"])).to.deep.equal({
      bool: { should: [sold({ exists: { field: "variants.data.price" } }), last] },
    });
    const rows: SortValues[] = [[3, 1, "c"], [3, 2, "a"], [4, 0, "b"], ["Infinity", 1, "e"], ["Infinity", 1, "f"], ["Infinity", "Infinity", "a"]]; // prettier-ignore
    expect([...rows].reverse().sort((one, other) => compareRows(order, one, other))).to.deep.equal(rows);
  });

  it("compares identifiers alone where the catalogue has no such field", () => {
    expect(beforeRow([], ["p7"])).to.deep.equal(identifier);
  });

  it("is undefined for the service's own ranking, and for filters that leave no room", () => {
    expect(countableOrder(plan({ sort: ["featured"] }))).to.equal(undefined);
    const wide = { $or: Array.from({ length: 200 }, (_, number) => ({ price: { $lte: number } })) };
    expect(countableOrder(plan({ sort: ["price_asc"], filters: wide }))).to.equal(undefined);
  });
});

describe("rows in their order", () => {
  const sorted = (order: CountableOrder, rows: SortValues[]) => rows.sort((a, b) => compareRows(order, a, b));

  it("are ordered by value, then by identifier, those without a value last", () => {
    const rows: SortValues[] = [["Infinity", "a"], [2, "b"], [10, "a"], [2, "a"], [0, "z"]]; // prettier-ignore
    expect(sorted(orderOf("price_asc"), [...rows])).to.deep.equal([[0, "z"], [2, "a"], [2, "b"], [10, "a"], ["Infinity", "a"]]); // prettier-ignore
    expect(sorted(orderOf("price_desc"), [["-Infinity", "a"], ...rows.slice(1)])).to.deep.equal([[10, "a"], [2, "a"], [2, "b"], [0, "z"], ["-Infinity", "a"]]); // prettier-ignore
  });

  it("are ordered as text where they are texts", () => {
    const rows: SortValues[] = [[null, "a"], ["b", "a"], ["a", "b"], ["B", "a"]]; // prettier-ignore
    expect(sorted(orderOf("name_asc"), rows)).to.deep.equal([["B", "a"], ["a", "b"], ["b", "a"], [null, "a"]]); // prettier-ignore
  });
});

describe("a sample", () => {
  it("is drawn at random from the order's rows, with their sort values", () => {
    const body = sampleBody(plan({ sort: ["price_asc"] }));
    expect(body).to.deep.equal({
      size: 300,
      track_total_hits: true,
      stored_fields: "_none_",
      query: {
        function_score: {
          query: { constant_score: { filter: windowBody(plan({ sort: ["price_asc"] }), { size: 1 })["query"] } },
          random_score: {},
          boost_mode: "replace",
        },
      },
      sort: [{ _score: "desc" }, { "sort.price": { order: "asc", missing: "_last" } }, { product_identifier: "asc" }],
    });
  });
});

describe("the row shortly before another", () => {
  const NEAR = 10;
  const rowOf = (place: number): SortValues => [place, `p${place}`];
  const placeOf = (row: SortValues) => row[0] as number;

  it("is found with one count where the sample is even", async () => {
    const even: Sample = { total: 2000, rows: Array.from({ length: 199 }, (_, step) => rowOf((step + 1) * 10)) };
    const counted: number[] = [];
    const found = await findMilestone(even, 1234, NEAR, (row) => {
      counted.push(placeOf(row));
      return Promise.resolve(placeOf(row));
    });
    expect([found, counted]).to.deep.equal([{ row: rowOf(1230), before: 1230 }, [1230]]);
  });

  it("is undefined without a sample", async () => {
    const never = () => Promise.reject(new Error("nothing to count"));
    expect(await findMilestone({ total: 50, rows: [] }, 20, NEAR, never)).to.equal(undefined);
  });

  it("never comes after it, and takes five counts at most, whatever the sample says", async () => {
    const places = fc.uniqueArray(fc.nat(999), { minLength: 1, maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(places, fc.nat(999), fc.nat(1500), async (drawn, from, total) => {
        const rows = drawn.sort((a, b) => a - b).map(rowOf);
        let counts = 0;
        const found = await findMilestone({ total, rows }, from, NEAR, (row) => {
          counts += 1;
          return Promise.resolve(placeOf(row));
        });
        expect(counts).to.be.within(1, 5);
        if (found !== undefined) expect(found.before).to.equal(placeOf(found.row)).and.to.be.at.most(from);
      }),
      { examples: [[[0], 0, 0]] },
    );
  });

  it("is near in all but a few random samples of a large order", async () => {
    const passed: number[] = [];
    for (let seed = 0; seed < 2_000; seed += 1) {
      const random = seeded(String(seed));
      const drawn = new Set(Array.from({ length: 300 }, () => random.integer(0, 46_999)));
      const rows = [...drawn].sort((a, b) => a - b).map(rowOf);
      const from = random.integer(2_000, 45_000);
      const found = await findMilestone({ total: 47_000, rows }, from, 1_000, (row) => Promise.resolve(placeOf(row)));
      passed.push(from - (found?.before ?? 0));
    }
    expect(passed.filter((rows) => rows > 1_500).length).to.be.at.most(20);
  });
});
