import type { Column } from "../column.js";
import type { Draft } from "./draft.js";

/** Patterns for the names of paired columns that contain the name and the value of an option. */
const NAME = /(?:^|_)(?:name|label|nome|nombre|nom|nazwa|название|назва|variationsname|oxvarname)(?=_|$)/u;
const VALUE = /(?:^|_)(?:values?|valor|valeur|wert|wartosc|значение|значення|variationswertname|oxvarselect)(?=_|$)/u;

/** Returns pairs of columns that contain the name and the value of an option: "Option 1 Name" and "Option 1 Value". */
function pairsIn(draft: Draft): (readonly [names: Column, values: Column])[] {
  const free = draft.free;
  return free.flatMap((names) => {
    if (!NAME.test(names.word) || /(?:^|_)(?:tax|vat|meta)(?:_|$)/.test(names.word)) return [];
    const [base, again] = [restOf(names, NAME), repetition(names)];
    if (base === "" && names.word === "name") return [];
    const values = free.find((column) => column !== names && VALUE.test(column.word) && restOf(column, VALUE) === base && repetition(column) === again); // prettier-ignore
    return values === undefined ? [] : [[names, values] as const];
  });
}

const restOf = ({ word }: Column, mark: RegExp): string => word.replace(mark, "").replace(/^_/, "");
/** Returns the suffix of a repeated column name, such as " (2)". */
const repetition = ({ name }: Column): string => / \(\d+\)$/.exec(name)?.[0] ?? "";

/** Returns the value columns of all column pairs that contain option names and values. */
export const optionValues = (draft: Draft): Column[] => pairsIn(draft).map(([, values]) => values);

/** Proposes a field for each name-value pair of columns. */
export function takeNamed(draft: Draft): void {
  for (const [at, pair] of pairsIn(draft).entries())
    draft.take(`options.${at + 1}`, pair, { as: "named" }, "the first column has the field name, the second the value");
}
