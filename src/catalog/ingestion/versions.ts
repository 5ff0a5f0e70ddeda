import { isDeepStrictEqual } from "node:util";
import { digestOf } from "../digest.js";
import type {
  Json,
  ProductData,
  SourceVariant,
  VariantVersions,
  Version,
  VersionedUpdate,
} from "../product-document.js";
import { applyFieldUpdates } from "./update.js";

/**
 * Result of a line with a version. `pending`: the update waits for an insert of its variant. `older`: the catalogue has
 * a newer version. `repeated`: the line was applied before.
 */
export type VersionedOutcome = "applied" | "pending" | "older" | "repeated" | { readonly refused: string };

export interface VersionOrder {
  /** Snapshot version of the last full feed; all data in the catalogue is at least as new. */
  readonly floor?: Version | undefined;
  /** Snapshot version of the feed for a soft_replace. */
  readonly snapshot?: Version | undefined;
  /** Called with the line number and the result for each line that has a version. */
  readonly report?: (line: number, outcome: VersionedOutcome) => void;
  /** Receives the number of variants in a full feed for which the catalogue has a newer version. */
  readonly onNewer?: (variants: number) => void;
}

/** Key that stores the version at which the whole product was deleted. Variant ids are never empty, so no line can use this key. */
const WHOLE_PRODUCT = "";

/**
 * Maximum number of updates stored per variant after its last insert. Updates are stored so that a late update can be applied in version
 * order.
 */
export const MAX_KEPT_UPDATES = 16;

const TIME = /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:\.(\d{1,9})0*)?([Zz]|[+-]\d\d:\d\d)$/;

/** Normalizes a version; times are converted to UTC with nanoseconds. Undefined for an invalid version. */
export function readVersion(value: Json | undefined): Version | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  const match = typeof value === "string" ? TIME.exec(value) : null;
  if (match === null) return undefined;
  const [, date, clock, fraction = "", zone = "Z"] = match as unknown as [string, string, string, string?, string?];
  const local = new Date(`${date}T${clock}Z`);
  // Rejects invalid dates, because `Date` converts a date like 30 February to a day in March.
  if (Number.isNaN(local.getTime()) || local.toISOString().slice(0, 19) !== `${date}T${clock}`) return undefined;
  const utc = new Date(`${date}T${clock}${zone.toUpperCase()}`);
  if (Number.isNaN(utc.getTime()) || utc.getUTCFullYear() < 0 || utc.getUTCFullYear() > 9999) return undefined;
  return `${utc.toISOString().slice(0, 19)}.${fraction.padEnd(9, "0")}Z`;
}

export const EXPECTED_VERSION = `an integer from 0 to ${Number.MAX_SAFE_INTEGER} or an RFC 3339 time like 2026-06-01T08:15:02.114Z`;

/**
 * Maximum time in milliseconds by which a version may be in the future, because clocks differ. A version far in the future would block all
 * later updates.
 */
const MAX_AHEAD_MS = 3_600_000;

/** Whether a version is a time more than an hour in the future. @param now current time, ISO 8601 */
export const isInFuture = (version: Version, now: string): boolean =>
  typeof version === "string" && Date.parse(version) > Date.parse(now) + MAX_AHEAD_MS;

