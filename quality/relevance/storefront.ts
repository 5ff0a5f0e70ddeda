import { Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import type { SearchQuestion } from "./search/question.js";
import { completedIngestion, postEvents, postIngestion, type Upload } from "../../src/commands/service-client.js";

/** Address and keys of a storefront. */
export interface StorefrontAccess {
  readonly base_url: string;
  readonly client_id: string;
  readonly public_key: string;
  readonly private_key: string;
}

/** An event, sent as one line of a `POST /v1/events` request. */
export type EventLine = Readonly<Record<string, unknown>>;

/** A storefront, used only through its public API. */
export interface Storefront {
  /**
   * Replaces the catalogue and waits until the new catalogue is live.
   * @param feed lines of the feed, without newlines
   */
  ingest(feed: readonly string[]): Promise<void>;
  /**
   * Sends events and waits until listings reflect them.
   * @throws Error if a line is rejected
   */
  send(events: readonly EventLine[]): Promise<void>;
  /** Returns the first products of a recommendation block for a device and seed products. */
  recommendations(deviceId: string, block: BlockRequest): Promise<string[]>;
  /** Returns the products of each slot of a page. */
  slots(deviceId: string, page: PageRequest): Promise<readonly { readonly key: string; readonly products: string[] }[]>;
  /** Loads the products of a listing for a device, page by page. */
  listing(deviceId: string, extent: ListingExtent): Promise<string[]>;
  /** Returns the product identifiers on the first page of a search. */
  found(question: SearchQuestion): Promise<string[]>;
  /** Returns the suggestions for a prefix and a device without history. */
  suggest(typed: string): Promise<Suggestions>;
}

export interface Suggestions {
  readonly queries: readonly string[];
  readonly products: readonly string[];
  /** Whether the spelling of the query was corrected. */
  readonly isCorrected: boolean;
}

export interface BlockRequest {
  readonly profile: string;
  /** Seed products of the page, oldest first. */
  readonly seeds: readonly string[];
  readonly limit: number;
}

export interface PageRequest {
  readonly placement: string;
  readonly seeds: readonly string[];
}

export interface ListingExtent {
  /** Number of products per listing page. */
  readonly limit: number;
  /** Number of loaded products after which loading stops. */
  readonly depth: number;
  /** Filters that select the listed products; by default, the whole catalogue is listed. */
  readonly filters?: object;
  /** Called after each page with the products loaded so far. Loading stops if the function returns true. */
  readonly isEnough?: (products: readonly string[]) => boolean;
}

interface ResponseBody {
  readonly items: readonly { readonly product_identifier: string }[];
  readonly meta: object;
}

interface SuggestResponse {
  readonly queries: readonly { readonly query: string }[];
  readonly products: readonly { readonly product_identifier: string }[];
  readonly meta: { readonly suggestion?: string };
}

interface Page extends ResponseBody {
  readonly recommendation_id: string;
  readonly pagination: { readonly page: number; readonly has_more: boolean };
}

const POLL_MS = 100;

/** Opens a storefront through its public API. @param learn function that runs product learning on all sent events */
export function openStorefront(access: StorefrontAccess, learn: () => Promise<void>): Storefront {
  async function send<T extends { readonly meta: object }>(path: string, body: object): Promise<T> {
    const url = new URL(`/v2/recommendations/${path}?service_api_client=${access.client_id}`, access.base_url);
    const response = await fetch(url, {
      method: "POST",
      headers: { "X-SERVICE-API-KEY": access.public_key, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    if (response.status !== 200)
      throw new Error(`${path} returned status ${response.status}: ${await response.text()}`);
    const result = (await response.json()) as T;
    if ("degraded" in result.meta)
      throw new Error(`the response of ${path} was degraded: ${JSON.stringify(result.meta)}`);
    return result;
  }

  const search = (body: object) => send<Page>("search", body);
  const identifiers = ({ items }: ResponseBody) => items.map((item) => item.product_identifier);

  return {
    async ingest(feed) {
      const id = await postIngestion(access, uploadOf(feed), "soft_replace", () => undefined);
      await completedIngestion(access, id, POLL_MS);
    },

    async send(events) {
      const lines = events.map((event) => JSON.stringify(event));
      const { events: counts, errors } = await postEvents(access, uploadOf(lines), () => undefined);
      if (counts.accepted !== events.length) {
        throw new Error(
          `${counts.accepted} of ${events.length} events were accepted: ${JSON.stringify(errors[0] ?? counts)}`,
        );
      }
      await learn();
    },

    async recommendations(deviceId, { profile, seeds, limit }) {
      const seed = { product_identifiers: seeds };
      return identifiers(await send("query", { user: { device_id: deviceId }, profile, seed, limit, projection: [] }));
    },

    async slots(deviceId, { placement, seeds }) {
      const seed = { product_identifiers: seeds };
      const body = { user: { device_id: deviceId }, placement, seed, projection: [] };
      const { slots } = await send<{ meta: object; slots: (Pick<ResponseBody, "items"> & { key: string })[] }>(
        "query/slots",
        body,
      );
      return slots.map(({ key, items }) => ({ key, products: items.map((item) => item.product_identifier) }));
    },

    async found({ query, limit, among }) {
      const page = await search({
        user: { device_id: "anonymous" },
        query,
        limit,
        facets: { keys: [] },
        projection: [],
        ...(among === undefined ? {} : { filters: { product_identifier: { $in: among } } }),
      });
      return identifiers(page);
    },

    async suggest(typed) {
      const body = { user: { device_id: "anonymous" }, query: typed, projection: [] };
      const { queries, products, meta } = await send<SuggestResponse>("suggest", body);
      return {
        queries: queries.map(({ query }) => query),
        products: products.map((item) => item.product_identifier),
        isCorrected: meta.suggestion !== undefined,
      };
    },

    async listing(deviceId, { limit, depth, filters, isEnough = () => false }) {
      const request = {
        user: { device_id: deviceId },
        sort: ["featured"],
        ...(filters === undefined ? {} : { filters }),
        limit,
        facets: { keys: [] },
        projection: [],
      };
      let page = await search(request);
      const products = identifiers(page);
      while (page.pagination.has_more && products.length < depth && !isEnough(products)) {
        const pagination = { page: page.pagination.page + 1, cursor: page.recommendation_id };
        page = await search({ ...request, pagination });
        products.push(...identifiers(page));
      }
      return products.slice(0, depth);
    },
  };
}

function uploadOf(lines: readonly string[]): Upload {
  const payload = gzipSync(`${lines.join("\n")}\n`, { level: 1 });
  return { bytes: payload.length, gzip: true, stream: Readable.from([payload]) };
}
