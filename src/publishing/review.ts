import type { LiveCatalog, LiveCatalogs } from "../catalog/live.js";
import { getDocuments } from "../engine/documents.js";
import type { Engine } from "../engine/engine.js";
import { reportRules } from "../search/rules/rule-reports.js";
import { completeConfiguration } from "../storefront/configuration.js";
import { reindexedPaths } from "../storefront/effects.js";
import { unseenSteering } from "../storefront/named-fields.js";
import { namedProducts, type Rule } from "../storefront/rules-configuration.js";
import { toStorefront, type StoredClient } from "../storefront/stored-client.js";
import { lookedAt, type LookedAt } from "./asked-listings.js";
import { countHidden, countListings, createCount, type CountDeps, type Sides } from "./count-listings.js";
import {
  changedRules,
  changeToken,
  lossesOf,
  lossesTogether,
  transitionsOf,
  type Losses,
  type RuleHides,
  type Transition,
} from "./losses.js";

/** What is said about a change before it comes into force. */
export interface Review {
  /** What changed rules hide, each by itself. */
  readonly hides: readonly RuleHides[];
  readonly remarks: readonly RuleRemarks[];
  /** What shoppers would lose; null where that is nothing. */
  readonly losses: Losses | null;
  /** To be sent back by whoever means it all the same. */
  readonly accept_losses: string;
  /** How many listings and searches were looked at. */
  readonly looked_at: Pick<LookedAt, "opened" | "left_out"> & { readonly listings: number };
  /** Settings whose change is in force when the catalogue has been rebuilt, which starts by itself. */
  readonly later: readonly string[];
}

/** What is remarkable about a rule that changes, or about another setting that steers pages. */
interface RuleRemarks {
  /** Of the rule; of another setting its path. */
  readonly key: string;
  readonly remarks: readonly string[];
}

export interface ReviewDeps extends CountDeps {
  readonly liveCatalogs: Pick<LiveCatalogs, "get">;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

const MAX_NAMED = 5_000;

/**
 * Finds out what a change of a client does to what shoppers find: for everybody, and for the devices that get B of an experiment.
 * @param after with a checked configuration
 * @throws errors of the engine as they are
 */
export async function reviewChange(deps: ReviewDeps, before: StoredClient, after: StoredClient): Promise<Review> {
  const { client_id } = before;
  const transitions = transitionsOf(before, after);
  const live = await deps.liveCatalogs.get(client_id);
  const at = deps.now();
  const sides = transitions.map(({ who, ...documents }) => ({ who, ...changedSidesOf(before, documents) }));
  const rules = sides.flatMap((one) => one.changed);
  const said = {
    accept_losses: changeToken(client_id, transitions),
    later: [...new Set(sides.flatMap((one) => reindexedPaths(one.before.configuration, one.after.configuration)))],
  };
  const remarks = (await Promise.all(sides.map((one) => ruleRemarks(deps.engine, live, one, at)))).flat();
  const unique = [...new Map([...sides.flatMap(unseenRemarks), ...remarks].map((one) => [one.key, one])).values()];
  if (live === undefined) {
    return { ...said, hides: [], remarks: unique, losses: null, looked_at: NOTHING_LOOKED_AT };
  }
  const looked = await lookedAt(deps.engine, client_id, live, rules);
  const count = createCount(deps.engine, live);
  const found = new Map<Transition["who"], Losses | null>();
  const hides: RuleHides[] = [];
  for (const one of sides) {
    found.set(one.who, lossesOf(await countListings(deps, live, count, one, looked.listings, at)));
    hides.push(...(await countHidden(live, count, one, one.changed, at)));
  }
  return {
    ...said,
    hides: [...new Map(hides.map((one) => [one.key, one])).values()],
    remarks: unique,
    losses: lossesTogether(found.get("everybody") ?? null, found.get("b") ?? null),
    looked_at: { opened: looked.opened, left_out: looked.left_out, listings: looked.listings.length },
  };
}

const NOTHING_LOOKED_AT = { opened: { all: 0, looked: 0 }, left_out: 0, listings: 0 };

interface ChangedSides extends Sides {
  /** The rules that are new or other than before. */
  readonly changed: readonly Rule[];
}

function changedSidesOf(client: StoredClient, documents: Pick<Transition, "before" | "after">): ChangedSides {
  const own = toStorefront({ ...client, experiment: undefined });
  const [before, after] = [completeConfiguration(documents.before), completeConfiguration(documents.after)];
  return {
    before: { ...own, configuration: before },
    after: { ...own, configuration: after },
    changed: changedRules(before.rules, after.rules),
  };
}

/** What steers pages by fields that they do not see, and did not before. */
function unseenRemarks({ before, after }: Sides): RuleRemarks[] {
  const known = new Set(unseenSteering(before.configuration).map(({ place }) => place));
  return unseenSteering(after.configuration)
    .filter(({ place }) => !known.has(place))
    .map(({ place, remark }) => ({ key: place.replace(/^rules\./, ""), remarks: [remark] }));
}

async function ruleRemarks(
  engine: Engine,
  live: LiveCatalog | undefined,
  { after, changed: rules }: ChangedSides,
  at: number,
): Promise<RuleRemarks[]> {
  if (rules.length === 0) return [];
  const changed = new Set(rules.map(({ key }) => key));
  const reports = await reportRules(engine, live, after.configuration, at, ({ key }) => changed.has(key));
  const unsold = live === undefined ? new Map<string, string>() : await unsoldProducts(engine, live, rules);
  const named = new Map(rules.map((rule) => [rule.key, namedProducts(rule)]));
  return reports.flatMap(({ key, state, remarks: found }) => {
    const gone = (named.get(key) ?? []).flatMap((id) => unsold.get(id) ?? []);
    const remarks = [...(state === "ended" ? ["has ended"] : []), ...gone, ...(live === undefined ? [] : found)];
    return remarks.length === 0 ? [] : [{ key, remarks }];
  });
}

/** What is to be said of products that rules name and that nobody can buy, by their identifiers. */
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
      return product.active ? [] : [[id, `\`${id}\` is not sold any more`]];
    }),
  );
}
