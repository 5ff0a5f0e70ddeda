import { CATEGORIES_FIELD } from "../../../src/catalog/fields.js";
import type { LiveCatalogs } from "../../../src/catalog/live.js";
import type { Engine } from "../../../src/engine/engine.js";
import { searchDocuments } from "../../../src/engine/search-documents.js";
import type { Storefront } from "../../../src/storefront/client.js";
import { queriesStem } from "../../../src/tracking/impressions.js";
import { type FrequentValue, frequentValues } from "../../../src/catalog/frequent-values.js";

/** Values that the controls of the listing preview offer. */
export interface Choices {
  /** Category paths, sorted by number of products, highest first. */
  readonly categories: readonly FrequentValue[];
  readonly sort_keys: readonly { readonly key: string; readonly label: string }[];
  readonly default_sort: string;
  /** Most frequent values of each field that taste profiles use. */
  readonly likes: readonly { readonly field: string; readonly values: readonly FrequentValue[] }[];
  /** Devices that received the latest responses, latest first. */
  readonly devices: readonly { readonly device_id: string; readonly user_id: string | null; readonly at: string }[];
}

const MAX_CATEGORIES = 1_000;
const MAX_LIKES = 200;
const MAX_DEVICES = 20;

export interface ChoicesDeps {
  readonly engine: Engine;
  readonly liveCatalogs: Pick<LiveCatalogs, "get">;
}

/**
 * Loads the values that the controls of the listing preview offer.
 * @throws Error if an engine request fails
 */
export async function readChoices(deps: ChoicesDeps, { client_id, configuration }: Storefront): Promise<Choices> {
  const live = await deps.liveCatalogs.get(client_id);
  const fields = configuration.taste.fields.map(({ field }) => field).filter((field) => live?.fields.has(field));
  const wanted = [
    { field: CATEGORIES_FIELD, size: MAX_CATEGORIES },
    ...fields.map((field) => ({ field, size: MAX_LIKES })),
  ];
  const [values, devices] = await Promise.all([
    live === undefined ? wanted.map(() => []) : frequentValues(deps.engine, live.index, wanted),
    readDevices(deps.engine, client_id),
  ]);
  const [categories = [], ...likes] = values;
  return {
    categories,
    sort_keys: configuration.sort_keys.map(({ key, label }) => ({ key, label })),
    default_sort: configuration.default_sort,
    likes: fields.map((field, at) => ({ field, values: likes[at] ?? [] })),
    devices,
  };
}

interface Devices {
  readonly devices: {
    readonly buckets: readonly {
      readonly key: string;
      readonly last: { readonly value_as_string: string };
      readonly user: { readonly hits: { readonly hits: readonly { readonly _source: StoredUser }[] } };
    }[];
  };
}

interface StoredUser {
  readonly query_attributes: { readonly user_id: string | null };
}

async function readDevices(engine: Engine, clientId: string): Promise<Choices["devices"]> {
  const { aggregations } = await searchDocuments<never, Devices>(engine, `${queriesStem(engine.prefix)}*`, {
    size: 0,
    track_total_hits: false,
    query: { bool: { filter: [{ term: { application: clientId } }, { range: { timestamp: { gte: "now-7d" } } }] } },
    aggs: {
      devices: {
        terms: { field: "client_id", size: MAX_DEVICES, order: { last: "desc" } },
        aggs: {
          last: { max: { field: "timestamp" } },
          user: { top_hits: { size: 1, sort: [{ timestamp: "desc" }], _source: ["query_attributes.user_id"] } },
        },
      },
    },
  });
  return (aggregations?.devices.buckets ?? []).map(({ key, last, user }) => ({
    device_id: key,
    at: last.value_as_string,
    user_id: user.hits.hits[0]?._source.query_attributes.user_id ?? null,
  }));
}
