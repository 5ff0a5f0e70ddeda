import { demoCatalogue, type DemoProduct, type DemoVariant } from "../catalogue/catalogue.js";
import type { Line } from "../catalogue/vocabulary/product-type.js";
import { DRAWINGS } from "./drawings.js";
import { render } from "./render.js";

interface Depicted {
  readonly product: DemoProduct;
  readonly variant: DemoVariant;
}

const FILE = /^(\d{8})-([12])\.svg$/;

/** Product lines with horizontal stripes. Stripes of all other lines are vertical. */
const STRIPED_ACROSS: ReadonlySet<Line> = new Set<Line>([
  "jersey",
  "sweats",
  "knitwear",
  "accessories",
  "swim",
  "flats",
]);

const STONES: Readonly<Record<string, string>> = {
  Pearl: "#f1ece2",
  Onyx: "#20232a",
  Diamond: "#e6eff4",
  Crystal: "#dfe9ee",
};

let variants: ReadonlyMap<string, Depicted> | undefined;

/** Returns the pictured variant. The map of all variants is built on first use and never changes. */
function variant(identifier: string): Depicted | undefined {
  variants ??= new Map(
    demoCatalogue().flatMap((product) =>
      product.variants.map((found) => [found.variant_identifier, { product, variant: found }] as const),
    ),
  );
  return variants.get(identifier);
}

/**
 * Draws a picture of the demo feed as SVG: `<variant_identifier>-1.svg` shows the product, `-2.svg` its back or a
 * close-up. A file name always produces the same drawing. Returns `undefined` for any other file name.
 */
export function picture(file: string): string | undefined {
  const [, identifier, view] = FILE.exec(file) ?? [];
  const found = identifier === undefined ? undefined : variant(identifier);
  if (found === undefined) return undefined;
  const { design, title } = found.product;
  const isSecond = view === "2";
  return render(DRAWINGS[design.type.silhouette](isSecond), {
    hex: found.variant.color.hex,
    texture: design.detail?.texture ?? design.material.texture,
    pattern: design.pattern,
    across: STRIPED_ACROSS.has(design.type.line),
    view: isSecond ? 2 : 1,
    stone: STONES[design.detail?.word ?? ""],
    label: `${design.designer.name} ${title} in ${found.variant.color.name.toLowerCase()}`,
    chance: Number(found.product.product_identifier) % 97,
  });
}
