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
 * What became of a line with a version. `pending`: an update that waits for its variant's whole line. `older`: something newer is
 * known already. `repeated`: the line was applied before.
 */
export type VersionedOutcome = "applied" | "pending" | "older" | "repeated" | { readonly refused: string };

export interface VersionOrder {
  /** The snapshot of the last full feed: nothing in the catalogue is older. */
  readonly floor?: Version | undefined;
  /** Of a soft_replace: the time or number that its whole feed is of. */
  readonly snapshot?: Version | undefined;
  /** Told what became of each line that has a version, by its number in the payload. */
  readonly report?: (line: number, outcome: VersionedOutcome) => void;
  /** Told how many variants of a full feed are newer in the catalogue. */
  readonly onNewer?: (variants: number) => void;
}

/**
 * The identifier under which a product keeps the version at which all of it was deleted. No line can name it: identifiers are not blank.
 */
const WHOLE_PRODUCT = "";

/** Updates of a variant that are kept beside its last whole line, so that late ones find their place among them. */
export const MAX_KEPT_UPDATES = 16;

const TIME = /^(\d{4}-\d\d-\d\d)[Tt](\d\d:\d\d:\d\d)(?:\.(\d{1,9})0*)?([Zz]|[+-]\d\d:\d\d)$/;

/** Reads a version in one form, times in UTC to the nanosecond; undefined for what is none. */
export function readVersion(value: Json | undefined): Version | undefined {
  if (typeof value === "number") return Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  const match = typeof value === "string" ? TIME.exec(value) : null;
  if (match === null) return undefined;
  const [, date, clock, fraction = "", zone = "Z"] = match as unknown as [string, string, string, string?, string?];
  const local = new Date(`${date}T${clock}Z`);
  // The engine of dates takes the 30th of February for the 1st of March.
  if (Number.isNaN(local.getTime()) || local.toISOString().slice(0, 19) !== `${date}T${clock}`) return undefined;
  const utc = new Date(`${date}T${clock}${zone.toUpperCase()}`);
  if (Number.isNaN(utc.getTime()) || utc.getUTCFullYear() < 0 || utc.getUTCFullYear() > 9999) return undefined;
  return `${utc.toISOString().slice(0, 19)}.${fraction.padEnd(9, "0")}Z`;
}

export const EXPECTED_VERSION = `an integer from 0 to ${Number.MAX_SAFE_INTEGER} or an RFC 3339 time like 2026-06-01T08:15:02.114Z`;

/** Clocks of shops go wrong by minutes; a version that is far ahead would keep out all that come after it. */
const MAX_AHEAD_MS = 3_600_000;

/** @param now ISO 8601 */
export const isInFuture = (version: Version, now: string): boolean =>
  typeof version === "string" && Date.parse(version) > Date.parse(now) + MAX_AHEAD_MS;

/** Negative when `a` is older. An integer and a time cannot be compared: undefined. */
export function compareVersions(a: Version, b: Version): number | undefined {
  if (typeof a !== typeof b) return undefined;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether a full feed must leave alone what has a version; one of another kind says nothing against it. */
const isNewerThan = (version: Version | undefined, snapshot: Version): boolean =>
  version !== undefined && (compareVersions(version, snapshot) ?? -1) > 0;

const latest = (versions: readonly (Version | undefined)[]): Version | undefined =>
  versions.reduce((best, one) =>
    one !== undefined && (best === undefined || (compareVersions(one, best) ?? 0) > 0) ? one : best,
  );

type Variants = Map<string, SourceVariant>;

/** As much of a line of a feed as counts here. */
type VersionedLine =
  | { readonly kind: "insert"; readonly variant: SourceVariant }
  | ({ readonly kind: "update"; readonly changes: VersionedUpdate["changes"] } & Named)
  | ({ readonly kind: "delete" } & Named);

interface Named {
  readonly product_identifier: string;
  /** Null for the whole product. */
  readonly variant_identifier: string | null;
}

/** The newest version at which it is known what all of a variant is, or that it is none. */
const knownOf = (variants: Variants, id: string, floor?: Version): Version | undefined =>
  latest([floor, variants.get(WHOLE_PRODUCT)?.versions?.last, variants.get(id)?.versions?.last]);

/**
 * Applies a line that has a version to the variants of its product. Whatever the order in which lines come, and however often, those
 * of the newest versions stand: what is kept of a variant depends only on which lines have come.
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
    const expected = `expected one of the kind of the last one, ${shown(other)}`;
    return { refused: `version: ${expected}, got ${shown(version)}` };
  }
  const order = known === undefined ? 1 : (compareVersions(version, known) ?? 1);
  if (order < 0) return "older";
  // What the catalogue or the whole product says at a version goes before what a line says of a variant at the same one.
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
  "variant_identifier: expected a string, got nothing; an update with a version names the variant that the version is of";

const shown = (version: Version): string =>
  typeof version === "number" ? `the integer ${version}` : `the time ${version}`;

/** Two whole lines of one version: a deletion stands, and of two sets of data the one with the greater digest. */
function settle(variants: Variants, own: SourceVariant, next: SourceVariant): VersionedOutcome {
  if (!own.active) return "older";
  const before = own.versions?.whole ?? own.data;
  if (isDeepStrictEqual(before, next.data)) return "repeated";
  if (contentDigest(before) > contentDigest(next.data)) return "older";
  return put(variants, next, own.versions?.last as Version);
}

/** Of the data however its members are ordered. */
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

/** A variant whose data is that of its whole line, with updates that are newer. An inactive one keeps them for later. */
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
  else if (!own.active) return { refused: `${MAX_KEPT_UPDATES} updates wait for a whole line of this variant already` };
  else variants.set(id, folded(own, updates));
  return own.active ? "applied" : "pending";
}

const keyOf = ({ version, changes }: VersionedUpdate): string => `${version} ${JSON.stringify(changes)}`;

/** Two updates of one version have an order, too, the same wherever they come first. */
function isAfter(one: VersionedUpdate, other: VersionedUpdate): boolean {
  const order = compareVersions(one.version, other.version) ?? 0;
  return order === 0 ? JSON.stringify(one.changes) > JSON.stringify(other.changes) : order > 0;
}

/** The oldest update becomes a part of the whole line: what is older than that comes too late from now on. */
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

/** A variant as it is from a version on at which it was not sold any more. */
function withdrawn(variant: SourceVariant, version: Version, versions: VariantVersions): SourceVariant {
  const { versions: had, ...plain } = variant;
  const last = versions.last ?? had?.last;
  const whole = { ...plain, active: false, ...(last === undefined ? {} : { versions: { last } }) };
  return withUpdates(whole, updatesAfter(variant, version));
}

/**
 * A variant that a full feed names, or does not name (`next` undefined), at the time of its snapshot.
 * @returns undefined where what is known is newer and stays
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

/** A variant that a line without a version replaces whole keeps the version it had: older lines still come too late. */
export function replacedWhole(known: SourceVariant | undefined, next: SourceVariant): SourceVariant {
  const last = latest([known?.versions?.last, ...(known?.versions?.updates ?? []).map(({ version }) => version)]);
  return last === undefined ? next : { ...next, versions: { last } };
}
