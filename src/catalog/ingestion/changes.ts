import { isDeepStrictEqual } from "node:util";
import { digestOf } from "../digest.js";
import type { ProductSource, SourceVariant, Version } from "../product-document.js";
import type { FeedLine, RejectedLine, UpdateLine } from "./feed-line.js";
import type { LineError, Report } from "./ingestion-report.js";
import { applyFieldUpdates } from "./update.js";
import { applyVersioned, atSnapshot, compareVersions, replacedWhole, type VersionOrder } from "./versions.js";

export type AcceptedLine = Exclude<FeedLine, RejectedLine>;

/**
 * Applies the lines of a payload to a product in order. Later lines for the same variant win.
 * @param unnamed treatment of active variants without a line: an insert keeps them, a soft_replace deactivates them
 * @param stamp ISO 8601 time of the job, so that repeated runs write identical products
 * @param original the product before the job, if `before` already includes changes of the job
 * @param reject called for updates of missing products and variants
 * @param order versions that take precedence over the order of lines
 * @returns the changed product; undefined if the product is missing and the lines only delete or update it
 */
export function applyLines(
  before: ProductSource | undefined,
  lines: readonly AcceptedLine[],
  unnamed: "keep" | "deactivate",
  stamp: string,
  original = before,
  reject?: (error: LineError) => void,
  order: VersionOrder = {},
): ProductSource | undefined {
  const existing = before?.source ?? [];
  const known = new Map(existing.map((variant) => [variant.variant_identifier, variant]));
  const { snapshot } = order;
  const variants =
    unnamed === "deactivate"
      ? new Map(existing.map((variant) => [variant.variant_identifier, unsold(known, variant, snapshot)]))
      : known;
  const newer = new Set<string>();
  for (const line of lines) {
    if (line.versioned !== undefined) {
      const { version, number } = line.versioned;
      const outcome = applyVersioned(variants, line, version, order.floor);
      order.report?.(number, outcome);
      continue;
    }
    switch (line.kind) {
      case "insert": {
        const id = line.variant.variant_identifier;
        const had = known.get(id);
        const next =
          snapshot === undefined ? replacedWhole(had, line.variant) : atSnapshot(known, had, line.variant, snapshot);
        if (next === undefined) newer.add(id);
        else variants.set(id, next);
        break;
      }
      case "update": {
        const error = update(variants, line);
        if (error !== undefined) reject?.(error);
        break;
      }
      case "delete":
        for (const [id, variant] of variants) {
          if (line.variant_identifier === null || id === line.variant_identifier)
            variants.set(id, unsold(known, variant, snapshot));
        }
    }
  }
  if (newer.size > 0) order.onNewer?.(newer.size);
  const [first] = lines;
  if (variants.size === 0 || first === undefined) return before;
  return sealed(first.product_identifier, original, superseded([...variants.values()]), stamp);
}

/**
 * Deactivates the variant that represents the whole product if another variant is active. The order of lines does not matter, because some
 * exports list a product before its variants and some list it after them.
 */
function superseded(variants: readonly SourceVariant[]): readonly SourceVariant[] {
  const hasOwn = variants.some(({ active, is_whole_product }) => active && is_whole_product !== true);
  return hasOwn ? variants.map((one) => (one.is_whole_product === true ? inactive(one) : one)) : variants;
}

/**
 * Deactivates a product that a full feed omits.
 * @param order if it has a snapshot, variants newer than the snapshot stay active
 */
export function withdraw(before: ProductSource, stamp: string, order: VersionOrder = {}): ProductSource {
  const known = new Map(before.source.map((variant) => [variant.variant_identifier, variant]));
  const after = before.source.map((variant) => unsold(known, variant, order.snapshot));
  const newer = after.filter((variant, at) => variant.active && variant === before.source[at]).length;
  if (newer > 0) order.onNewer?.(newer);
  return sealed(before.product_identifier, before, after, stamp);
}

/**
 * Merges a product of the new catalogue generation with updates that the live product received during the build. The result is the same as
 * if the feed were merged after all updates.
 * @param built the product of the new generation
 * @param live the updated live product
 * @param snapshot snapshot of the new generation's feed
 */
export function caughtUp(built: ProductSource | undefined, live: ProductSource, snapshot: Version): ProductSource {
  const known = new Map(live.source.map((variant) => [variant.variant_identifier, variant]));
  const had = new Map(built?.source.map((variant) => [variant.variant_identifier, variant]));
  const source = [...new Map([...had, ...known]).keys()].flatMap((id): SourceVariant[] => {
    const [own, made] = [known.get(id), had.get(id)];
    const sold = made?.active === true ? made : undefined;
    const next =
      own === undefined && sold === undefined
        ? made
        : sold !== undefined && !isOfFeed(sold, snapshot)
          ? (own ?? sold)
          : (atSnapshot(known, own, sold && wholeOf(sold), snapshot) ?? own);
    return next === undefined ? [] : [next];
  });
  return sealed(live.product_identifier, built ?? live, superseded(source), live.updated_at);
}

