/**
 * Commas, colons and opening brackets of a line: as many values and names. A megabyte of text is parsed within a millisecond and
 * a megabyte of `{"a":1},` takes seventy, so it is these that a line may not have too many of.
 */
const MAX_PARTS = 25_000;
/** Far more than what is stored may be nested; the parser needs time and memory for every level. */
const MAX_LEVELS = 200;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const [LIST, LIST_END] = [0x5b, 0x5d];
const [OBJECT, OBJECT_END] = [0x7b, 0x7d];

/**
 * Checks a line of JSON before it is parsed: whether it has more parts or levels than any product or event has. It
 * reads the line once; in a line that is not JSON it counts at least as much as a parser would read.
 * @returns a description of the problem; undefined when there is none
 */
export function problemOfStructure(line: Buffer): string | undefined {
  // A part takes at least a byte.
  if (line.length <= MAX_LEVELS) return undefined;
  let parts = 0;
  let levels = 0;
  for (let at = 0; at < line.length; at += 1) {
    const byte = line[at];
    if (byte === QUOTE) {
      at = endOfString(line, at);
    } else if (byte === COMMA || byte === COLON) {
      parts += 1;
    } else if (byte === LIST || byte === OBJECT) {
      parts += 1;
      levels += 1;
      if (levels > MAX_LEVELS) return `nested deeper than ${MAX_LEVELS} levels`;
    } else if (byte === LIST_END || byte === OBJECT_END) {
      levels -= 1;
    }
    if (parts > MAX_PARTS) return `more than ${MAX_PARTS} values and names`;
  }
  return undefined;
}

/** Where a string ends that begins at `start`: its closing quote, or the end of the line. */
function endOfString(line: Buffer, start: number): number {
  for (let at = start + 1; at < line.length; at += 1) {
    if (line[at] === BACKSLASH) at += 1;
    else if (line[at] === QUOTE) return at;
  }
  return line.length;
}
