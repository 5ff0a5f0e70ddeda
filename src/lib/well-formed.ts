/**
 * A JSON value that is still to be visited, with its name and parent. Full paths are not stored, because the paths could take more memory
 * than the document.
 */
interface PendingNode {
  readonly value: unknown;
  readonly name: string | number;
  readonly parent: PendingNode | undefined;
}

/**
 * Returns the dotted path of the first string (or property name) in a parsed JSON value that contains a NUL or a lone surrogate; undefined
 * for well-formed values. Malformed strings cannot be stored and found again. The duration is proportional to the size of the value,
 * regardless of its nesting.
 */
export function illFormedString(root: unknown): string | undefined {
  const pending: PendingNode[] = [{ value: root, name: "", parent: undefined }];
  for (let node = pending.pop(); node !== undefined; node = pending.pop()) {
    const { value, name } = node;
    if (typeof name === "string" && isIllFormed(name)) return pathOf(node).toWellFormed().replaceAll("\0", "\ufffd");
    if (typeof value === "string" && isIllFormed(value)) return pathOf(node);
    if (typeof value !== "object" || value === null) continue;
    // Adds the members in reverse order, because the stack returns the last value first.
    if (Array.isArray(value)) {
      const members = value as readonly unknown[];
      for (let at = members.length - 1; at >= 0; at -= 1) {
        // Numbers and booleans are skipped. They are always valid, and long lists often consist of them.
        if (mayBeMalformed(members[at])) pending.push({ value: members[at], name: at, parent: node });
      }
    } else {
      const names = Object.keys(value);
      for (let at = names.length - 1; at >= 0; at -= 1) {
        const child = names[at] as string;
        pending.push({ value: (value as Readonly<Record<string, unknown>>)[child], name: child, parent: node });
      }
    }
  }
  return undefined;
}

const mayBeMalformed = (value: unknown) => typeof value === "string" || (typeof value === "object" && value !== null);

function pathOf(node: PendingNode): string {
  const names: (string | number)[] = [];
  for (let at = node; at.parent !== undefined; at = at.parent) names.push(at.name);
  return names.reverse().join(".");
}

const isIllFormed = (text: string) => !text.isWellFormed() || text.includes("\0");
