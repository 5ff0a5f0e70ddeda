import type { Storefront } from "../storefront.js";
import type { Shop, ShopProduct } from "./shop.js";

/** The products of one recommendation block on a page. */
export interface ShownBlock {
  readonly seed: ShopProduct;
  readonly block: string;
  readonly shown: readonly ShopProduct[];
}

export interface BlockManners {
  readonly block: string;
  readonly shown: number;
  /** Number of positions without a product. */
  readonly empty: number;
  /** Number of shown products whose department differs from the seed's department. */
  readonly otherDepartment: number;
  readonly sameKind: number;
  /** Number of shown products whose product type has already appeared in the block. */
  readonly sameAgain: number;
  /** Median price ratio between the seed and the shown products, always at least 1. */
  readonly priceFactor: number | null;
}

const SEATS = 6;
export const BLOCKS = ["similar", "complete_the_look"] as const;

/** Returns products that are evenly distributed over a catalogue. */
export function seedsOf({ products }: Shop, count: number): ShopProduct[] {
  const all = [...products.values()];
  return Array.from({ length: count }, (_, at) => all[Math.floor(((at + 0.5) * all.length) / count)] as ShopProduct);
}

/** Requests recommendation blocks for each seed product and a device without history. */
export async function shownBeside(
  storefront: Pick<Storefront, "recommendations">,
  shop: Shop,
  seeds: readonly ShopProduct[],
): Promise<ShownBlock[]> {
  const all: ShownBlock[] = [];
  for (const seed of seeds) {
    for (const block of BLOCKS) {
      const ids = await storefront.recommendations(`unknown-${seed.id}`, {
        profile: block,
        seeds: [seed.id],
        limit: SEATS,
      });
      all.push({ seed, block, shown: ids.flatMap((id) => shop.products.get(id) ?? []) });
    }
  }
  return all;
}

export function mannersOf(blocks: readonly ShownBlock[]): BlockManners[] {
  return BLOCKS.map((block) => {
    const own = blocks.filter((one) => one.block === block);
    const pairs = own.flatMap(({ seed, shown }) => shown.map((product) => ({ seed, product })));
    const count = (is: (pair: (typeof pairs)[number]) => boolean) => pairs.filter(is).length;
    const factors = pairs
      .flatMap(({ seed, product }) =>
        seed.price && product.price ? Math.abs(Math.log(product.price / seed.price)) : [],
      )
      .sort((a, b) => a - b);
    const middle = factors[Math.floor(factors.length / 2)];
    return {
      block,
      shown: pairs.length,
      empty: own.length * SEATS - pairs.length,
      otherDepartment: count(
        ({ seed, product }) =>
          seed.department !== null && product.department !== null && seed.department !== product.department,
      ),
      sameKind: count(({ seed, product }) => seed.kind !== null && seed.kind === product.kind),
      sameAgain: own.reduce((sum, { shown }) => {
        const kinds = shown.flatMap(({ kind }) => kind ?? []);
        return sum + kinds.length - new Set(kinds).size;
      }, 0),
      priceFactor: middle === undefined ? null : Math.exp(middle),
    };
  });
}

/** A product page with the products of each non-empty recommendation block. */
export interface ShownPage {
  readonly seed: ShopProduct;
  readonly slots: readonly { readonly key: string; readonly shown: readonly ShopProduct[] }[];
}

export async function pagesBeside(
  storefront: Pick<Storefront, "slots">,
  shop: Shop,
  seeds: readonly ShopProduct[],
): Promise<ShownPage[]> {
  const pages: ShownPage[] = [];
  for (const seed of seeds) {
    const slots = await storefront.slots(`unknown-${seed.id}`, { placement: "product_page", seeds: [seed.id] });
    const known = slots.map(({ key, products }) => ({
      key,
      shown: products.flatMap((id) => shop.products.get(id) ?? []),
    }));
    pages.push({ seed, slots: known.filter(({ shown }) => shown.length > 0) });
  }
  return pages;
}

/** Returns product types that appear in more than two blocks of a page. */
export const crowdedProductTypes = ({ slots }: ShownPage): string[] => {
  const blocks = new Map<string, number>();
  for (const { shown } of slots)
    for (const kind of new Set(shown.flatMap((product) => product.kind ?? [])))
      blocks.set(kind, (blocks.get(kind) ?? 0) + 1);
  return [...blocks].filter(([, count]) => count > 2).map(([kind]) => kind);
};
