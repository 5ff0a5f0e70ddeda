import { PRODUCT_FIELDS, type MedusaProduct } from "./product.js";

/** Method of Medusa's dependency container that this package uses. */
export interface MedusaContainer {
  resolve(name: string): unknown;
}

interface Query {
  graph(requested: {
    readonly entity: string;
    readonly fields: readonly string[];
    readonly filters?: object;
    readonly pagination?: { readonly skip: number; readonly take: number; readonly order: object };
    readonly context?: object;
    readonly withDeleted?: boolean;
  }): Promise<{ readonly data: readonly unknown[] }>;
}

/**
 * Reads products with all their variants.
 * @param prices `QueryContext` that selects the prices by `currency_code` or `region_id`
 */
export const readProducts = async (
  container: MedusaContainer,
  prices: object,
  requested: { readonly filters?: object; readonly pagination?: { skip: number; take: number; order: object } },
): Promise<readonly MedusaProduct[]> => {
  const context = { variants: { calculated_price: prices } };
  const { data } = await graphOf(container)({ entity: "product", fields: PRODUCT_FIELDS, ...requested, context });
  return data as readonly MedusaProduct[];
};

/** Returns the `graph` method of Medusa's Query, which the container provides. */
const graphOf = (container: MedusaContainer) => {
  const query = container.resolve("query") as Query;
  return query.graph.bind(query);
};

/** Ids of the products affected by an event about another entity. Works for deleted entities too. */
export async function productsOf(container: MedusaContainer, kind: string, id: string): Promise<string[]> {
  const read = async (entity: string, field: string, ids: readonly string[]): Promise<string[]> => {
    if (ids.length === 0) return [];
    const filters = { id: ids };
    const { data } = await graphOf(container)({ entity, fields: ["id", field], filters, withDeleted: true });
    return [...new Set(data.flatMap((one) => valuesAt(one, field.split("."))))];
  };
  const ofItems = (items: readonly string[]) => read("inventory_item", "variants.product_id", items);
  switch (kind) {
    case "product":
      return [id];
    case "product-variant":
      return read("product_variant", "product_id", [id]);
    case "inventory-item":
      return ofItems([id]);
    case "inventory-level":
      return ofItems(await read("inventory_level", "inventory_item_id", [id]));
    case "reservation-item":
      return ofItems(await read("reservation", "inventory_item_id", [id]));
    default:
      return [];
  }
}

/** Returns all texts at a path in nested objects and lists. */
function valuesAt(value: unknown, [name, ...rest]: readonly string[]): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesAt(one, name === undefined ? [] : [name, ...rest]));
  if (name === undefined) return typeof value === "string" ? [value] : [];
  if (typeof value !== "object" || value === null) return [];
  return valuesAt((value as Record<string, unknown>)[name], rest);
}
