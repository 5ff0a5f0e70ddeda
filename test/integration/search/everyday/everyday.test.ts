import { expect } from "chai";
import pLimit from "p-limit";
import { useShop, type Storefront } from "../../../support/shop.js";
import type { EverydayCase, EverydayProduct, EverydayShop } from "./everyday.js";
import { NOISE } from "./noise.js";
import * as shops from "./shops.js";

/** Number of results among which the expected products must be: the largest number that a shopper may look through. */
const FIRST_RESULTS = 100;
/** Maximum number of feeds that are ingested concurrently. */
const INGESTIONS = 3;

/** A storefront for the test cases. `idOf` maps product identifiers to the product ids in test cases. */
interface OpenShop {
  readonly storefront: Storefront;
  readonly size: number;
  readonly idOf: ReadonlyMap<string, string>;
}

/** Returns a product identifier of letters that occur in no query, so that queries do not match product identifiers. */
const identifier = (at: number) => `qz${at.toString(2).replaceAll("0", "x").replaceAll("1", "j")}`;

describe("Everyday searches", () => {
  const service = useShop({
    instances: 1,
    settings: { INGESTION_CONCURRENCY: `${INGESTIONS}`, LEARN_EVERY_SECONDS: "86400" },
  });
  const open = new Map<EverydayShop, Promise<OpenShop>>();

  async function openShop({ language, shop }: EverydayShop): Promise<OpenShop> {
    const storefront = await service.storefront({ language });
    const products: [string, EverydayProduct][] = [
      ...Object.entries(shop),
      ...NOISE.map((title): [string, EverydayProduct] => [title, { title }]),
    ];
    const lines = products.map(([, product], at) => ({
      operation: "insert",
      product_data: { product_identifier: identifier(at), variant_identifier: `${identifier(at)}v`, ...product },
    }));
    await storefront.ingest(lines, "soft_replace");
    return { storefront, size: products.length, idOf: new Map(products.map(([id], at) => [identifier(at), id])) };
  }

  before("open a shop in each language", async () => {
    const limit = pLimit(INGESTIONS);
    for (const one of Object.values(shops)) open.set(one, limit(openShop, one));
    // If a shop cannot be opened, only the tests with this shop fail.
    await Promise.allSettled(open.values());
  });

  for (const one of Object.values<EverydayShop>(shops)) {
    for (const row of one.cases) {
      it(`${one.language}: ${sentence(row)}`, async () => {
        const { storefront, size, idOf } = (await open.get(one))!;
        const { items, total } = await storefront.search({ query: row.query, limit: FIRST_RESULTS });
        judge(
          row,
          items.map((item) => idOf.get(item.product_identifier)!),
        );
        expect(total * 2, `${total} results in a shop of ${size} products`).to.be.below(size);
      });
    }
  }
});

function judge({ query, finds, first, lacks = [], never = [] }: EverydayCase, results: readonly string[]): void {
  const found = `the results are ${results.slice(0, 15).join(", ")}`;
  expect(
    finds.filter((id) => !results.includes(id)),
    `not found; ${found}`,
  ).to.deep.equal([]);
  if (first !== undefined) expect(results[0], found).to.equal(first);
  const isOneWord = !/\s/u.test(query.trim());
  const before = isOneWord ? results : results.slice(0, Math.max(...finds.map((id) => results.indexOf(id))));
  expect(
    lacks.filter((id) => before.includes(id)),
    `found, or found too early; ${found}`,
  ).to.deep.equal([]);
  expect(
    never.filter((id) => results.includes(id)),
    `found; ${found}`,
  ).to.deep.equal([]);
}

function sentence({ query, finds, first, lacks = [], never = [] }: EverydayCase): string {
  const isOneWord = !/\s/u.test(query.trim());
  const others = finds.filter((id) => id !== first);
  return [
    `"${legible(query)}" finds `,
    first === undefined ? "" : `${first} first`,
    first === undefined || others.length === 0 ? "" : ", then ",
    others.join(", "),
    lacks.length === 0 ? "" : `${isOneWord ? ", not " : " before "}${lacks.join(", ")}`,
    never.length === 0 ? "" : `, not ${never.join(", ")}`,
  ].join("");
}

/**
 * Formats a query for a test title: shows invisible characters as code points, labels decomposed letters, and shortens
 * long queries.
 */
function legible(query: string): string {
  const shown = query.replace(/[\p{Cf}\u{a0}]/gu, (character) => `<U+${character.codePointAt(0)?.toString(16)}>`);
  const cut = shown.length > 70 ? `${shown.slice(0, 50)}…${shown.slice(-20)}` : shown;
  return query === query.normalize("NFC") ? cut : `${cut} (decomposed)`;
}
