import { reciprocalRank } from "../ranking-metrics.js";
import { steeredClock } from "../adjustable-clock.js";
import { withService } from "../evaluated-service.js";
import { openStorefront, type EventLine, type Storefront } from "../storefront.js";
import { Popularity } from "./popularity.js";
import type { Rees46, Rees46Event, Rees46Product } from "./rees46.js";

export const RANKINGS = ["personalized", "heuristic", "unpersonalized", "popularity"] as const;
export type Rankings = Readonly<Record<(typeof RANKINGS)[number], readonly string[]>>;

/** Reciprocal rank (1 / position) of the next viewed product in each ranking; 0 if the position is after `DEPTH`. */
export interface NextView {
  readonly session: string;
  readonly all: Scores;
  /** Scores for the next viewed product; null if the session had viewed the product before. */
  readonly fresh: Scores | null;
  /** Scores of the rankings without the products that the session had already viewed. */
  readonly fresh_unseen: Scores | null;
}

export type Scores = Readonly<Record<(typeof RANKINGS)[number], number>>;

export interface NextViewOptions {
  readonly engineUrl: string;
  readonly configuration: Readonly<Record<string, unknown>>;
  /** Number of evaluated sessions. The first sessions are evaluated, but all sessions are replayed. */
  readonly sessions: number;
  readonly onProgress: (done: number, of: number) => void;
  readonly signal: AbortSignal;
}

const DEPTH = 100;
const HOUR_MS = 3_600_000;
/**
 * Minimum interval between two runs of product learning, in milliseconds. Longer than in production, because more
 * frequent learning would slow down the replay of sessions.
 */
const LEARN_EVERY_MS = 60_000;
/** Half-life, in days, of the popularity baseline. Not tuned, because the recorded events span only three hours. */
const POPULARITY_HALF_LIFE_DAYS = 14;
const UNKNOWN_SHOPPER = "a-device-without-history";

/**
 * Replays sessions in chronological order. Before each view except a session's first, requests a listing for the
 * session's device. Listings alternate between the whole catalogue and the top category of the next viewed product,
 * which simulates a shopper who navigates to this category.
 */
export async function evaluateNextViews(data: Rees46, options: NextViewOptions): Promise<NextView[]> {
  const { engineUrl, configuration, onProgress, signal } = options;
  const first = data.events[0]?.at ?? 0;
  const clock = steeredClock(first - HOUR_MS);
  return withService({ engineUrl, clock, configuration }, async (access, service) => {
    let learnt = 0;
    const learn = async () => {
      if (clock.now() - learnt < LEARN_EVERY_MS) return;
      learnt = clock.now();
      await service.learn();
    };
    const storefront = openStorefront(access, learn);
    await storefront.ingest(data.feed);
    const shopOrder = await storefront.listing(UNKNOWN_SHOPPER, { limit: 250, depth: Infinity });
    return replay(data, { ...options, storefront, shopOrder, clock, onProgress, signal });
  });
}

interface Replay extends Pick<NextViewOptions, "sessions" | "onProgress" | "signal"> {
  readonly storefront: Pick<Storefront, "send" | "listing">;
  readonly shopOrder: readonly string[];
  readonly clock: ReturnType<typeof steeredClock>;
}

async function replay({ events, products }: Rees46, options: Replay): Promise<NextView[]> {
  const { storefront, shopOrder, clock, onProgress, signal } = options;
  const requested = new Set([...new Set(events.map(({ session }) => session))].slice(0, options.sessions));
  const viewed = new Map<string, Rees46Product[]>();
  const popularity = new Popularity(POPULARITY_HALF_LIFE_DAYS);
  const found: NextView[] = [];
  let unsent: EventLine[] = [];
  for (const [at, event] of events.entries()) {
    signal.throwIfAborted();
    const { session } = event;
    const product = products.get(event.product) as Rees46Product;
    const before = viewed.get(session) ?? [];
    const last = before.at(-1);
    if (event.type === "view" && last !== undefined && requested.has(session)) {
      clock.advanceTo(event.at);
      if (unsent.length > 0) await storefront.send(unsent);
      unsent = [];
      const category = found.length % 2 === 0 ? undefined : topOf(product);
      const isListed = (id: string) => category === undefined || topOf(products.get(id) as Rees46Product) === category;
      const listed = shopOrder.filter(isListed);
      const extent = {
        limit: DEPTH,
        depth: DEPTH,
        ...(category === undefined ? {} : { filters: { categories: category } }),
      };
      const rankings: Rankings = {
        personalized: await storefront.listing(session, extent),
        heuristic: heuristic(listed, products, last),
        unpersonalized: await storefront.listing(UNKNOWN_SHOPPER, extent),
        popularity: popularity.rank(listed),
      };
      found.push({ session, ...scoresOf(rankings, event.product, new Set(before.map(({ id }) => id))) });
    }
    if (event.type === "view") viewed.set(session, [...before, product]);
    unsent.push(eventLine(event, at));
    popularity.add([event.product], event.at);
    onProgress(at + 1, events.length);
  }
  return found;
}

export const topOf = ({ category }: Rees46Product): string => category.split(": ")[0] ?? "";

/**
 * Baseline that ranks products by similarity to the last viewed product: first by equal category, then by equal brand,
 * then by closest price.
 */
function heuristic(listed: readonly string[], products: Rees46["products"], last: Rees46Product): string[] {
  const distance = (id: string) => {
    const { category, brand, price } = products.get(id) as Rees46Product;
    return (
      (category === last.category ? 0 : 1e6) +
      (brand === last.brand ? 0 : 1e3) +
      Math.abs(Math.log2(price) - Math.log2(last.price))
    );
  };
  const distances = new Map(listed.map((id) => [id, distance(id)]));
  return [...listed].sort((a, b) => (distances.get(a) ?? 0) - (distances.get(b) ?? 0));
}

function scoresOf(rankings: Rankings, next: string, seen: ReadonlySet<string>): Omit<NextView, "session"> {
  const scores = (listOf: (ranking: readonly string[]) => readonly string[]): Scores => {
    const of = (name: keyof Rankings) => reciprocalRank(listOf(rankings[name]).slice(0, DEPTH), new Set([next]));
    const [personalized, unpersonalized, popularity] = [of("personalized"), of("unpersonalized"), of("popularity")];
    return { personalized, heuristic: of("heuristic"), unpersonalized, popularity };
  };
  const all = scores((ranking) => ranking);
  if (seen.has(next)) return { all, fresh: null, fresh_unseen: null };
  return { all, fresh: all, fresh_unseen: scores((ranking) => ranking.filter((id) => !seen.has(id))) };
}

export function eventLine({ at, type, product, session }: Rees46Event, number: number): EventLine {
  const base = { event_id: `rees46-${number}`, device_id: session, session_id: session, occurred_at: at };
  switch (type) {
    case "view":
      return { ...base, type: "product_view", product: { id: product } };
    case "cart":
      return { ...base, type: "add_to_cart", products: [{ id: product }] };
    case "purchase":
      return { ...base, type: "transaction", transaction_id: `rees46-${number}`, products: [{ id: product }] };
  }
}
