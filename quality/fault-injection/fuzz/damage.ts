/** A change that makes a valid value invalid. */
export interface Damage {
  /** Number that selects the damaged position. Every number is valid. */
  readonly where: number;
  readonly how: "replace" | "remove" | "add";
  readonly value: unknown;
}

type Holder = Record<string, unknown> | unknown[];

/** Returns the container and key of each member of all objects and lists within a value. */
function placesIn(value: unknown): (readonly [holder: Holder, name: string])[] {
  if (typeof value !== "object" || value === null) return [];
  const holder = value as Holder;
  return Object.entries(holder).flatMap(([name, member]) => [[holder, name] as const, ...placesIn(member)]);
}

/** Copies a value and damages one member of the copy. */
export function damaged(value: unknown, { where, how, value: other }: Damage): unknown {
  const copy = structuredClone(value);
  const places = placesIn(copy);
  const place = places[where % Math.max(1, places.length)];
  if (place === undefined) return other;
  const [holder, name] = place;
  if (how === "add") {
    const key = typeof other === "string" ? other : "unexpected";
    // Define the property instead of assigning it, because assigning to `__proto__` would set the prototype.
    if (!Array.isArray(holder))
      Object.defineProperty(holder, key, { value: other, enumerable: true, configurable: true });
    else holder.push(other);
  } else if (how === "remove") {
    if (Array.isArray(holder)) holder.splice(Number(name), 1);
    else Reflect.deleteProperty(holder, name);
  } else {
    Object.defineProperty(holder, name, { value: other, enumerable: true, configurable: true, writable: true });
  }
  return copy;
}

/** Changes that make a JSON text invalid. */
export type TextDamage = "cut" | "doubled" | "byte" | "bare" | "surrogate" | "nan" | "overflow" | "mark" | "key twice";

/**
 * Damages the bytes of a text.
 * @param where number that selects the damaged position; every number is valid
 */
export function damagedText(text: string, how: TextDamage, where: number): Buffer {
  const bytes = Buffer.from(text);
  const at = bytes.length === 0 ? 0 : where % bytes.length;
  switch (how) {
    case "cut":
      return bytes.subarray(0, at);
    case "doubled":
      return Buffer.concat([bytes, bytes]);
    case "byte":
      return Buffer.concat([bytes.subarray(0, at), Buffer.from([0xc3, 0x28, where % 256]), bytes.subarray(at)]);
    case "bare":
      return Buffer.from(text.replaceAll('"', ""));
    case "surrogate":
      return Buffer.from(text.replace(/"([^"]*)"\s*([,}\]])/, '"\\ud800$1"$2'));
    case "nan":
      return Buffer.from(text.replace(/:\s*-?\d[\d.]*/, ":NaN"));
    case "overflow":
      return Buffer.from(text.replace(/:\s*-?\d[\d.]*/, ":1e400"));
    case "mark":
      return Buffer.from(`\ufeff${text}`);
    case "key twice":
      return Buffer.from(text.replace(/^\{("(?:[^"\\]|\\.)*":)/, "{$1null,$1"));
  }
}

export const TEXT_DAMAGES: readonly TextDamage[] = [
  ...(["cut", "doubled", "byte", "bare", "surrogate", "nan", "overflow", "mark", "key twice"] as const),
];
