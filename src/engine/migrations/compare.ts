import type { IndexDescription } from "../indices.js";
import type { RenderedTemplate } from "../template-text.js";

/**
 * How far the data of an index has come; in the `_meta` of its mapping. `version` rises with every release that changes the
 * template; `oldest` is the oldest version of the template whose release may still read and write the index, and rises only
 * when an older release would damage what is there.
 */
export interface DataVersion {
  readonly version: number;
  readonly oldest: number;
}

/** Of an index or a template. Those from before there were versions have 0. */
export function versionOf(mappings: unknown): DataVersion {
  const { version, oldest } = metaOf(mappings);
  return { version: typeof version === "number" ? version : 0, oldest: typeof oldest === "number" ? oldest : 0 };
}

export const metaOf = (mappings: unknown): Readonly<Record<string, unknown>> =>
  (mappings as { readonly _meta?: Readonly<Record<string, unknown>> } | undefined)?._meta ?? {};

export interface IndexComparison {
  /** Fields that the index does not have, dotted. */
  readonly added: readonly string[];
  /** Differences that the engine can apply in place: parameters of fields, and settings. */
  readonly updated: readonly MappingDifference[];
  /** Differences that it cannot apply in place: types, analyzers, stored fields. */
  readonly changed: readonly MappingDifference[];
  /** The mapping with everything that can be added or changed in place; what is there already is left out. */
  readonly mappings: Properties;
  /** The settings that can be changed in place. */
  readonly settings: Readonly<Record<string, string>>;
}

type Properties = Readonly<Record<string, unknown>>;
type Field = Readonly<Record<string, unknown>>;

const UPDATABLE = new Set(["dynamic", "ignore_above", "search_analyzer", "search_quote_analyzer", "coerce", "meta"]);
const DYNAMIC_SETTINGS = [
  "auto_expand_replicas",
  "refresh_interval",
  "max_result_window",
  "query.derived_field.enabled",
  "mapping.total_fields.limit",
  "mapping.nested_objects.limit",
  "mapping.depth.limit",
];

interface CompareOptions {
  /** Fields below this path have the types that somebody else gives them; only missing ones are looked at. */
  readonly typedElsewhere?: string;
  /** Settings that others change. */
  readonly ignoredSettings?: readonly string[];
}

/**
 * In what an index differs from one that its template would make now. Fields that only the index has are none of it: what else
 * is stored does no harm. Settings that are fixed when an index is made (shards, codec) are for the next one.
 */
export function compareIndex(
  { mappings, settings }: IndexDescription,
  template: RenderedTemplate,
  { typedElsewhere = "", ignoredSettings = [] }: CompareOptions = {},
): IndexComparison {
  const wanted = template.body.template as unknown as Template;
  const found: Found = { added: [], updated: [], changed: [], typedElsewhere };
  const [has, want] = [rootOf(mappings), rootOf(wanted.mappings ?? {})];
  const parameters = compareParameters(has, want, "mappings", found);
  const put = compareProperties(wanted.mappings?.properties, mappings["properties"], "", found) ?? {};
  const top = parameters === "updated" ? { dynamic: want["dynamic"] } : {};

  const { analysis, ...hasSettings } = settings.index;
  const wantedSettings = { analysis: wanted.settings?.analysis, ...wanted.settings?.index } as Field;
  const { analysis: wantedAnalysis, ...wantedRest } = wantedSettings;
  found.changed.push(...differences({ analysis }, { analysis: wantedAnalysis }, () => false));
  const inPlace = differences(hasSettings, wantedRest, () => false).filter(
    ({ path }) => DYNAMIC_SETTINGS.includes(path) && !ignoredSettings.includes(path),
  );
  return {
    added: found.added,
    updated: [...found.updated, ...inPlace.map((one) => ({ ...one, path: `settings.${one.path}` }))],
    changed: found.changed,
    mappings: { ...top, ...(Object.keys(put).length === 0 ? {} : { properties: put }) },
    settings: Object.fromEntries(inPlace.map(({ path, then }) => [`index.${path}`, then ?? ""])),
  };
}

/** The parts of a mapping besides its fields. */
const rootOf = (mappings: Field): Field =>
  Object.fromEntries(Object.entries(mappings).filter(([name]) => name !== "properties" && name !== "_meta"));

