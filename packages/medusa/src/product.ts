import type { VariantFields } from "@vitrine/client/products";

/** Fields of a Medusa 2 product that are indexed. The query requests the same fields, see `PRODUCT_FIELDS`. */
export interface MedusaProduct {
  readonly id: string;
  readonly title: string;
  readonly subtitle?: string | null;
  readonly handle?: string | null;
  readonly description?: string | null;
  readonly thumbnail?: string | null;
  readonly status: string;
  readonly material?: string | null;
  readonly created_at?: string | Date;
  readonly images?: readonly { readonly url: string }[] | null;
  readonly type?: { readonly value: string } | null;
  readonly collection?: { readonly title: string } | null;
  readonly tags?: readonly { readonly value: string }[] | null;
  readonly categories?: readonly MedusaCategory[] | null;
  readonly variants?: readonly MedusaVariant[] | null;
}

interface MedusaCategory {
  readonly name: string;
  readonly parent_category?: MedusaCategory | null;
}

interface MedusaVariant {
  readonly id: string;
  readonly title?: string | null;
  readonly sku?: string | null;
  readonly barcode?: string | null;
  readonly manage_inventory?: boolean;
  readonly allow_backorder?: boolean;
  readonly options?: readonly { readonly value: string; readonly option?: { readonly title: string } | null }[] | null;
  readonly calculated_price?: {
    readonly calculated_amount: number | null;
    readonly original_amount: number | null;
  } | null;
  readonly inventory_items?: readonly MedusaInventory[] | null;
}

interface MedusaInventory {
  readonly required_quantity?: number | null;
  readonly inventory?: {
    readonly location_levels?:
      readonly { readonly stocked_quantity: number; readonly reserved_quantity: number }[] | null;
  } | null;
}

/** Product fields that are requested from Medusa's Query. */
export const PRODUCT_FIELDS: readonly string[] = [
  ...["id", "title", "subtitle", "handle", "description", "thumbnail", "status", "material", "created_at"],
  ...["images.url", "type.value", "collection.title", "tags.value", "categories.name"],
  ...["categories.parent_category.name", "categories.parent_category.parent_category.name"],
  ...["id", "title", "sku", "barcode", "manage_inventory", "allow_backorder", "options.value", "options.option.title"]
    .concat("calculated_price.*", "inventory_items.required_quantity")
    .concat("inventory_items.inventory.location_levels.stocked_quantity")
    .concat("inventory_items.inventory.location_levels.reserved_quantity")
    .map((field) => `variants.${field}`),
];

/** Returns the variants of a product in feed format. An unpublished product has no variants. */
export function variantsOf(product: MedusaProduct): VariantFields[] {
  if (product.status !== "published") return [];
  const categories = (product.categories ?? []).map(pathOf);
  const images = (product.images ?? []).map(({ url }) => url);
  const shared = given({
    product_identifier: product.id,
    title: product.title,
    subtitle: product.subtitle,
    handle: product.handle,
    description: product.description,
    product_type: product.type?.value,
    collection: product.collection?.title,
    tags: (product.tags ?? []).map(({ value }) => value),
    categories,
    material: product.material,
    images: images.length === 0 && product.thumbnail ? [product.thumbnail] : images,
    released_at: product.created_at === undefined ? undefined : new Date(product.created_at).toISOString(),
  });
  return (product.variants ?? []).map((variant) => ({
    ...shared,
    ...optionsOf(variant),
    ...given({
      variant_identifier: variant.id,
      sku: variant.sku,
      barcode: variant.barcode,
      in_stock: isInStock(variant),
      ...pricesOf(variant),
    }),
  }));
}

/** Category path in feed format: "Women: Knitwear". */
function pathOf({ name, parent_category: parent }: MedusaCategory): string {
  const own = name.replaceAll(": ", ":");
  return parent ? `${pathOf(parent)}: ${own}` : own;
}

/** Names of common product options that have their own feed field. All other options become attributes. */
const WELL_KNOWN: readonly (readonly [name: RegExp, field: string, isList: boolean])[] = [
  [/^(colou?r|farbe|couleur|kleur|colore)$/i, "color", false],
  [/^(size|größe|taille|maat|talla|taglia)$/i, "sizes", true],
  [/^(material|matière|materiaal|materiale)$/i, "material", false],
];

function optionsOf({ options }: MedusaVariant): VariantFields {
  const fields: Record<string, unknown> = {};
  const attributes: Record<string, string> = {};
  for (const { value, option } of options ?? []) {
    const title = option?.title ?? "option";
    const [, field, isList = false] = WELL_KNOWN.find(([name]) => name.test(title.trim())) ?? [];
    const name = title
      .normalize("NFC")
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}]+/gu, "_")
      .replaceAll(/^_|_$/g, "");
    // Skip the option that Medusa's admin creates for products without options.
    if (/^default option/i.test(title)) continue;
    if (field === undefined) attributes[name || "option"] = value;
    else fields[field] = isList ? [value] : value;
  }
  return Object.keys(attributes).length === 0 ? fields : { ...fields, attributes };
}

function pricesOf({ calculated_price: price }: MedusaVariant): Record<string, unknown> {
  const now = price?.calculated_amount;
  const before = price?.original_amount;
  if (typeof now !== "number") return {};
  const isReduced = typeof before === "number" && before > now;
  return { price: now, original_price: isReduced ? before : undefined, on_sale: isReduced };
}

/** Whether a variant is in stock. For each inventory item of the variant, the stock of all locations is added up. */
function isInStock({ manage_inventory, allow_backorder, inventory_items: parts }: MedusaVariant): boolean {
  if (manage_inventory === false || allow_backorder === true) return true;
  if (!parts || parts.length === 0) return false;
  return parts.every(({ required_quantity, inventory }) => {
    const levels = inventory?.location_levels ?? [];
    const available = levels.reduce((sum, level) => sum + level.stocked_quantity - level.reserved_quantity, 0);
    return available >= Math.max(1, required_quantity ?? 1);
  });
}

const given = (fields: Readonly<Record<string, unknown>>): VariantFields =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([, value]) =>
        value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0),
    ),
  );
