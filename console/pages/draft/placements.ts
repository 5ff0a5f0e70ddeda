import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import { configurationChanges } from "../../../src/storefront/configuration-changes.js";
import { DEFAULT_PLACEMENTS } from "../../../src/storefront/default-items.js";
import type { PlacementDocument, ProfileChoice, SlotDocument } from "../../parts/format-blocks.js";
import { conditionsIn, filterOf, isWhole, type Condition } from "../../parts/conditions.js";
import { keyFor } from "./named.js";

/** As the schema has them. */
export const SLOTS = [1, 6] as const;
const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,99}$/;
const NO_NAME = "Letters, digits, _ and -, of which the first is a letter";

export const isDefaultPage = (name: string): boolean => Object.hasOwn(DEFAULT_PLACEMENTS, name);

/** The placements that a draft has, by name: the default ones, and those that it writes. Null where that part of it is no record of them. */
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

/** With a placement changed or added; undefined takes it away, which of a default one leaves the default. What is as the default is not written. */
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

/** What is wrong with the name of a new placement; null for nothing. */
export function wrongName(name: string, taken: readonly string[]): string | null {
  if (taken.includes(name)) return "Another one has this name";
  return NAME.test(name) ? null : NO_NAME;
}

/** A block, as the inputs of its form have it. */
export interface TypedBlock {
  readonly title: string;
  /** Null: proposed from the title. */
  readonly key: string | null;
  readonly profile: string;
  /** Undefined: of a shape that no form shows. */
  readonly filters: readonly Condition[] | undefined;
}

/** Whatever a draft holds, as text in the inputs. */
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

/** The name of a block in requests and events. @param taken those of the others on its page */
export function keyOf({ key, title }: TypedBlock, taken: readonly string[]): string {
  const letters = title.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return key ?? keyFor(letters.match(/[a-z0-9]+/g)?.join("_") ?? "block", taken);
}

/** What is wrong with each input of a block; nothing that stands in the schema can be made otherwise. */
export function wrongInBlock(typed: TypedBlock, taken: readonly string[], profiles: readonly ProfileChoice[]) {
  const { title, profile, filters } = typed;
  const filter = filters === undefined ? {} : filterOf(filters);
  return {
    title: title.trim() === "" ? "Shoppers need something to read" : null,
    key: wrongName(keyOf(typed, taken), taken),
    profile: profiles.some(({ key }) => key === profile) ? null : "Choose what fills it",
    filters:
      filters?.every(isWhole) === false
        ? "A condition needs a field and a value"
        : Object.hasOwn(filter ?? {}, "$and")
          ? "A field has two conditions of one kind: put their values into one"
          : null,
  };
}

/** @param before what the form was opened with, of which it keeps what it does not show */
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
