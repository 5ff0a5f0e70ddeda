import type { Searching } from "../../../src/search/searching.js";
import { ServiceError } from "../../../src/errors.js";
import { validateBody } from "../../../src/http/validation.js";
import { groupedBy } from "../../../src/lib/grouped-by.js";
import { SEARCH_REQUEST } from "../../../src/search/request-schema.js";
import type { Storefront } from "../../../src/storefront/client.js";
import { ANONYMOUS } from "../../../src/tracking/event.js";
import { type StoredRequest, topicOf } from "../preview/requests.js";
import type { Change, ClickModel, Estimate } from "../preview/click-model.js";
import { firstProducts } from "../preview/first-products.js";
import type { Counted, Met } from "./met-rules.js";

const parseBody = validateBody(SEARCH_REQUEST);

/** Impressions and clicks of a rule's products, measured with the rule and estimated without it. */
export interface Compared {
  readonly responses: number;
  readonly impressions: number;
  readonly clicks: number;
  readonly expected_impressions: number;
  readonly expected_clicks: Estimate;
}

/**
 * Repeats the most frequent requests of a rule without the rule, for an unknown shopper. Returns `null` if no request
 * can be repeated.
 * @param most maximum number of requests
 */
export async function compareWithout(
  searching: Searching,
  storefront: Storefront,
  { read, met, shown, clicked, isTarget }: Counted,
  model: ClickModel,
  most: number,
  signal: AbortSignal,
): Promise<Compared | null> {
  const { configuration } = storefront;
  const rules = configuration.rules.filter(({ key }) => key !== read.rule.key);
  const without = { ...storefront, configuration: { ...configuration, rules } };
  const groups = [...groupedBy(met, ({ request }) => JSON.stringify(request)).values()];
  groups.sort((one, other) => other.length - one.length);
  const changes: Change[] = [];
  let [responses, impressions, clicks] = [0, 0, 0];
  for (const group of groups.slice(0, most)) {
    signal.throwIfAborted();
    const [{ request }] = group as [Met];
    const ids = await idsOf(searching, without, request);
    if (ids === undefined) continue;
    const targets = await isTarget(ids);
    responses += group.length;
    for (const { response } of group) {
      impressions += shown.get(response.query_id)?.size ?? 0;
      clicks += clicked.get(response.query_id) ?? 0;
      const topic = topicOf(response) ?? JSON.stringify(request);
      for (const [at, product] of ids.entries()) {
        if (targets.has(product)) changes.push([{ topic, device: response.client_id, product, position: at + 1 }, 1]);
      }
    }
  }
  if (responses === 0) return null;
  const expected = { expected_impressions: changes.length, expected_clicks: model.estimate(changes) };
  return { responses, impressions, clicks, ...expected };
}

/** Returns the unpersonalized first page, or `undefined` if the stored request is no longer valid. */
async function idsOf(searching: Searching, storefront: Storefront, request: StoredRequest) {
  try {
    const body = { ...parseBody({ ...request, user: { device_id: ANONYMOUS } }), projection: [] };
    return (await firstProducts(searching, storefront, body)).ids;
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}