/** Compares two versions: negative if `a` is older. Undefined for an integer and a time, which are not comparable. */
export function compareVersions(a: Version, b: Version): number | undefined {
  if (typeof a !== typeof b) return undefined;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether a version is newer than a snapshot. A version of a different type than the snapshot is treated as older. */
const isNewerThan = (version: Version | undefined, snapshot: Version): boolean =>
  version !== undefined && (compareVersions(version, snapshot) ?? -1) > 0;

const latest = (versions: readonly (Version | undefined)[]): Version | undefined =>
  versions.reduce((best, one) =>
    one !== undefined && (best === undefined || (compareVersions(one, best) ?? 0) > 0) ? one : best,
  );

type Variants = Map<string, SourceVariant>;

/** The parts of a feed line that are needed to apply the line in version order. */
type VersionedLine =
  | { readonly kind: "insert"; readonly variant: SourceVariant }
  | ({ readonly kind: "update"; readonly changes: VersionedUpdate["changes"] } & Named)
  | ({ readonly kind: "delete" } & Named);

interface Named {
  readonly product_identifier: string;
  /** The variant that the version applies to; null if it applies to the whole product. */
  readonly variant_identifier: string | null;
}

/** The newest version at which a variant's complete state, or its deletion, is known. */
const knownOf = (variants: Variants, id: string, floor?: Version): Version | undefined =>
  latest([floor, variants.get(WHOLE_PRODUCT)?.versions?.last, variants.get(id)?.versions?.last]);

/**
 * Applies a line with a version to the variants of its product. The result only depends on the set of lines received,
 * regardless of their order and repetition: the newest versions win.
 */
export function applyVersioned(
  variants: Variants,
  line: VersionedLine,
  version: Version,
  floor: Version | undefined,
): VersionedOutcome {
  const id = line.kind === "insert" ? line.variant.variant_identifier : (line.variant_identifier ?? WHOLE_PRODUCT);
  const own = variants.get(id);
  const known = knownOf(variants, id, floor);
  const other = known ?? own?.versions?.updates?.[0]?.version;
  if (other !== undefined && typeof other !== typeof version) {
    const expected = `expected the same type as the previous version, ${shown(other)}`;
    return { refused: `version: ${expected}, got ${shown(version)}` };
  }
  const order = known === undefined ? 1 : (compareVersions(version, known) ?? 1);
  if (order < 0) return "older";
  // At equal versions, a snapshot or a deletion of the whole product takes precedence over a line for one variant.
  const isOwn = own?.versions?.last !== undefined && compareVersions(own.versions.last, version) === 0;
  const isReported = order === 0 && (!isOwn || (floor !== undefined && compareVersions(floor, version) === 0));
  switch (line.kind) {
    case "insert":
      if (isReported) return "older";
      return order === 0 && own !== undefined
        ? settle(variants, own, line.variant)
        : put(variants, line.variant, version);
    case "update":
      if (id === WHOLE_PRODUCT) return { refused: UNNAMED_UPDATE };
      return order === 0
        ? "older"
        : keepUpdate(variants, line.product_identifier, id, { version, changes: line.changes });
    case "delete":
      if (isReported) return "older";
      if (order === 0 && own?.active !== true) return "repeated";
      remove(variants, line.product_identifier, id, version);
      return "applied";
  }
}

const UNNAMED_UPDATE =
  "variant_identifier: expected a string, got no value; an update with a version requires the variant";

const shown = (version: Version): string =>
  typeof version === "number" ? `the integer ${version}` : `the time ${version}`;

/**
 * Resolves a conflict between two lines with the same version: a deletion takes precedence; of two inserts, the insert with the greater
 * data digest takes precedence.
 */
function settle(variants: Variants, own: SourceVariant, next: SourceVariant): VersionedOutcome {
  if (!own.active) return "older";
  const before = own.versions?.whole ?? own.data;
  if (isDeepStrictEqual(before, next.data)) return "repeated";
  if (contentDigest(before) > contentDigest(next.data)) return "older";
  return put(variants, next, own.versions?.last as Version);
}

/** Returns a digest of the data that is independent of the order of object members. */
const contentDigest = (data: Json): string => digestOf(sorted(data));

function sorted(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(sorted).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = Object.entries(value as Record<string, Json>).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${sorted(member)}`).join(",")}}`;
}

function put(variants: Variants, next: SourceVariant, version: Version): VersionedOutcome {
  const id = next.variant_identifier;
  variants.set(id, withUpdates({ ...next, versions: { last: version } }, updatesAfter(variants.get(id), version)));
  return "applied";
}

const updatesAfter = (variant: SourceVariant | undefined, version: Version): readonly VersionedUpdate[] =>
  (variant?.versions?.updates ?? []).filter((one) => isNewerThan(one.version, version));

/**
 * Returns a variant with the data of its insert and all newer updates applied. An inactive variant stores the updates
 * until it is inserted again.
 */
function withUpdates(variant: SourceVariant, updates: readonly VersionedUpdate[]): SourceVariant {
  const { versions: had, ...plain } = variant;
  const whole = had?.whole ?? plain.data;
  const last = had?.last;
  const data = plain.active ? updates.reduce((now, { changes }) => applyFieldUpdates(now, changes), whole) : whole;
  const versions: VariantVersions = {
    ...(last === undefined ? {} : { last }),
    ...(updates.length === 0 ? {} : { updates }),
    ...(updates.length === 0 || !plain.active ? {} : { whole }),
  };
  const isSame = isDeepStrictEqual(data, plain.data);
  const next = isSame ? plain : { ...plain, data, digest: digestOf(JSON.stringify(data)) };
  return Object.keys(versions).length === 0 ? next : { ...next, versions };
}

function keepUpdate(variants: Variants, product: string, id: string, update: VersionedUpdate): VersionedOutcome {
  const own = variants.get(id) ?? unknown(product, id);
  const kept = own.versions?.updates ?? [];
  const key = keyOf(update);
  if (kept.some((one) => keyOf(one) === key)) return "repeated";
  const after = kept.filter((one) => isAfter(one, update));
  const updates = [...kept.slice(0, kept.length - after.length), update, ...after];
  if (updates.length <= MAX_KEPT_UPDATES) variants.set(id, withUpdates(own, updates));
  else if (!own.active)
    return {
      refused: `${MAX_KEPT_UPDATES} updates of this variant are already stored and wait for an insert line that activates the variant`,
    };
  else variants.set(id, folded(own, updates));
  return own.active ? "applied" : "pending";
}

const keyOf = ({ version, changes }: VersionedUpdate): string => `${version} ${JSON.stringify(changes)}`;

/** Whether an update is ordered after another update. Equal versions are ordered by content, so the order is the same in every process. */
function isAfter(one: VersionedUpdate, other: VersionedUpdate): boolean {
  const order = compareVersions(one.version, other.version) ?? 0;
  return order === 0 ? JSON.stringify(one.changes) > JSON.stringify(other.changes) : order > 0;
}

/**
 * Merges the oldest stored update into the data of the variant's insert. Lines with an older version that arrive later are rejected as
 * `older`.
 */
function folded(own: SourceVariant, [oldest, ...updates]: readonly VersionedUpdate[]): SourceVariant {
  const { version, changes } = oldest as VersionedUpdate;
  const whole = applyFieldUpdates(own.versions?.whole ?? own.data, changes);
  return withUpdates({ ...own, versions: { last: version, whole } }, updates);
}

function unknown(product: string, id: string): SourceVariant {
  const data: ProductData = { product_identifier: product, variant_identifier: id };
  return { variant_identifier: id, active: false, digest: digestOf(JSON.stringify(data)), data };
}

function remove(variants: Variants, product: string, id: string, version: Version): void {
  const own = variants.get(id) ?? unknown(product, id);
  variants.set(id, withdrawn(own, version, { last: version }));
  if (id !== WHOLE_PRODUCT) return;
  for (const [name, variant] of variants) {
    if (name !== WHOLE_PRODUCT && !isNewerThan(variant.versions?.last, version))
      variants.set(name, withdrawn(variant, version, {}));
  }
}

/** Deactivates a variant at the given version. */
function withdrawn(variant: SourceVariant, version: Version, versions: VariantVersions): SourceVariant {
  const { versions: had, ...plain } = variant;
  const last = versions.last ?? had?.last;
  const whole = { ...plain, active: false, ...(last === undefined ? {} : { versions: { last } }) };
  return withUpdates(whole, updatesAfter(variant, version));
}

/**
 * Returns the state of a variant after a full feed with a snapshot. `next` is undefined if the feed omits the variant.
 * @returns `undefined` if the catalogue has a newer version of the variant, which is retained
 */
export function atSnapshot(
  variants: Variants,
  known: SourceVariant | undefined,
  next: SourceVariant | undefined,
  snapshot: Version,
): SourceVariant | undefined {
  const id = (known ?? next)?.variant_identifier as string;
  if (
    isNewerThan(variants.get(WHOLE_PRODUCT)?.versions?.last, snapshot) ||
    isNewerThan(known?.versions?.last, snapshot)
  ) {
    return undefined;
  }
  if (id === WHOLE_PRODUCT) return known;
  if (next === undefined)
    return known?.active === true ? withdrawn({ ...known, versions: keptOf(known) }, snapshot, {}) : known;
  const { versions: _, ...plain } = next;
  return withUpdates(plain, updatesAfter(known, snapshot));
}

const keptOf = ({ versions }: SourceVariant): VariantVersions =>
  versions?.updates === undefined ? {} : { updates: versions.updates };

/** Keeps the previous version if a line without a version replaces a variant, so older lines are still rejected. */
export function replacedWhole(known: SourceVariant | undefined, next: SourceVariant): SourceVariant {
  const last = latest([known?.versions?.last, ...(known?.versions?.updates ?? []).map(({ version }) => version)]);
  return last === undefined ? next : { ...next, versions: { last } };
}
