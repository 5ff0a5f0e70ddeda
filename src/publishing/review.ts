import type { LiveCatalog, LiveCatalogs } from "../catalog/live.js";
import { productsMatching } from "../catalog/matching/filter-query.js";
import { getDocuments } from "../engine/documents.js";
import type { Engine } from "../engine/engine.js";
import { countEach } from "../engine/search-documents.js";
import type { Filter } from "../filters/filter.js";
import { checkRules } from "../search/rules/check-rules.js";
import { completeConfiguration } from "../storefront/configuration.js";
import { reindexedPaths } from "../storefront/effects.js";
import { privateFieldUses } from "../storefront/named-fields.js";
import { namedProducts, type Rule } from "../storefront/rules-configuration.js";
import type { StoredClient } from "../storefront/stored-client.js";
import { impactOf, type Impact, type Sides } from "./impact.js";
import {
  changedRules,
  changeToken,
  lossesOf,
  reducedOf,
  transitionsOf,
  type AffectedListing,
  type Losses,
} from "./affected-listings.js";

export interface Review {
  /** Listings, categories, brands and searches that would show fewer products without becoming empty or nearly empty. */
  readonly reduced: readonly AffectedListing[];
  readonly warnings: readonly RuleRemarks[];
  /** Impact that an editor must accept: products that shoppers could no longer find. null without such impact. */
  readonly impact: Losses | null;
  /** Token with which an editor accepts the impact of the change on shoppers. */
  readonly accept_impact: string;
  /** Numbers of compared and omitted listings and searches. */
  readonly compared: Omit<Impact, "counted">;
  /** Paths of changed settings that take effect after the catalogue has been rebuilt. The rebuild starts automatically. */
  readonly later: readonly string[];
}

/** Warnings about a rule, or about another curation setting. */
export interface RuleRemarks {
  /** Key of the rule, or path of the setting, with warnings. */
  readonly key: string;
  readonly warnings: readonly string[];
}

export interface ReviewDeps {
  readonly engine: Engine;
  readonly liveCatalogs: Pick<LiveCatalogs, "get">;
  /** Returns the current time, in milliseconds since 1970. */
  readonly now: () => number;
}

const MAX_NAMED = 5_000;

/**
 * Determines the impact of a change on the products that shoppers find: for all devices, and for the devices in arm B of an experiment.
 * @param after the client after the change, with a validated configuration
 * @throws the errors of the engine
 */
export async function reviewChange(deps: ReviewDeps, before: StoredClient, after: StoredClient): Promise<Review> {
  const { client_id } = before;
  const transitions = transitionsOf(before, after);
  const live = await deps.liveCatalogs.get(client_id);
  const at = deps.now();
  const sides = transitions.map((one) => ({
    who: one.who,
    before: completeConfiguration(one.before),
    after: completeConfiguration(one.after),
  }));
  const warnings: RuleRemarks[] = [];
  const counted: AffectedListing[] = [];
  const compared = { listings: 0, left_out: 0 };
  for (const { who, ...side } of sides) {
    const changed = changedRules(side.before.rules, side.after.rules);
    warnings.push(...unseenRemarks(side), ...(await ruleRemarks(deps.engine, live, side.after, changed, at)));
    if (live === undefined) continue;
    const impact = await impactOf({ engine: deps.engine, client_id, live, at }, side);
    counted.push(...impact.counted.map((one): AffectedListing => (who === "b" ? { ...one, who } : one)));
    compared.listings = Math.max(compared.listings, impact.listings);
    compared.left_out += impact.left_out;
  }
  return {
    accept_impact: changeToken(client_id, transitions),
    later: [...new Set(sides.flatMap((one) => reindexedPaths(one.before, one.after)))],
    warnings: [...new Map(warnings.map((one) => [one.key, one])).values()],
    reduced: reducedOf(counted),
    impact: lossesOf(counted),
    compared,
  };
}

/** Returns warnings if the change adds rules or slots that use private fields. */
function unseenRemarks({ before, after }: Sides): RuleRemarks[] {
  const known = new Set(privateFieldUses(before).map(({ path }) => path));
  return privateFieldUses(after)
    .filter(({ path }) => !known.has(path))
    .map(({ path, warning }) => ({ key: path.replace(/^rules\./, ""), warnings: [warning] }));
}

/**
 * Returns warnings about rules that have ended, match no products, or name products that are deleted or hidden.
 * @param live the catalogue; without it, products are not counted
 * @param rules the rules of the configuration to check
 * @param at time in milliseconds since 1970
 * @throws the errors of the engine
 */
export async function ruleRemarks(
  engine: Engine,
  live: LiveCatalog | undefined,
  configuration: Sides["after"],
  rules: readonly Rule[],
  at: number,
): Promise<RuleRemarks[]> {
  if (rules.length === 0) return [];
  const wanted = new Set(rules.map(({ key }) => key));
  const leaves = live?.fields ?? new Map();
  const count = async (filters: readonly Filter[]) =>
    live === undefined
      ? []
      : countEach(
          engine,
          live.index,
          filters.map((filter) => productsMatching(filter, leaves)),
        );
  const reports = await checkRules(configuration, leaves, at, ({ key }) => wanted.has(key), count);
  const unsold = live === undefined ? new Map<string, string>() : await unsoldProducts(engine, live, rules);
  const named = new Map(rules.map((rule) => [rule.key, namedProducts(rule)]));
  return reports.flatMap(({ key, hasEnded, warnings: found }) => {
    const gone = (named.get(key) ?? []).flatMap((id) => unsold.get(id) ?? []);
    const warnings = [...(hasEnded ? ["has ended"] : []), ...gone, ...(live === undefined ? [] : found)];
    return warnings.length === 0 ? [] : [{ key, warnings }];
  });
}

/** Returns warnings about deleted and inactive products that rules name, by product identifier. */
async function unsoldProducts(
  engine: Engine,
  { index }: LiveCatalog,
  rules: readonly Rule[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rules.flatMap(namedProducts))].slice(0, MAX_NAMED);
  const found = await getDocuments<{ readonly active: boolean }>(engine, index, ids, { includes: ["active"] });
  return new Map(
    ids.flatMap((id, at): [string, string][] => {
      const product = found[at]?.source;
      if (product === undefined) return [[id, `there is no product \`${id}\``]];
      return product.active ? [] : [[id, `product \`${id}\` is inactive`]];
    }),
  );
}
