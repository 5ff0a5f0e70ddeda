import { seeded } from "../../../demo/random.js";
import type { Storefront } from "../storefront.js";
import { formatTable } from "../../shared/table.js";
import type { ShownBlock } from "./blocks.js";
import type { Shop, ShopProduct } from "./shop.js";

/** First page of the listing of the whole catalogue, after views of a few similar products. */
export interface ListingAfterViews {
  /** Viewed products, most recent first. */
  readonly views: readonly ShopProduct[];
  readonly shown: readonly ShopProduct[];
}

const POSITIONS = 24;
const LOOKS = [1, 3, 5] as const;
const MINUTE_MS = 60_000;

/**
 * Requests listings of devices that have viewed 1, 3 or 5 similar products.
 * @param at time of the requests in milliseconds since 1970
 */
export async function listingsAfterViews(
  storefront: Pick<Storefront, "send" | "listing">,
  shop: Shop,
  seeds: readonly ShopProduct[],
  at: number,
): Promise<ListingAfterViews[]> {
  const all: ListingAfterViews[] = [];
  for (const seed of seeds) {
    for (const count of LOOKS) {
      const views = [seed, ...alike(shop, seed, count - 1)];
      // Skip a seed if fewer than `count` products have its product type and department.
      if (views.length < count) continue;
      const device_id = deviceOf(views);
      await storefront.send(
        views.map(({ id }, before) => ({
          type: "product_view",
          event_id: `${device_id}-${before}`,
          device_id,
          session_id: device_id,
          occurred_at: at - (before + 1) * MINUTE_MS,
          product: { id },
        })),
      );
      const shown = await storefront.listing(device_id, { limit: POSITIONS, depth: POSITIONS });
      all.push({ views, shown: shown.flatMap((id) => shop.products.get(id) ?? []) });
    }
  }
  return all;
}

/** Returns the first page of the listing of the whole catalogue for an unknown shopper, without personalization. */
export async function usualListing(storefront: Pick<Storefront, "listing">, { products }: Shop) {
  const shown = await storefront.listing("unknown-shopper", { limit: POSITIONS, depth: POSITIONS });
  return shown.flatMap((id) => products.get(id) ?? []);
}

/**
 * Returns the recommendation blocks of the home and product pages after one product view, except the block of recently
 * viewed products.
 */
export async function blocksAfterOneView(
  storefront: Pick<Storefront, "slots">,
  shop: Shop,
  listings: readonly ListingAfterViews[],
): Promise<ShownBlock[]> {
  const all: ShownBlock[] = [];
  for (const { views } of listings) {
    const [seed] = views;
    if (views.length > 1 || seed === undefined) continue;
    for (const page of [
      { placement: "home", seeds: [] },
      { placement: "product_page", seeds: [seed.id] },
    ])
      for (const { key, products } of await storefront.slots(deviceOf(views), page))
        if (key !== "recently_viewed")
          all.push({ seed, block: key, shown: products.flatMap((id) => shop.products.get(id) ?? []) });
  }
  return all;
}

/** Maximum number of products of one brand in a block. With more products, the brand counts as dominating the block. */
const MAX_OF_A_BRAND = 3;

/** Formats the share of blocks dominated by the seed's brand; omitted for shops with a single brand. */
export function formatBlocksAfterOneView({ products }: Shop, blocks: readonly ShownBlock[]): string {
  const brands = new Set([...products.values()].map(({ designer }) => designer));
  const shown = blocks.filter((block) => brands.size > 1 && block.shown.length > 0);
  const ofItsBrand = ({ seed, shown: products }: ShownBlock) =>
    products.filter(({ designer }) => designer === seed.designer).length;
  const many = shown.filter((block) => ofItsBrand(block) > MAX_OF_A_BRAND);
  const names = [...new Set(many.map(({ block }) => block))].sort();
  const which = names.map((name) => `${name} ${many.filter(({ block }) => block === name).length}`).join(", ");
  return `  blocks of pages after one product view: ${shown.length}; with more than ${MAX_OF_A_BRAND} of its brand ${many.length}${which === "" ? "" : ` (${which})`}`;
}

const deviceOf = (views: ListingAfterViews["views"]) => `looked-${views.length}-${views[0]?.id ?? ""}`;

/** Returns random products of any brand with the seed product's type and department. */
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

/**
 * Formats how many products of a page resemble the viewed products, by number of views, compared to the page of an
 * unknown shopper. Products without a product type in the feed match no other product.
 * @param usual the same page for an unknown shopper
 */
export function formatListings(
  { products }: Shop,
  listings: readonly ListingAfterViews[],
  usual: readonly ShopProduct[],
): string {
  const all = [...products.values()];
  const shareOf = (part: Part, seed: ShopProduct) =>
    all.filter((product) => product[part] === seed[part]).length / all.length;
  const rows = LOOKS.map((count) => {
    const own = listings.filter(({ views }) => views.length === count);
    const alikeIn = (part: Part, page: readonly ShopProduct[], seed?: ShopProduct) =>
      seed?.[part] == null ? 0 : page.filter((one) => one[part] === seed[part]).length;
    const positions = (part: Part) => own.map(({ views: [seed], shown }) => alikeIn(part, shown, seed));
    const usually = (part: Part) => mean(own.map(({ views: [seed] }) => alikeIn(part, usual, seed)));
    const most = (part: Part) =>
      own.map(({ views: [seed] }) => Math.ceil((POSITIONS * (1 + shareOf(part, seed as ShopProduct))) / 2));
    const tooMany = (part: Part) => {
      const limits = most(part);
      return count === 1 ? String(positions(part).filter((taken, at) => taken > (limits[at] ?? 0)).length) : "";
    };
    const others = own.map(
      ({ views: [seed], shown }) =>
        shown.filter(({ department }) => department !== null && seed?.department != null && department !== seed.department)
          .length,
    ); // prettier-ignore
    return [
      ...[`${count} ${count === 1 ? "outfit" : "looks"}`, String(own.length)],
      ...[mean(positions("designer")), usually("designer"), tooMany("designer")],
      ...[mean(positions("kind")), usually("kind"), tooMany("kind"), mean(others)],
    ];
  });
  const part = (name: string) => [name, "unknown shopper", "too many"];
  const header = ["first 24", "pages", ...part("of its brand"), ...part("of its kind"), "other department"];
  return formatTable([header, ...rows]);
}

const mean = (numbers: readonly number[]): string =>
  (numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)).toFixed(1);

export const formatListing = (
  { views, shown }: ListingAfterViews,
  describe: (product: ShopProduct) => string,
): string =>
  [...views.map((one) => `viewed | ${describe(one)}`), ...shown.map((one) => `    ${describe(one)}`)].join("\n");
