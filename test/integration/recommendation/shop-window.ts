const DAY = 86_400_000;
const CATEGORIES = [
  "Clothing: Shirts: Casual shirts",
  "Clothing: Shirts: Formal shirts",
  "Clothing: Trousers",
  "Clothing: Coats",
  "Shoes: Sneakers",
  "Bags: Totes",
] as const;
const DESIGNERS = ["Acme", "Brio", "Corvo", "Duna"] as const;
const COLORS = ["Blue", "Red"] as const;

export const PRODUCTS = 120;

/**
 * Properties of the product `p<at>`. Every category has 20 products of all designers. Every product has a variant in
 * each of two colours, and every tenth product is sold out.
 */
export const categoryOf = (id: string): string => CATEGORIES[Number(id.slice(1)) % CATEGORIES.length] as string;
export const designerOf = (id: string): string =>
  DESIGNERS[Math.floor(Number(id.slice(1)) / CATEGORIES.length) % DESIGNERS.length] as string;
export const isSoldOut = (id: string): boolean => Number(id.slice(1)) % 10 === 9;

/** Returns the feed lines of all products, the newest product first. */
export const windowLines = (start: number): object[] =>
  Array.from({ length: PRODUCTS }, (_, at) => {
    const id = `p${at}`;
    const noun = categoryOf(id).split(": ").at(-1)?.replace(/s$/, "") ?? "";
    return COLORS.map((color, variant) => ({
      operation: "insert",
      product_data: {
        product_identifier: id,
        variant_identifier: `${id}-${color.toLowerCase()}`,
        title: `${designerOf(id)} ${noun} ${at}`,
        designer: designerOf(id),
        color,
        categories: [categoryOf(id)],
        price: 40 + variant,
        in_stock: !isSoldOut(id),
        released_at: new Date(start - at * DAY).toISOString(),
      },
    }));
  }).flat();

export const IN_STOCK_RULE = { field: "in_stock", in_stock: [true], out_of_stock: "bury" } as const;
