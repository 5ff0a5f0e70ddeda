import type { FilterExpression } from "@vitrine/client";
import { attributeOf, conditionOn, NEGATION, valueIn, type Naming } from "./attribute.js";

const TOKEN = /\s*(?:(\(|\)|<=|>=|!=|=|<|>|:)|"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|([^\s()<>=!:"']+))/gy;

interface Token {
  readonly text: string;
  /** Quoted words are never operators, brackets or negations. */
  readonly quoted: boolean;
}

/**
 * Parses Algolia's `filters`:
 *
 *     any  = all { OR all }
 *     all  = one { AND one }
 *     one  = NOT one | "(" any ")" | attribute ":" ["-"] value | attribute ":" number TO number | attribute operator number
 *
 * Names and values with whitespace or special characters must be quoted. Quoted values are never negations; an unquoted
 * value that starts with a minus is written `\-80C`.
 * @throws {SyntaxError}
 */
export function readFilters(text: string, naming: Naming): FilterExpression {
  const tokens = tokensOf(text);
  const error = () => new SyntaxError(`invalid filters: ${text}`);
  let at = 0;

  function takes(word: string): boolean {
    const token = tokens?.[at];
    if (token?.text !== word || token.quoted) return false;
    at += 1;
    return true;
  }
  function next(): Token {
    const token = tokens?.[at];
    if (token === undefined || (!token.quoted && /^[()<>=!:]/.test(token.text))) throw error();
    at += 1;
    return token;
  }
  function number(): number {
    const word = next().text;
    if (word === "" || Number.isNaN(Number(word))) throw error();
    return Number(word);
  }
  function joined(word: "AND" | "OR", part: () => FilterExpression): FilterExpression {
    const first = part();
    const parts = [first];
    while (takes(word)) parts.push(part());
    return parts.length === 1 ? first : { [word === "AND" ? "$and" : "$or"]: parts };
  }
  const any = (): FilterExpression => joined("OR", () => joined("AND", one));
  function one(): FilterExpression {
    if (takes("NOT")) return { $not: one() };
    if (takes("(")) {
      const inside = any();
      if (!takes(")")) throw error();
      return inside;
    }
    const attribute = attributeOf(next().text, naming);
    if (takes(":")) {
      const value = next();
      if (takes("TO")) {
        at -= 2;
        const least = number();
        at += 1;
        return { [attribute.field]: { $gte: least, $lte: number() } };
      }
      const isNot = !value.quoted && value.text.startsWith(NEGATION);
      const condition = { [attribute.field]: valueIn(isNot ? value.text.slice(1) : value.text, attribute, naming) };
      return isNot ? { $not: condition } : condition;
    }
    const operator = SIGNS.find(takes);
    if (operator === undefined) throw error();
    return conditionOn(attribute, operator, number());
  }

  const read = any();
  if (tokens === undefined || at < tokens.length) throw error();
  return read;
}

const SIGNS = ["<=", ">=", "!=", "=", "<", ">"];

/** Splits a filter into tokens; undefined if the text contains invalid characters. */
function tokensOf(text: string): readonly Token[] | undefined {
  const trimmed = text.trimEnd();
  const found = Array.from(trimmed.matchAll(TOKEN));
  if (found.reduce((length, [all]) => length + all.length, 0) < trimmed.length) return undefined;
  return found.map(([, sign, double, single, word]) => {
    const inQuotes = double ?? single;
    return { text: inQuotes?.replaceAll(/\\(.)/g, "$1") ?? sign ?? word ?? "", quoted: inQuotes !== undefined };
  });
}
