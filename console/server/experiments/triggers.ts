import type { CachedEngine } from "../../../src/catalog/cache.js";
import { isDeepStrictEqual } from "node:util";
import { changedRules } from "../../../src/publishing/index.js";
import { completeConfiguration } from "../../../src/storefront/configuration.js";
import type { Experiment } from "../../../src/storefront/experiment.js";
import type { Rule } from "../../../src/storefront/rules-configuration.js";
import { isForSearches, isForSome, responsesMeant, TYPED } from "../meant-responses.js";
import type { Period } from "./exposures.js";

/** Requests after which a device is part of a comparison, with an engine query for the responses to these requests. */
export interface Trigger {
  /** Conditions of the rules in which the arms differ. */
  readonly requested: readonly Rule["when"][];
  readonly condition: object;
}

/**
 * Returns the rules that differ between the configurations of variants A and B. Returns `null` if the configurations
 * differ in other settings, if a rule is not limited to certain queries or listings, or if a rule may empty a listing.
 * Empty listings store no response, so the arm would affect which devices count.
 */
export function rulesTried({ base, configuration }: Pick<Experiment, "base" | "configuration">): Rule[] | null {
  const [a, b] = [completeConfiguration(base), completeConfiguration(configuration)];
  const rules = [...changedRules(b.rules, a.rules), ...changedRules(a.rules, b.rules)];
  const changed = new Set(rules.map(({ key }) => key));
  const others = (all: readonly Rule[]) => all.flatMap(({ key }) => (changed.has(key) ? [] : [key]));
  const isAllElseEqual =
    isDeepStrictEqual({ ...a, rules: others(a.rules) }, { ...b, rules: others(b.rules) }) && rules.every(isSeen);
  return isAllElseEqual && rules.length > 0 ? rules : null;
}

/** No response is stored for a listing that a rule empties. */
const isSeen = (rule: Rule): boolean => isForSome(rule) && (rule.action !== "hide" || isForSearches(rule));

/**
 * Returns the requests that the experiment's rules apply to: triggered analysis (Kohavi, Tang and Xu, "Trustworthy
 * Online Controlled Experiments", 2020, chapter 20). Only the query and filters decide, never the response, so both
 * arms use the same criterion. Filters of searches are ignored, so some devices are included that saw no difference.
 * Returns `null` if all devices count.
 * @throws Error if an engine request fails or the signal is aborted
 */
export async function triggerOf(
  deps: CachedEngine,
  experiment: Pick<Experiment, "base" | "configuration">,
  period: Period,
  signal: AbortSignal,
): Promise<Trigger | null> {
  const tried = rulesTried(experiment);
  if (tried === null) return null;
  const configuration = completeConfiguration(experiment.base);
  const condition = await responsesMeant(deps, configuration, tried, [TYPED], period, signal);
  return { requested: tried.map(({ when }) => when), condition };
}
