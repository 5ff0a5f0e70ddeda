import type { LiveCatalog } from "../../catalog/live.js";
import { getDocuments } from "../../engine/documents.js";
import type { Engine } from "../../engine/engine.js";
import { reportRules } from "../../search/rule-reports.js";
import type { Storefront } from "../../storefront/client.js";
import type { ConfigurationChange } from "../../storefront/configuration-changes.js";
import type { Rule } from "../../storefront/rules-configuration.js";
import { changedRules } from "./changed-rules.js";
import { emptiedListings, type EmptiedDeps, type EmptiedListing } from "./emptied-listings.js";

/** What is said about a change before it is published. */
export interface Review {
  readonly remarks: readonly RuleRemarks[];
  readonly emptied: readonly EmptiedListing[];
  /** Paths of changes that take effect with the next soft_replace. */
  readonly later: readonly string[];
}

/** What is remarkable about a rule that changes. */
export interface RuleRemarks {
  readonly key: string;
  readonly remarks: readonly string[];
}

/** Settings that documents of products are made by. */
const DERIVED = [
  ...["language", "department", "field_types", "date_fields"],
  ...["taste.fields", "taste.price", "popularity.half_life_days"],
];
const MAX_NAMED = 5_000;

/**
 * @param changes between the documents of both
 * @throws errors of the engine as they are
 */
export async function reviewChange(
  deps: EmptiedDeps,
  before: Storefront,
  after: Storefront,
  changes: readonly ConfigurationChange[],
): Promise<Review> {
  const rules = changedRules(before.configuration.rules, after.configuration.rules);
  const live = await deps.liveCatalogs.get(before.client_id);
  const [remarks, emptied] = await Promise.all([
    ruleRemarks(deps.engine, live, after, rules, deps.search.chains.now()),
    emptiedListings(deps, before, after),
  ]);
  return { remarks, emptied, later: derivedPaths(changes) };
}

/** The paths of changes that products have to be indexed anew for. */
export const derivedPaths = (changes: readonly ConfigurationChange[]): string[] =>
  changes.map(({ path }) => path).filter((path) => DERIVED.some((one) => isWithin(path, one)));

const isWithin = (path: string, place: string) =>
  path === place || path.startsWith(`${place}.`) || path.startsWith(`${place}[`);

async function ruleRemarks(
  engine: Engine,
  live: LiveCatalog | undefined,
  { configuration }: Storefront,
  rules: readonly Rule[],
  at: number,
): Promise<RuleRemarks[]> {
  if (rules.length === 0) return [];
  const changed = new Set(rules.map(({ key }) => key));
  const reports = await reportRules(engine, live, configuration, at, ({ key }) => changed.has(key));
  const unsold = live === undefined ? new Map<string, string>() : await unsoldProducts(engine, live, rules);
  const named = new Map(rules.map((rule) => [rule.key, namedBy(rule)]));
  return reports.flatMap(({ key, state, remarks: found }) => {
    const gone = (named.get(key) ?? []).flatMap((id) => unsold.get(id) ?? []);
    const remarks = [...(state === "ended" ? ["has ended"] : []), ...gone, ...(live === undefined ? [] : found)];
    return remarks.length === 0 ? [] : [{ key, remarks }];
  });
}

const namedBy = (rule: Rule): readonly string[] => (rule.action === "pin" ? [rule.product] : (rule.products ?? []));

/** What is to be said of products that rules name and that nobody can buy, by their identifiers. */
async function unsoldProducts(
  engine: Engine,
  { index }: LiveCatalog,
  rules: readonly Rule[],
): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rules.flatMap(namedBy))].slice(0, MAX_NAMED);
  const found = await getDocuments<{ readonly active: boolean }>(engine, index, ids, { includes: ["active"] });
  return new Map(
    ids.flatMap((id, at): [string, string][] => {
      const product = found[at]?.source;
      if (product === undefined) return [[id, `there is no product \`${id}\``]];
      return product.active ? [] : [[id, `\`${id}\` is not sold any more`]];
    }),
  );
}
