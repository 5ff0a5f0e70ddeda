import { columns } from "../../src/commands/output.js";
import type { Check } from "./scenario.js";

const HEADINGS = ["attack", "check", "measured", "wanted", "ok"] as const;
/** Maximum width in characters of the column `measured`, the only column with long values. */
const LONGEST = 60;

/** Formats checks as a terminal table, followed by the failed checks in full. */
export function table(rows: readonly (readonly [attack: string, check: Check])[]): string {
  const cells = rows.map(([scenario, { name, measured, wanted, ok }]) => [
    ...[scenario, name, cut(measured), wanted, ok ? "yes" : "NO"],
  ]);
  const failed = rows.filter(([, { ok }]) => !ok);
  const held = `${rows.length - failed.length} of ${rows.length} checks passed.`;
  const reported = failed
    .filter(([, { measured }]) => measured.length > LONGEST)
    .map(([scenario, { name, measured }]) => `\n${scenario}, ${name}:\n  ${measured}\n`);
  return `${columns([HEADINGS, ...cells]).join("\n")}\n${reported.join("")}\n${held}`;
}

const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);
