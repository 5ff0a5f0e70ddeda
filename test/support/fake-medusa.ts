import type { MedusaContainer, MedusaProduct } from "../../packages/medusa/src/index.js";

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Level = { stocked_quantity: number; reserved_quantity: number };

interface Requested {
  readonly entity: string;
  readonly fields: readonly string[];
  readonly filters?: { readonly id?: string | readonly string[]; readonly status?: string };
  readonly pagination?: { readonly skip: number; readonly take: number };
  readonly context?: { readonly variants?: { readonly calculated_price?: object } };
  readonly withDeleted?: boolean;
}

export const EURO = { currency_code: "eur" };

/** A Medusa application with one product, in the format of its Query module (version 2.8). */
export class FakeMedusa implements MedusaContainer {
  readonly level: Level = { stocked_quantity: 5, reserved_quantity: 5 };
  readonly product: Mutable<MedusaProduct> = {
    id: "prod_01JABC",
    title: "Medusa Sweatshirt",
    subtitle: null,
    handle: "sweatshirt",
    description: "Reimagine the feeling of a classic sweatshirt.",
    thumbnail: "https://medusa.example/sweatshirt-front.png",
    status: "published",
    material: null,
    created_at: "2026-01-04T11:00:00.000Z",
    images: [
      { url: "https://medusa.example/sweatshirt-front.png" },
      { url: "https://medusa.example/sweatshirt-back.png" },
    ],
    type: { value: "Sweatshirts" },
    collection: null,
    tags: [{ value: "cotton" }],
    categories: [{ name: "Sweatshirts", parent_category: { name: "Women", parent_category: null } }],
    variants: [
      {
        id: "variant_01JS",
        title: "S",
        sku: "SWEATSHIRT-S",
        barcode: null,
        manage_inventory: true,
        allow_backorder: false,
        options: [{ value: "S", option: { title: "Size" } }],
        calculated_price: { calculated_amount: 8, original_amount: 10 },
        inventory_items: [{ required_quantity: 1, inventory: { location_levels: [this.level] } }],
      },
      {
        id: "variant_01JM",
        title: "M",
        sku: "SWEATSHIRT-M",
        barcode: null,
        manage_inventory: false,
        allow_backorder: false,
        options: [
          { value: "M", option: { title: "Size" } },
          { value: "Loose", option: { title: "Fit" } },
        ],
        calculated_price: { calculated_amount: 12, original_amount: 12 },
        inventory_items: [],
      },
    ],
  };
  isDeleted = false;

  resolve(name: string): unknown {
    if (name !== "query") throw new Error(`Could not resolve '${name}'.`);
    return { graph: (requested: Requested) => Promise.resolve({ data: this.#found(requested) }) };
  }

  #found({ entity, filters = {}, pagination, context, withDeleted = false }: Requested): readonly unknown[] {
    const named = (...ids: readonly string[]) =>
      filters.id === undefined || [filters.id].flat().some((id) => ids.includes(id));
    const isThere = withDeleted || !this.isDeleted;
    const product_id = this.product.id;
    switch (entity) {
      case "product": {
        if (context?.variants?.calculated_price === undefined) throw new Error("Missing context for calculated_price");
        const isRequested = named(product_id) && (filters.status ?? this.product.status) === this.product.status;
        return isThere && isRequested && (pagination?.skip ?? 0) === 0 ? [structuredClone(this.product)] : [];
      }
      case "product_variant":
        return isThere && named("variant_01JS", "variant_01JM") ? [{ id: filters.id, product_id }] : [];
      case "inventory_item":
        return named("iitem_01JS") ? [{ id: "iitem_01JS", variants: [{ id: "variant_01JS", product_id }] }] : [];
      case "inventory_level":
        return named("ilev_01JS") ? [{ id: "ilev_01JS", inventory_item_id: "iitem_01JS" }] : [];
      case "reservation":
        return named("resitem_01J") ? [{ id: "resitem_01J", inventory_item_id: "iitem_01JS" }] : [];
      default:
        throw new Error(`Service with alias "${entity}" was not found.`);
    }
  }
}
