import { groupedBy } from "../../../src/lib/grouped-by.js";
import type { RuleAction } from "../../../src/storefront/rules-configuration.js";
import type { Storefront } from "../../../src/storefront/client.js";
import { responsesMeant, CORRECTED, isForSome, TYPED } from "../meant-responses.js";
import { addPurchase, revenueRows } from "../insights/earnings.js";
import { type PurchasesDeps, readPurchases } from "../insights/purchases.js";
import { DAY_MS, dayOf, startOf } from "../insights/range.js";
import type { RevenueRow } from "../insights/tables.js";
import { learnClicks, withinTenMinutes, type PreviewDeps } from "../preview/preview.js";
import { readNewestResponses } from "../preview/stored-responses.js";
import type { Progress } from "../stream.js";
import { liveSince } from "./live-since.js";
import { type Counted, joinEvents, meet } from "./met-rules.js";
import { type Compared, compareWithout } from "./without-rule.js";

/** Clicks, carts and revenue of a rule's products on the first pages that the rule applied to. */
export interface RuleEarned {
  readonly key: string;
  /** Later of two times: the last change of the rule and the start of the evaluated period. ISO 8601 UTC. */
  readonly since: string;
  readonly responses: number;
  /**
   * Number of times that the rule's products were shown in the counted responses. `clicks` and `carts` count the same
   * products.
   */
  readonly impressions: number;
  readonly clicks: number;
  readonly carts: number;
  readonly revenue: readonly RevenueRow[];
  /**
   * Comparison with the same responses without the rule; `null` if no request could be repeated or no click is stored.
   */
  readonly compared: Compared | null;
}

export interface RulesEarned {
  readonly days: number;
  /** Number of evaluated responses. */
  readonly responses: number;
  /** Whether the period contains older responses that were not evaluated. */
  readonly is_cut: boolean;
  readonly rules: readonly RuleEarned[];
}

export interface RulesEarnedDeps extends PreviewDeps, PurchasesDeps {
  /** Returns the id of the live publication, or `null` before the first publication. */
  readonly publication: (clientId: string) => Promise<string | null>;
}

const DAYS = 28;
/** Maximum number of evaluated responses. It applies separately to rules with and without a limited scope. */
const MAX_RESPONSES = 10_000;
/** Maximum number of requests per rule that are sent again without the rule, most frequent first. */
const MAX_REQUESTED_OF_RULE = 20;
/** Maximum number of requests that are sent again for all rules together. */
const MAX_REQUESTED = 500;

/**
 * Computes the recent earnings of active pin and boost rules, compared with the same pages without the rule. Each first
 * page is requested again without the rule for an unknown shopper. The click model (see `clickModel`) estimates the
 * clicks on the repeated page.
 * @throws the errors of the engine; the reason of the signal; EngineBusyError after ten minutes
 */
export const rulesEarned = (
  deps: RulesEarnedDeps,
  storefront: Storefront,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<RulesEarned> => withinTenMinutes(signal, () => earnedNow(deps, storefront, onProgress, signal));

const RAISING: ReadonlySet<RuleAction> = new Set(["pin", "reserve", "boost"]);

async function earnedNow(
  deps: RulesEarnedDeps,
  storefront: Storefront,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<RulesEarned> {
  const { client_id, configuration } = storefront;
  const now = deps.now();
  const range = { from: dayOf(now - (DAYS - 1) * DAY_MS), to: dayOf(now) };
  const from = startOf(range.from);
  const rules = configuration.rules.filter(({ action }) => RAISING.has(action));
  const live = await deps.liveCatalogs.get(client_id);
  if (live === undefined || rules.length === 0) return { days: DAYS, responses: 0, is_cut: false, rules: [] };
  const searching = deps.searching(live, now);
  const since = await liveSince(deps.engine, client_id, await deps.publication(client_id), rules, from);
  const counted = new Map<string, Counted>();
  const [some, all] = [rules.filter(isForSome), rules.filter((rule) => !isForSome(rule))];
  const period = { client_id, from, until: now };
  const lately = { range: { timestamp: { gte: new Date(from).toISOString() } } };
  let [responses, is_cut] = [0, false];
  for (const own of [some, all].filter(({ length }) => length > 0)) {
    const meant =
      own === all ? [] : [await responsesMeant(searching, configuration, own, [TYPED, CORRECTED], period, signal)];
    const found = await readNewestResponses(deps.engine, client_id, MAX_RESPONSES, [lately, ...meant]);
    responses += found.length;
    is_cut ||= found.length === MAX_RESPONSES;
    await meet({ searching, live, storefront }, own, found, since, counted);
  }
  const of = sum([...counted.values()].map(({ met }) => met.length)) + rules.length;
  onProgress({ done: 0, of });
  await joinEvents(deps, client_id, [...counted.values()], (done) => onProgress({ done, of }), signal);
  const byResponse = groupedBy(
    [...counted.values()].flatMap((one) => [...one.shown].map(([id, shown]) => ({ id, shown, one }))),
    ({ id }) => id,
  );
  const requested = { clientId: client_id, range, currency: configuration.currency };
  for await (const { response, product, ...bought } of counted.size === 0
    ? []
    : readPurchases(deps, requested, signal)) {
    for (const { shown, one } of byResponse.get(response.query_id) ?? []) {
      if (shown.has(product)) addPurchase(one.earnings, bought);
    }
  }
  const targets = [...counted.values()].flatMap(({ shown }) => [...shown.values()].flatMap((ids) => [...ids]));
  const { model } = counted.size === 0 ? {} : await learnClicks(deps, client_id, live, targets);
  const most = Math.min(MAX_REQUESTED_OF_RULE, Math.ceil(MAX_REQUESTED / Math.max(1, counted.size)));
  const reported: RuleEarned[] = [];
  let left = MAX_REQUESTED;
  for (const { key } of rules) {
    const one = counted.get(key);
    const isCompared = one !== undefined && model?.measure === "clicks" && left > 0;
    if (isCompared) left -= most;
    const compared = isCompared ? await compareWithout(searching, storefront, one, model, most, signal) : null;
    reported.push({ key, since: new Date(since.get(key) ?? from).toISOString(), ...hadBy(one), compared });
    onProgress({ done: of - rules.length + reported.length, of });
  }
  return { days: DAYS, responses, is_cut, rules: reported };
}

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, one) => total + one, 0);

const hadBy = (one: Counted | undefined): Omit<RuleEarned, "key" | "since" | "compared"> => ({
  responses: one?.met.length ?? 0,
  impressions: sum([...(one?.shown.values() ?? [])].map(({ size }) => size)),
  clicks: sum(one?.clicked.values() ?? []),
  carts: one?.carts ?? 0,
  revenue: one === undefined ? [] : revenueRows(one.earnings),
});
