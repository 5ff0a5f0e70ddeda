import type { CachedEngine } from "../../../src/catalog/cache.js";
import { readProducts } from "../../../src/catalog/products.js";
import type { LiveCatalog } from "../../../src/catalog/live.js";
import { firstText, reportedVariant, type Json, type ProductSource } from "../../../src/catalog/product-document.js";
import { getDocuments } from "../../../src/engine/documents.js";
import type { Engine } from "../../../src/engine/engine.js";
import type { Item } from "../../../src/search/response-schema.js";
import { shownItems } from "../../../src/search/listing/response.js";
import type { Kind } from "./cells.js";
import type { FirstProducts } from "./first-products.js";

/** Product data that the console displays. */
export interface DescribedProduct {
  readonly id: string;
  readonly title: string | null;
  readonly brand: string | null;
  readonly price: number | null;
  /** URL of the first product picture. */
  readonly picture: string | null;
}

/** Returns the display data of the products on a first page, taken from the displayed variant of each product. */
export async function describePage(
  deps: CachedEngine,
  { live, plan, ids }: FirstProducts,
): Promise<DescribedProduct[]> {
  if (live === undefined) return [];
  const products = await readProducts(deps, live, ids, "shown");
  const sources = ids.flatMap((id) => products.get(id)?.source ?? []);
  return shownItems(plan, sources).map(fromItem);
}

const fromItem = ({ product_identifier: id, name, designer, price, images }: Item): DescribedProduct =>
  described(id, { title: name, designer, price, images });

type Described = Readonly<Record<string, Json | undefined>>;

const described = (id: string, { title, designer, price, images }: Described): DescribedProduct => ({
  id,
  title: firstText(title),
  brand: firstText(designer),
  price: typeof price === "number" ? price : null,
  picture: firstText(images),
});

/** Returns the display data of products, taken from the first active variant of each product. */
export async function describeProducts(
  deps: CachedEngine,
  live: LiveCatalog,
  ids: readonly string[],
): Promise<ReadonlyMap<string, DescribedProduct>> {
  const products = await readProducts(deps, live, ids, "shown");
  return new Map([...products].map(([id, { source }]) => [id, described(id, reportedVariant(source)?.data ?? {})]));
}

const KIND = ["source.data.designer", "source.data.categories"];
const AT_ONCE = 1_000;

/** Reads the brands and first categories of products. Deleted products are missing from the result. */
export async function readKinds(
  engine: Engine,
  live: LiveCatalog,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Kind>> {
  const kinds = new Map<string, Kind>();
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE);
    const found = await getDocuments<Pick<ProductSource, "source">>(engine, live.index, some, { includes: KIND });
    for (const [at, document] of found.entries()) {
      if (document === undefined) continue;
      const firstOf = (field: string) =>
        document.source.source.map(({ data }) => firstText(data[field])).find((text) => text !== null) ?? "";
      kinds.set(some[at] as string, { brand: firstOf("designer"), category: firstOf("categories") });
    }
  }
  return kinds;
}
