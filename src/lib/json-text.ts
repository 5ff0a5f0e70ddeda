/** A value that is written as JSON already. Becomes the value again wherever it is written as a part of another one. */
export class JsonText {
  /** @param text valid JSON */
  constructor(readonly text: string) {}

  parsed(): unknown {
    return JSON.parse(this.text);
  }

  toJSON(): unknown {
    return this.parsed();
  }
}

/** Writes an object as JSON. Properties that are written already are taken as they are: nothing is parsed. */
export function writeObject(object: object): JsonText {
  const members: string[] = [];
  for (const [name, value] of Object.entries(object)) {
    const text = value instanceof JsonText ? value.text : (JSON.stringify(value) as string | undefined);
    if (text !== undefined) members.push(`${JSON.stringify(name)}:${text}`);
  }
  return new JsonText(`{${members.join(",")}}`);
}

/** @param elements each valid JSON */
export const writeArray = (elements: readonly string[]): JsonText => new JsonText(`[${elements.join(",")}]`);

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** UTF-8 without the mark that some editors and serializers put first; it is no part of what JSON is. */
export const withoutByteOrderMark = (bytes: Buffer): Buffer =>
  bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK) ? bytes.subarray(BYTE_ORDER_MARK.length) : bytes;

/**
 * Estimates the bytes of a text in memory: two per UTF-16 unit. Most texts take one, and about as much again is garbage
 * until the heap is collected.
 */
export const textBytes = (text: string): number => 2 * text.length;
