/** The list of records in a JSON document. */
export interface JsonList {
  /** Property names on the path from the document root to the list. */
  readonly path: readonly string[];
  /** Kind of the list. In an `object`, each member is a record, and the key of the member is an identifier. */
  readonly kind: "array" | "object";
}

interface Container {
  readonly list: JsonList;
  members: number;
  /** Number of list members that have a field, keyed by field name. */
  readonly fields: Map<string, number>;
}

interface Open {
  readonly isArray: boolean;
  /** Property names from the root of the document to this object; undefined inside a list. */
  readonly path: readonly string[] | undefined;
  name: string;
  /** The list of which this object is a member. */
  readonly memberOf: Container | undefined;
}

const TOKEN = /"((?:[^"\\]|\\.)*)"(\s*:)?|[[\]{}]/gs;

/**
 * Minimum number of members, and minimum share of fields that most members contain, for an object to be treated as a
 * list.
 */
const MIN_MEMBERS = 3;
const MIN_ALIKE = 0.5;

/**
 * Finds the list of products in the head of a JSON document: among the lists that are not inside another list, the one
 * with the most members and fields. Returns undefined if no list contains objects.
 */
export function listedJson(head: string): JsonList | undefined {
  const found = new Map<string, Container>();
  const open: Open[] = [];
  for (const [token, name = "", colon] of head.matchAll(TOKEN)) {
    const parent = open.at(-1);
    if (token === "]" || token === "}") open.pop();
    else if (token === "[" || token === "{") {
      const path = parent === undefined ? [] : parent.path === undefined || parent.isArray ? undefined : [...parent.path, parent.name]; // prettier-ignore
      const memberOf = token === "[" || parent?.path === undefined ? undefined : memberIn(found, parent, parent.path);
      open.push({ isArray: token === "[", path, name: "", memberOf });
    } else if (colon !== undefined && parent !== undefined) {
      parent.name = name;
      const fields = parent.memberOf?.fields;
      fields?.set(name, (fields.get(name) ?? 0) + 1);
    }
  }
  const lists = [...found.values()].filter((one) => one.list.kind === "array" || areAlike(one));
  const outer = lists.filter(({ list }) => !lists.some((other) => isWithin(list, other.list)));
  const weight = ({ members, fields }: Container) => fields.size * Math.log2(1 + members);
  return outer.sort((a, b) => weight(b) - weight(a))[0]?.list;
}

function memberIn(found: Map<string, Container>, { isArray }: Open, path: readonly string[]): Container {
  const key = JSON.stringify([isArray, path]);
  const known = found.get(key) ?? { list: { path, kind: isArray ? "array" : "object" }, members: 0, fields: new Map<string, number>() }; // prettier-ignore
  known.members += 1;
  found.set(key, known);
  return known;
}

function areAlike({ members, fields }: Container): boolean {
  const common = [...fields.values()].filter((count) => count > members / 2).length;
  return members >= MIN_MEMBERS && common > 1 && common >= fields.size * MIN_ALIKE;
}

const isWithin = ({ path }: JsonList, outer: JsonList): boolean =>
  path.length > outer.path.length && outer.path.every((name, at) => name === path[at]);
