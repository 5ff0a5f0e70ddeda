import { BASE_FIELD_TYPES } from "../../../src/catalog/field-types.js";
import { NO_TAXONOMY } from "../../../src/catalog/taxonomy.js";
import type { Seed } from "../../../src/recommendation/seed.js";
import type { RecommendationContext } from "../../../src/recommendation/recommendation-context.js";
import { DEFAULT_CONFIGURATION } from "../../../src/storefront/configuration.js";

export const NOW = Date.parse("2026-05-01T12:00:00Z");

/**
 * Returns a recommendation context: by default, an unknown shopper on a page without seed products in a fashion shop.
 */
export const context = (more: Partial<RecommendationContext> = {}): RecommendationContext => ({
  client_id: "shop",
  configuration: DEFAULT_CONFIGURATION,
  fields: BASE_FIELD_TYPES,
  at: NOW,
  taxonomy: { ...NO_TAXONOMY, sells_fashion: true },
  department: undefined,
  alike: new Map(),
  complements: new Set(),
  named: [],
  seeds: [],
  focus: [],
  session: [],
  viewed: [],
  taste: null,
  without_taste: false,
  words: "",
  ...more,
});

export const seed = (id: string, more: Partial<Seed> = {}): Seed => ({
  id,
  tokens: [],
  categories: [],
  titles: [],
  words: [],
  facet_values: [],
  departments: [],
  department_values: [],
  productTypes: [],
  designers: [],
  models: [],
  price: undefined,
  ...more,
});
