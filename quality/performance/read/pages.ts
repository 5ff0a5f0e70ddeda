import { seeded } from "../../../demo/random.js";
import type { FilledSlot } from "../../../src/recommendation/response.js";
import type { Bench } from "../bench.js";
import type { Connections } from "../connections.js";
import { atRate, percentile } from "../../shared/measure.js";
import { productOf, similarTo, slotsFor, type Requested } from "../recommendation-requests.js";
import { rankOf } from "../simulated-visits.js";
import { suggestBody } from "../suggest.js";
import { typing, TYPISTS } from "../typing.js";
import type { Shop } from "./prepare.js";
import { toService } from "./requests.js";
import { shopperOf } from "./traffic.js";
import { mark, type NoteRow } from "./table.js";

/** Warm-up time as a share of the measured time. */
const WARMUP_SHARE = 0.25;

interface Page {
  readonly what: string;
  readonly perSecond: number;
  /** Target response times in milliseconds. */
  readonly target: { readonly p50: number; readonly p99: number };
  readonly next: () => string;
}

/**
 * Measures all types of page requests except listings and searches. Requests are sent at a fixed rate, without waiting
 * for responses.
 */
export async function benchPages(
  bench: Bench,
  connections: Connections,
  shop: Pick<Shop, "products" | "typed">,
  seconds: number,
): Promise<NoteRow[]> {
  const rows: NoteRow[] = [];
  for (const { what, perSecond, target, next } of pagesOf(bench, shop)) {
    const responses: Buffer[] = [];
    const call = async () => responses.push(await connections.send(next()));
    await atRate(call, perSecond, seconds * WARMUP_SHARE);
    responses.length = 0;
    const { times } = await atRate(call, perSecond, seconds);
    const [p50, p99] = [percentile(times, 0.5), percentile(times, 0.99)];
    const answered = responses.filter(({ length }) => length > 0);
    const share = (some: readonly Buffer[]) => `${((100 * some.length) / responses.length).toFixed(0)} %`;
    const refused = answered.length < responses.length ? `, only ${share(answered)} successful` : "";
    const isMet = refused === "" && p50 <= target.p50 && p99 <= target.p99;
    rows.push([
      `${what}, ${perSecond} requests per second (${share(answered.filter(hasSomething))} with results${refused})`,
      `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
      `${mark(isMet)}(target: p50 at most ${target.p50} ms, p99 at most ${target.p99} ms)`,
    ]);
  }
  return rows;
}

/** Returns the measured types of page requests. Half of the requests come from known shoppers. */
function pagesOf(bench: Bench, { products, typed }: Pick<Shop, "products" | "typed">): Page[] {
  const random = seeded("pages");
  const device = () => shopperOf(random, "mixed");
  const popular = () => productOf(products, rankOf(random.next(), products.length));
  const letters = typing(random, typed, { ...TYPISTS, device });
  const requested = ([endpoint, body]: Requested) => toService(bench, endpoint)(JSON.stringify(body));
  const suggest = toService(bench, "suggest");
  return [
    {
      what: "12 products similar to one product, with a filter",
      perSecond: 100,
      target: { p50: 3, p99: 20 },
      next: () => requested(similarTo(popular(), device())),
    },
    {
      what: "search suggestions after every typed character",
      perSecond: 100,
      target: { p50: 3, p99: 20 },
      next: () => suggest(JSON.stringify(suggestBody(letters()))),
    },
    {
      what: "page with six recommendation slots of five products",
      perSecond: 20,
      target: { p50: 8, p99: 30 },
      next: () => requested(slotsFor(popular(), device())),
    },
  ];
}

/** Whether a response contains results. Empty responses would distort the measurement, because they take less time. */
function hasSomething(response: Buffer): boolean {
  const { items, slots, queries, products } = JSON.parse(response.toString()) as {
    readonly [list in "items" | "queries" | "products"]?: readonly unknown[];
  } & { readonly slots?: readonly FilledSlot[] };
  const lists = [items, queries, products, ...(slots ?? []).map((slot) => slot.items)];
  return lists.some((list) => list !== undefined && list.length > 0);
}
