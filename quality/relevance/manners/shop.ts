import { readFile } from "node:fs/promises";
import { demoFeed } from "../../../demo/catalogue/feed.js";
import { readGzip } from "../judgements.js";

/** A product as described by its feed, independent of the service's interpretation. */
export interface ShopProduct {
  readonly id: string;
  readonly title: string;
  readonly designer: string;
  /** Department, such as women; null if absent, as for unisex products. */
  readonly department: string | null;
  /** Product type; null if the feed does not contain it. */
  readonly kind: string | null;
  readonly price: number | null;
}

export interface Shop {
  readonly name: string;
  readonly feed: readonly string[];
  readonly configuration: object;
  /** Products keyed by identifier. */
  readonly products: ReadonlyMap<string, ShopProduct>;
}

interface FeedData {
  readonly product_identifier: string;
  readonly title?: string;
  readonly designer?: string;
  readonly department?: string;
  readonly categories?: readonly string[];
  readonly price?: number;
}

const level = ({ categories = [] }: FeedData, at: number): string | null =>
  categories.map((category) => category.split(": ")[at]).find((name) => name !== undefined) ?? null;

/**
 * Feed files of the evaluated shops, each with a function that reads a product's department and the category level that
 * contains the product type.
 */
const SHOPS = {
  demo: { file: null, department: ({ department }: FeedData) => department ?? null, productTypeLevel: 0 },
  mrporter: { file: "mrporter-fashion.feed.ndjson.gz", department: () => null, productTypeLevel: 1 },
  hm: {
    file: "hm-fashion-variants.feed.ndjson.gz",
    department: (data: FeedData) => {
      const first = level(data, 0);
      return first !== null && /^(?:Ladies|Mens|Baby)/.test(first) ? first : null;
    },
    productTypeLevel: 1,
  },
  icecat: { file: "icecat-electronics.feed.ndjson.gz", department: () => null, productTypeLevel: 0 },
} as const;

export const SHOP_NAMES = Object.keys(SHOPS) as (keyof typeof SHOPS)[];

/** Reads the feed of a shop. @param folder folder with the catalogue files */
export async function readShop(name: keyof typeof SHOPS, folder: string): Promise<Shop> {
  const { file, department, productTypeLevel } = SHOPS[name];
  const feed =
    file === null
      ? [...demoFeed()]
      : (await readGzip(`${folder}/${file}`, "set the folder with --folder, or use --data demo."))
          .split("\n")
          .filter((line) => line !== "");
  const configuration =
    file === null
      ? (JSON.parse(await readFile(new URL("../../../demo/storefront.json", import.meta.url), "utf8")) as object)
      : {};
  const products = new Map<string, ShopProduct>();
  for (const line of feed) {
    const { product_data: data } = JSON.parse(line.replace(/\bNaN\b/g, "null")) as { product_data: FeedData };
    if (products.has(data.product_identifier)) continue;
    products.set(data.product_identifier, {
      id: data.product_identifier,
      title: data.title ?? "",
      designer: data.designer ?? "",
      department: department(data),
      kind: level(data, productTypeLevel),
      price: data.price ?? null,
    });
  }
  return { name, feed, configuration, products };
}
