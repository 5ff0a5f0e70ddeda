import { expect } from "chai";
import fc from "fast-check";
import type { LeafType } from "../../../src/catalog/leaves.js";
import type { LiveCatalog } from "../../../src/catalog/live.js";
import type { Filter } from "../../../src/filters/filter.js";
import { readCanonicalFilter } from "../../../src/filters/canonical-filter.js";
import type { Engine, EngineCall } from "../../../src/engine/engine.js";
import {
  countHidden,
  countListings,
  createCount,
  type Count,
  type CountDeps,
} from "../../../src/publishing/count-listings.js";
import { changedRules, lossesOf, type Looked } from "../../../src/publishing/losses.js";
import type { Storefront } from "../../../src/storefront/client.js";
import { completeConfiguration, type ConfigurationDocument } from "../../../src/storefront/configuration.js";
import {
  changes,
  documentOf,
  LISTINGS,
  NOW,
  recountHidden,
  recountLosses,
  variants,
  type RecountedSide,
  type RecountedVariant,
} from "../../support/recount.js";
import { publishingOf } from "../../support/publishing.js";
import { answering } from "../../support/scripted-engine.js";

const LIVE: LiveCatalog = {
  index: "shop",
  multi_variant: true,
  version: 1,
  edition: 1,
  leaves: new Map<string, LeafType>(
    ["product_identifier", "categories", "gender", "color", "stock"].map((leaf) => [leaf, "string"]),
  ),
};

const storefrontWith = (configuration: ConfigurationDocument): Storefront => ({
  client_id: "shop",
  name: "Shop",
  origins: [],
  signing_hashes: [],
  configuration: completeConfiguration(configuration),
});
const storefrontOf = (side: RecountedSide): Storefront => storefrontWith(documentOf(side));

/** Listings are counted by their filters alone. */
const NOTHING_ELSE = {} as CountDeps;

/** Counts products in memory by the filter that a question is named by. */
const countIn =
  (all: readonly RecountedVariant[]): Count =>
  (questions) =>
    Promise.resolve(
      questions.map(({ key }) => {
        // What the configuration refuses.
        if (key === "nothing") return 0;
        const filter = readCanonicalFilter(key);
        return new Set(all.filter((one) => holds(filter, one)).map(({ product }) => product)).size;
      }),
    );

function holds(filter: Filter, variant: RecountedVariant): boolean {
  switch (filter.kind) {
    case "and":
      return filter.filters.every((one) => holds(one, variant));
    case "or":
      return filter.filters.some((one) => holds(one, variant));
    case "not":
      return !holds(filter.filter, variant);
    case "in":
      return filter.values.some((value) => valuesOf(variant, filter.field).includes(String(value)));
    case "missing":
      return valuesOf(variant, filter.field).length === 0;
    case "compare":
    case "within":
      throw new Error(`no rule compares: ${filter.kind}`);
  }
}

function valuesOf({ product, category, ...others }: RecountedVariant, field: string): readonly string[] {
  if (field === "product_identifier") return [product];
  if (field !== "categories") return [others[field as "stock"] ?? []].flat();
  return category.split(": ").map((_, depth, parts) => parts.slice(0, depth + 1).join(": "));
}

describe("what the gate counts, by a recount of every product,", () => {
  it("is what each rule hides of what is found now", async () => {
    await fc.assert(
      fc.asyncProperty(variants, changes, async (all, change) => {
        const [before, after] = [storefrontOf(change[0]), storefrontOf(change[1])];
        const changed = changedRules(before.configuration.rules, after.configuration.rules);
        const hides = await countHidden(LIVE, countIn(all), { before, after }, changed, NOW);
        expect(hides).to.deep.equal(recountHidden(all, change));
      }),
      { numRuns: 150 },
    );
  });

  it("is what listings lose, and from when on", async () => {
    let told = 0;
    await fc.assert(
      fc.asyncProperty(variants, changes, async (all, change) => {
        const sides = { before: storefrontOf(change[0]), after: storefrontOf(change[1]) };
        const losses = lossesOf(await countListings(NOTHING_ELSE, LIVE, countIn(all), sides, LISTINGS, NOW));
        told += Number(losses !== null);
        expect(losses).to.deep.equal(recountLosses(all, change, LISTINGS));
      }),
      { numRuns: 150 },
    );
    // Both kinds of answers were compared.
    expect(told).to.be.within(5, 145);
  });
});

