const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACE = 0x7d;
const CLOSE_BRACKET = 0x5d;

/**
 * Tells whether a text that began as JSON has come to its end: every object, array and string in it is closed. Looks at
 * bytes as they come, in any portions; what lies between them does not matter, not even whether it is UTF-8.
 */
export class JsonBalance {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;

  add(bytes: Uint8Array): void {
    for (const byte of bytes) {
      if (this.#isInString) {
        if (this.#isEscaped) this.#isEscaped = false;
        else if (byte === BACKSLASH) this.#isEscaped = true;
        else if (byte === QUOTE) this.#isInString = false;
      } else if (byte === QUOTE) {
        this.#isInString = true;
      } else if (byte === OPEN_BRACE || byte === OPEN_BRACKET) {
        this.#depth += 1;
      } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) {
        this.#depth -= 1;
      }
    }
  }

  get isOpen(): boolean {
    return this.#isInString || this.#depth > 0;
  }
}
