import { sameJson } from "../lib/json-text.js";
import type { StorefrontConfiguration } from "./configuration.js";

/**
 * When a changed setting takes effect: with the next request, with the next feed, for later events, or after the catalogue has been
 * rebuilt. The rebuild starts automatically. The function `reindex` returns the part of the setting that affects product documents.
 */
type Effect<T> = "requests" | "feeds" | "events" | { readonly reindex: (value: T) => unknown };

type Effects<T> = { readonly [K in keyof T]-?: Effect<T[K]> | { readonly [M in keyof T[K]]-?: Effect<T[K][M]> } };

const reindex = { reindex: (value: unknown): unknown => value };
const fieldName = { reindex: (value: { readonly field: string } | null) => value?.field ?? null };

/** The time at which a change takes effect, for each setting. */
const EFFECTS: Effects<StorefrontConfiguration> = {
  language: reindex,
  currency: "requests",
  sort_keys: "requests",
  default_sort: "requests",
  facets: "requests",
  aliases: "requests",
  fields: reindex,
  field_weights: "requests",
  search: "requests",
  suggest: "requests",
  availability: "requests",
  department: reindex,
  sells_fashion: reindex,
  field_types: reindex,
  redirects: "requests",
  ingestion: "feeds",
  holdout_share: "requests",
  signed_user_ids: "events",
  events: "events",
  taste: {
    fields: { reindex: (fields: readonly { readonly field: string }[]) => fields.map(({ field }) => field) },
    price: fieldName,
    half_lives: "requests",
    event_weights: "events",
  },
  ranking: "requests",
  popularity: { half_life_days: reindex, release: "events", event_weights: "events" },
  profiles: "requests",
  placements: "requests",
  rules: "requests",
};

/** Returns the settings that require a rebuild of the catalogue when they change, by path such as `taste.fields`. */
export function settingsToReindex(configuration: StorefrontConfiguration): Readonly<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  const collect = (effects: object, values: object, path: string): void => {
    for (const [name, effect] of Object.entries(effects) as [
      string,
      string | { reindex?: (value: unknown) => unknown },
    ][]) {
      if (typeof effect === "string") continue;
      const value = (values as Record<string, unknown>)[name];
      if (effect.reindex !== undefined) found[`${path}${name}`] = effect.reindex(value);
      else collect(effect, value as object, `${path}${name}.`);
    }
  };
  collect(EFFECTS, configuration, "");
  return found;
}

/** The paths of changed settings that take effect only after the catalogue has been rebuilt. */
export function reindexedPaths(before: StorefrontConfiguration, after: StorefrontConfiguration): string[] {
  const [one, other] = [settingsToReindex(before), settingsToReindex(after)];
  return Object.keys(one).filter((path) => !sameJson(one[path], other[path]));
}
