import { drawDesign, rangeOf, type Design, type Range } from "./design.js";
import { drawPrice, type Price } from "./price.js";
import { seeded, type Random } from "../random.js";
import { drawRelease, type Release } from "./season.js";
import type { Color } from "./vocabulary/colors.js";
import { DESIGNERS, type Designer } from "./vocabulary/designers.js";
import { MODEL_NAMES } from "./vocabulary/model-names.js";
import { SIZES } from "./vocabulary/sizes.js";
import { description, slug, title, type Measures } from "./wording.js";

/** Variant of a product in one colour; corresponds to one line of the feed. */
export interface DemoVariant {
  readonly variant_identifier: string;
  readonly color: Color;
  /** Available sizes, smallest first. */
  readonly sizes: readonly string[];
  readonly in_stock: boolean;
  readonly handle: string;
}

export interface DemoProduct {
  readonly product_identifier: string;
  readonly design: Design;
  readonly title: string;
  readonly description: string;
  readonly measures: Measures;
  readonly price: Price;
  readonly release: Release;
  readonly variants: readonly DemoVariant[];
}

const PRODUCTS = 3_050;
const FIRST_IDENTIFIER = 410_001;

/**
 * Returns a designer's relative share of the products. The shares decrease slowly with the rank, so that no designer
 * dominates the shop.
 */
const shareOfRank = (rank: number): number => 1 / (rank + 7) ** 0.8;

type Draft = Omit<DemoProduct, "product_identifier" | "variants"> & { readonly seed: string };

/** Generates the whole catalogue, oldest product first. The result is deterministic. */
export function demoCatalogue(): readonly DemoProduct[] {
  const totalShare = DESIGNERS.reduce((sum, _, rank) => sum + shareOfRank(rank), 0);
  const drafts = DESIGNERS.flatMap((designer, rank) =>
    draftCollection(designer, Math.round((PRODUCTS * shareOfRank(rank)) / totalShare)),
  );
  drafts.sort((a, b) => order(a.release.released_at, b.release.released_at) || order(a.seed, b.seed));
  return drafts.map(({ seed, ...draft }, index) => {
    const product_identifier = String(FIRST_IDENTIFIER + index);
    return {
      ...draft,
      product_identifier,
      variants: drawVariants(seeded(`${seed}/variants`), draft, product_identifier),
    };
  });
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const ATTEMPTS_WITHOUT_NAME = 8;

/**
 * Generates the products of a designer with unique titles. A product with a duplicate title is generated again. After
 * `ATTEMPTS_WITHOUT_NAME` attempts, a model name is added to the title.
 */
function draftCollection(designer: Designer, size: number): Draft[] {
  const range = rangeOf(designer);
  const titles = new Set<string>();
  const drafts: Draft[] = [];
  for (let index = 0; index < size; index++) {
    for (let attempt = 0; ; attempt++) {
      const draft = draftProduct(
        designer,
        range,
        `${designer.name}/${index}/${attempt}`,
        attempt > ATTEMPTS_WITHOUT_NAME,
      );
      if (titles.has(draft.title)) continue;
      titles.add(draft.title);
      drafts.push(draft);
      break;
    }
  }
  return drafts;
}

function draftProduct(designer: Designer, range: Range, seed: string, needsName: boolean): Draft {
  const random = seeded(seed);
  const design = drawDesign(random, designer, range);
  const isNamed = needsName || (design.type.named === true && random.chance(0.65));
  const release = drawRelease(random, design.type);
  const measures = drawMeasures(random, design);
  return {
    seed,
    design,
    measures,
    release,
    title: title(design, isNamed ? random.pick(MODEL_NAMES) : undefined),
    description: description(random, design, measures),
    price: drawPrice(random, design, release.age),
  };
}

function drawMeasures(random: Random, { type }: Design): Measures {
  if (type.heel !== undefined) return { heel_height_mm: type.heel + 5 * random.integer(-2, 2) };
  if (type.size_cm === undefined) return {};
  const [width, height, depth] = type.size_cm;
  const scale = 0.9 + random.next() * 0.25;
  return {
    dimensions: {
      width_cm: Math.round(width * scale),
      height_cm: Math.round(height * scale),
      depth_cm: Math.max(1, Math.round(depth * scale)),
    },
  };
}

function drawVariants(
  random: Random,
  { design, title, price, release }: Omit<Draft, "seed">,
  product_identifier: string,
): DemoVariant[] {
  const { department, type } = design;
  const run = SIZES[type.sizes][department];
  const offered = run.length > 5 ? run.slice(random.integer(0, 1), run.length - random.integer(0, 2)) : run;
  const soldOut = 0.05 + release.age * 0.04 + (price.on_sale ? 0.14 : 0);
  return design.colors.map((color, index) => {
    const left = offered.length === 1 ? offered : offered.filter(() => !random.chance(soldOut));
    const in_stock = left.length > 0 && !random.chance(0.045);
    return {
      variant_identifier: `${product_identifier}${String(index + 1).padStart(2, "0")}`,
      color,
      sizes: in_stock ? left : offered,
      in_stock,
      handle: slug(`${design.designer.name} ${title} ${color.name}`),
    };
  });
}
