import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { recipeOf } from "../../../../src/catalog/ingestion/recipe.js";
import type { Engine } from "../../../../src/engine/engine.js";
import { DEFAULT_CONFIGURATION, type StorefrontConfiguration } from "../../../../src/storefront/configuration.js";

const SOURCES = fileURLToPath(new URL("../../../../src/", import.meta.url));

const engine = (hash = "h", version = "3.8.0"): Engine => ({
  prefix: "test-",
  call: <T>(operation: string) =>
    Promise.resolve(
      (operation === "info"
        ? { version: { number: version } }
        : { index_templates: [{ index_template: { _meta: { hash } } }] }) as T,
    ),
  close: () => Promise.resolve(),
});

const of = (changes: Partial<StorefrontConfiguration>, hash?: string, version?: string) =>
  recipeOf(engine(hash, version), { ...DEFAULT_CONFIGURATION, ...changes });

describe("the recipe of documents", () => {
  const { taste, popularity, ingestion, facets } = DEFAULT_CONFIGURATION;

  it("differs for every setting that documents and their leaves depend on", async () => {
    const recipes = await Promise.all([
      of({}),
      of({}, "another template"),
      of({}, "h", "4.0.0"),
      of({ language: "german" }),
      of({ taste: { ...taste, fields: [{ field: "fit", weight: 1 }] } }),
      of({ taste: { ...taste, price: null } }),
      of({ popularity: { ...popularity, half_life_days: popularity.half_life_days + 1 } }),
      of({ ingestion: { ...ingestion, max_leaves: 7 } }),
      of({ field_types: { stock: "number" } }),
      of({ aliases: { worn_by: "audience" } }),
    ]);
    expect(new Set(recipes).size).to.equal(recipes.length);
  });

  it("is the same whatever else changes", async () => {
    const recipes = await Promise.all([
      of({}),
      of({}, "h", "3.9.1"),
      of({ taste: { ...taste, fields: taste.fields.map((one) => ({ ...one, weight: 0.1 })) } }),
      of({ ingestion: { ...ingestion, max_deactivated_share: 0.5 } }),
      of({ facets: [...facets].reverse() }),
    ]);
    expect(new Set(recipes).size).to.equal(1);
  });

  it("covers all code that builds documents from lines", () => {
    const seen = new Set<string>();
    const look = (file: string): void => {
      if (seen.has(file)) return;
      seen.add(file);
      const imports = readFileSync(file, "utf8").matchAll(/^(?:import|export) (?!type )[^;]*?from "(\.[^"]+)\.js";$/gm);
      for (const [, path = ""] of imports) look(join(file, "..", `${path}.ts`));
    };
    look(join(SOURCES, "catalog/product.ts"));
    look(join(SOURCES, "catalog/ingestion/feed-line.ts"));
    look(join(SOURCES, "catalog/ingestion/changes.ts"));
    const outside = [...seen]
      .map((file) => relative(SOURCES, file))
      // Signals are read from the engine; the way does not matter, nor how it fails.
      .filter((file) => !/^(?:(?:catalog|filters|languages|engine)\/|errors\.ts$)/.test(file));
    expect(seen.size).to.be.greaterThan(15);
    expect(outside).to.have.members(["storefront/field-types.ts", "lib/folded.ts", "lib/text-hash.ts"]);
  });
});
