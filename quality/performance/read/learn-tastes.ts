import { randomUUID } from "node:crypto";
import { seeded } from "../../../demo/random.js";
import { envelope, productView } from "../../../test/support/tracker-payload.js";
import { until } from "../../../test/support/until.js";
import type { Bench } from "../bench.js";
import { exchange } from "../../shared/http.js";
import { rankOf } from "../simulated-visits.js";
import { productOf } from "../recommendation-requests.js";
import { sendEvents } from "../shopper.js";
import { knownShopper, SHOPPERS } from "./traffic.js";
import type { DeviceTaste } from "../../../src/personalization/taste/view.js";

const LOOKS = 5;
const SHOPPERS_A_REQUEST = 20;
/**
 * Interval between checked shoppers (100: every hundredth shopper). A sample is enough, because events are processed
 * approximately in the order received.
 */
const CHECKED_EVERY = 100;
const LEARNT_WITHIN_MS = 60_000;

/**
 * Sends views of a few, mostly popular, products for each known shopper and waits until the taste profiles are learned.
 */
export async function learnTastes(bench: Bench, products: readonly string[]): Promise<void> {
  const random = seeded("tastes");
  const popular = () => productOf(products, rankOf(random.next(), products.length));
  for (let first = 0; first < SHOPPERS; first += SHOPPERS_A_REQUEST) {
    const views = Array.from({ length: SHOPPERS_A_REQUEST * LOOKS }, (_, at) => {
      const duid = knownShopper(first + (at % SHOPPERS_A_REQUEST));
      return productView(popular(), { aid: bench.access.client_id, eid: randomUUID(), duid });
    });
    await sendEvents(bench, envelope(...views));
  }
  for (let nth = SHOPPERS - 1; nth > 0; nth -= CHECKED_EVERY) {
    const shopper = knownShopper(nth);
    await until(`the taste profile of ${shopper}`, () => hasTaste(bench, shopper), LEARNT_WITHIN_MS);
  }
}

/** Waits until the catalogue contains a product with a learned popularity. */
export async function untilLearned({ engineUrl, prefix, access }: Bench): Promise<void> {
  const url = new URL(`/${prefix}catalog-${access.client_id}/_count`, engineUrl);
  const body = JSON.stringify({ query: { range: { "learned.popularity": { gt: 0 } } } });
  await until(
    "learned popularity",
    async () => {
      const response = await exchange(url, { method: "POST", headers: { "Content-Type": "application/json" }, body });
      return (JSON.parse(response.toString()) as { readonly count: number }).count > 0;
    },
    LEARNT_WITHIN_MS,
  );
}

async function hasTaste({ service, access }: Bench, shopper: string): Promise<boolean> {
  const url = new URL(`/v2/taste?service_api_client=${access.client_id}&device_id=${shopper}`, service.demo.base_url);
  const response = await exchange(url, { method: "GET", headers: { "X-SERVICE-API-KEY": access.public_key } });
  return (JSON.parse(response.toString()) as DeviceTaste).tokens.length > 0;
}
