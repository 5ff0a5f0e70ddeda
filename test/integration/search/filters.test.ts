import { expect } from "chai";
import { ServiceError } from "../../../src/errors.js";
import { usePreparedEngine } from "../../support/engine.js";
import { indexCatalog, storefrontOver, type Request } from "../../support/search-catalog.js";

/** Test products, each with an id that describes the special property of the product. */
const PRODUCTS = {
  full: {
    color: "red",
    price: 20,
    stock: true,
    sizes: ["38", "40"],
    launched: "2024-05-01",
    material: { outer: "wool" },
  },
  zero: {
    color: "0",
    price: 0,
    stock: false,
    sizes: ["0"],
    launched: "2024-05-01T00:00:00.001Z",
    material: { outer: "0" },
  },
  blank: { color: "", price: null, stock: null, sizes: [], material: { outer: "" } },
  bare: {},
  dear: {
    color: "\u{1F534} red",
    price: 1e300,
    sizes: ["38"],
    launched: "2024-05-02",
    categories: ["Clothing: Knit: Wool"],
  },
  cheap: {
    color: "RED",
    price: 0.1,
    stock: true,
    sizes: ["M", ""],
    launched: "2023-12-31T23:59:59Z",
    categories: "Shoes",
    title: "Wool shoes",
  },
};

const ALL = Object.keys(PRODUCTS).sort();
const except = (...names: string[]) => ALL.filter((name) => !names.includes(name));

/** Filters, each with the products that must match. */
const CASES: readonly (readonly [Record<string, unknown>, readonly string[]])[] = [
  [{}, ALL],
  [{ color: "red" }, ["full"]],
  [{ color: { $eq: "red" } }, ["full"]],
  [{ color: { $ne: "red" } }, except("full")],
  [{ color: null }, ["bare", "blank"]],
  [{ color: "" }, ["bare", "blank"]],
  [{ color: { $ne: null } }, except("bare", "blank")],
  [{ color: { $ne: "" } }, except("bare", "blank")],
  [{ color: { $exists: false } }, ["bare", "blank"]],
  [{ color: { $exists: true } }, except("bare", "blank")],
  [{ color: 0 }, ["zero"]],
  [{ color: { $in: [] } }, []],
  [{ color: { $nin: [] } }, ALL],
  [{ color: { $in: ["red", "RED", "green"] } }, ["cheap", "full"]],
  [{ color: { $in: [null, "red"] } }, ["bare", "blank", "full"]],
  [{ color: { $in: [null] } }, ["bare", "blank"]],
  [{ color: { $nin: [null, "red"] } }, ["cheap", "dear", "zero"]],
  [{ color: { $gte: "red" } }, ["dear", "full"]],
  [{ color: { $gt: "red" } }, ["dear"]],
  [{ color: { $lt: "S" } }, ["cheap", "zero"]],
  [{ color: { $not: { $in: ["red", "RED"] } } }, except("full", "cheap")],
  [{ price: 0 }, ["zero"]],
  [{ price: "0" }, ["zero"]],
  [{ price: "20.0" }, ["full"]],
  [{ price: { $gte: 0, $lte: 20 } }, ["cheap", "full", "zero"]],
  [{ price: { $gt: 0, $lt: 20 } }, ["cheap"]],
  [{ price: { $lte: 1e299 } }, ["cheap", "full", "zero"]],
  [{ price: { $not: { $gte: 1 } } }, ["bare", "blank", "cheap", "zero"]],
  [{ price: { $in: [0, 0.1, "20"] } }, ["cheap", "full", "zero"]],
  [{ stock: false }, ["zero"]],
  [{ stock: "false" }, ["zero"]],
  [{ stock: 0 }, []],
  [{ stock: { $ne: false } }, except("zero")],
  [{ stock: { $gte: "true" } }, []],
  [{ stock: null }, ["bare", "blank", "dear"]],
  [{ sizes: "38" }, ["dear", "full"]],
  [{ sizes: 38 }, ["dear", "full"]],
  [{ sizes: { $ne: "38" } }, except("dear", "full")],
  // Each operator may match a different value of the same variant.
  [{ sizes: { $gt: "38", $lt: "39" } }, ["full"]],
  [{ sizes: null }, ["bare", "blank"]],
  [{ categories: "Clothing" }, ["dear"]],
  [{ categories: "Clothing: Knit" }, ["dear"]],
  [{ categories: "Knit" }, []],
  [{ categories: { $ne: "Clothing" } }, except("dear")],
  [{ launched: "2024-05-01" }, ["full"]],
  [{ launched: "2024-05-01T02:00:00+02:00" }, ["full"]],
  [{ launched: { $in: ["2024-05-01", "2024-05-02T00:00"] } }, ["dear", "full"]],
  [{ launched: { $gt: "2024-05-01" } }, ["dear", "zero"]],
  [{ launched: { $lte: "2024-05-01" } }, ["cheap", "full"]],
  [{ launched: { $gte: 1714521600000, $lte: 1714521600001 } }, ["full", "zero"]],
  [{ "material.outer": "wool" }, ["full"]],
  [{ "material.outer": { $in: ["wool", 0] } }, ["full", "zero"]],
  [{ name: "Wool shoes" }, ["cheap"]],
  [{ category: "Clothing: Knit: Wool" }, ["dear"]],
  [{ category: { $in: ["Clothing: Knit", "Clothing"] } }, []],
  [{ category: { $exists: true } }, ["cheap", "dear"]],
  [{ category: " Shoes", categories: "Shoes\u00a0" }, ["cheap"]],
  [{ nowhere: "x" }, []],
  [{ nowhere: { $gte: 1 } }, []],
  [{ nowhere: null }, ALL],
  [{ nowhere: { $ne: "x" } }, ALL],
  [JSON.parse('{"__proto__": "x"}') as Record<string, unknown>, []],
  [{ constructor: "x" }, []],
  [{ toString: { $exists: false } }, ALL],
  [{ product_identifier: { $in: ["full", "dear"] } }, ["dear", "full"]],
  [{ color: "red", price: 20 }, ["full"]],
  [{ color: "red", price: 0 }, []],
  [{ $and: [] }, ALL],
  [{ $or: [] }, []],
  [{ $and: [{}, { color: "red" }] }, ["full"]],
  [{ $or: [{}, { color: "red" }] }, ALL],
  [{ $or: [{ price: 0 }, { color: "red" }, { sizes: "M" }] }, ["cheap", "full", "zero"]],
  [{ $or: [{ price: { $lt: 1 } }, { sizes: "38" }], stock: true }, ["cheap", "full"]],
  [{ $not: { color: "red" } }, except("full")],
  [{ $not: { $or: [{ color: "red" }, { price: 0 }] } }, except("full", "zero")],
  [{ $not: {} }, []],
  [{ $and: [{ $or: [{ color: "red" }, { price: 0 }] }, { $not: { stock: true } }] }, ["zero"]],
];

