import { reciprocalRank } from "../ranking-metrics.js";
import { seeded } from "../../../demo/random.js";
import { withService } from "../evaluated-service.js";
import { steeredClock } from "../adjustable-clock.js";
import { openStorefront, type EventLine, type Storefront } from "../storefront.js";
import { eventLine, topOf, type NextViewOptions } from "./next-view.js";
import type { Rees46, Rees46Product } from "./rees46.js";

/**
 * `cold`: the request was never made before. `hot`: another device made the same request twice before. The service
 * processes cold and hot requests differently, but both should have equal results.
 */
export const MODES = ["cold", "hot"] as const;
export type Mode = (typeof MODES)[number];

/** Scores of a listing for the product that a session viewed next. */
export interface LargeListing {
  readonly session: string;
  /** Time of the next view in milliseconds since 1970. */
  readonly at: number;
  readonly mode: Mode;
  /** Number of products in the requested listing. */
  readonly size: number;
  /** Reciprocal rank of the next viewed product; 0 if its position is after `EXTENT.depth`. */
  readonly reciprocal_rank: number;
  /** Share of the products at positions 73 to 240 whose brand and category match a product viewed in the session. */
  readonly liked: number;
  /** Scores of the unpersonalized listing for the same request. */
  readonly unpersonalized: { readonly reciprocal_rank: number; readonly liked: number };
}

const COPIES = 10;
/** Number of products per page. */
const LIMIT = 24;
export const LATE_POSITIONS = { from: 73, to: 240 } as const;
const EXTENT = { limit: LIMIT, depth: LATE_POSITIONS.to };
const HOUR_MS = 3_600_000;
const LEARN_EVERY_MS = 600_000;
const ANONYMOUS = "anonymous";

/** Maximum number of distinct products in a filtered listing, not counting the ten copies of each product. */
const NARROWED = 90;

/**
 * Replays sessions in a catalogue with ten copies of each product; events refer to the first copy. Before each view
 * except a session's first, requests a listing that contains the next viewed product: alternately the product's
 * category in a price range around the product's price, and the product's top-level category. Each mode (cold, hot) has
 * its own service and client, because replaying sessions twice would affect learning. The modes run in random order.
 */
export async function evaluateTenfold(data: Rees46, options: NextViewOptions): Promise<LargeListing[]> {
  const found: LargeListing[] = [];
  const modes = seeded(`tenfold/${Date.now()}`).draw(
    MODES.map((mode) => [mode, 1] as const),
    MODES.length,
  );
  for (const [nth, mode] of modes.entries()) {
    const onProgress = (done: number, of: number) => options.onProgress(nth * of + done, modes.length * of);
    found.push(...(await evaluateMode(data, mode, { ...options, onProgress })));
  }
  return found;
}

async function evaluateMode(data: Rees46, mode: Mode, options: NextViewOptions): Promise<LargeListing[]> {
  const { engineUrl, configuration } = options;
  const clock = steeredClock((data.events[0]?.at ?? 0) - HOUR_MS);
  return withService({ engineUrl, clock, configuration }, async (access, service) => {
    let learnt = 0;
    const learn = async () => {
      if (clock.now() - learnt < LEARN_EVERY_MS) return;
      learnt = clock.now();
      await service.learn();
    };
    const storefront = openStorefront(access, learn);
    await storefront.ingest(tenfoldFeed(data.feed));
    return replay(data, mode, { ...options, storefront, clock });
  });
}

export function tenfoldFeed(feed: readonly string[]): string[] {
  return Array.from({ length: COPIES }, (_, copy) =>
    feed.map((line) => (copy === 0 ? line : copied(line, copy))),
  ).flat();
}

function copied(line: string, copy: number): string {
  const { operation, product_data } = JSON.parse(line) as {
    readonly operation: string;
    readonly product_data: { readonly product_identifier: string; readonly variant_identifier: string };
  };
  const [product_identifier, variant_identifier] = [
    `${product_data.product_identifier}-${copy}`,
    `${product_data.variant_identifier}-${copy}`,
  ];
  return JSON.stringify({ operation, product_data: { ...product_data, product_identifier, variant_identifier } });
}

