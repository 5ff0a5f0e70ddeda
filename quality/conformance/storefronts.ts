import { createEngine } from "../../src/engine/engine.js";
import { BUILT_IN_ITEM_FIELDS } from "../../src/storefront/check-configuration.js";
import type { DescribedStorefront } from "../../src/storefront/stored-client.js";
import type { AddedClient } from "../../src/storefront/clients.js";
import { feed, insertLine } from "../../test/support/catalog.js";
import { fetchJson } from "../../test/support/http.js";
import type { Demo } from "../../test/support/process.js";
import { withServiceProcess } from "../shared/service.js";
import { ingest, newClient } from "../shared/storefront.js";

/**
 * Names in the demo's configuration. The OpenAPI document does not contain these names, because the document is the
 * same for all storefronts.
 */
export interface Known {
  readonly sorts: readonly string[];
  /** Type of each facet. */
  readonly facets: Readonly<Record<string, string>>;
  readonly profiles: readonly string[];
  readonly placements: readonly string[];
  /** Product fields for use in projections. */
  readonly fields: readonly string[];
}

/** A service with its own engine and the storefronts that the requests use. */
export interface Storefronts {
  /**
   * Storefront for product requests and shopper requests. The storefront's name and catalogue match the examples in the
   * OpenAPI document.
   */
  readonly demo: Demo;
  readonly known: Known;
  /** Storefront whose catalogue and configuration are replaced by generated requests. */
  readonly backOffice: AddedClient;
}

const PREFIX = "vitrine-";
const PRODUCTS = 50;

/** Starts a service with the two storefronts and stops the service when `work` has finished. */
export function withStorefronts<T>(work: (storefronts: Storefronts) => Promise<T>): Promise<T> {
  // Delete old catalogue generations immediately, because the run sends hundreds of catalogues.
  const environment = { INDEX_PREFIX: PREFIX, LOG_LEVEL: "warn", GENERATION_RETENTION_HOURS: "0" };
  return withServiceProcess(
    () => environment,
    async ({ service: { demo }, engineUrl }) => {
      const engine = createEngine({ url: engineUrl, prefix: PREFIX });
      const backOffice = await newClient(engine, "back office").finally(() => engine.close());
      await ingest({ url: demo.base_url }, backOffice, catalogue(), "soft_replace");
      return work({ demo, known: await knownTo(demo), backOffice });
    },
  );
}

async function knownTo({ base_url, private_key }: Demo): Promise<Known> {
  const { body } = await fetchJson(`${base_url}/v1/storefront`, { headers: { "X-SERVICE-API-KEY": private_key } });
  const { configuration } = (body as { readonly data: DescribedStorefront }).data;
  return {
    sorts: configuration.sort_keys.map(({ key }) => key),
    facets: Object.fromEntries(configuration.facets.map(({ key, type }) => [key, type])),
    profiles: Object.keys(configuration.profiles),
    placements: Object.keys(configuration.placements),
    fields: [...BUILT_IN_ITEM_FIELDS, ...Object.keys(configuration.aliases)],
  };
}

const catalogue = () =>
  feed(
    ...Array.from({ length: PRODUCTS }, (_, number) =>
      insertLine(`product-${number}`, undefined, {
        title: `Thing ${number}`,
        designer: `Brand ${number % 7}`,
        price: number,
        color: "Red",
        sizes: ["S", "M"],
        categories: [`Clothing: Kind ${number % 5}`],
      }),
    ),
  );
