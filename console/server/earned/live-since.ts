import type { Engine } from "../../../src/engine/engine.js";
import { changedRules } from "../../../src/publishing/index.js";
import { completeConfiguration } from "../../../src/storefront/configuration.js";
import { getPublication, readHistory } from "../../../src/storefront/publications.js";
import type { Rule } from "../../../src/storefront/rules-configuration.js";

const MAX_PUBLICATIONS = 500;

/**
 * Returns for each active rule when it was last changed, in milliseconds since 1970. Changes before `from` count as
 * made at `from`.
 * @param publication the live publication; `null` before the first publication
 */
export async function liveSince(
  engine: Engine,
  clientId: string,
  publication: string | null,
  rules: readonly Rule[],
  from: number,
): Promise<ReadonlyMap<string, number>> {
  const since = new Map(rules.map(({ key }) => [key, from]));
  let open = rules;
  for (const { id, at } of await readHistory(engine, clientId, publication, MAX_PUBLICATIONS)) {
    if (open.length === 0 || Date.parse(at) <= from) break;
    const published = await getPublication(engine, clientId, id);
    if (published === undefined) break;
    const changed = new Set(changedRules(completeConfiguration(published.before).rules, open));
    for (const { key } of changed) since.set(key, Date.parse(at));
    open = open.filter((rule) => !changed.has(rule));
  }
  return since;
}
