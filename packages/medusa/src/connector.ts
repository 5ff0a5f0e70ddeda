import { deletionOf, productLines, type Products, type Replaced, type VariantFields } from "@vitrine/client/products";
import { variantsOf } from "./product.js";
import { productsOf, readProducts, type MedusaContainer } from "./query.js";

export interface ConnectorOptions {
  readonly products: Products;
  /**
   * Medusa query context that selects the indexed prices, such as `QueryContext({ currency_code: "eur" })` or one with
   * a `region_id`.
   */
  readonly prices: object;
  /** Returns the current time in milliseconds since 1970; `Date.now` by default. */
  readonly now?: () => number;
}

/** Arguments of a Medusa subscriber. */
export interface SubscriberArguments {
  readonly event: { readonly name: string; readonly data: unknown };
  readonly container: MedusaContainer;
}

export interface Connector {
  /** Handles the Medusa events listed in `EVENTS`. */
  readonly onEvent: (args: SubscriberArguments) => Promise<void>;
  /**
   * Replaces the catalogue with the shop's products. Run this once initially and every night, to recover from missed
   * events.
   */
  readonly loadEverything: (container: MedusaContainer) => Promise<Replaced>;
}

const changes = (kind: string) => ["created", "updated", "deleted"].map((change) => `${kind}.${change}`);

/** Events that may change published products or their stock. */
export const EVENTS: string[] = [
  ...["product", "product-variant", "inventory-item", "inventory-level", "reservation-item"].flatMap(changes),
];

const PAGE = 100;

/**
 * Reads the whole product again for each event about the product. The version of the update is the time just before the
 * read. The most recent read therefore wins, even if events arrive in another order or at several instances.
 */
export function createConnector({ products, prices, now = Date.now }: ConnectorOptions): Connector {
  const version = createClock(now);

  async function sendProduct(container: MedusaContainer, id: string): Promise<void> {
    const at = version();
    const [product] = await readProducts(container, prices, { filters: { id } });
    const lines = product === undefined ? [deletionOf(id, at)] : productLines(id, variantsOf(product), at);
    const refused = (await products.send(lines)).find(({ outcome }) => outcome === "refused");
    if (refused !== undefined) throw new Error(`product ${id} was rejected: ${refused.reason}`);
  }

  return {
    async onEvent({ event: { name, data }, container }) {
      const kind = name.slice(0, name.lastIndexOf("."));
      const ids = [data].flat().flatMap((one) => idsOf(one));
      const found = await Promise.all(ids.map((id) => productsOf(container, kind, id)));
      for (const product of new Set(found.flat())) await sendProduct(container, product);
    },
    loadEverything(container) {
      async function* variants(): AsyncGenerator<readonly VariantFields[]> {
        let last: string | undefined;
        for (;;) {
          // Pages by id, because an offset skips a product if another product is unpublished between two pages.
          const filters = { status: "published", ...(last !== undefined && { id: { $gt: last } }) };
          const pagination = { skip: 0, take: PAGE, order: { id: "ASC" } };
          const page = await readProducts(container, prices, { filters, pagination });
          yield page.flatMap(variantsOf);
          if (page.length < PAGE) return;
          last = page.at(-1)?.id;
        }
      }
      return products.replace(variants(), version());
    },
  };
}

/** Returns the ids in event data. Modules and workflows emit `{ id }` or `{ id: [..] }`. */
function idsOf(data: unknown): string[] {
  const { id } = (data ?? {}) as { readonly id?: unknown };
  return [id].flat().filter((one): one is string => typeof one === "string");
}

/**
 * Creates a clock that returns strictly increasing times with nanoseconds, so that two reads in one millisecond have an
 * order.
 */
function createClock(now: () => number): () => string {
  let last = 0n;
  return () => {
    const time = BigInt(Math.floor(now())) * 1_000_000n;
    last = time > last ? time : last + 1n;
    const date = new Date(Number(last / 1_000_000n)).toISOString();
    return `${date.slice(0, 23)}${String(last % 1_000_000n).padStart(6, "0")}Z`;
  };
}
