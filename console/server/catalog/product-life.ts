import { departmentsOf } from "../../../src/catalog/departments.js";
import type { Department } from "../../../src/languages/index.js";
import { NOTHING_LEARNED, signalsId, signalsIndex, type Learned } from "../../../src/catalog/learned.js";
import type { LiveCatalog, LiveCatalogs } from "../../../src/catalog/live.js";
import { documentRoot, readActive } from "../../../src/catalog/product.js";
import type { ProductDocument, ProductSource, SourceVariant } from "../../../src/catalog/product-document.js";
import { productTypesOf } from "../../../src/catalog/taxonomy.js";
import type { LineError } from "../../../src/catalog/ingestion/ingestion-report.js";
import { jobCreatedAt, newestJobs } from "../../../src/catalog/ingestion/ingestion-store.js";
import type { PayloadStore } from "../../../src/catalog/ingestion/payloads.js";
import { generationsOf } from "../../../src/catalog/ingestion/generations.js";
import type { ProductSignals } from "../../../src/behaviour/index.js";
import { getDocument, getDocuments } from "../../../src/engine/documents.js";
import type { Engine } from "../../../src/engine/engine.js";
import type { Storefront } from "../../../src/storefront/client.js";
import { stateOf, type JobState } from "./jobs.js";
import { cardOf, type ProductCard } from "./product-card.js";
import { errorsNaming } from "./rejected-lines.js";

/** State of a product at each stage of processing, from the feed to the ranking. */
export type ProductLife = KnownProduct | MissingProduct;

export interface KnownProduct {
  readonly known: true;
  readonly card: ProductCard;
  readonly received: Received;
  /** Indexed values; `null` for an inactive product, which is in no listing. */
  readonly indexed: Indexed | null;
  readonly ranked: Ranked;
  /** Lines of recent jobs that contain the product and were rejected fully or partly. */
  readonly rejected: readonly NamedErrors[];
}

export interface Received {
  readonly active: boolean;
  /** Times of the first and last change, ISO 8601. An inactive product was last changed when it became inactive. */
  readonly created_at: string;
  readonly updated_at: string;
  /** Job that made the last change; `null` if the job's record was deleted. */
  readonly job: { readonly id: number; readonly state: JobState } | null;
  readonly variants: readonly Omit<SourceVariant, "digest">[];
}

export interface Indexed extends Pick<ProductDocument, "text" | "sort" | "prior"> {
  /** Departments of the product. Empty if the product suits all departments or the catalogue has no departments. */
  readonly departments: readonly Department[];
  /** Product types derived from the categories. */
  readonly kinds: readonly string[];
  readonly tokens: readonly string[];
}

export interface Ranked extends Pick<Learned, "popularity" | "trend"> {
  /** Time of the learned signals, in milliseconds since 1970; `null` if the product has no learned signals. */
  readonly as_of: number | null;
  /** Number of devices with events for the product. Older events count less. */
  readonly visitors: number;
  /** Products viewed in the same sessions, most strongly related first. */
  readonly beside: readonly ProductCard[];
}

export interface NamedErrors {
  readonly job: number;
  readonly created_at: string;
  readonly errors: readonly LineError[];
}

/** Response for a product identifier that the catalogue does not contain. */
export interface MissingProduct {
  readonly known: false;
  readonly product_identifier: string;
  readonly has_catalog: boolean;
  /** Product that has a variant with this identifier. */
  readonly variant_of: string | null;
  /** Jobs that built a stored catalogue generation that contains the product but is not live. */
  readonly earlier: readonly { readonly job: number }[];
  /** Rejected lines that contain the product, from jobs whose error lists are still stored. */
  readonly rejected: readonly NamedErrors[];
  /** Number of recent jobs searched for rejected lines. */
  readonly jobs_searched: number;
}

export interface ProductLifeDeps {
  readonly engine: Engine;
  readonly liveCatalogs: Pick<LiveCatalogs, "get">;
  readonly payloads: Pick<PayloadStore, "read">;
  /** Returns the product that has the given product or variant identifier; `undefined` for an unknown identifier. */
  readonly identify: (clientId: string, name: string) => Promise<string | undefined>;
  /** Returns products that are viewed in the same sessions as the given product, most strongly related first. */
  readonly beside: (clientId: string, product: string) => readonly string[];
}

const MAX_JOBS = 20;