/** Whether an active variant of the new catalogue generation comes from the feed instead of the live generation. */
const isOfFeed = ({ versions }: SourceVariant, snapshot: Version): boolean =>
  versions?.last === undefined &&
  (versions?.updates ?? []).every(({ version }) => (compareVersions(version, snapshot) ?? -1) > 0);

function wholeOf(variant: SourceVariant): SourceVariant {
  const whole = variant.versions?.whole;
  return whole === undefined ? variant : { ...variant, data: whole, digest: digestOf(JSON.stringify(whole)) };
}

function unsold(
  known: Map<string, SourceVariant>,
  variant: SourceVariant,
  snapshot: Version | undefined,
): SourceVariant {
  if (!variant.active || snapshot === undefined) return inactive(variant);
  return atSnapshot(known, variant, undefined, snapshot) ?? variant;
}

function sealed(
  id: string,
  before: ProductSource | undefined,
  source: readonly SourceVariant[],
  stamp: string,
): ProductSource {
  const hasChanged = before === undefined || differs(before.source, source) || !sameVersions(before.source, source);
  return {
    product_identifier: id,
    active: source.some((variant) => variant.active),
    created_at: before?.created_at ?? stamp,
    updated_at: hasChanged ? stamp : before.updated_at,
    source,
  };
}

/** Updates the data of variants without activating them. @returns the error if the product or variant does not exist */
function update(variants: Map<string, SourceVariant>, line: UpdateLine): LineError | undefined {
  const { number, product_identifier, variant_identifier, changes } = line;
  const error = (reason: string): LineError => ({ line: number, product_identifier, reason });
  if (variants.size === 0) return error("update: unknown product");
  if (variant_identifier !== null && !variants.has(variant_identifier)) {
    return error(`update: the product has no variant ${JSON.stringify(variant_identifier)}`);
  }
  for (const [name, variant] of variants) {
    if (variant_identifier !== null && name !== variant_identifier) continue;
    const data = applyFieldUpdates(variant.data, changes);
    if (isDeepStrictEqual(data, variant.data)) continue;
    variants.set(name, replacedWhole(variant, { ...variant, digest: digestOf(JSON.stringify(data)), data }));
  }
  return undefined;
}

function inactive(variant: SourceVariant): SourceVariant {
  return variant.active ? { ...variant, active: false } : variant;
}

function differs(before: readonly SourceVariant[], after: readonly SourceVariant[]): boolean {
  return before.length !== after.length || before.some((variant, position) => isChanged(variant, after[position]));
}

const sameVersions = (before: readonly SourceVariant[], after: readonly SourceVariant[]): boolean =>
  before.every((variant, at) => isDeepStrictEqual(variant.versions, after[at]?.versions));

function isChanged(before: SourceVariant, after: SourceVariant | undefined): boolean {
  if (after === undefined || before.active !== after.active) return true;
  return before.is_whole_product !== after.is_whole_product || isOther(before, after);
}

/**
 * Whether two variants differ. Equal data may have different digests, because an update and a complete line produce different JSON texts.
 */
function isOther(before: SourceVariant, after: SourceVariant): boolean {
  return before.digest !== after.digest && !isDeepStrictEqual(before.data, after.data);
}

/**
 * Adds the change of a product and its variants to a report. A `times` of −1 subtracts the change.
 * @param alreadyCounted whether the job has already counted the product; if so, only changed variants are counted
 */
export function countChange(
  report: Report,
  before: ProductSource | undefined,
  after: ProductSource,
  times: 1 | -1 = 1,
  alreadyCounted = false,
): void {
  if (times === 1) report.differences?.observe(before, after);
  if (!alreadyCounted)
    report.products[outcome(before, after, () => differs(before?.source ?? [], after.source))] += times;
  const known = new Map(before?.source.map((variant) => [variant.variant_identifier, variant]));
  for (const variant of after.source) {
    const was = known.get(variant.variant_identifier);
    if (was?.active === false && !variant.active) continue;
    const what = outcome(was, variant, () => was === undefined || isOther(was, variant));
    if (alreadyCounted && what === "unchanged") continue;
    report.variants[what] += times;
  }
}

function outcome(
  before: { active: boolean } | undefined,
  after: { active: boolean },
  isUpdated: () => boolean,
): "created" | "reactivated" | "deactivated" | "updated" | "unchanged" {
  if (before === undefined) return "created";
  if (!before.active && after.active) return "reactivated";
  if (before.active && !after.active) return "deactivated";
  return isUpdated() ? "updated" : "unchanged";
}