interface Replay extends Pick<NextViewOptions, "sessions" | "onProgress" | "signal"> {
  readonly storefront: Pick<Storefront, "send" | "listing">;
  readonly clock: ReturnType<typeof steeredClock>;
}

async function replay({ events, products }: Rees46, mode: Mode, options: Replay): Promise<LargeListing[]> {
  const { storefront, clock, onProgress, signal } = options;
  const requested = new Set([...new Set(events.map(({ session }) => session))].slice(0, options.sessions));
  const unpersonalized = new Map<string, readonly string[]>();
  const viewed = new Map<string, Rees46Product[]>();
  const found: LargeListing[] = [];
  let unsent: EventLine[] = [];
  for (const [at, event] of events.entries()) {
    signal.throwIfAborted();
    const { session } = event;
    const product = products.get(event.product) as Rees46Product;
    const before = viewed.get(session) ?? [];
    if (event.type === "view" && before.length > 0 && requested.has(session)) {
      clock.advanceTo(event.at);
      if (unsent.length > 0) await storefront.send(unsent);
      unsent = [];
      const { filters: narrowed, size } = listingWith(product, [...products.values()], found.length % 2 === 0);
      const key = JSON.stringify(narrowed);
      if (mode === "hot" && !unpersonalized.has(key))
        unpersonalized.set(key, await storefront.listing(ANONYMOUS, { ...EXTENT, filters: narrowed }));
      for (let time = 0; mode === "hot" && time < 2; time += 1)
        await storefront.listing(ANONYMOUS, { ...EXTENT, filters: narrowed, depth: LIMIT });
      const filters = mode === "hot" ? narrowed : { $and: [narrowed, { price: { $gte: -1 - at } }] };
      const own = await storefront.listing(session, { ...EXTENT, filters });
      const score = (listed: readonly string[]) => ({
        reciprocal_rank: reciprocalRank(listed, new Set([event.product])),
        liked: likedShare(listed, before, products),
      });
      found.push({ session, at, mode, size, ...score(own), unpersonalized: score(unpersonalized.get(key) ?? []) });
    }
    if (event.type === "view") viewed.set(session, [...before, product]);
    unsent.push(eventLine(event, at));
    onProgress(at + 1, events.length);
  }
  return found;
}

/** Returns filters for a listing that contains the given product, and the number of products in the listing. */
function listingWith(
  product: Rees46Product,
  all: readonly Rees46Product[],
  isNarrowed: boolean,
): { readonly filters: object; readonly size: number } {
  if (!isNarrowed) {
    const category = topOf(product);
    return { filters: { categories: category }, size: COPIES * all.filter((one) => topOf(one) === category).length };
  }
  const { category } = product;
  const among = all.filter((one) => one.category === category || one.category.startsWith(`${category}: `));
  const distance = ({ price }: Rees46Product) => Math.abs(price - product.price);
  const prices = among
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, NARROWED)
    .map(({ price }) => price);
  const [min, max] = [Math.min(...prices), Math.max(...prices)];
  return {
    filters: { categories: category, price: { $gte: min, $lte: max } },
    size: COPIES * among.filter(({ price }) => price >= min && price <= max).length,
  };
}

function likedShare(listed: readonly string[], viewed: readonly Rees46Product[], products: Rees46["products"]): number {
  const groupOf = ({ brand, category }: Rees46Product) => `${brand}\n${category}`;
  const liked = new Set(viewed.map(groupOf));
  const late = listed.slice(LATE_POSITIONS.from - 1, LATE_POSITIONS.to);
  const isLiked = (id: string) => liked.has(groupOf(products.get(id.replace(/-\d+$/, "")) as Rees46Product));
  return late.length === 0 ? 0 : late.filter(isLiked).length / late.length;
}
