import { isDeepStrictEqual } from "node:util";
import { searchDocuments } from "../../../src/engine/search-documents.js";
import { readCanonicalFilter } from "../../../src/filters/canonical-filter.js";
import { EVERYTHING } from "../../../src/filters/filter.js";
import { changedRules } from "../../../src/publishing/losses.js";
import { type FormsDeps, meantKeysOfEach } from "../../../src/search/rules/query-forms.js";
import { rulesFor } from "../../../src/search/rules/rule-index.js";
import { completeConfiguration } from "../../../src/storefront/configuration.js";
import type { Experiment } from "../../../src/storefront/experiment.js";
import type { Rule } from "../../../src/storefront/rules-configuration.js";
import { answersIn, periodQuery, type Period } from "./exposures.js";

const TYPED = "user_query";
const LISTING = "query_attributes.listing";

/** Requests that devices count by, as the engine finds their answers. */
export interface Trigger {
  /** What the rules are for in which the arms differ. */
  readonly asked: readonly Rule["when"][];
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
    isDeepStrictEqual({ ...a, rules: others(a.rules) }, { ...b, rules: others(b.rules) }) && rules.every(isForSome);
  return isAllElseEqual && rules.length > 0 ? rules : null;
}

const isForSome = ({ action, when: { queries, categories, filters } }: Rule): boolean =>
  queries.length > 0 || (action !== "hide" && (categories.length > 0 || filters !== null));

/**
 * The requests since the start of an experiment that its rules are for: triggered analysis (Kohavi, Tang and Xu, "Trustworthy Online
 * Controlled Experiments", 2020, chapter 20). By what was typed and filtered alone, never by what was answered, so it is the same in
 * both arms. Of a search its filters are not looked at, so some may count who see no difference.
 * @returns null where all devices count
 * @throws errors of the engine as they are, and the reason of the signal
 */
export async function triggerOf(
  deps: FormsDeps,
  experiment: Pick<Experiment, "base" | "configuration">,
  period: Period,
  signal: AbortSignal,
): Promise<Trigger | null> {
  const tried = rulesTried(experiment);
  if (tried === null) return null;
  const rules = tried.map(atAnyTime);
  const configuration = { ...completeConfiguration(experiment.base), rules };
  const isMet = (asked: Parameters<typeof rulesFor>[1]) => rulesFor(configuration, asked, period.from).length > 0;
  const should: object[] = [];
  const addTerms = (field: string, values: readonly string[]) => {
    if (values.length > 0) should.push({ terms: { [field]: values } });
  };
  for await (const typed of distinct(deps, period, TYPED, signal)) {
    const meant = await meantKeysOfEach(deps, configuration, typed);
    addTerms(
      TYPED,
      typed.filter((query, at) => isMet({ typed: query.trim(), meant: meant[at] ?? [], filter: EVERYTHING })),
    );
  }
  for await (const listings of distinct(deps, period, LISTING, signal)) {
    addTerms(
      LISTING,
      listings.filter((listing) => isMet({ typed: null, filter: readCanonicalFilter(listing) })),
    );
  }
  const condition = should.length === 0 ? { match_none: {} } : { bool: { should } };
  return { asked: tried.map(({ when }) => when), condition };
}

/** Whoever asks before a rule begins sees the same in both arms, and counts in both. */
const atAnyTime = (rule: Rule): Rule => ({
  ...rule,
  starts_at: null,
  ends_at: null,
  when: rule.when.queries.length === 0 ? rule.when : { ...rule.when, categories: [], filters: null },
});

interface Distinct {
  readonly values: {
    readonly buckets: readonly { readonly key: { readonly value: string } }[];
    readonly after_key?: object;
  };
}

/** Of the engine's clauses of one query there are at most 1,024, of the values of one 65,536. */
const PAGE = 10_000;

/** The values of a field in answers of a time, each once, a page of them after the other. */
async function* distinct(
  { engine }: FormsDeps,
  period: Period,
  field: string,
  signal: AbortSignal,
): AsyncGenerator<string[], void, undefined> {
  let after: object | undefined;
  do {
    const sources = [{ value: { terms: { field } } }];
    const { aggregations } = await searchDocuments<never, Distinct>(
      engine,
      answersIn(engine.prefix),
      {
        size: 0,
        track_total_hits: false,
        query: periodQuery(period, { term: { "query_attributes.kind": "search" } }),
        aggs: { values: { composite: { size: PAGE, sources, ...(after === undefined ? {} : { after }) } } },
      },
      signal,
    );
    const { buckets = [], after_key } = aggregations?.values ?? {};
    if (buckets.length > 0) yield buckets.map(({ key }) => key.value);
    after = buckets.length < PAGE ? undefined : after_key;
  } while (after !== undefined);
}
