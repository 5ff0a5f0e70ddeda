import { expect } from "chai";
import { isStale, recipeOf } from "../../../../src/catalog/ingestion/recipe.js";
import { catalogVersion } from "../../../../src/engine/templates.js";
import type { Engine } from "../../../../src/engine/engine.js";
import { DEFAULT_CONFIGURATION, type StorefrontConfiguration } from "../../../../src/storefront/configuration.js";

const OWN = await catalogVersion();

interface Stored {
  /** Of the installed template. */
  readonly version?: number;
  readonly engineVersion?: string;
  /** In the mapping of the generation. */
  readonly meta?: object;
}

const engine = ({ version = OWN, engineVersion = "3.8.0", meta = {} }: Stored = {}): Engine => ({
  prefix: "test-",
  call: <T>(operation: string) => {
    const answers: Readonly<Record<string, unknown>> = {
      info: { version: { number: engineVersion } },
      get_template: {
        index_templates: [{ index_template: { template: { mappings: { _meta: { version } } } } }],
      },
      get_mapping: { generation: { mappings: { _meta: meta } } },
    };
    return Promise.resolve(answers[operation] as T);
  },
  close: () => Promise.resolve(),
});

const of = (changes: Partial<StorefrontConfiguration>, stored?: Stored) =>
  recipeOf(engine(stored), { ...DEFAULT_CONFIGURATION, ...changes });

describe("the recipe of documents", () => {
  const { taste, popularity, ingestion, facets } = DEFAULT_CONFIGURATION;

  it("differs for everything that documents depend on", async () => {
    const recipes = await Promise.all([
      of({}),
      of({}, { engineVersion: "4.0.0" }),
      of({ language: "german" }),
      of({ department: "gender" }),
      of({ sells_fashion: true }),
      of({ fields: { private: ["cost"], public: null } }),
      of({ taste: { ...taste, fields: [{ field: "fit", weight: 1 }] } }),
      of({ taste: { ...taste, price: null } }),
      of({ popularity: { ...popularity, half_life_days: popularity.half_life_days + 1 } }),
      of({ field_types: { stock: "number" } }),
    ]);
    expect(new Set(recipes).size).to.equal(recipes.length);
  });

  it("is the same whatever else changes", async () => {
    const recipes = await Promise.all([
      of({}),
      of({}, { engineVersion: "3.9.1" }),
      // While releases run side by side, each has the recipe of its own documents.
      of({}, { version: OWN + 1 }),
      of({ taste: { ...taste, fields: taste.fields.map((one) => ({ ...one, weight: 0.1 })) } }),
      of({ ingestion: { ...ingestion, max_leaves: 7 } }),
      of({ facets: [...facets].reverse() }),
    ]);
    expect(new Set(recipes).size).to.equal(1);
  });
});

describe("a generation", () => {
  it("is stale where it was made by another recipe, or by several, unless a newer release has made it", async () => {
    const current = await of({});
    const stale = (stored: Stored) => isStale(engine(stored), "generation", DEFAULT_CONFIGURATION);
    expect(await stale({ meta: { recipe: current, version: OWN } })).to.equal(false);
    expect(await stale({ meta: { recipe: "other", version: OWN } })).to.equal(true);
    expect(await stale({ meta: { version: OWN - 1 } })).to.equal(true);
    expect(await stale({ meta: { recipe: "other", version: OWN + 1 } })).to.equal(false);
    expect(await stale({ version: OWN + 1, meta: { recipe: "other", version: OWN } })).to.equal(false);
  });
});
