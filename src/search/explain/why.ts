import type { ProductSource } from "../../catalog/product-document.js";
import { getDocument } from "../../engine/documents.js";
import { validationError } from "../../errors.js";
import { seeingAllFields, type Storefront } from "../../storefront/client.js";
import { withVerifiedUser } from "../../storefront/keys.js";
import { beginningOf } from "../beginning.js";
import { matchingProducts } from "../listing/items.js";
import type { SearchBody } from "../request-schema.js";
import { rulesFor } from "../rules/rule-index.js";
import { startSearch, type StartDeps, type StartedSearch } from "../listing/page.js";
import type { TextTier } from "../text/text-rules.js";
import { pinOf } from "./explain.js";
import { readExplained } from "./explained-rows.js";
import { conditionsWithOrigin, failedVariants, type FailedVariant } from "./failures.js";
import { missingWords } from "./missing-words.js";
import { placeOf, type Place } from "./place.js";
import type { SignalPoints } from "./explanation.js";

/** Why a product is where it is in a listing or search, or why it is not there. */
export interface Why {
  readonly product_identifier: string;
  readonly total: number;
  /** Null where it is not there. */
  readonly place: WhyThere | null;
  /** All reasons that keep the product out of the results; empty where it is in them. */
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
  /** Of the last product by the score that the first page has room for; null where there is room for all. */
  readonly first_page_needs: readonly unknown[] | null;
}

export type Reason =
  | { readonly code: "unknown_product" }
  | { readonly code: "inactive" }
  /** No active variant meets all conditions. */
  | { readonly code: "conditions"; readonly variants: readonly FailedVariant[] }
  /** It has too few of the words; `missing` may be empty where it has them only in its description. */
  | { readonly code: "words"; readonly tier: TextTier; readonly missing: readonly string[] };

/** For somebody who may see every field. @throws ServiceError for what the request has wrong; errors of the engine as they are */
export async function why(deps: StartDeps, asked: Storefront, given: SearchBody, product: string): Promise<Why> {
  if (given.pagination !== undefined || given.limit === 0) {
    const field = given.limit === 0 ? "limit" : "pagination";
    throw validationError(field, `a product is looked for in a whole listing: leave \`${field}\` out`);
  }
  const storefront = seeingAllFields(asked);
  const { body } = withVerifiedUser(storefront, given);
  const started = await startSearch(deps, storefront, body, (own) => beginningOf(deps.chains, own));
  const { live, ranked, found } = started;
  const stored = live && (await getDocument<ProductSource>(deps.chains.engine, live.index, product))?.source;
  const answer = { product_identifier: product, total: found.counts.total };
  if (live === undefined || stored === undefined) {
    return { ...answer, place: null, reasons: [{ code: "unknown_product" }] };
  }
  if (!stored.active) return { ...answer, place: null, reasons: [{ code: "inactive" }] };
  const rules = rulesFor(storefront.configuration, ranked.request, deps.chains.now());
  const conditions = conditionsWithOrigin(ranked.request, ranked.configuration, rules);
  const variants = failedVariants(stored, conditions, live.leaves);
  const reasons: Reason[] = variants.every(({ failures }) => failures.length > 0)
    ? [{ code: "conditions", variants }]
    : [];
  if (!(await hasWords(deps, started, product))) {
    const missing = await missingWords(deps.chains.engine, live.index, ranked, product);
    reasons.push({ code: "words", tier: ranked.tier, missing });
  }
  if (reasons.length > 0) return { ...answer, place: null, reasons };
  const place = await placeOf(deps.chains, live, ranked, product, {
    total: found.counts.total,
    begun: found.begun,
  });
  if (place === undefined) throw new Error(`${product} matches and is not in the order; it has changed meanwhile`);
  const rule = pinOf(
    rules.map((one) => one.rule),
    product,
  );
  return { ...answer, place: await explainPlace(deps, started, product, place, rule), reasons };
}

async function hasWords({ chains }: StartDeps, { live, ranked }: StartedSearch, product: string): Promise<boolean> {
  if (ranked.request.query === null || live === undefined) return true;
  const plan = { ...ranked.plan, conditions: UNCONDITIONAL };
  return (await matchingProducts(chains.engine, live.index, { ...ranked, plan }, [product])).has(product);
}

const EVERY = { kind: "and", filters: [] } as const;
const UNCONDITIONAL = { eligible: EVERY, counted: [], matching: EVERY };

async function explainPlace(
  { chains }: StartDeps,
  { live, ranked }: StartedSearch,
  product: string,
  { rank, engine_rank, threshold }: Place,
  rule: string,
): Promise<WhyThere> {
  const isPinned = engine_rank === null;
  const among = [...(isPinned ? [] : [product]), ...(threshold === null ? [] : [threshold])];
  const slice = { size: among.length, among };
  const rows =
    live === undefined || among.length === 0 ? [] : await readExplained(chains.engine, live.index, ranked, slice);
  const row = rows.find(({ id }) => id === product && !isPinned);
  const needed = rows.find(({ id }) => id === threshold);
  return {
    rank,
    page: Math.ceil(rank / ranked.request.limit),
    engine_rank,
    score: row?.score ?? null,
    signals: row?.signals ?? [],
    sorted_by: row?.sorted_by ?? [],
    pinned: isPinned ? { rule } : null,
    first_page_needs: needed?.sorted_by.map(({ value }) => value) ?? null,
  };
}
