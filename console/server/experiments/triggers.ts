import type { CachedEngine } from "../../../src/catalog/cache.js";
import { isDeepStrictEqual } from "node:util";
import { changedRules } from "../../../src/publishing/index.js";
import { completeConfiguration } from "../../../src/storefront/configuration.js";
import type { Experiment } from "../../../src/storefront/experiment.js";
import type { Rule } from "../../../src/storefront/rules-configuration.js";
import { responsesMeant, isForSome, TYPED } from "../meant-responses.js";
import type { Period } from "./exposures.js";

/** Requests that devices count by, as the engine finds their answers. */
export interface Trigger {
  /** What the rules are for in which the arms differ. */
  readonly requested: readonly Rule["when"][];
  readonly condition: object;
}

/**
 * The rules in which B differs from A, of both, where nothing else differs and each is for certain searches or listings; null where
 * devices may see a difference elsewhere. Null also where a listing loses products: of one that is empty no answer is stored, so the
 * arm would decide who counts.
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

/** Of a listing that a rule empties no answer is stored. */
const isSeen = (rule: Rule): boolean => isForSome(rule) && (rule.action !== "hide" || rule.when.queries.length > 0);

/**
 * The requests since the start of an experiment that its rules are for: triggered analysis (Kohavi, Tang and Xu, "Trustworthy Online
 * Controlled Experiments", 2020, chapter 20). By what was typed and filtered alone, never by what was answered, so it is the same in
 * both arms. Of a search its filters are not looked at, so some may count who see no difference.
 * @returns null where all devices count
 * @throws errors of the engine as they are, and the reason of the signal
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