interface Template {
  readonly mappings?: Field & { readonly properties?: Properties; readonly _meta?: unknown };
  readonly settings?: { readonly index?: Field; readonly analysis?: unknown };
}

interface Found {
  readonly added: string[];
  readonly updated: MappingDifference[];
  readonly changed: MappingDifference[];
  readonly typedElsewhere: string;
}

/** @returns what to put; undefined for nothing */
function compareProperties(
  wanted: Properties | undefined,
  has: unknown,
  path: string,
  found: Found,
): Properties | undefined {
  const put: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(wanted ?? {})) {
    const field = value as Field;
    const own = ((has ?? {}) as Properties)[name] as Field | undefined;
    const at = path === "" ? name : `${path}.${name}`;
    if (own === undefined) {
      found.added.push(...fieldNames(field, at));
      put[name] = field;
      continue;
    }
    if (found.typedElsewhere !== "" && path.startsWith(found.typedElsewhere)) continue;
    const { properties, fields, ...parameters } = field;
    const { properties: ownProperties, fields: ownFields, ...ownParameters } = own;
    const outcome = compareParameters(said(ownParameters), said(parameters), at, found);
    if (outcome === "changed") continue;
    const inside = {
      properties: compareProperties(properties as Properties | undefined, ownProperties, at, found),
      fields: compareProperties(fields as Properties | undefined, ownFields, at, found),
    };
    if (outcome === "same" && inside.properties === undefined && inside.fields === undefined) continue;
    put[name] = {
      ...parameters,
      ...(inside.properties === undefined ? {} : { properties: inside.properties }),
      ...(inside.fields === undefined ? {} : { fields: inside.fields }),
    };
  }
  return Object.keys(put).length === 0 ? undefined : put;
}

function compareParameters(has: Field, wanted: Field, path: string, found: Found): "same" | "updated" | "changed" {
  const all = differences(has, wanted).map((one) => ({ ...one, path: `${path}.${one.path}` }));
  const updatable = all.filter((one) => one.then !== null && UPDATABLE.has(one.path.slice(path.length + 1)));
  found.updated.push(...updatable);
  found.changed.push(...all.filter((one) => !updatable.includes(one)));
  if (updatable.length < all.length) return "changed";
  return all.length === 0 ? "same" : "updated";
}

/** Removes the defaults that the engine leaves out. */
function said({ type, analyzer, ...rest }: Field): Field {
  return {
    ...(type === undefined || type === "object" ? {} : { type }),
    ...(analyzer === undefined || analyzer === "standard" ? {} : { analyzer }),
    ...rest,
  };
}

function fieldNames({ properties }: Field, path: string): string[] {
  const inside = Object.entries((properties ?? {}) as Properties);
  return inside.length === 0
    ? [path]
    : inside.flatMap(([name, field]) => fieldNames(field as Field, `${path}.${name}`));
}

/** One place in which two documents differ; null where one has nothing. */
export interface MappingDifference {
  /** Dotted, as in "mappings.properties.text.properties.title.analyzer". */
  readonly path: string;
  readonly now: string | null;
  readonly then: string | null;
}

/**
 * In which settings two documents differ, in the order of their paths. Numbers and booleans are what they are written as: the
 * engine answers some of them as strings.
 * @param removed whether what only the first has is a difference, by its path
 */
export function differences(
  now: unknown,
  then: unknown,
  removed: (path: string) => boolean = () => true,
): MappingDifference[] {
  const before = flat(now);
  const after = flat(then);
  const paths = [...new Set([...before.keys(), ...after.keys()])].sort();
  return paths.flatMap((path) => {
    const [one, other] = [before.get(path) ?? null, after.get(path) ?? null];
    if (one === other || (other === null && !removed(path))) return [];
    return [{ path, now: one, then: other }];
  });
}

function flat(value: unknown, path = "", found = new Map<string, string>()): Map<string, string> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) {
    for (const [name, member] of Object.entries(value)) flat(member, path === "" ? name : `${path}.${name}`, found);
  } else if (value !== undefined && value !== null) {
    found.set(path, Array.isArray(value) ? JSON.stringify(value.map(textOf)) : textOf(value));
  }
  return found;
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));
