import { withSharedDeadline } from "../engine/deadline.js";
import type { CatalogCache, Kind, Loaded } from "./cache.js";
import type { Edition } from "./edition.js";

/**
 * Values by key, as `cache.read` has each of them. Those that are not there, or are to be read anew, are loaded together.
 * @param load is called at once, and answers every key that it is given
 */
export async function readMany<V extends object>(
  cache: CatalogCache,
  kind: Kind<V>,
  live: Edition,
  keys: readonly string[],
  load: (missing: readonly string[]) => Promise<ReadonlyMap<string, Loaded<V>>>,
): Promise<ReadonlyMap<string, V>> {
  const missing: string[] = [];
  let begin!: (loads: ReturnType<typeof load>) => void;
  const loaded: ReturnType<typeof load> = new Promise((resolve) => {
    begin = resolve;
  });
  const reads = [...new Set(keys)].map(async (key) => {
    const value = await cache.read(kind, live, key, async () => {
      missing.push(key);
      return (await loaded).get(key) as Loaded<V>;
    });
    return [key, value] as const;
  });
  if (missing.length > 0) begin(withSharedDeadline(() => load(missing)));
  return new Map(await Promise.all(reads));
}
