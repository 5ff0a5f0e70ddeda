import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import { configurationChanges } from "../../../src/storefront/configuration-changes.js";
import { DEFAULT_PLACEMENTS } from "../../../src/storefront/default-items.js";
import type { PlacementDocument, ProfileChoice, SlotDocument } from "../../parts/format-blocks.js";
import { conditionsIn, filterOf, isWhole, type Condition } from "../../parts/conditions.js";
import { keyFor } from "../../parts/keys.js";

/** Minimum and maximum number of blocks per placement, as in the configuration schema. */
export const SLOTS = [1, 6] as const;
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,99}$/;
const NO_NAME = "Use letters, digits, _ and -, starting with a letter";

export const isDefaultPage = (name: string): boolean => Object.hasOwn(DEFAULT_PLACEMENTS, name);

/**
 * Returns the placements by name: the default placements, overridden by the configured placements. Returns `null` if
 * the configured placements are malformed.
 */
export function placementsOf({
  placements = {},
}: ConfigurationDocument): ReadonlyMap<string, PlacementDocument> | null {
  const isRecord = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
  const written = isRecord(placements) ? Object.entries(placements) : [["", null] as const];
  if (!written.every(([, one]) => isRecord(one))) return null;
  return new Map<string, PlacementDocument>([
    ...Object.entries(DEFAULT_PLACEMENTS),
    ...(written as [string, PlacementDocument][]),
  ]);
}

/**
 * Changes or adds a placement. `undefined` removes the placement, which restores its default. A placement that equals
 * its default is removed as well.
 */
export function withPlacement(
  { placements = {}, ...others }: ConfigurationDocument,
  name: string,
  placement: PlacementDocument | undefined,
): ConfigurationDocument {
  const written = new Map(Object.entries(placements));
  const isWritten = configurationChanges(undefined, placement, `placements.${name}`).length > 0;
  if (placement === undefined || !isWritten) written.delete(name);
  else written.set(name, placement);
  return written.size === 0 ? others : { ...others, placements: Object.fromEntries(written) };
}

/** Validates the name of a new placement. Returns an error message, or `null` if the name is valid. */
export function wrongName(name: string, taken: readonly string[]): string | null {
  if (taken.includes(name)) return "This name already exists";
  return NAME.test(name) ? null : NO_NAME;
}

export interface TypedBlock {
  readonly title: string;
  /** Key that the user has entered; `null` while the key is derived from the title. */
  readonly key: string | null;
  readonly profile: string;
  /** Conditions of the filter; `undefined` if the form cannot display the filter. */
  readonly filters: readonly Condition[] | undefined;
}

/** Converts a block to form input. The block may be malformed. */
export function typedBlock(slot: SlotDocument | null): TypedBlock {
  const { title, key, profile, filters } = (slot ?? {}) as Readonly<Record<string, unknown>>;
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return {
    title: text(title),
    key: slot === null ? null : text(key),
    profile: text(profile),
    filters: conditionsIn(filters),
  };
}

/**
 * Returns the key that identifies a block in requests and events.
 * @param taken keys of the other blocks in the placement
 */
export function keyOf({ key, title }: TypedBlock, taken: readonly string[]): string {
  const letters = title.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return key ?? keyFor(letters.match(/[a-z0-9]+/g)?.join("_") ?? "block", taken);
}

/** Validates the inputs of a block. Returns an error message or `null` per input. */
export function wrongInBlock(typed: TypedBlock, taken: readonly string[], profiles: readonly ProfileChoice[]) {
  const { title, profile, filters } = typed;
  const filter = filters === undefined ? {} : filterOf(filters);
  return {
    title: title.trim() === "" ? "Enter a title" : null,
    key: wrongName(keyOf(typed, taken), taken),
    profile: profiles.some(({ key }) => key === profile) ? null : "Choose a strategy",
    filters:
      filters?.every(isWhole) === false
        ? "A condition needs a field and a value"
        : Object.hasOwn(filter ?? {}, "$and")
          ? "Two conditions have the same field and type. Combine their values in one condition."
          : null,
  };
}

/**
 * Converts form input to a block.
 * @param before block the form was opened with. Its properties without a form field are kept.
 */
export function blockOf(typed: TypedBlock, before: SlotDocument | null, taken: readonly string[]): SlotDocument {
  const { filters: kept, ...others } = before ?? {};
  const filters = typed.filters === undefined ? kept : filterOf(typed.filters);
  return {
    ...others,
    key: keyOf(typed, taken),
    title: typed.title.trim(),
    profile: typed.profile,
    ...(filters == null ? {} : { filters }),
  };
}
