import type { Searching } from "../../../src/search/searching.js";
import type { LiveCatalog, LiveCatalogs } from "../../../src/catalog/live.js";
import { createDeadline, withDeadline } from "../../../src/engine/deadline.js";
import { rulesFor } from "../../../src/search/rules/rule-index.js";
import type { Storefront } from "../../../src/storefront/client.js";
import type { Rule } from "../../../src/storefront/rules-configuration.js";
import type { PurchasesDeps } from "../insights/purchases.js";
import type { Progress } from "../stream.js";
import { requestsOf, topicOf } from "./requests.js";
import { searchAt } from "./moment.js";
import { changeOf, changesBySubject, isChanged, timesOf, type Replayed, type SubjectChange } from "./changes.js";
import type { Kind, SeenResponse } from "./cells.js";
import { clickModel } from "./click-model.js";
import { describePage, describeProducts, readKinds, type DescribedProduct } from "./described.js";
import { firstProducts, type FirstProducts } from "./first-products.js";
import { gainsAndLosses, standsOf, wholeGain } from "./gains.js";
import type { Preview, ActiveRule, SubjectPages } from "./preview-result.js";
import { PROJECTION, replay, type Sides } from "./replay.js";
import { readClicks, readLearntResponses, readNewestResponses } from "./stored-responses.js";

export interface PreviewDeps {
  readonly liveCatalogs: Pick<LiveCatalogs, "get">;
  /**
   * Creates a search environment that is independent of shopper traffic, with its own cache and metrics. The searches
   * in the draft and in the live configuration share the cache. The clock of the environment always returns `at`.
   * @param at time in milliseconds since 1970
   */
  readonly searching: (live: LiveCatalog | undefined, at: number) => Searching;
  readonly identify: PurchasesDeps["identify"];
  /** Returns the current time in milliseconds since 1970. */
  readonly now: () => number;
}

export const MAX_RESPONSES = 5_000;
export const DEFAULT_RESPONSES = 1_000;
const TIMEOUT_MS = 600_000;
const LISTED_SUBJECTS = 200;
const PICTURED_SUBJECTS = 10;

export interface Replay {
  /** Maximum number of stored responses to replay. */
  readonly most: number;
  /**
   * Time at which the draft and the live configuration evaluate rules, campaigns and relative dates, in milliseconds
   * since 1970; `null` for the start of the preview.
   */
  readonly at: number | null;
}

/**
 * Replays the newest stored responses with a draft and reports the changes.
 * @throws Error if an engine request fails; EngineBusyError after ten minutes
 */
export async function preview(
  deps: PreviewDeps,
  sides: Sides,
  { most, at }: Replay,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Preview> {
  return withinTenMinutes(signal, () => previewNow(deps, sides, { most, at }, onProgress, signal));
}

/**
 * Runs work with a timeout of ten minutes.
 * @throws Error if the signal is aborted; EngineBusyError after ten minutes
 */
export async function withinTenMinutes<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  const deadline = createDeadline(TIMEOUT_MS);
  const abandon = () => deadline.abandon();
  signal.addEventListener("abort", abandon);
  try {
    return await withDeadline(deadline, work);
  } finally {
    signal.removeEventListener("abort", abandon);
  }
}

