import type { ProductData } from "../../../src/catalog/product-document.js";
import { seeded } from "../../../demo/random.js";
import type { Bench } from "../bench.js";
import { readCatalogue } from "../catalogue.js";
import { exchange } from "../../shared/http.js";
import { throughEndpoint } from "../ingest.js";
import { loadFlat } from "../raw-engine.js";
import { query } from "../shopper.js";
import { queriesOf } from "../typing.js";
import { drawListings, drawRanges, type Listing } from "./listings.js";
import { drawQueries } from "./queries.js";
import { listingQuestions, searchQuestion, type Question } from "./requests.js";
import { HOT, SIZES, type Kind } from "./rows.js";
import type { SearchResult } from "../../../src/search/response-schema.js";

/**
 * Benchmark requests for a catalogue, without the catalogue, which in memory would cause garbage collection during the
 * measurement.
 */
export interface Shop {
  /** Name of the index for direct OpenSearch requests. */
  readonly flat: string;
  /** Requests of each type; hot (repeated) requests come first. */
  readonly questions: Readonly<Record<Kind, readonly Question[]>>;
  /**
   * Requests keyed by the approximate number of products that they match. Numbers with too few listings are omitted.
   */
  readonly sized: ReadonlyMap<number, readonly Question[]>;
  readonly products: readonly string[];
  /** Queries that shoppers type. */
  readonly typed: readonly string[];
  /** A sample of variants from the whole catalogue. */
  readonly variants: readonly ProductData[];
}

/**
 * Upper bound for the requests per second that OpenSearch can handle. Determines how many distinct requests are drawn
 * for the measurement.
 */
const COLD_A_SECOND = 2_000;
const CHANGEABLE = 1_000;
const CHECKED = 4;

/**
 * Loads the catalogue into the service and the raw engine and draws the requests.
 * @param seconds duration of the measurement of each compared system
 */
export async function prepareShop(bench: Bench, seconds: number): Promise<Shop> {
  await throughEndpoint(bench);
  const catalogue = await readCatalogue(bench.catalogPath);
  const flat = `${bench.prefix}flat`;
  await loadFlat(bench.engineUrl, flat, catalogue);
  const count = HOT + Math.ceil(seconds * COLD_A_SECOND);
  const { variants } = catalogue;
  const listings = drawListings(seeded("listings"), variants, count);
  const questions = {
    listing: await listingQuestions(flat, listings),
    search: drawQueries(seeded("queries"), catalogue, count).map((query) => searchQuestion(flat, query)),
  };
  const sized = new Map<number, readonly Question[]>();
  for (const size of SIZES) {
    const ranges = drawRanges(seeded(`ranges/${size}`), variants, size, count - HOT);
    if (ranges.length === count - HOT) sized.set(size, await listingQuestions(flat, ranges));
  }
  for (const [at, listing] of listings.slice(0, CHECKED).entries()) {
    await checkSame(bench, flat, listing, questions.listing[at] as Question);
  }
  const stride = Math.max(1, Math.floor(variants.length / CHANGEABLE));
  return {
    flat,
    questions,
    sized,
    typed: queriesOf(catalogue),
    products: catalogue.products.map(({ product_identifier }) => product_identifier),
    variants: variants.filter((_, at) => at % stride === 0),
  };
}

/** Checks that the service and the raw engine return the same number of products, as required for the comparison. */
async function checkSame(bench: Bench, flat: string, listing: Listing, { raw, rest }: Question): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const url = new URL(`/${flat}/_search`, bench.engineUrl);
  const found = JSON.parse((await exchange(url, { method: "POST", headers, body: raw })).toString()) as {
    hits: { total: { value: number } };
  };
  const body = JSON.parse(`{"user":{"device_id":"anonymous"}${rest}`) as object;
  const { total } = JSON.parse((await query(bench, "search", body)).toString()) as SearchResult;
  const sizes = { products: total, variants: found.hits.total.value };
  if (sizes.products !== listing.size.products || sizes.variants !== listing.size.variants) {
    throw new Error(`the listing ${JSON.stringify(listing)} has an unexpected size: ${JSON.stringify(sizes)}`);
  }
}
