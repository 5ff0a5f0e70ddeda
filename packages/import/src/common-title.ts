import { nameScore, wordOf, type Role } from "./header-words.js";

/** Trailing separators and opening brackets, which are removed from a shortened title. */
const OPEN_END = /[\s\-–—/|,;:([{•·+*#]+$/u;
const OPEN_PREFIX = /^[\s\-–—/|,;:)\]}•·+*]+/u;
const OPTIONS: readonly Role[] = ["sizes", "color", "material", "variant_title"];

/**
 * Common first words of the titles of a product's variants: "Lamp" for "Lamp - Red / M" and "Lamp - Blue / S".
 * @returns `undefined` if the first words differ
 */
export function commonTitle(titles: readonly string[]): string | undefined {
  const [first = "", ...others] = [...new Set(titles.map((title) => title.trim()))];
  if (others.length === 0) return first === "" ? undefined : first;
  const words = first.split(/(?<=\s)/);
  const isCommon = (count: number) => {
    const start = words.slice(0, count).join("").trimEnd();
    return others.every((other) => other.startsWith(start) && /^(?:$|[^\p{L}\p{N}])/u.test(other.slice(start.length)));
  };
  let count = words.length;
  while (count > 0 && !isCommon(count)) count -= 1;
  const start = words.slice(0, count).join("").replace(OPEN_END, "").replace(OPEN_PREFIX, "");
  const kept = start.split(/\s+/);
  // Removes a trailing option name: "Lamp Size M" and "Lamp Size L" share "Lamp Size", which becomes "Lamp".
  const last = kept.at(-1) ?? "";
  const isOption = kept.length > 1 && OPTIONS.some((role) => nameScore(wordOf(last), role) > 0.85);
  const title = (isOption ? kept.slice(0, -1).join(" ") : start).replace(OPEN_END, "");
  return /\p{L}|\p{N}/u.test(title) ? title : undefined;
}

/** Common first words of most titles of a product's variants. Other titles, such as "Default Size", may differ. */
export function commonTitleOfMost(titles: readonly string[]): string | undefined {
  const whole = commonTitle(titles);
  if (whole !== undefined) return whole;
  const byFirstWord = new Map<string, string[]>();
  for (const title of new Set(titles)) {
    const word = title.trim().split(/\s+/, 1)[0] ?? "";
    byFirstWord.set(word, [...(byFirstWord.get(word) ?? []), title]);
  }
  const [most = []] = [...byFirstWord.values()].sort((a, b) => b.length - a.length);
  return most.length > 1 && most.length > titles.length / 2 ? commonTitle(most) : undefined;
}