async function previewNow(
  deps: PreviewDeps,
  sides: Sides,
  { most, at }: Replay,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<Preview> {
  const { client_id } = sides.before;
  const startedAt = deps.now();
  const live = await deps.liveCatalogs.get(client_id);
  const searching = searchAt(deps.searching(live, startedAt), at ?? startedAt);
  const { engine } = searching;
  const responses = await readNewestResponses(engine, client_id, most);
  const { requests, without_request } = requestsOf(responses);
  const of = timesOf(requests.map((request) => ({ request })));
  onProgress({ done: 0, of });
  const { replayed, failures, skipped } = await replay(
    searching,
    sides,
    requests,
    (done) => onProgress({ done, of }),
    signal,
  );
  const changed = replayed.filter(isChanged);
  const subjects = changesBySubject(replayed);
  const { model, kindOf } =
    changed.length === 0
      ? NOTHING_LEARNT
      : await learnClicks({ engine, identify: deps.identify }, client_id, live, idsIn(replayed));
  const stands = changed.length === 0 ? [] : standsOf(replayed, model);
  const products = gainsAndLosses(stands, model, (id) => id);
  const named = [...products.gainers, ...products.losers].map(({ name }) => name);
  const known = live === undefined ? NOTHING_KNOWN : await describeProducts(searching, live, named);
  signal.throwIfAborted();
  return {
    responses: {
      found: responses.length,
      replayed: timesOf(replayed),
      changed: timesOf(changed),
      without_request,
      devices: new Set(responses.map((response) => response.client_id)).size,
    },
    requests: requests.length,
    skipped,
    failures,
    took_ms: deps.now() - startedAt,
    subjects: subjects.slice(0, LISTED_SUBJECTS),
    changed_subjects: subjects.length,
    learnt: { measure: model.measure, responses: model.responses, clicks: model.clicks },
    gain: wholeGain(stands, model),
    products: { ...products, known: Object.fromEntries(known) },
    brands: gainsAndLosses(stands, model, (id) => kindOf(id).brand || undefined),
    most_changed: await mostChanged(searching, sides, subjects, changed),
  };
}

const NONE: ReadonlySet<string> = new Set();
const UNKNOWN: Kind = { category: "", brand: "" };
const NOTHING_LEARNT = { model: clickModel([], () => UNKNOWN), kindOf: () => UNKNOWN };
const NOTHING_KNOWN: ReadonlyMap<string, DescribedProduct> = new Map();

const idsIn = (replayed: readonly Replayed[]): string[] =>
  replayed.flatMap(({ before, after }) => [...before.ids, ...after.ids]);

/**
 * Trains the click model with recent responses of all shoppers.
 * @param products additional products for which clicks will be estimated
 */
export async function learnClicks(
  deps: PurchasesDeps,
  client_id: string,
  live: LiveCatalog | undefined,
  products: readonly string[],
) {
  const stored = await readLearntResponses(deps.engine, client_id);
  const clicked = await readClicks(deps, client_id, stored);
  const responses = stored.flatMap((response): SeenResponse[] => {
    const { query_id, client_id: device, query_response_hit_ids: shown } = response;
    const topic = topicOf(response);
    if (topic === undefined) return [];
    const first = response.query_attributes.first_position ?? 1;
    return [{ topic, device, first, shown, clicked: clicked.get(query_id) ?? NONE }];
  });
  const ids = new Set(products);
  for (const { shown } of responses) for (const id of shown) ids.add(id);
  const kinds = live === undefined ? new Map<string, Kind>() : await readKinds(deps.engine, live, [...ids]);
  const kindOf = (product: string) => kinds.get(product) ?? UNKNOWN;
  return { model: clickModel(responses, kindOf), kindOf };
}

/** Returns first pages of the queries and listings that change most, each for the shopper with the largest change. */
async function mostChanged(
  deps: Searching,
  sides: Sides,
  subjects: readonly SubjectChange[],
  changed: readonly Replayed[],
): Promise<SubjectPages[]> {
  const pictured = subjects.slice(0, PICTURED_SUBJECTS);
  const pages: SubjectPages[] = [];
  for (const { key } of pictured) {
    const [{ request }] = changed
      .filter((one) => one.request.key === key)
      .sort((one, other) => changeOf(other) - changeOf(one)) as [Replayed];
    const body = { ...request.body, projection: PROJECTION };
    const before = await firstProducts(deps, sides.before, body);
    const after = await firstProducts(deps, sides.after, body);
    pages.push({
      key,
      before: await describePage(deps, before),
      after: await describePage(deps, after),
      personalized: before.plan.personal !== null,
      rules: rulesOfBoth(before, sides.before, after, sides.after, deps.now()),
    });
  }
  return pages;
}

function rulesOfBoth(
  before: FirstProducts,
  one: Storefront,
  after: FirstProducts,
  other: Storefront,
  at: number,
): ActiveRule[] {
  const [was, is] = [rulesAt(before, one, at), rulesAt(after, other, at)];
  return [...new Map([...was, ...is])].map(([key, action]) => ({
    key,
    action,
    live: was.has(key) ? (is.has(key) ? "both" : "before") : "after",
  }));
}

const rulesAt = ({ plan: { request } }: FirstProducts, { configuration }: Storefront, at: number) =>
  new Map<string, Rule["action"]>(rulesFor(configuration, request, at).map(({ rule }) => [rule.key, rule.action]));
