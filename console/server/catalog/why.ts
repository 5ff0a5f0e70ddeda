import type { Searching } from "../../../src/search/searching.js";
import type { ProductSource } from "../../../src/catalog/product-document.js";
import { getDocument } from "../../../src/engine/documents.js";
import { validationError } from "../../../src/errors.js";
import { seeingAllFields, type Storefront } from "../../../src/storefront/client.js";
import { withVerifiedUser } from "../../../src/storefront/keys.js";
import { matchingProducts } from "../../../src/search/listing/items.js";
import type { SearchBody } from "../../../src/search/request-schema.js";
import { rulesFor } from "../../../src/search/rules/rule-index.js";
import { find, type Found } from "../../../src/search/listing/find.js";
import { pinnedBy, readExplained } from "../../../src/search/explain/explain.js";
import { conditionsWithOrigin, failedVariants, type FailedVariant } from "./failures.js";
import { findPosition, type ProductPosition } from "./position.js";
import type { SignalPoints } from "../../../src/search/explain/explanation.js";
import type { Engine } from "../../../src/engine/engine.js";
import { searchNamed } from "../../../src/engine/search-documents.js";
import type { Plan } from "../../../src/search/listing/plan.js";
import { wordMatch } from "../../../src/search/text/word-match.js";
import { type TextTier, wordsOf } from "../../../src/search/text/words.js";

/** Explanation of a product's position in a listing or search, or of its absence. */
export interface Why {
  readonly product_identifier: string;
  readonly total: number;
  /** Explained position; `null` if the product is not in the results. */
  readonly position: WhyThere | null;
  /** All reasons why the product is missing from the results; empty if the product is in the results. */
  readonly reasons: readonly Reason[];
}

export interface WhyThere {
  readonly rank: number;
  readonly page: number;
  readonly engine_rank: number | null;
  readonly score: number | null;
  readonly signals: readonly SignalPoints[];
  readonly sorted_by: readonly { readonly by: string; readonly value: unknown }[];
  readonly pinned: { readonly rule: string } | null;
  /** Sort values of the lowest-scored product on the first page; `null` if all products fit on the first page. */
  readonly first_page_needs: readonly unknown[] | null;
}

export type Reason =
  | { readonly code: "unknown_product" }
  | { readonly code: "inactive" }
  /** No active variant meets all conditions. */
  | { readonly code: "conditions"; readonly variants: readonly FailedVariant[] }
  /**
   * The product contains too few of the query's words. `missing` may be empty if words occur in the description only.
   */
  | { readonly code: "words"; readonly tier: TextTier; readonly missing: readonly string[] };

/**
 * Explains a product's position, with private fields visible.
 * @throws {ServiceError} for an invalid request; errors of the engine
 */
export async function why(deps: Searching, requested: Storefront, given: SearchBody, product: string): Promise<Why> {
  if (given.pagination !== undefined || given.limit === 0) {
    const field = given.limit === 0 ? "limit" : "pagination";
    throw validationError(
      field,
      `\`${field}\` is not allowed, because the product's position is counted across all pages`,
    );
  }
  const storefront = seeingAllFields(requested);
  const { body } = withVerifiedUser(storefront, given);
  const first = await find(deps, storefront, body, { wanted: "products" });
  const { total } = first.matches;
  // The product may rank below the candidates from which pages are built.
  const started = first.matches.are_all
    ? first
    : await find(deps, storefront, body, { wanted: "products", reach: total });
  const { live, plan } = started;
  const stored = live && (await getDocument<ProductSource>(deps.engine, live.index, product))?.source;
  const response = { product_identifier: product, total };
  if (live === undefined || stored === undefined) {
    return { ...response, position: null, reasons: [{ code: "unknown_product" }] };
  }
  if (!stored.active) return { ...response, position: null, reasons: [{ code: "inactive" }] };
  const rules = rulesFor(storefront.configuration, plan.request, deps.now());
  const conditions = conditionsWithOrigin(plan.request, plan.configuration, rules);
  const variants = failedVariants(stored, conditions, live.fields);
  const reasons: Reason[] = variants.every(({ failures }) => failures.length > 0)
    ? [{ code: "conditions", variants }]
    : [];
  if (!(await hasWords(deps, started, product))) {
    const missing = await formatMissing(deps.engine, live.index, plan, product);
    reasons.push({ code: "words", tier: plan.tier, missing });
  }
  if (reasons.length > 0) return { ...response, position: null, reasons };
  const position = await findPosition(deps, started, live, product);
  if (position === undefined) throw new Error(`${product} matches but is not ranked; the catalogue has changed`);
  const pin = position.pin;
  const active = rules.map(({ rule }) => rule);
  const pinned = pin === undefined ? null : { rule: pinnedBy(active, pin) };
  return { ...response, position: await explainPosition(deps, started, product, position, pinned), reasons };
}

async function hasWords({ engine }: Searching, { live, plan }: Found, product: string): Promise<boolean> {
  if (plan.request.query === null || live === undefined) return true;
  const wordsAlone = { ...plan, conditions: UNCONDITIONAL };
  return (await matchingProducts(engine, live.index, wordsAlone, [product])).has(product);
}

const EVERY = { kind: "and", filters: [] } as const;
const UNCONDITIONAL = { eligible: EVERY, counted: [], matching: EVERY };

async function explainPosition(
  { engine }: Searching,
  { live, plan }: Found,
  product: string,
  { rank, engine_rank, threshold }: ProductPosition,
  pinned: WhyThere["pinned"],
): Promise<WhyThere> {
  const isPinned = pinned !== null;
  const among = [...(isPinned ? [] : [product]), ...(threshold === null ? [] : [threshold])];
  const slice = { size: among.length, among };
  const rows = live === undefined || among.length === 0 ? [] : await readExplained(engine, live.index, plan, slice);
  const row = rows.find(({ id }) => id === product && !isPinned);
  const needed = rows.find(({ id }) => id === threshold);
  return {
    rank,
    page: Math.ceil(rank / plan.request.limit),
    engine_rank,
    score: row?.score ?? null,
    signals: row?.signals ?? [],
    sorted_by: row?.sorted_by ?? [],
    pinned,
    first_page_needs: needed?.sorted_by.map(({ value }) => value) ?? null,
  };
}

/**
 * Returns the query's words that no text field of the product contains.
 * @throws the errors of the engine
 */
async function formatMissing(
  engine: Engine,
  index: string,
  { request, configuration }: Pick<Plan, "request" | "configuration">,
  product: string,
): Promise<string[]> {
  const { words } = wordsOf(request.query ?? "");
  const should = words.map((word) => ({
    bool: { must: [wordMatch(word, configuration.field_weights)], _name: word },
  }));
  const body = {
    size: 1,
    _source: false,
    query: { bool: { filter: [{ ids: { values: [product] } }], should } },
  };
  const { hits } = await searchNamed<never>(engine, index, body);
  const found = hits.hits[0]?.matched_queries ?? {};
  return words.filter((word) => !Object.hasOwn(found, word));
}
