import { createClient, type ClientOptions } from "@vitrine/client";
import { createInsights, type InsightsClient } from "./insights.js";
import { createSearchClient, type InstantSearchOptions, type SearchClient } from "./search-client.js";

export type { SuggestionKind } from "./responses.js";
export type { InsightsClient } from "./insights.js";
export type { InstantSearchOptions, SearchClient } from "./search-client.js";

export interface InstantSearch {
  readonly searchClient: SearchClient;
  /** Client for the option `insights: { insightsClient }`, which reports widget events to the service. */
  readonly insightsClient: InsightsClient;
}

/** Creates the clients for `instantsearch` and `<InstantSearch>`. */
export function createInstantSearch(access: ClientOptions, options?: InstantSearchOptions): InstantSearch {
  const client = createClient(access);
  const hasProducts = (index: string) => (options?.suggestions?.[index] ?? "products") === "products";
  const { insightsClient, onHits } = createInsights(client, access.user, hasProducts);
  return { insightsClient, searchClient: createSearchClient(client, options, onHits) };
}
