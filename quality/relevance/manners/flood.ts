import type { EventLine, Storefront } from "../storefront.js";
import type { Shop } from "./shop.js";

/** Effect of repeated product views by one device on the product lists for unknown shoppers. */
export interface Flooded {
  /** Number of examined positions: the top ten of each list for unknown shoppers. */
  readonly positions: number;
  /** Number of examined positions at which a product viewed by the device was added to the list by these views. */
  readonly moved: number;
}

const PROFILES = ["similar", "complete_the_look", "next", "popular", "trending"] as const;
const SEEDS = 12;
const PUSHED = 4;
const VISITS = 30;
const HOUR_MS = 3_600_000;
const TOP = 10;

/**
 * Sends repeated views of a few products from one device and measures the effect on the product lists for unknown
 * shoppers.
 * @param at time of the measured requests in milliseconds since 1970; later than all events
 */
export async function flood(
  storefront: Pick<Storefront, "send" | "recommendations" | "listing">,
  { products }: Shop,
  at: number,
  isRead: (events: number) => Promise<void>,
): Promise<Flooded> {
  const all = [...products.keys()];
  const spread = (count: number, from: number) =>
    Array.from({ length: count }, (_, one) => all[Math.floor(((one + from) * all.length) / count)] as string);
  const seeds = spread(SEEDS, 0.3);
  const pushed = spread(PUSHED, 0.8).filter((id) => !seeds.includes(id));
  const topTens = async () => {
    const tens = [await storefront.listing("unknown-shopper", { limit: TOP, depth: TOP })];
    for (const profile of PROFILES)
      for (const seed of seeds)
        tens.push(await storefront.recommendations("unknown-shopper", { profile, seeds: [seed], limit: TOP }));
    return tens;
  };
  const before = await topTens();
  const device = { device_id: "floods" };
  const events = Array.from({ length: VISITS }, (_, visit): EventLine[] => {
    const occurred_at = at - (visit + 1) * HOUR_MS;
    const name = (position: number) => ({ ...device, event_id: `flood-${visit}-${position}`, occurred_at });
    const views = seeds.flatMap((seed) => [seed, ...pushed]);
    return [
      ...views.map((id, position) => ({ ...name(position), type: "product_view", product: { id } })),
      {
        ...name(views.length),
        type: "transaction",
        transaction_id: `flood-${visit}`,
        products: [...seeds, ...pushed].map((id) => ({ id })),
      },
    ];
  }).flat();
  await storefront.send(events);
  await isRead(events.length);
  const after = await topTens();
  const moved = after.map((ids, ten) => ids.filter((id) => pushed.includes(id) && !before[ten]?.includes(id)).length);
  return {
    positions: after.reduce((sum, ids) => sum + ids.length, 0),
    moved: moved.reduce((sum, one) => sum + one, 0),
  };
}

export const formatFlood = ({ positions, moved }: Flooded): string =>
  `  after ${VISITS} visits by one device, the visited products gained ${moved} of ${positions} top-ten positions for unknown shoppers`;
