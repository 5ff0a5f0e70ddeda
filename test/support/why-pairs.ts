import type { Searching } from "../../src/search/searching.js";
import { expect } from "chai";
import fc from "fast-check";
import type { SearchBody } from "../../src/search/request-schema.js";
import { search } from "../../src/search/listing/page.js";
import { why, type Why } from "../../console/server/catalog/why.js";
import { DEFAULT_CONFIGURATION } from "../../src/storefront/configuration.js";
import { feed, type CatalogBench } from "./catalog.js";
import { hasWords, matchingProducts, satisfies, isRelaxed, tierOf, unselectedFacets } from "./chain-oracle.js";
import { chainRequests, type ChainRequest } from "./chain-request.js";
import { drawnRules, ruleDocuments, rulesOf, type DrawnRule } from "./chain-rules.js";
import {
  activeVariants,
  drawCatalogue,
  EMPTY_SHELF,
  insertLine,
  stock,
  type Line,
  type Shelf,
} from "./shop-catalogue.js";
import type { SearchResult } from "../../src/search/response-schema.js";
import { completeRule } from "./defaults.js";

/** Test case: requests to one storefront, and the products whose positions are explained for each request. */
export interface WhyCase {
  readonly seed: number;
  readonly size: number;
  readonly rules: readonly DrawnRule[];
  readonly requests: readonly ChainRequest[];
  /** Numbers of the products to explain. A few numbers do not belong to a product. */
  readonly products: readonly number[];
}

export const whyCases = ({ requests, products }: { readonly requests: number; readonly products: number }) =>
  fc.record<WhyCase>({
    seed: fc.nat(1_000_000),
    size: fc.integer({ min: 40, max: 220 }),
    rules: drawnRules,
    requests: fc.array(chainRequests, { minLength: requests, maxLength: requests }),
    products: fc.array(fc.nat(100_000), { minLength: products, maxLength: products }),
  });

let cases = 0;

/**
 * Requests an explanation for each combination of a request and a product, and compares the explanation with the real
 * listing and with an independently computed result.
 */
export async function checkWhyCase(
  bench: CatalogBench,
  deps: Searching,
  whyCase: WhyCase,
): Promise<Record<string, number>> {
  const client_id = `why-${++cases}`;
  const rules = ruleDocuments(whyCase.rules).map(completeRule);
  const configuration = { ...DEFAULT_CONFIGURATION, rules };
  const storefront = { client_id, name: client_id, origins: [], signing_hashes: [], configuration };
  const lines: Line[] = drawCatalogue(whyCase.seed, whyCase.size).map(insertLine);
  const gone = [...new Set(lines.map(({ product_data }) => product_data.product_identifier))].filter(
    (_, at) => at % 9 === 4,
  );
  const removed = gone.map((product_identifier): Line => ({
    operation: "delete",
    product_data: { product_identifier },
  }));
  for (const part of [lines, removed])
    await bench.ingest(client_id, feed(...part.map((line) => JSON.stringify(line))), { mode: "insert" });
  const shelf = stock(stock(EMPTY_SHELF, lines), removed);
  const verdicts: Record<string, number> = {};
  for (const drawn of whyCase.requests) {
    const request = { ...drawn, limit: Math.max(drawn.limit, 10), rules: rulesOf(whyCase.rules, drawn) };
    const body = { user: { device_id: "device" }, ...request, rules: undefined } as SearchBody;
    const order = await wholeOrder((more) => search(deps, storefront, { ...body, ...more }));
    for (const number of whyCase.products) {
      const product = `p${number % (whyCase.size + 5)}`;
      const response = await why(deps, storefront, body, product);
      checkResponse(response, { product, request, shelf, order, rules: whyCase.rules });
      const verdict = response.position === null ? response.reasons.map(({ code }) => code).join(" and ") : "there";
      verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
    }
  }
  return verdicts;
}

async function wholeOrder(request: (more: object) => Promise<SearchResult>): Promise<string[]> {
  const pages = [await request({})];
  for (let page = pages[0]; page?.pagination.has_more; page = pages.at(-1)) {
    pages.push(await request({ pagination: { page: pages.length + 1, cursor: page.recommendation_id } }));
  }
  return pages.flatMap(({ items }) => items.map(({ product_identifier }) => product_identifier));
}

interface Truth {
  readonly product: string;
  readonly request: ChainRequest;
  readonly shelf: Shelf;
  /** Identifiers of the products on all result pages, in order. */
  readonly order: readonly string[];
  readonly rules: readonly DrawnRule[];
}

function checkResponse(response: Why, { product, request, shelf, order, rules }: Truth): void {
  const about = `${product} of ${JSON.stringify(request)}: ${JSON.stringify(response)}`;
  const tier = tierOf(shelf, request);
  const active = activeVariants(shelf.get(product));
  expect(response.total, about).to.equal(matchingProducts(shelf, request, tier).size);
  if (!shelf.has(product)) {
    expect(response.reasons, about).to.deep.equal([{ code: "unknown_product" }]);
  } else if (active.length === 0) {
    expect(response.reasons, about).to.deep.equal([{ code: "inactive" }]);
  } else {
    const failing = active.map((data) => ({
      variant_identifier: data.variant_identifier,
      filters: !satisfies(data, request.filters ?? {}),
      facets: unselectedFacets(data, request),
      hidden: hidingRules(rules, request)
        .filter(({ hidden }) => satisfies(data, hidden))
        .map(({ key }) => key),
    }));
    const isOut = failing.every(({ filters, facets, hidden }) => filters || facets.length > 0 || hidden.length > 0);
    const isWordless = !hasWords(active, request.query, isRelaxed(shelf, request) ? "half" : "all");
    expect(
      response.reasons.map(({ code }) => code),
      about,
    ).to.deep.equal([...(isOut ? ["conditions"] : []), ...(isWordless ? ["words"] : [])]);
    for (const reason of response.reasons) {
      if (reason.code === "conditions") {
        const named = reason.variants.map(({ variant_identifier, failures }) => ({
          variant_identifier,
          filters: failures.some(({ by }) => by === "filters"),
          facets: failures.flatMap(({ by, name }) => (by === "facet_filters" ? [name] : [])),
          hidden: failures.flatMap(({ by, name }) => (by === "rule" ? [name] : [])),
        }));
        const sorted = (facets: readonly (string | null)[]) => [...facets].sort();
        expect(
          named.map((one) => ({ ...one, facets: sorted(one.facets) })),
          about,
        ).to.deep.equal(failing.map((one) => ({ ...one, facets: sorted(one.facets) })));
      } else if (reason.code === "words") {
        const words = new Set(active.flatMap(({ title }) => title.split(" ")));
        expect(reason.missing, about).to.deep.equal(request.query?.split(" ").filter((word) => !words.has(word)));
      }
    }
  }
  expect(response.position?.rank ?? 0, about).to.equal(order.indexOf(product) + 1);
  expect(response.position === null, about).to.equal(response.reasons.length > 0);
}

/** Hiding rules that apply to a request, with their configuration keys. */
function hidingRules(rules: readonly DrawnRule[], request: ChainRequest) {
  return rules.flatMap((rule, at) => rulesOf([rule], request).hidden.map((hidden) => ({ key: `rule-${at}`, hidden })));
}
