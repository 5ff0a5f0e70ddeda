import { seeded } from "../../src/lib/random.js";
import type { Storefront } from "../storefront.js";
import { formatTable } from "../format-table.js";
import type { Shop, ShopProduct } from "./shop.js";

/** The first page of the whole shop for somebody who has looked at a few products that go together. */
export interface ListingAfterLooks {
  /** The last one first. */
  readonly looks: readonly ShopProduct[];
  readonly shown: readonly ShopProduct[];
}

const PLACES = 24;
const LOOKS = [1, 3, 5] as const;
const MINUTE_MS = 60_000;

/** @param at milliseconds since 1970: when the listings are asked for */
export async function listingsAfterLooks(
  storefront: Pick<Storefront, "send" | "listing">,
  shop: Shop,
  seeds: readonly ShopProduct[],
  at: number,
): Promise<ListingAfterLooks[]> {
  const all: ListingAfterLooks[] = [];
  for (const seed of seeds) {
    for (const count of LOOKS) {
      const looks = [seed, ...alike(shop, seed, count - 1)];
      const device_id = `looked-${count}-${seed.id}`;
      await storefront.send(
        looks.map(({ id }, before) => ({
          ...{ type: "product_view", event_id: `${device_id}-${before}`, device_id, session_id: device_id },
          ...{ occurred_at: at - (before + 1) * MINUTE_MS, product: { id } },
        })),
      );
      const shown = await storefront.listing(device_id, { limit: PLACES, depth: PLACES });
      all.push({ looks, shown: shown.flatMap((id) => shop.products.get(id) ?? []) });
    }
  }
  return all;
}

/** Some of the same kind for the same department, whatever their brand. */
function alike({ products }: Shop, seed: ShopProduct, count: number): ShopProduct[] {
  const fitting = [...products.values()].filter(
    ({ id, kind, department }) => id !== seed.id && kind === seed.kind && department === seed.department,
  );
  const random = seeded(`looks/${seed.id}`);
  return random.draw(
    fitting.map((product) => [product, 1] as const),
    Math.min(count, fitting.length),
  );
}

type Part = "designer" | "kind";

/** How much of a page what was looked at has: of all listings after so many looks. */
export function formatListings({ products }: Shop, listings: readonly ListingAfterLooks[]): string {
  const all = [...products.values()];
  const shareOf = (part: Part, seed: ShopProduct) =>
    all.filter((product) => product[part] === seed[part]).length / all.length;
  const rows = LOOKS.map((count) => {
    const own = listings.filter(({ looks }) => looks.length === count);
    const places = (part: Part) => own.map(({ looks, shown }) => shown.filter((one) => one[part] === looks[0]?.[part]).length); // prettier-ignore
    const most = (part: Part) =>
      own.map(({ looks: [seed] }) => Math.ceil((PLACES * (1 + shareOf(part, seed as ShopProduct))) / 2));
    const tooMany = (part: Part) => {
      const limits = most(part);
      return count === 1 ? String(places(part).filter((taken, at) => taken > (limits[at] ?? 0)).length) : "";
    };
    const others = own.map(
      ({ looks: [seed], shown }) =>
        shown.filter(({ department }) => department !== null && seed?.department != null && department !== seed.department)
          .length,
    ); // prettier-ignore
    return [
      ...[`${count} ${count === 1 ? "look" : "looks"}`, String(own.length)],
      ...[mean(places("designer")), tooMany("designer"), mean(places("kind")), tooMany("kind"), mean(others)],
    ];
  });
  const header = ["first 24", "pages", "of its brand", "too many", "of its kind", "too many", "other department"];
  return formatTable([header, ...rows]);
}

const mean = (numbers: readonly number[]): string =>
  (numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)).toFixed(1);

export const formatListing = (
  { looks, shown }: ListingAfterLooks,
  describe: (product: ShopProduct) => string,
): string =>
  [...looks.map((one) => `looked at | ${describe(one)}`), ...shown.map((one) => `    ${describe(one)}`)].join("\n");