/**
 * Loads the state of a product.
 * @throws Error if an engine request fails
 */
export async function productLife(deps: ProductLifeDeps, storefront: Storefront, id: string): Promise<ProductLife> {
  const { engine, liveCatalogs } = deps;
  const live = await liveCatalogs.get(storefront.client_id);
  const [stored, { jobs_searched, rejected }] = await Promise.all([
    live === undefined ? undefined : getDocument<ProductSource>(engine, live.index, id),
    namedErrors(deps, storefront.client_id, id),
  ]);
  if (live === undefined || stored === undefined) {
    return { ...(await missing(deps, storefront.client_id, live, id)), jobs_searched, rejected };
  }
  const product = stored.source;
  const signals = await getDocument<ProductSignals>(engine, signalsIndex(engine), signalsId(storefront.client_id, id));
  const learned = signals?.source.learned ?? NOTHING_LEARNED;
  return {
    known: true,
    card: cardOf(product),
    received: await receivedOf(engine, storefront.client_id, product),
    indexed: product.active ? indexedOf(product, live, storefront, learned) : null,
    ranked: {
      popularity: learned.popularity,
      trend: learned.trend,
      as_of: signals?.source.as_of ?? null,
      visitors: signals?.source.usually ?? 0,
      beside: await cards(engine, live, deps.beside(storefront.client_id, id)),
    },
    rejected,
  };
}

async function receivedOf(engine: Engine, clientId: string, product: ProductSource): Promise<Received> {
  const { active, created_at, updated_at, source } = product;
  const job = await jobCreatedAt(engine, clientId, updated_at);
  return {
    active,
    created_at,
    updated_at,
    job: job === undefined ? null : { id: job.id, state: stateOf(job) },
    variants: source.map(({ variant_identifier, active: isSold, data }) => ({
      variant_identifier,
      active: isSold,
      data,
    })),
  };
}

/** Derives the values that an import would index now. */
function indexedOf(
  product: ProductSource,
  { fields, taxonomy }: LiveCatalog,
  { configuration }: Storefront,
  learned: Learned,
): Indexed {
  const active = readActive(product, fields);
  const { text, sort, prior, taste } = documentRoot(product, active, configuration, learned);
  const departments = taxonomy?.departments ?? null;
  const own = departments === null ? [] : active.flatMap(({ fitted }) => [...(fitted.get(departments.field) ?? [])]);
  return {
    text,
    sort,
    prior,
    tokens: taste,
    departments: departments === null ? [] : departmentsOf(departments, own),
    kinds: taxonomy === undefined ? [] : productTypesOf([...new Set(text.categories)], taxonomy),
  };
}

/** Loads product cards and omits inactive products. */
async function cards(engine: Engine, live: LiveCatalog, ids: readonly string[]): Promise<ProductCard[]> {
  const found = await getDocuments<ProductSource>(engine, live.index, ids);
  return found.flatMap((one) => (one?.source.active === true ? [cardOf(one.source)] : []));
}

async function namedErrors({ engine, payloads }: ProductLifeDeps, clientId: string, id: string) {
  const jobs = await newestJobs(engine, clientId, { limit: MAX_JOBS });
  const rejected: NamedErrors[] = [];
  for (const { id: job, created_at, product_metrics } of jobs) {
    const { lines, index_warnings_total = 0 } = product_metrics ?? {};
    if ((lines?.rejected ?? 0) + index_warnings_total === 0) continue;
    const errors = await errorsNaming(payloads, job, id);
    if (errors.length > 0) rejected.push({ job, created_at, errors });
  }
  return { rejected, jobs_searched: jobs.length };
}

async function missing(
  { engine, identify }: ProductLifeDeps,
  clientId: string,
  live: LiveCatalog | undefined,
  id: string,
): Promise<Omit<MissingProduct, "rejected" | "jobs_searched">> {
  const others = (await generationsOf(engine, clientId)).filter(({ index }) => index !== live?.index);
  const found = await Promise.all(others.map(({ index }) => getDocument(engine, index, id)));
  return {
    known: false,
    product_identifier: id,
    has_catalog: live !== undefined,
    variant_of: live === undefined ? null : ((await identify(clientId, id)) ?? null),
    earlier: others.flatMap(({ ingestion }, at) => (found[at] === undefined ? [] : [{ job: ingestion }])),
  };
}
