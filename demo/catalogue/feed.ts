import { demoCatalogue, type DemoProduct, type DemoVariant } from "./catalogue.js";
import { categoryPath } from "../../src/catalog/fields.js";

/** URL path of the product pictures. */
export const PICTURES_PATH = "/demo/pictures";

export interface FeedLine {
  readonly operation: "insert";
  readonly product_data: Readonly<Record<string, unknown>>;
}

/**
 * Returns the demo catalogue as a feed: one NDJSON line (without newline) per variant, variants of a product together.
 */
export function* demoFeed(): Iterable<string> {
  for (const product of demoCatalogue()) {
    for (const variant of product.variants) yield JSON.stringify(feedLine(product, variant));
  }
}

/** Creates a feed line. Missing values are omitted; prices are in EUR. */
export function feedLine(product: DemoProduct, variant: DemoVariant): FeedLine {
  const { design, release, measures } = product;
  const { type, material } = design;
  return {
    operation: "insert",
    product_data: {
      product_identifier: product.product_identifier,
      variant_identifier: variant.variant_identifier,
      title: product.title,
      designer: design.designer.name,
      description: product.description,
      department: design.department,
      categories: categoryPath(type.category),
      color: variant.color.family,
      color_name: variant.color.name,
      sizes: variant.sizes,
      ...product.price,
      material: material.family,
      fit: design.fit,
      season: release.season,
      released_at: release.released_at,
      in_stock: variant.in_stock,
      handle: variant.handle,
      images: [1, 2].map((view) => `${PICTURES_PATH}/${variant.variant_identifier}-${view}.svg`),
      attributes: {
        pattern: design.pattern,
        fabric: material.name,
        composition: material.composition,
        care: material.care,
        origin: design.designer.origin,
        recycled: /recycled/.test(material.composition),
        detail: design.detail?.word,
        closure: type.closure,
        ...measures,
      },
    },
  };
}
