/**
 * Requests are made before any of them is sent, so what they take from earlier answers stands in them as a mark, which is
 * replaced when they are.
 */
export const REMEMBERED = {
  cursor: (number: number) => `<cursor ${number}>`,
  ingestion: (number: number) => `<ingestion ${number}>`,
} as const;

const MARK = /<(cursor|ingestion) (\d+)>|%3C(cursor|ingestion)%20(\d+)%3E/g;
/** The latest of each kind that later requests may name. */
const KEPT = 200;

/** Values from responses that later requests can use. */
export class Responses {
  readonly #known: Readonly<Record<string, string[]>> = { cursor: [], ingestion: [] };

  learn(text: string): void {
    for (const [, cursor] of text.matchAll(/"recommendation_id":"([^"\\]+)"/g)) this.#keep("cursor", cursor);
    for (const [, id] of text.matchAll(/"ingestion_id":(\d+)/g)) this.#keep("ingestion", id);
  }

  #keep(kind: string, value: string | undefined): void {
    const known = this.#known[kind];
    if (known === undefined || value === undefined) return;
    known.push(value);
    if (known.length > KEPT) known.shift();
  }

  /** The same text with earlier answers in the places of the marks; before there are any, with a number. */
  fill(text: string): string {
    return text.replaceAll(MARK, (_mark, kind?: string, number?: string, kindToo?: string, numberToo?: string) => {
      const known = this.#known[kind ?? kindToo ?? ""] ?? [];
      const wanted = Number(number ?? numberToo);
      return known[wanted % Math.max(1, known.length)] ?? String(wanted);
    });
  }
}
