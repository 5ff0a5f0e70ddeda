/**
 * Placeholders for values from earlier responses. Requests are generated in batches before they are sent, so the values
 * are inserted when a request is sent.
 */
export const REMEMBERED = {
  cursor: (number: number) => `<cursor ${number}>`,
  ingestion: (number: number) => `<ingestion ${number}>`,
} as const;

const MARK = /<(cursor|ingestion) (\d+)>|%3C(cursor|ingestion)%20(\d+)%3E/g;
/** Number of recent values that are stored per type of placeholder. */
const KEPT = 200;

/** Values from responses for use in later requests. */
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

  /**
   * Replaces placeholders with values from earlier responses. Without earlier values, a placeholder is replaced with
   * its number.
   */
  fill(text: string): string {
    return text.replaceAll(MARK, (_mark, kind?: string, number?: string, kindToo?: string, numberToo?: string) => {
      const known = this.#known[kind ?? kindToo ?? ""] ?? [];
      const wanted = Number(number ?? numberToo);
      return known[wanted % Math.max(1, known.length)] ?? String(wanted);
    });
  }
}
