/** Known to pages as well: nothing here is of Node alone. */

/** Whether two JSON values are the same, whatever the order of their members. Absent members are as those that are undefined. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((value, at) => sameJson(value, other[at]));
  }
  const [left, right] = [members(one), members(other)];
  if (left.length !== right.length) return false;
  const named = new Map(right);
  return left.every(([name, value]) => named.has(name) && sameJson(value, named.get(name)));
}

const members = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, member]) => member !== undefined) as [string, unknown][];