describe("the listings and searches that are counted before a configuration comes into force", () => {
  const HOUR = 3_600_000;
  const moment = (hours: number) => new Date(NOW + hours * HOUR).toISOString();
  const all: readonly RecountedVariant[] = Array.from({ length: 20 }, (_, at) => ({
    product: `p${at}`,
    category: "Shoes",
    gender: at < 10 ? "men" : "women",
    color: "Red",
  }));
  const hiding = (key: string, products: readonly number[], times: object = {}) => ({
    key,
    action: "hide" as const,
    products: products.map((at) => `p${at}`),
    ...times,
  });
  const upTo = (end: number) => Array.from({ length: end }, (_, at) => at);
  const EVERYTHING: Looked = { name: "all", opened: 0 };
  const counted = (before: ConfigurationDocument, after: ConfigurationDocument, looked: readonly Looked[]) =>
    countListings(
      NOTHING_ELSE,
      LIVE,
      countIn(all),
      { before: storefrontWith(before), after: storefrontWith(after) },
      looked,
      NOW,
    );

  it("are those alone that a change is about, and are counted as they are now where nothing is lost", async () => {
    const shoes: Looked = { name: "shoes", filters: { categories: "Shoes" }, opened: 1 };
    const men: Looked = { name: "men", filters: { gender: "men" }, opened: 1 };
    const rule = { ...hiding("r", [0]), when: { filters: { gender: "men" } } };
    expect(await counted({}, {}, [EVERYTHING, shoes, men])).to.deep.equal([]);
    expect(await counted({}, { rules: [rule] }, [EVERYTHING, shoes, men])).to.deep.equal([
      { ...men, products: 10, left: 9 },
    ]);
    expect(await counted({ rules: [rule] }, {}, [men])).to.deep.equal([{ ...men, products: 9, left: 10 }]);
  });

  it("are counted without rules that have ended", async () => {
    const rules = [hiding("new", [0]), hiding("ended", upTo(15), { ends_at: moment(0) })];
    expect(await counted({}, { rules }, [EVERYTHING])).to.deep.equal([{ ...EVERYTHING, products: 20, left: 19 }]);
  });

  it("are not lost by rules that are never in force together", async () => {
    const rules = [
      hiding("first", upTo(19), { starts_at: moment(1), ends_at: moment(2) }),
      { ...hiding("last", [19]), starts_at: moment(2) },
    ];
    const men: Looked = { name: "women", filters: { gender: "women" }, opened: 0 };
    // In the first hour one of the ten is left, which is a tenth; then nine.
    expect(await counted({}, { rules }, [men])).to.deep.equal([{ ...men, products: 10, left: 10 }]);
  });

  it("are told with the first moment at which they are lost, whatever the order of the rules", async () => {
    const rules = [
      hiding("third", upTo(20), { starts_at: moment(3) }),
      hiding("second", upTo(19), { starts_at: moment(2) }),
      hiding("first", upTo(15), { starts_at: moment(1) }),
      hiding("over", upTo(20), { starts_at: moment(-2), ends_at: moment(0) }),
    ];
    expect(await counted({}, { rules }, [EVERYTHING])).to.deep.equal([
      { ...EVERYTHING, products: 20, left: 1, from: moment(2) },
    ]);
  });

  it("are, of everything, told with the moment at which most is hidden, and of others as they are now", async () => {
    const rules = [
      hiding("few", upTo(5), { starts_at: moment(1), ends_at: moment(2) }),
      hiding("most", upTo(12), { starts_at: moment(2), ends_at: moment(3) }),
      hiding("again few", upTo(6), { starts_at: moment(3) }),
    ];
    const shoes: Looked = { name: "shoes", filters: { categories: "Shoes" }, opened: 1 };
    expect(await counted({}, { rules }, [EVERYTHING, shoes])).to.deep.equal([
      { ...EVERYTHING, products: 20, left: 8, from: moment(2) },
      { ...shoes, products: 20, left: 8 },
    ]);
    const now = [hiding("now", upTo(13)), ...rules];
    expect(await counted({}, { rules: now }, [EVERYTHING])).to.deep.equal([{ ...EVERYTHING, products: 20, left: 7 }]);
  });

  it("are lost from the fifty-first moment on where more rules begin than are looked at", async () => {
    const rules = Array.from({ length: 50 }, (_, at) => hiding(`r${at}`, [at % 20], { starts_at: moment(at + 1) }));
    expect(await counted({}, { rules }, [EVERYTHING])).to.deep.equal([
      { ...EVERYTHING, products: 20, left: 1, from: moment(19) },
    ]);
    const endless = rules.map((rule, at) => ({
      ...rule,
      products: at === 49 ? upTo(20).map((one) => `p${one}`) : ["p0"],
    }));
    expect(await counted({}, { rules: endless }, [EVERYTHING])).to.deep.equal([
      { ...EVERYTHING, products: 20, left: 0, from: moment(50) },
    ]);
  });

  it("are empty where the configuration refuses what pages ask for", async () => {
    const facets: ConfigurationDocument = { facets: [{ key: "color", label: "Color", type: "list", field: "color" }] };
    const red: Looked = { name: "red", facet_filters: { color: ["Red"] }, opened: 3 };
    expect(await counted(facets, { facets: [] }, [red, EVERYTHING])).to.deep.equal([{ ...red, products: 20, left: 0 }]);
    const later = { facets: [], rules: [hiding("later", [0], { starts_at: moment(1) })] };
    expect(await counted(facets, later, [red])).to.deep.equal([{ ...red, products: 20, left: 0 }]);
    expect(await counted({ facets: [] }, facets, [red])).to.deep.equal([{ ...red, products: 0, left: 20 }]);
  });

  describe("of a search", () => {
    const COAT: Looked = { name: "coat", query: "coat", opened: 4 };
    const rule = { ...hiding("r", upTo(20)), when: { queries: ["coat"] } };

    /** Each text as one term. */
    function analysed({ text }: { readonly text: readonly string[] }) {
      let end = -1;
      const tokens = text.map((token) => {
        const start_offset = end + 1;
        end = start_offset + token.length;
        return { token, start_offset, end_offset: end };
      });
      return { tokens };
    }

    /** An engine that finds so many products, and others where the rule hides some. */
    function finding(products: number, left: number) {
      const bodies: string[] = [];
      const texts: string[][] = [];
      const engine: Engine = {
        prefix: "test-",
        call: <T>(operation: string, call: EngineCall) => {
          if (operation === "analyze") {
            const body = call.body as { readonly text: string[] };
            texts.push(body.text);
            return Promise.resolve(analysed(body) as T);
          }
          const body = JSON.stringify(call.body);
          bodies.push(body);
          const value = body.includes('"p19"') ? left : products;
          return Promise.resolve({ hits: { total: { value, relation: "eq" }, hits: [] } } as T);
        },
        close: () => Promise.resolve(),
      };
      return { engine, bodies, texts };
    }
    async function searched(
      [before, after]: readonly [ConfigurationDocument, ConfigurationDocument],
      { any, exactly }: { readonly any: readonly [number, number]; readonly exactly: readonly [number, number] },
      looked: readonly Looked[] = [COAT],
    ) {
      const asked: string[] = [];
      const count: Count = (questions) => {
        asked.push(...questions.map(({ query }) => JSON.stringify(query)));
        return Promise.resolve(
          questions.map(({ key, query }) =>
            key === "nothing" ? 0 : any[JSON.stringify(query).includes('"p19"') ? 1 : 0],
          ),
        );
      };
      const { engine, bodies, texts } = finding(...exactly);
      const deps = publishingOf({ engine, now: () => new Date(NOW) });
      const sides = { before: storefrontWith(before), after: storefrontWith(after) };
      return { found: await countListings(deps, LIVE, count, sides, looked, NOW), asked, bodies, texts };
    }

    it("are those with any of its words, and are searched for as shoppers do where these are gone", async () => {
      const kept = await searched([{}, { rules: [rule] }], { any: [9, 1], exactly: [0, 0] });
      expect(kept.found).to.deep.equal([{ ...COAT, products: 9, left: 1 }]);
      expect(kept.bodies).to.deep.equal([]);
      const gone = await searched([{}, { rules: [rule] }], { any: [9, 0], exactly: [5, 0] });
      expect(gone.found).to.deep.equal([{ ...COAT, products: 5, left: 0 }]);
      expect(gone.bodies.length).to.be.greaterThan(0);
      const looked = { ...COAT, filters: { gender: "men" }, facet_filters: { color: ["Red"] } };
      const facets: ConfigurationDocument["facets"] = [{ key: "color", label: "Color", type: "list", field: "color" }];
      const narrowed = await searched([{ facets }, { facets, rules: [rule] }], { any: [9, 0], exactly: [5, 0] }, [
        looked,
      ]);
      expect(narrowed.found).to.deep.equal([{ ...looked, products: 5, left: 0 }]);
      for (const wanted of ["coat", '"men"', '"Red"']) expect(narrowed.bodies.join(" ")).to.include(wanted);
      // Pages that select in a facet which is no more find nothing.
      const refused = await searched([{ facets }, { facets: [] }], { any: [9, 0], exactly: [5, 5] }, [looked]);
      expect(refused.found).to.deep.equal([{ ...looked, products: 5, left: 0 }]);
      const never = await searched([{}, { rules: [rule] }], { any: [9, 0], exactly: [0, 0] });
      expect(never.found).to.deep.equal([{ ...COAT, products: 0, left: 0 }]);
    });

    it("have their words analysed together, as the engine refuses hundreds of calls at once", async () => {
      const looked = Array.from({ length: 300 }, (_, at): Looked => ({ ...COAT, query: `coat ${at}` }));
      const rules = [{ ...rule, when: { queries: looked.map(({ query = "" }) => query) } }];
      const { found, texts } = await searched([{}, { rules }], { any: [9, 1], exactly: [0, 0] }, looked);
      expect(found).to.deep.equal(looked.map((one) => ({ ...one, products: 9, left: 1 })));
      const words = looked.map(({ query }) => query);
      // Those of the rule, and those of the searches.
      expect(texts).to.deep.equal([words, words]);
    });

    it("are not taken for lost where the engine does not answer", async () => {
      const away = new Error("away");
      const engine: Engine = { prefix: "test-", call: () => Promise.reject(away), close: () => Promise.resolve() };
      const deps = publishingOf({ engine, now: () => new Date(NOW) });
      const sides = { before: storefrontWith({}), after: storefrontWith({ rules: [rule] }) };
      const some: Count = (questions) => Promise.resolve(questions.map(({ key }) => (key.includes('"p19"') ? 0 : 9)));
      const failure = await countListings(deps, LIVE, some, sides, [COAT], NOW).catch((error: unknown) => error);
      expect(failure).to.equal(away);
    });

    it("are the products of the request's filters and selections as well, without what only scores", async () => {
      const facets: ConfigurationDocument["facets"] = [{ key: "color", label: "Color", type: "list", field: "color" }];
      const looked = { ...COAT, filters: { gender: "men" }, facet_filters: { color: ["Red"] } };
      const { asked, found } = await searched(
        [{ facets }, { facets, rules: [rule] }],
        { any: [2, 1], exactly: [0, 0] },
        [looked],
      );
      expect(found).to.deep.equal([{ ...looked, products: 2, left: 1 }]);
      expect(asked).to.have.length(2);
      for (const query of asked) {
        expect(query).to.include('"men"').and.to.include('"Red"').and.to.include("coat");
        expect(JSON.parse(query)).to.have.nested.property("bool.filter");
        expect(query).not.to.match(/^\{"bool":\{[^{]*"should"/);
      }
      expect(asked.map((query) => query.includes('"p19"'))).to.deep.equal([false, true]);
    });

    it("are counted where the texts that are searched change, and not where anything else does", async () => {
      const any = [3, 3] as const;
      const exactly = [3, 3] as const;
      const found = async (after: ConfigurationDocument, looked = COAT) =>
        (await searched([{}, after], { any, exactly }, [looked])).found.length;
      expect(await found({ search: { synonyms: [{ terms: ["coat", "parka"] }] } })).to.equal(1);
      expect(await found({ search: { synonyms: [{ terms: ["coat", "parka"] }] } }, EVERYTHING)).to.equal(0);
      expect(await found({ field_weights: { title: 2 } })).to.equal(1);
      for (const other of [
        { holdout_share: 0.1 },
        { popularity: { half_life_days: 3 } },
        { suggest: {} },
        { taste: { price: null } },
      ]) {
        expect(await found(other), JSON.stringify(other)).to.equal(0);
      }
    });
  });
});

describe("counting", () => {
  const question = (key: string) => ({ key, query: { term: { key } } });
  const counts = (...values: number[]) => ({
    aggregations: { counts: { buckets: values.map((doc_count) => ({ doc_count })) } },
  });

  it("asks the engine each question once, of all that are asked together in one search", async () => {
    const engine = answering(counts(4, 0), counts(7));
    const count = createCount(engine, { index: "shop" });
    expect(await count([question("a"), question("b"), question("a")])).to.deep.equal([4, 0, 4]);
    expect(await count([question("b"), question("c"), question("a")])).to.deep.equal([0, 7, 4]);
    expect(await count([question("c")])).to.deep.equal([7]);
    expect(engine.calls.map(({ path, body }) => [path, JSON.stringify(body).match(/"key":"."/g)])).to.deep.equal([
      ["/shop/_search", ['"key":"a"', '"key":"b"']],
      ["/shop/_search", ['"key":"c"']],
    ]);
  });
});
