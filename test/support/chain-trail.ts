import { expect } from "chai";
import { matchingProducts, matchingVariants, orderedProducts, tierOf } from "./chain-oracle.js";
import { isOrdered, type ChainRequest } from "./chain-request.js";
import { withPins } from "./chain-rules.js";
import type { Shelf } from "./shop-catalogue.js";
import type { Item, SearchResult } from "../../src/search/response-schema.js";

/** The pages of one chain that one shopper has seen, and the properties that must hold for them. */
export interface Trail {
  readonly request: ChainRequest;
  readonly pages: number;
  /** The request for the newest page; undefined for the first one. */
  readonly lastAsked: object | undefined;
  hasMore(): boolean;
  cursor(): string;
  /** Takes the next page in. @param possible the states in which the catalogue may have been found */
  add(page: SearchResult, asked: object, possible: readonly Shelf[]): void;
  /** Takes the newest page in once more: the same one, without what has gone. */
  repeat(page: SearchResult, possible: readonly Shelf[]): void;
  /** Called at the end: nothing that matched all the time was left out. */
  checkComplete(): void;
}

/** @throws AssertionError, like all its methods, telling the request and the page */
export function createTrail(request: ChainRequest, shelf: Shelf, firstPage: SearchResult): Trail {
  const tier = tierOf(shelf, request);
  const atFirst = matchingProducts(shelf, request, tier);
  const order = isOrdered(request) ? orderedProducts(shelf, request, tier) : undefined;
  const delivered = new Set<string>();
  let throughout = new Set(atFirst.keys());
  let changed = false;
  let pages = 0;
  let newest = firstPage;
  let lastAsked: object | undefined;

  const about = (what: string) => `${what}, page ${pages} of ${JSON.stringify(request)}`;
  const idsOf = (page: SearchResult) => page.items.map((item) => item.product_identifier);

  function checkItems(page: SearchResult, possible: readonly Shelf[]): void {
    const wrong = page.items.filter((item) => !possible.some((state) => isTrue(item, state)));
    const known = wrong.map(({ product_identifier: id }) => possible.map((state) => [...(state.get(id) ?? [])]));
    expect(wrong, about(`not sold like this: ${JSON.stringify(known)}`)).to.deep.equal([]);
  }

  function isTrue(item: Item, state: Shelf): boolean {
    const variants = matchingVariants(state.get(item.product_identifier), request, tier);
    const shown = variants.find(({ variant_identifier }) => variant_identifier === item.variant_identifier);
    if (shown === undefined) return false;
    const { title, price, color } = shown;
    return title === item["name"] && price === item["price"] && (color === "" ? undefined : color) === item["color"];
  }

  function checkFrame(page: SearchResult): void {
    const { count, total, pagination, items } = page;
    expect([count, total, pagination.last_page], about("frame")).to.deep.equal([
      items.length,
      atFirst.size,
      Math.ceil(atFirst.size / request.limit),
    ]);
    expect(page.expires_in, about("expires_in")).to.be.greaterThan(0);
    if (pagination.has_more) expect(count, about("a full page when there is more")).to.equal(request.limit);
  }

  function add(page: SearchResult, asked: object | undefined, possible: readonly Shelf[]): void {
    pages += 1;
    const ids = idsOf(page);
    if (possible.some((state) => state !== shelf)) changed = true;
    for (const state of possible) {
      const matching = matchingProducts(state, request, tier);
      throughout = new Set([...throughout].filter((id) => matching.has(id)));
    }
    expect(
      ids.filter((id, place) => delivered.has(id) || ids.indexOf(id) !== place),
      about("repeated"),
    ).to.deep.equal([]);
    for (const id of ids) delivered.add(id);
    checkItems(page, possible);
    checkFrame(page);
    if (!changed) {
      expect(page.pagination.has_more, about("has_more")).to.equal(delivered.size < atFirst.size);
      const rows = order?.slice((pages - 1) * request.limit, pages * request.limit);
      if (rows !== undefined) expect(ids, about("order")).to.deep.equal(rows);
    }
    newest = page;
    lastAsked = asked;
  }

  add(firstPage, undefined, [shelf]);
  return {
    request,
    get pages() {
      return pages;
    },
    get lastAsked() {
      return lastAsked;
    },
    hasMore: () => newest.pagination.has_more,
    cursor: () => newest.recommendation_id,
    add,
    repeat(page, possible) {
      const ids = idsOf(page);
      expect(page.recommendation_id, about("asked again")).to.equal(newest.recommendation_id);
      checkItems(page, possible);
      // Products that are gone may be missing; nothing may take their place, or it would come twice.
      const kept = idsOf(newest).filter((id) => ids.includes(id));
      expect(ids, about("asked again")).to.deep.equal(kept);
      const gone = idsOf(newest).filter((id) => !ids.includes(id));
      const missed = gone.filter((id) =>
        possible.every((state) => matchingVariants(state.get(id), request, tier).length > 0),
      );
      expect(missed, about("missing when asked again")).to.deep.equal([]);
    },
    checkComplete() {
      expect(
        [...throughout].filter((id) => !delivered.has(id)),
        about("never delivered"),
      ).to.deep.equal([]);
      if (changed) return;
      const whole = [...delivered];
      expect(whole, about("places of pinned products")).to.deep.equal(
        withPins(whole, request.rules?.pins ?? [], new Set(atFirst.keys())),
      );
    },
  };
}
