import { setTimeout as delay } from "node:timers/promises";
import type { Random } from "../../demo/random.js";
import type { SearchResult } from "../../src/search/response-schema.js";
import type { AddedClient } from "../../src/storefront/clients.js";
import { feed, insertLine } from "../../test/support/catalog.js";
import type { PatientClient } from "./patient-client.js";

/**
 * Number of products in the catalogue. The price of product N is always N, while other fields change with each season.
 */
export const PRODUCTS = 400;
const NOUNS = ["Shirt", "Jacket", "Boot", "Scarf", "Belt"];
const COLORS = ["Red", "Green", "Blue", "Black"];

export const productName = (number: number) => `product-${number}`;

export function productLine(number: number, season: number): string {
  const noun = NOUNS[number % NOUNS.length] ?? "";
  const color = COLORS[(number + season) % COLORS.length] ?? "";
  return insertLine(productName(number), undefined, {
    title: `${color} ${noun} ${number}`,
    price: number,
    color,
    designer: `Brand ${number % 20}`,
    sizes: ["S", "M"],
    categories: [`Clothing: ${noun}s`],
  });
}

/** Feed of the full catalogue for a season. One product in 20 differs from the previous season. */
export const catalogueFeed = (season: number): string =>
  feed(
    ...Array.from({ length: PRODUCTS }, (_, number) =>
      productLine(number, number % 20 === season % 20 ? season : Math.floor(season / 20)),
    ),
  );

export interface Visits {
  /** Number of cursor chains (sequences of result pages) that were read completely. */
  readonly ended: number;
  readonly pages: number;
  /** Cursor chains with repeated, misordered or missing products. */
  readonly wrong: readonly string[];
  /** Starts no further visits and waits until the current visits end. */
  stop(): Promise<void>;
}

export interface VisitOptions {
  readonly client: PatientClient;
  readonly storefront: AddedClient;
  readonly random: Random;
  /** Number of concurrent visitors. Each visitor pauses for up to `thinkingMs` milliseconds between two requests. */
  readonly visitors: number;
  readonly thinkingMs: number;
  /** Share of cursor chains that visitors leave before the last page. */
  readonly left?: number;
  /** Number of recurring devices. */
  readonly devices?: number;
}

const PAGE = 25;
/**
 * Number of products per cursor chain. Large enough that the chain exceeds two reranking windows, each of 100 products.
 */
const SPAN = 250;

/** Simulates visitors who scroll through results, search, type, and load recommendations, one after another. */
export function startVisits(options: VisitOptions): Visits {
  const { client, storefront, random, visitors, thinkingMs, left = 0, devices = 200 } = options;
  const path = (of: string) => `/v2/recommendations/${of}?service_api_client=${storefront.client_id}`;
  const post = <T>(of: string, body: object) =>
    client.request<T>({ method: "POST", path: path(of), key: storefront.public_key, body });
  let isOver = false;
  const tally = { ended: 0, pages: 0, wrong: [] as string[] };
  const think = () => delay(random.next() * thinkingMs);

  /** Simulates a visitor who scrolls through a price range. The products in the price range are known exactly. */
  async function scroll(user: object): Promise<void> {
    const first = random.integer(0, PRODUCTS - SPAN);
    const isOrdered = random.chance(0.5);
    const leaves = random.chance(left);
    const request = {
      user,
      limit: PAGE,
      filters: { price: { $gte: first, $lt: first + SPAN } },
      ...(isOrdered ? { sort: ["price_asc"] } : {}),
    };
    const seen: string[] = [];
    for (let page = 1, cursor: string | undefined; ; page += 1) {
      const pagination = cursor === undefined ? {} : { pagination: { page, cursor } };
      const found = await post<SearchResult>("search", { ...request, ...pagination });
      if (found === undefined) return; // `client` has already counted the failure.
      tally.pages += 1;
      seen.push(...found.items.map((item) => item.product_identifier));
      if (!found.pagination.has_more) break;
      if (leaves && random.chance(0.2)) return;
      cursor = found.recommendation_id;
      await think();
    }
    const wanted = Array.from({ length: SPAN }, (_, number) => productName(first + number));
    const [was, should] = isOrdered ? [seen, wanted] : [[...seen].sort(), [...wanted].sort()];
    tally.ended += 1;
    if (was.join() === should.join()) return;
    const repeated = seen.filter((id, at) => seen.indexOf(id) !== at);
    const missing = wanted.filter((id) => !seen.includes(id));
    tally.wrong.push(
      `${isOrdered ? "by price" : "featured"} from ${first}: ${repeated.length} twice (${repeated.slice(0, 3).join()}), ${missing.length} missing (${missing.slice(0, 3).join()}), ${seen.length} in all`,
    );
  }

  async function visit(): Promise<void> {
    const user = { device_id: `visitor-${random.integer(0, devices)}` };
    const product = random.integer(0, PRODUCTS - 1);
    const noun = NOUNS[product % NOUNS.length] ?? "";
    switch (random.integer(0, 5)) {
      case 0:
        await post("search", { user, query: `${noun} ${product}`, limit: PAGE, facets: { keys: ["color"] } });
        return;
      case 1:
        await post("suggest", { user, query: noun.slice(0, 3).toLowerCase() });
        return;
      case 2:
        await post("query", {
          user,
          profile: "similar",
          limit: 4,
          seed: { product_identifiers: [productName(product)] },
        });
        return;
      default:
        await scroll(user);
    }
  }

  const visiting = Array.from({ length: visitors }, async () => {
    while (!isOver) {
      await visit();
      await think();
    }
  });
  return {
    get ended() {
      return tally.ended;
    },
    get pages() {
      return tally.pages;
    },
    wrong: tally.wrong,
    async stop() {
      isOver = true;
      await Promise.all(visiting);
    },
  };
}
