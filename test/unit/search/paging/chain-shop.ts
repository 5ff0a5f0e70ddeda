import type { Searching } from "../../../../src/search/searching.js";
import type { LiveCatalog } from "../../../../src/catalog/live.js";
import { searchFor } from "../../../../src/composition/search.js";
import type { Engine, EngineCall } from "../../../../src/engine/engine.js";
import { search } from "../../../../src/search/listing/page.js";
import type { StoredPage } from "../../../../src/search/paging/state.js";
import type { CursorStore, Lifetime } from "../../../../src/search/paging/store.js";
import type { SearchBody } from "../../../../src/search/request-schema.js";
import type { SearchResult } from "../../../../src/search/response-schema.js";
import { DEFAULT_CONFIGURATION } from "../../../../src/storefront/configuration.js";
import { contextOn } from "../../../support/context.js";
import { UNKNOWN_SHOPPERS } from "../../../support/chain-deps.js";
import { matchedText } from "../../../support/hashes.js";
import type { Impression } from "../../../../src/tracking/impressions.js";

export const NOW = 1_000_000;

const LIVE: LiveCatalog = {
  index: "products",
  multi_variant: false,
  version: 1,
  catalogVersion: 1,
  fields: new Map([["price", "number"]]),
};

export const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);
export const nameOf = (price: number): string => `p${price}`;

/** The request parameters that the fake engine evaluates. */
interface Requested {
  readonly size: number;
  readonly from?: number;
  readonly search_after?: readonly unknown[];
  readonly track_total_hits: boolean;
  readonly query: {
    readonly constant_score?: { readonly filter: { readonly ids?: { readonly values: readonly string[] } } };
    readonly bool?: {
      readonly filter?: readonly { readonly ids?: { readonly values: readonly string[] } }[];
      readonly must_not?: readonly { readonly ids: { readonly values: readonly string[] } }[];
    };
  };
  readonly sort?: unknown;
  readonly aggs?: unknown;
}

const STOREFRONT = {
  client_id: "shop",
  name: "Shop",
  origins: [],
  signing_hashes: [],
  configuration: DEFAULT_CONFIGURATION,
};

/**
 * Creates a service process that searches a fake catalogue and stores pages in memory. Product identifiers contain the
 * price. In the storefront's default order, products with lower prices come first.
 */
export function chainShop(prices: readonly number[], { isSealed = true, isEmpty = false } = {}) {
  const state = {
    prices: [...prices],
    /** Prices of inactive products that the engine still returns. */
    gone: new Set<number>(),
    now: NOW,
    catalogVersion: 1,
  };
  /** Recorded engine requests for rows of a sorted list. */
  const slices: Requested[] = [];
  const impressions: Impression[] = [];
  const engine: Engine = {
    prefix: "",
    close: () => Promise.resolve(),
    call<T>(_operation: string, { body }: EngineCall): Promise<T> {
      const requested = body as Requested;
      const total = { value: state.prices.length };
      const among = requested.query.bool?.filter?.flatMap(({ ids }) => ids?.values ?? []) ?? [];
      if (among.length > 0) {
        const left = sorted().filter((price) => among.includes(nameOf(price)) && !state.gone.has(price));
        return Promise.resolve({ hits: { hits: left.map((price) => ({ _id: nameOf(price) })) } } as T);
      }
      if (requested.query.constant_score !== undefined)
        return Promise.resolve({ hits: { hits: productsOf(requested) } } as T);
      if (requested.track_total_hits) {
        const found = { value: matchedText(sorted().map(nameOf)) };
        return Promise.resolve({ hits: { total, hits: sliceOf(requested) }, aggregations: { found } } as T);
      }
      slices.push(requested);
      return Promise.resolve({ hits: { hits: sliceOf(requested) } } as T);
    },
  };

  function sliceOf({ size, from = 0, search_after, query }: Requested): object[] {
    if (from < 0 || size < 0) throw new Error(`a slice of ${size} from ${from}`);
    const excluded = new Set(query.bool?.must_not?.flatMap(({ ids }) => ids.values));
    const after = (search_after?.[0] ?? -Infinity) as number;
    return sorted()
      .filter((price) => price > after && !excluded.has(nameOf(price)))
      .slice(from, from + size)
      .map((price) => ({ _id: "an internal one", sort: [price, nameOf(price)] }));
  }

  function productsOf({ query, sort }: Requested): object[] {
    const wanted = query.constant_score?.filter.ids?.values;
    return state.prices
      .filter((price) => wanted?.includes(nameOf(price)) ?? true)
      .map((price) => ({
        ...(sort === undefined ? {} : { sort: [nameOf(price)] }),
        fields: { prior: [-price] },
        _source: { product_identifier: nameOf(price), source: [variantOf(price)] },
      }));
  }

  const variantOf = (price: number) => ({
    variant_identifier: nameOf(price),
    active: !state.gone.has(price),
    data: { price },
  });
  const sorted = () => [...state.prices].sort((one, other) => one - other);

  const pages = new Map<string, StoredPage>();
  const lifetimes = new Map<string, Lifetime>();
  const prolong = (lifetime: Lifetime) => {
    lifetimes.set(lifetime.chain, lifetime);
    return Promise.resolve();
  };
  const store: CursorStore = {
    start(id, page) {
      pages.set(id, { ...page, id });
      return Promise.resolve();
    },
    open: ({ cursor, next, root, chain }) =>
      Promise.resolve({
        page: pages.get(cursor),
        next: pages.get(next),
        root: pages.get(root),
        lifetime: lifetimes.get(chain),
      }),
    read: (id) => Promise.resolve(pages.get(id)),
    append(id, page, lifetime, unstored) {
      if (pages.has(id)) return Promise.resolve("conflict");
      if (unstored !== undefined) pages.set(unstored.id, unstored);
      pages.set(id, { ...page, id });
      return prolong(lifetime).then(() => "written" as const);
    },
    prolong,
    deliveredUpTo(page) {
      const all = new Set(page.delivered);
      for (const id of page.path) for (const one of pages.get(id)?.delivered ?? []) all.add(one);
      return Promise.resolve(all);
    },
    forget: () => undefined,
    isForgotten: () => false,
  };
  const usual = searchFor(contextOn(engine, { cursorTtlSeconds: 300 }, { now: () => state.now }), {
    store,
    personalizer: UNKNOWN_SHOPPERS,
    liveCatalogs: {
      get: () => Promise.resolve(isEmpty ? undefined : { ...LIVE, catalogVersion: state.catalogVersion }),
    },
    impressions: { add: (impression) => impressions.push(impression) },
  });
  const deps: Searching = {
    ...usual,
    reach: { window: 1_000, stride: 100 },
    sealed: isSealed ? usual.sealed : { ...usual.sealed, seal: () => undefined },
  };

  const first = (given: Omit<SearchBody, "user">): Promise<SearchResult> =>
    search(deps, STOREFRONT, { user: { device_id: "d" }, ...given });
  const later = (cursor: string, page: number): Promise<SearchResult> => first({ pagination: { cursor, page } });
  /** `first_position` of the latest page with products. */
  const firstPosition = () => impressions.at(-1)?.first_position;

  return { state, slices, pages, lifetimes, deps, first, later, firstPosition };
}

/** Returns the prices on a page. */
export const pricesOn = ({ items }: SearchResult): number[] =>
  items.map(({ product_identifier }) => Number(product_identifier.slice(1)));
