import type { Column } from "../column.js";
import { plainText } from "../html-text.js";
import { listOf } from "../values.js";

/**
 * Minimum shares of values with a list separator or a category level separator for a column to contain lists or paths.
 */
const LIST_SHARE = 0.1;
const TREE_SHARE = 0.05;

/** Returns the list separator of columns, or an empty object if the columns contain single values. */
export function separated(columns: readonly Column[]): { readonly separator?: string } {
  const found = ["|", ";"].find((one) => columns.some((column) => isList(column, one))) ?? commaOf(columns);
  return found === undefined ? {} : { separator: found };
}

/**
 * Returns the list separator of a column. A comma is a separator only if list members recur in other values of the
 * column.
 */
export function separatedByEvidence(column: Column): { readonly separator?: string } {
  const found = separated([column]);
  const { separator } = found;
  return separator === undefined || !separator.startsWith(",") || recurs(column, separator) ? found : {};
}

const isList = (column: Column, mark: string): boolean =>
  column.share((value) => plainText(value).includes(mark)) > LIST_SHARE && !isProse(column, mark);

/**
 * Maximum number of words in a list member; longer members indicate prose. The maximum is higher for lists with
 * semicolons or vertical bars, which are rare in prose.
 */
const MAX_WORDS = { ",": 4, other: 8 };

/** Whether the values of a column are sentences rather than lists. */
const isProse = (column: Column, mark: string): boolean =>
  column.share((value) =>
    plainText(value)
      .split(mark)
      .some((part) => part.trim().split(/\s+/).length > (mark === "," ? MAX_WORDS[mark] : MAX_WORDS.other)),
  ) > 0.2;

const DECIMAL = /(?<![\d,])\d+,\d+(?![\d,])/;
/** Matches a list of numbers: "36,37,38". */
const NUMBERS = /^\s*\d+(?:[.]\d+)?(?:,\s*\d+(?:[.]\d+)?){2,}\s*$/;
/** Matches a comma that is not a decimal separator. */
const BETWEEN_WORDS = /,(?=\s|[^\d])|(?<=\D),(?=\d)/;

/** Returns the separator of list members: ",", or ", " if the values also contain decimal commas ("0,3 W, 0,5 W"). */
function commaOf(columns: readonly Column[]): "," | ", " | undefined {
  for (const column of columns) {
    if (!isList(column, ",")) continue;
    const lists = column.values.filter((value) => BETWEEN_WORDS.test(value) || NUMBERS.test(value));
    const decimals = column.values.filter((value) => DECIMAL.test(value) && !NUMBERS.test(value));
    const isOfNumbers = decimals.every((value) => /^\s*\d+,\d+\s*$/.test(value)) && lists.some((value) => NUMBERS.test(value)); // prettier-ignore
    if (decimals.length === 0 || isOfNumbers) return ",";
    if (lists.length > column.values.length * LIST_SHARE && lists.every((value) => value.includes(", "))) return ", ";
  }
  return undefined;
}

/** Minimum share of list members that recur in another value of the column. */
const RECURRING = 0.5;

/** Whether list members also occur in other values of the column, or are category paths. */
function recurs(column: Column, mark: string): boolean {
  const distinct = [...new Set(column.values.map(plainText))];
  const counts = new Map<string, number>();
  for (const value of distinct)
    for (const member of listOf(value, mark)) counts.set(member, (counts.get(member) ?? 0) + 1);
  const members = distinct.filter((value) => value.includes(mark)).flatMap((value) => listOf(value, mark));
  const isElsewhere = (member: string) => (counts.get(member) ?? 0) > 1 || member.includes(">");
  return members.filter(isElsewhere).length >= members.length * RECURRING;
}

const LEVELS = ["->", "=>", ">", "»", "::", " / ", "/"] as const;

/**
 * Returns the separator of category levels.
 * @param separator separator between categories
 */
export function levelsOf(columns: readonly Column[], separator: string | undefined): { readonly levels?: string } {
  const paths = columns.flatMap(({ values }) =>
    values.flatMap((value) => listOf(plainText(value), separator ?? /(?!)/)),
  );
  const found = LEVELS.find(
    (mark) =>
      paths.filter((path) => path.includes(mark)).length > paths.length * TREE_SHARE &&
      (!mark.includes("/") || isTree(paths, mark)),
  );
  return found === undefined ? {} : { levels: found };
}

/**
 * Whether the text before the first separator is a category level: the text also occurs alone or at the start of other
 * paths.
 */
function isTree(paths: readonly string[], mark: string): boolean {
  const below = new Map<string, Set<string>>();
  for (const path of paths) {
    const [first = "", ...rest] = path.split(mark).map((part) => part.trim());
    below.set(first, (below.get(first) ?? new Set<string>()).add(rest.join(mark)));
  }
  const marked = [...new Set(paths.filter((path) => path.includes(mark)))];
  const levels = marked.filter((path) => (below.get(path.split(mark, 1)[0]?.trim() ?? "")?.size ?? 0) > 1);
  return levels.length >= marked.length * RECURRING;
}
