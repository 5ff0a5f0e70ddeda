import { unknownShoppers } from "./unknown-shoppers.js";
import { createGeneration } from "../../src/catalog/ingestion/generations.js";
import type { Json, ProductData, ProductSource } from "../../src/catalog/product-document.js";
import { flatten } from "../../src/catalog/flatten.js";
import { FieldScan } from "../../src/catalog/field-scan.js";
import { BASE_FIELD_TYPES } from "../../src/catalog/field-types.js";
import { NOTHING_LEARNED } from "../../src/catalog/learned.js";
import type { LiveCatalog } from "../../src/catalog/live.js";
import { buildDocument } from "./build-document.js";
import { NO_FIELD_RULES } from "./field-rules.js";
import { bulk } from "../../src/engine/bulk.js";
import type { Engine } from "../../src/engine/engine.js";
import { refresh } from "../../src/engine/indices.js";
import { applyTemplates, TEMPLATES_FOLDER } from "../../src/engine/templates.js";
import type { SearchBody } from "../../src/search/request-schema.js";
import { search } from "../../src/search/listing/page.js";
import type { Language } from "../../src/languages/languages.js";
import { DEFAULT_CONFIGURATION, type StorefrontConfiguration } from "../../src/storefront/configuration.js";
import { chainDeps } from "./chain-deps.js";
import type { SearchResult } from "../../src/search/response-schema.js";

/** A variant in the format of a feed line, with its active state. */
export interface FeedVariant {
  readonly product_identifier: string;
  readonly variant_identifier: string;
  readonly active?: boolean;
  readonly created_at?: string;
  readonly data?: Readonly<Record<string, Json>>;
}

export interface CatalogOptions {
  readonly shards?: number;
  readonly dateFields?: readonly string[];
  readonly language?: Language;
}

let generation = 0;

/** Indexes variants like an ingestion job and returns the live catalogue that searches use. */
export async function indexCatalog(
  engine: Engine,
  variants: readonly FeedVariant[],
  { shards = 1, dateFields = [], language = "english" }: CatalogOptions = {},
): Promise<LiveCatalog> {
  const declared = new Map(dateFields.map((field) => [field, "date"] as const));
  const scan = new FieldScan(BASE_FIELD_TYPES, { ...NO_FIELD_RULES, declared });
  const products = new Map<string, ProductSource & { source: ProductSource["source"][number][] }>();
  for (const variant of variants) {
    const { product_identifier, variant_identifier, active = true, created_at = "2026-01-01T00:00:00.000Z" } = variant;
    const data: ProductData = { ...variant.data, product_identifier, variant_identifier };
    scan.observe(flatten(data).fields);
    const known = products.get(product_identifier);
    const source = [...(known?.source ?? []), { variant_identifier, active, digest: "", data }];
    products.set(product_identifier, {
      product_identifier,
      active: source.some((one) => one.active),
      created_at: known?.created_at ?? created_at,
      updated_at: created_at,
      source,
    });
  }
  const { types } = scan.decide();
  await applyTemplates(engine, TEMPLATES_FOLDER, { languages: [language], shards });
  generation += 1;
  const index = await createGeneration(
    engine,
    { language, clientId: `c${shards}`, ingestion: generation, attempt: 1 },
    types,
  );
  const writes = [...products.values()].map((product) => ({
    id: product.product_identifier,
    document: JSON.stringify(buildDocument(product, types, { ...DEFAULT_CONFIGURATION, language }, NOTHING_LEARNED)),
    precondition: "absent" as const,
  }));
  if (writes.length > 0) {
    const refused = (await bulk(engine, writes, { index, onBusy: "retry" })).filter(
      (outcome) => outcome.status !== "written",
    );
    if (refused.length > 0) throw new Error(`the engine refused ${JSON.stringify(refused[0])}`);
  }
  await refresh(engine, index);
  const multi_variant = [...products.values()].some(
    ({ source }) => source.filter((variant) => variant.active).length > 1,
  );
  return { index, fields: types, multi_variant, version: generation, catalogVersion: generation };
}

export type Request = (body: Omit<SearchBody, "user">) => Promise<SearchResult>;

/**
 * Returns a function that searches a storefront in the same way as the search endpoint. Without a catalogue, the
 * storefront has no products.
 */
export function storefrontOver(
  engine: Engine,
  live: LiveCatalog | undefined,
  configuration: Partial<StorefrontConfiguration> = {},
): Request {
  const deps = {
    ...chainDeps(engine),
    ...unknownShoppers(engine),
    liveCatalogs: { get: () => Promise.resolve(live) },
  };
  const storefront = {
    client_id: "shop",
    name: "Shop",
    origins: [],
    signing_hashes: [],
    configuration: { ...DEFAULT_CONFIGURATION, ...configuration },
  };
  return (body) => search(deps, storefront, { user: { device_id: "device" }, ...body });
}
