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
