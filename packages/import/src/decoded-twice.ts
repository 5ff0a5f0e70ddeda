import { isUtf8 } from "node:buffer";
import type { Finding } from "./import-report.js";

/** Code pages that exports often use by mistake to decode UTF-8, with results like "MÃ©xico", "РЎС‚РѕР»", "KrĂłl". */
const CODE_PAGES = ["windows-1252", "windows-1251", "windows-1250"] as const;

/**
 * Minimum number of distinct damaged values in a file. In files with fewer damaged values, the values are not repaired.
 */
const CERTAIN = 3;
const EXAMPLES = 3;
const MAX_EXAMPLE_LENGTH = 40;
/** Maximum length of a processed value in characters. Longer values are split. */
const MAX_VALUE = 65_536;

/** Matches the text of a value between the separators of CSV, JSON and XML. */
const VALUES = /[^\n\r\t,;|"<>]+/g;
const LAST_SEPARATOR = /[\n\r\t,;|"<>][^\n\r\t,;|"<>]*$/;
const UNREADABLE = /[\u007f-\u009f\p{Co}\p{Cn}\ufffd]/u;

/** Findings about text that was decoded with the wrong code page. */
export interface DecodedTwice {
  /** Repaired values. */
  readonly repaired: Finding;
  /** Values that look wrongly decoded but were not repaired. */
  readonly left: Finding;
}

/** The repair of a file's text, with counts of repaired and damaged values. */
export interface TextRepair extends DecodedTwice {
  /** Whether `repair` changes damaged values. If false, `repair` only counts damaged values. */
  readonly isCertain: boolean;
  /** Repairs wrongly decoded characters in a text. The text must consist of complete values. */
  readonly repair: (text: string) => string;
}

/**
 * Detects from the start of a file whether its text is UTF-8 that was decoded with the wrong code page (mojibake).
 * @returns `undefined` if no value looks damaged
 */
export function repairOf(head: string): TextRepair | undefined {
  const plain = /^\ufeff?\s*[[{]/.test(head) ? withoutEscapes : (value: string) => value;
  const found = CODE_PAGES.map((page) => {
    const bytes = bytesOf(page);
    const values = new Set<string>();
    for (const [text] of head.matchAll(VALUES)) {
      const value = plain(text);
      if (values.size < CERTAIN && isForeign(value) && isEvidence(decodedBack(value, bytes))) values.add(value);
    }
    return { page, bytes, different: values.size };
  });
  const [best] = found.sort((a, b) => b.different - a.different);
  if (best === undefined || best.different === 0) return undefined;
  const { page, bytes } = best;
  const isCertain = best.different >= CERTAIN;
  const repaired = finding(`UTF-8 that was decoded as ${nameOf(page)}; the text was repaired`);
  const left = finding(
    isCertain
      ? `looks like UTF-8 that was decoded as ${nameOf(page)}, and cannot be repaired: export the file as UTF-8`
      : `may be UTF-8 that was decoded as ${nameOf(page)}; too few values indicate this, so the text is unchanged`,
  );
  const pair = pairsIn(bytes);
  const repair = (text: string) =>
    text.replaceAll(VALUES, (written) => {
      const value = plain(written);
      if (!isForeign(value)) return written;
      const original = decodedBack(value, bytes);
      if (original !== undefined && isCertain) count(repaired, value, original);
      else if (isEvidence(original)) count(left, value);
      else if (pair.test(value)) count(left, value);
      return isCertain ? (original ?? written) : written;
    });
  return { repaired, left, isCertain, repair };
}

/** Repairs a stream of text. Each yielded piece ends at a value separator, because `repair` needs complete values. */
export async function* repairedPieces(
  pieces: AsyncIterable<string>,
  { repair }: Pick<TextRepair, "repair">,
): AsyncGenerator<string> {
  let rest = "";
  for await (const piece of pieces) {
    const text = rest + piece;
    const cut = text.search(LAST_SEPARATOR);
    const end = cut === -1 ? (text.length > MAX_VALUE ? text.length : 0) : cut + 1;
    rest = text.slice(end);
    if (end > 0) yield repair(text.slice(0, end));
  }
  if (rest !== "") yield repair(rest);
}

/** Decodes Unicode escapes in JSON: "caf\\u00e9" becomes "café". */
const withoutEscapes = (json: string): string =>
  json.replaceAll(/(?<!\\)((?:\\\\)*)\\u(00[89a-f][\da-f]|0[1-9a-f][\da-f]{2}|20[\da-f]{2}|21[\da-f]{2})/gi, (_, before: string, code: string) => before + String.fromCharCode(Number.parseInt(code, 16))); // prettier-ignore

const finding = (text: string): Finding => ({ text, count: 0, examples: [] });

const nameOf = (page: string): string => page.replace("w", "W");

function count(to: Finding, value: string, original?: string): void {
  to.count += 1;
  if (to.examples.length >= EXAMPLES) return;
  to.examples.push([value, ...(original === undefined ? [] : [original])].map(shown).join(" → "));
}

function shown(text: string): string {
  const foreign = Math.max(0, text.trim().search(/[\u0080-\uffff]/) - MAX_EXAMPLE_LENGTH / 2);
  return JSON.stringify(
    text
      .trim()
      .slice(foreign, foreign + MAX_EXAMPLE_LENGTH)
      .toWellFormed(),
  );
}

/**
 * Whether a repaired value proves that the original text was decoded wrongly. A capital letter before a quotation mark,
 * as in "IRMÃ”", may be correct text.
 */
const isEvidence = (original: string | undefined): boolean =>
  original !== undefined && /(?!\p{Lu})[\u0080-\u{10ffff}]/u.test(original);

const isForeign = (value: string): boolean => /[\u0080-\uffff]/.test(value);

/** Maps each character of a code page to its byte. Latin-1 control characters map to themselves. */
function bytesOf(page: string): ReadonlyMap<string, number> {
  const decoder = new TextDecoder(page);
  const high = Array.from({ length: 128 }, (_, at) => at + 128);
  const controls = high.slice(0, 32).map((byte) => [String.fromCharCode(byte), byte] as const);
  // Node.js 20 decodes Windows-1252 as Latin-1 unless `stream` is set.
  const characterOf = (byte: number) => decoder.decode(Uint8Array.of(byte), { stream: true });
  return new Map([...controls, ...high.map((byte) => [characterOf(byte), byte] as const)]);
}

const UTF_8 = new TextDecoder("utf-8");

/** Restores a wrongly decoded text. Returns undefined if the bytes of the text are not UTF-8. */
function decodedBack(value: string, bytes: ReadonlyMap<string, number>): string | undefined {
  const encoded: number[] = [];
  for (const character of value) {
    const byte = character < "\u0080" ? character.charCodeAt(0) : bytes.get(character);
    if (byte === undefined) return undefined;
    encoded.push(byte);
  }
  const utf8 = Uint8Array.from(encoded);
  if (!isUtf8(utf8)) return undefined;
  const original = UTF_8.decode(utf8);
  if (original === value) return undefined;
  // Repeat the repair, because text may have been wrongly decoded twice.
  return decodedBack(original, bytes) ?? (UNREADABLE.test(original) ? undefined : original);
}

/** Matches the two characters that a wrongly decoded two-byte lowercase letter becomes: "Ã©" for "é". */
function pairsIn(bytes: ReadonlyMap<string, number>): RegExp {
  const byByte = new Map([...bytes].map(([character, byte]) => [byte, character]));
  const small = Array.from({ length: 0x780 }, (_, at) => String.fromCharCode(at + 0x80)).filter((letter) => /\p{Ll}/u.test(letter)); // prettier-ignore
  const pairs = small.map((letter) => [...new TextEncoder().encode(letter)].map((byte) => byByte.get(byte) ?? "").join("")); // prettier-ignore
  return new RegExp(pairs.filter((pair) => pair.length === 2).map((pair) => pair.replace(/[$^*+?.()|\\{}[\]]/g, "\\$&")).join("|")); // prettier-ignore
}