describe("filters on a real index", () => {
  const suite = usePreparedEngine();
  let request: Request;

  before(async () => {
    const variants = Object.entries(PRODUCTS).map(([name, data]) => ({
      product_identifier: name,
      variant_identifier: `${name}-1`,
      data,
    }));
    request = storefrontOver(suite.engine, await indexCatalog(suite.engine, variants, { dateFields: ["launched"] }));
  });

  const found = async (filters: Record<string, unknown>) =>
    (await request({ filters, limit: 250 })).items.map((item) => item.product_identifier).sort();

  for (const [filters, expected] of CASES) {
    it(JSON.stringify(filters), async () => {
      expect(await found(filters)).to.deep.equal([...expected].sort());
    });
  }

  const WRONG: readonly (readonly [Record<string, unknown>, string, string])[] = [
    [{ price: "free" }, "filters.price", '"free"'],
    [{ price: { $ne: "free" } }, "filters.price.$ne", '"free"'],
    [{ price: true }, "filters.price", "true"],
    [{ $not: { price: { $gte: "cheap" } } }, "filters.$not.price.$gte", '"cheap"'],
    [{ launched: { $in: ["2024-05-01", "then"] } }, "filters.launched.$in[1]", '"then"'],
    [{ launched: { $gte: "2024-13-45" } }, "filters.launched.$gte", '"2024-13-45"'],
  ];

  for (const [filters, field, got] of WRONG) {
    it(`filters with an invalid operand are rejected: ${JSON.stringify(filters)}`, async () => {
      const refusal: unknown = await found(filters).catch((error: unknown) => error);
      expect(refusal).to.be.instanceOf(ServiceError).that.deep.includes({ context: { field } });
      expect((refusal as ServiceError).message).to.include(`got ${got}`);
    });
  }

  it("filters on fields that are not in the catalogue cause a warning", async () => {
    const { meta } = await request({ filters: { nowhere: 1, $or: [{ color: "red" }, { "no.where": null }] } });
    expect(meta).to.deep.equal({
      warnings: [
        {
          code: "unknown_field",
          field: "nowhere",
          message: 'the catalogue has no usable field "nowhere"; filters treat this field as empty',
        },
        {
          code: "unknown_field",
          field: "no.where",
          message: 'the catalogue has no usable field "no.where"; filters treat this field as empty',
        },
      ],
    });
  });

  describe("filters at the size limits", () => {
    const many = <T>(count: number, one: (position: number) => T) => Array.from({ length: count }, (_, at) => one(at));
    const largest: readonly (readonly [string, Record<string, unknown>, readonly string[]])[] = [
      ["1,000 conditions joined by $or", { $or: many(1_000, (at) => ({ price: at - 20 })) }, ["full", "zero"]],
      ["1,000 exclusions joined by $and", { $and: many(1_000, (at) => ({ price: { $ne: at + 1 } })) }, except("full")],
      [
        "490 number comparisons joined by $or",
        { $or: many(490, (at) => ({ price: { $gt: at - 0.5 } })) },
        ["cheap", "dear", "full", "zero"],
      ],
      [
        "240 number ranges joined by $or",
        { $or: many(240, (at) => ({ price: { $gte: at, $lt: at + 0.5 } })) },
        ["cheap", "full", "zero"],
      ],
      [
        "990 text comparisons joined by $and",
        { $and: many(990, (at) => ({ color: { $gte: `0${at}` } })) },
        ["cheap", "dear", "full"],
      ],
      [
        "490 negated text comparisons joined by $or",
        { $or: many(490, (at) => ({ color: { $not: { $gte: `q${at}` } } })) },
        except("dear", "full"),
      ],
      [
        "490 negated text comparisons joined by $and",
        { $and: many(490, (at) => ({ color: { $not: { $gte: `\u{1F535}${at}` } } })) },
        ALL,
      ],
      [
        "330 value lists with null joined by $or",
        { $or: many(330, (at) => ({ color: { $in: [null, `c${at}`] } })) },
        ["bare", "blank"],
      ],
      [
        "330 value lists with null joined by $and",
        { $and: many(330, (at) => ({ color: { $in: [null, `c${at}`] } })) },
        ["bare", "blank"],
      ],
      [
        "240 exclusion lists with null joined by $and",
        { $and: many(240, (at) => ({ color: { $nin: [null, `c${at}`] } })) },
        except("bare", "blank"),
      ],
      [
        "240 nested negations",
        { $not: { $or: many(240, (at) => ({ $not: { price: { $gte: -at } } })) } },
        except("bare", "blank"),
      ],
      ["990 empty expressions joined by $or", { $or: many(990, () => ({})) }, ALL],
      ["a list of 10,000 values", { color: { $in: many(10_000, (at) => `c${at}`).with(9_999, "red") } }, ["full"]],
      [
        "five lists of 10,000 values joined by $or",
        { $or: many(5, (list) => ({ color: { $in: many(10_000, (at) => `${list}-${at}`) } })) },
        [],
      ],
      ["an operand of 8,192 characters", { color: { $in: ["x".repeat(8_192), "red"] } }, ["full"]],
      ["a comparison with an operand of 8,192 characters", { color: { $gte: "rr".repeat(4_096) } }, ["dear"]],
    ];
    for (const [name, filters, expected] of largest) {
      it(`accepts ${name}`, async () => {
        expect(await found(filters)).to.deep.equal([...expected].sort());
      });
    }

    it("filters with 150 conditions can be combined with a query, facets and a field sort", async () => {
      const result = await request({
        query: "wool shoes",
        filters: { $and: many(150, (at) => ({ price: { $not: { $gt: 1 + at } } })) },
        facet_filters: {
          color: ["RED", "0"],
          sizes: ["0", "M"],
          price: [{ max: 5 }],
          designer: [],
          categories: "Shoes",
        },
        facets: { keys: ["*"] },
        sort: ["price_desc"],
      });
      expect(result.items.map((item) => item.product_identifier)).to.deep.equal(["cheap"]);
    });

    it("filters that exceed the size limits are rejected", async () => {
      const deep = (levels: number): Record<string, unknown> => (levels === 0 ? {} : { $not: deep(levels - 1) });
      const refused: readonly Record<string, unknown>[] = [
        { $or: many(10_000, (at) => ({ price: at })) },
        { $or: many(1_001, () => ({})) },
        { $or: many(501, (at) => ({ price: { $gt: at } })) },
        { $or: many(6, () => ({ color: { $in: many(10_000, (at) => `c${at}`) } })) },
        deep(200),
      ];
      for (const filters of refused) {
        const error: unknown = await request({ filters }).then(
          () => undefined,
          (reason: unknown) => reason,
        );
        expect(error).to.be.instanceOf(ServiceError);
        expect((error as ServiceError).code).to.equal("validation_error");
      }
    });
  });
});
