/** Where text stops being JSON (1-based; columns in UTF-16 units) and what could have stood there. */
export interface JsonMistake {
  readonly line: number;
  readonly column: number;
  readonly expected: string;
}

type Expected =
  | "a value"
  | "a value or `]`"
  | "a property name"
  | "a property name or `}`"
  | "`:`"
  | "`,` or `}`"
  | "`,` or `]`"
  | "the end";

/**
 * Finds what `JSON.parse` refused: its own messages differ between versions of Node and often name no position.
 * Undefined exactly when the text is JSON. Needs no recursion, so nesting may be as deep as it likes.
 */
export function locateJsonMistake(text: string): JsonMistake | undefined {
  const open: ("{" | "[")[] = [];
  let expected: Expected = "a value";
  let at = 0;
  for (;;) {
    while (isSpace(text.charCodeAt(at))) at += 1;
    const character = text[at];
    if (character === undefined) return expected === "the end" ? undefined : mistake(text, at, expected);
    const closes: boolean = character === (open.at(-1) === "{" ? "}" : "]") && CLOSABLE.has(expected);
    if (closes) {
      open.pop();
      expected = afterValue(open);
      at++;
      continue;
    }
    switch (expected) {
      case "a value":
      case "a value or `]`": {
        if (character === "{" || character === "[") {
          open.push(character);
          expected = character === "{" ? "a property name or `}`" : "a value or `]`";
          at++;
          break;
        }
        const end: Scanned =
          character === '"' ? endOfString(text, at) : (endOf(NUMBER, text, at) ?? endOf(WORD, text, at) ?? refused(at));
        if (typeof end !== "number") return mistake(text, end.at, end.expected ?? expected);
        at = end;
        expected = afterValue(open);
        break;
      }
      case "a property name":
      case "a property name or `}`": {
        const end: Scanned = character === '"' ? endOfString(text, at) : refused(at);
        if (typeof end !== "number") return mistake(text, end.at, end.expected ?? expected);
        at = end;
        expected = "`:`";
        break;
      }
      case "`:`":
        if (character !== ":") return mistake(text, at, expected);
        expected = "a value";
        at++;
        break;
      case "`,` or `}`":
      case "`,` or `]`":
        if (character !== ",") return mistake(text, at, expected);
        expected = expected === "`,` or `}`" ? "a property name" : "a value";
        at++;
        break;
      case "the end":
        return mistake(text, at, expected);
    }
  }
}

/** States in which the innermost bracket may close. */
const CLOSABLE: ReadonlySet<Expected> = new Set([
  "a value or `]`",
  "a property name or `}`",
  "`,` or `}`",
  "`,` or `]`",
]);

function afterValue(open: readonly ("{" | "[")[]): Expected {
  const innermost = open.at(-1);
  return innermost === undefined ? "the end" : innermost === "{" ? "`,` or `}`" : "`,` or `]`";
}

/** A blank, a tab, or the end of a line. */
const isSpace = (unit: number) => unit === 0x20 || unit === 0x09 || unit === 0x0a || unit === 0x0d;

const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const WORD = /true|false|null/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Where a token ends, or where it cannot go on. */
type Scanned = number | { readonly at: number; readonly expected?: string };

const refused = (at: number): Scanned => ({ at });

function endOf(token: RegExp, text: string, at: number): number | undefined {
  token.lastIndex = at;
  return token.test(text) ? token.lastIndex : undefined;
}

function endOfString(text: string, start: number): Scanned {
  let at = start + 1;
  for (;;) {
    const character = text[at];
    if (character === undefined) return { at, expected: "a closing quote" };
    if (character === '"') return at + 1;
    if (character < " ") return { at, expected: "an escaped control character" };
    if (character === "\\") {
      const end = endOf(ESCAPE, text, at);
      if (end === undefined) return { at, expected: "a valid escape" };
      at = end;
    } else {
      at++;
    }
  }
}

function mistake(text: string, at: number, expected: string): JsonMistake {
  const before = text.slice(0, at);
  const lineStart = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: at - lineStart + 1, expected };
}
