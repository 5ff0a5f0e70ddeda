/**
 * The dotted path of the first string (or property name) in a parsed JSON value that holds a NUL or half of a surrogate
 * pair: neither can be stored and found again. Undefined when there is none. Needs no recursion.
 */
export function illFormedString(root: unknown): string | undefined {
  const pending: { readonly path: string; readonly value: unknown }[] = [{ path: "", value: root }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { path, value } = next;
    if (typeof value === "string" && isIllFormed(value)) return path;
    if (typeof value !== "object" || value === null) continue;
    const entries = Object.entries(value);
    for (const [name, child] of entries.reverse()) {
      const childPath = path === "" ? name : `${path}.${name}`;
      if (isIllFormed(name)) return childPath.toWellFormed().replaceAll("\0", "\ufffd");
      pending.push({ path: childPath, value: child });
    }
  }
  return undefined;
}

const isIllFormed = (text: string) => !text.isWellFormed() || text.includes("\0");
