import { expect } from "chai";
import { matchingProducts, matchingVariants, orderedProducts, type Tier, tierOf } from "./chain-oracle.js";
import { isOrdered, type ChainRequest } from "./chain-request.js";
import { withPins } from "./chain-rules.js";
import type { Shelf } from "./shop-catalogue.js";
import type { Item, SearchResult } from "../../src/search/response-schema.js";

/**
 * Pages of a cursor chain that a shopper has received, with checks of the properties that must hold for these pages.
 */
export interface Trail {
  readonly request: ChainRequest;
  readonly pages: number;
  /** Request for the newest page; undefined for the first page. */
  readonly lastRequested: object | undefined;
  hasMore(): boolean;
  cursor(): string;
  /**
   * Adds the next page of the cursor chain and checks this page.
   * @param possible the states that the catalogue may have had during the request
   */
  add(page: SearchResult, requested: object, possible: readonly Shelf[]): void;
  /** Checks a repeated response for the newest page: only products that no longer match may be missing. */
  repeat(page: SearchResult, possible: readonly Shelf[]): void;
  /** Checks that the pages of the complete cursor chain contain every product that always matched the request. */
  checkComplete(): void;
}

/** The part of a catalogue state that is relevant to a request. */
interface Found {
  readonly shelf: Shelf;
  readonly tier: Tier;
  readonly matching: ReadonlySet<string>;
}

function foundIn(shelf: Shelf, request: ChainRequest): Found {
  const tier = tierOf(shelf, request);
  return { shelf, tier, matching: new Set(matchingProducts(shelf, request, tier).keys()) };
}

/**
 * Creates the record of a cursor chain's pages and checks the first page.
 * @throws {AssertionError} with the request and the page
 */
export function createTrail(request: ChainRequest, shelf: Shelf, firstPage: SearchResult): Trail {
  const atFirst = foundIn(shelf, request);
  const delivered = new Set<string>();
  let throughout = atFirst.matching;
  let changed = false;
  let pages = 0;
  let newest = firstPage;
  let lastRequested: object | undefined;

  const about = (what: string) => `${what}, page ${pages} of ${JSON.stringify(request)}`;
  const idsOf = (page: SearchResult) => page.items.map((item) => item.product_identifier);
  const foundInEach = (possible: readonly Shelf[]) =>
    possible.map((state) => (state === shelf ? atFirst : foundIn(state, request)));

  function checkItems(page: SearchResult, possible: readonly Found[]): void {
    const wrong = page.items.filter((item) => !possible.some((state) => isTrue(item, state)));
    const known = wrong.map(({ product_identifier: id }) => possible.map((state) => [...(state.shelf.get(id) ?? [])]));
    expect(wrong, about(`not sold like this: ${JSON.stringify(known)}`)).to.deep.equal([]);
  }

  function isTrue(item: Item, state: Found): boolean {
    const variants = matchingVariants(state.shelf.get(item.product_identifier), request, state.tier);
    const shown = variants.find(({ variant_identifier }) => variant_identifier === item.variant_identifier);
    if (shown === undefined) return false;
    const { title, price, color } = shown;
    return title === item["name"] && price === item["price"] && (color === "" ? undefined : color) === item["color"];
  }

  /** Checks the page's metadata. The total must equal the number of products that match at the time of the request. */
  function checkFrame(page: SearchResult, possible: readonly Found[]): void {
    const { count, total, pagination, items } = page;
    expect(count, about("count")).to.equal(items.length);
    expect(total, about("total")).to.be.oneOf(possible.map(({ matching }) => matching.size));
    expect(pagination.last_page, about("last_page")).to.equal(Math.ceil(total / request.limit));
    expect(page.expires_in, about("expires_in")).to.be.greaterThan(0);
    if (pagination.has_more) expect(count, about("a full page when there is more")).to.equal(request.limit);
  }

  /** Checks `has_more` and, for field sort orders, that the page contains the first undelivered products. */
  function checkProgress(page: SearchResult, before: ReadonlySet<string>, possible: readonly Found[]): void {
    const left = possible.map(({ matching }) => [...matching].some((id) => !delivered.has(id)));
    expect(page.pagination.has_more, about("has_more")).to.be.oneOf(left);
    const [state, ...others] = possible;
    if (!isOrdered(request) || state === undefined || others.length > 0) return;
    const rows = orderedProducts(state.shelf, request, state.tier).filter((id) => !before.has(id));
    expect(idsOf(page), about("order")).to.deep.equal(rows.slice(0, request.limit));
  }

  function add(page: SearchResult, requested: object | undefined, states: readonly Shelf[]): void {
    pages += 1;
    const ids = idsOf(page);
    const possible = foundInEach(states);
    if (states.some((state) => state !== shelf)) changed = true;
    for (const { matching } of possible) throughout = new Set([...throughout].filter((id) => matching.has(id)));
    expect(
      ids.filter((id, place) => delivered.has(id) || ids.indexOf(id) !== place),
      about("repeated"),
    ).to.deep.equal([]);
    const before = new Set(delivered);
    for (const id of ids) delivered.add(id);
    checkItems(page, possible);
    checkFrame(page, possible);
    checkProgress(page, before, possible);
    newest = page;
    lastRequested = requested;
  }

  add(firstPage, undefined, [shelf]);
  return {
    request,
    get pages() {
      return pages;
    },
    get lastRequested() {
      return lastRequested;
    },
    hasMore: () => newest.pagination.has_more,
    cursor: () => newest.recommendation_id,
    add,
    repeat(page, states) {
      const ids = idsOf(page);
      const possible = foundInEach(states);
      expect(page.recommendation_id, about("asked again")).to.equal(newest.recommendation_id);
      checkItems(page, possible);
      // A repeated page may lack deleted products, but must not contain replacements for these products.
      const kept = idsOf(newest).filter((id) => ids.includes(id));
      expect(ids, about("asked again")).to.deep.equal(kept);
      const gone = idsOf(newest).filter((id) => !ids.includes(id));
      const missed = gone.filter((id) => possible.every(({ matching }) => matching.has(id)));
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
        withPins(whole, request.rules?.pins ?? [], atFirst.matching),
      );
    },
  };
}
