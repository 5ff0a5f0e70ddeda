import { seeded, type Random } from "../../demo/random.js";

/** Product data of a feed line in tests, with few distinct values, so that ties and shared values are common. */
export interface VariantData {
  readonly product_identifier: string;
  readonly variant_identifier: string;
  readonly title: string;
  readonly designer: string;
  readonly categories: readonly string[];
  readonly sizes: readonly string[];
  /** Colour of the variant; an empty string if the variant has no colour. */
  readonly color: string;
  readonly price?: number;
  readonly released_at?: string;
}

export interface Entry {
  readonly active: boolean;
  readonly data: VariantData;
}

/** Expected content of a catalogue: product identifier → variant identifier → entry. */
export type Shelf = ReadonlyMap<string, ReadonlyMap<string, Entry>>;

/** Dissimilar words, so that typo tolerance never matches a different word. */
export const WORDS = ["linen", "velvet", "kimono", "parka", "sandal", "blazer"] as const;
export const DESIGNERS = ["Acme", "Brio", "Corvo"] as const;
export const COLORS = ["Red", "Green", "Blue"] as const;
export const CATEGORIES = ["Clothing: Tops", "Clothing: Coats", "Shoes"] as const;
export const SIZES = ["S", "M", "L"] as const;
export const MAX_PRICE = 12;

/**
 * Generates random variants of one product. All variants have the same designer; their other values are independent.
 */
export function drawProduct(random: Random, product_identifier: string): VariantData[] {
  const designer = random.pick(DESIGNERS);
  const count = random.weighted([
    [1, 5],
    [2, 3],
    [4, 1],
  ]);
  return Array.from({ length: count }, (_, number) => ({
    product_identifier,
    variant_identifier: `${product_identifier}-${number}`,
    title: drawTitle(random),
    designer,
    categories: [random.pick(CATEGORIES)],
    sizes: SIZES.filter(() => random.chance(0.5)),
    color: random.chance(0.1) ? "" : random.pick(COLORS),
    ...(random.chance(0.1) ? {} : { price: random.integer(0, MAX_PRICE) }),
    ...(random.chance(0.3) ? {} : { released_at: `2024-0${random.integer(1, 5)}-01` }),
  }));
}

export const drawTitle = (random: Random): string =>
  random
    .draw(
      WORDS.map((word) => [word, 1] as const),
      random.integer(1, 3),
    )
    .join(" ");

/**
 * Generates a random catalogue, which is always the same for the same seed. `firstNumber` is the number of the first
 * product identifier, so that catalogues can have different identifiers.
 */
export function drawCatalogue(seed: number | string, size: number, firstNumber = 0): VariantData[] {
  const random = seeded(`catalogue ${seed}`);
  return Array.from({ length: size }, (_, number) => drawProduct(random, `p${firstNumber + number}`)).flat();
}

export const insertLine = (product_data: VariantData) => ({ operation: "insert", product_data }) as const;

export type Line =
  | ReturnType<typeof insertLine>
  | {
      readonly operation: "delete";
      readonly product_data: { readonly product_identifier: string; readonly variant_identifier?: string };
    };

/** Returns the expected catalogue after the ingestion of a payload. */
export function stock(shelf: Shelf, lines: readonly Line[], mode: "insert" | "soft_replace" = "insert"): Shelf {
  const products = new Map<string, Map<string, Entry>>();
  for (const [id, variants] of shelf) {
    const kept = [...variants].map(([variant, { active, data }]) => {
      return [variant, { active: active && mode === "insert", data }] as const;
    });
    products.set(id, new Map(kept));
  }
  for (const line of lines) {
    const { product_identifier: id, variant_identifier: variant } = line.product_data;
    const variants = products.get(id) ?? new Map<string, Entry>();
    if (line.operation === "insert") {
      products.set(id, variants.set(line.product_data.variant_identifier, { active: true, data: line.product_data }));
      continue;
    }
    for (const [name, { data }] of variants) {
      if (variant === undefined || variant === name) variants.set(name, { active: false, data });
    }
  }
  return products;
}

export const EMPTY_SHELF: Shelf = new Map();

export const activeVariants = (variants: ReadonlyMap<string, Entry> | undefined): VariantData[] =>
  [...(variants?.values() ?? [])].filter(({ active }) => active).map(({ data }) => data);
