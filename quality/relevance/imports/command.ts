import { Command } from "commander";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { MissingDataError } from "../judgements.js";
import { formatTable } from "../../shared/table.js";
import { formatFacets } from "../../../packages/import/command/import-report-lines.js";
import { measured, type Expected, type Measured } from "./measure.js";

interface Options {
  readonly folder: readonly string[];
  readonly expected?: string;
}

/** Fixed current date for all imports. Determines whether a sale with a start or end date is active. */
const NOW = new Date("2026-11-15T12:00:00Z");

/** Matches the file name extensions of shop exports. */
const EXPORT = /\.(?:csv|tsv|txt|json|jsonl|ndjson|xml|yml|xlsx)(?:\.gz)?$/;
const FEED = /\.feed\./;

/** Creates the command `npm run evaluate -- imports`. */
export function importsCommand(): Command {
  return new Command("imports")
    .description(
      "Counts the outcomes of automatic imports of shop exports: correct, stopped by an open question, rejected, or silently wrong.",
    )
    .option("--folder <folder...>", "folders with shop exports", ["data/exports", "data/catalogs"])
    .option("--expected <file>", "JSON with the expected result of each file; without it, results are only printed")
    .action(run);
}

async function run({ folder, expected: path }: Options): Promise<void> {
  const expected = path === undefined ? {} : (JSON.parse(await readFile(path, "utf8")) as Record<string, Expected>);
  const files = (await Promise.all(folder.map(exportsIn))).flat();
  const rows: { readonly name: string; readonly result: Measured }[] = [];
  for (const { name, path: file } of files) rows.push({ name, result: await measured(file, NOW, expected[name]) });
  process.stdout.write(`${formatImports(rows)}\n`);
}

async function exportsIn(folder: string): Promise<{ name: string; path: string }[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw new MissingDataError(`missing folder ${folder}`, { cause: error });
  });
  return names
    .filter((name) => EXPORT.test(name) && !FEED.test(name))
    .sort()
    .map((name) => ({ name, path: join(folder, name) }));
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/**
 * Formats a report: one row per file, the verdicts by file format, and details of each file with the proposed facets,
 * open questions and errors.
 */
export function formatImports(rows: readonly { readonly name: string; readonly result: Measured }[]): string {
  const header = ["file", "read as", "products", "variants", "price", "category", "image", "currency", "language", "verdict"]; // prettier-ignore
  const lines = rows.map(({ name, result }) => {
    const { format, products, variants, price, category, image, currency = "–", detected, verdict } = result;
    const language = detected === undefined ? "–" : (detected.language ?? "uncertain");
    return [shortName(name), format, String(products), String(variants), percent(price), percent(category), percent(image), currency, language, verdict]; // prettier-ignore
  });
  const details = rows.flatMap(({ name, result: { storefront, todo, warnings } }) => [
    "",
    shortName(name),
    ...(storefront === undefined ? [] : wrapped("facets", formatFacets(storefront) || "none")),
    ...todo.flatMap((one) => wrapped("answer", one)),
    ...warnings.flatMap((one) => wrapped("check", one)),
  ]);
  return [formatTable([header, ...lines], [0, 1]), "", formatVerdicts(rows), ...details].join("\n");
}

const VERDICTS = ["right", "asked", "refused", "wrong", "unjudged"] as const;

/**
 * Formats the number of files and the number of files with each verdict, for each file format. "–" stands for files
 * with an unrecognized format.
 */
function formatVerdicts(rows: readonly { readonly result: Measured }[]): string {
  const countsOf = (name: string, of: readonly { readonly result: Measured }[]) => [
    name,
    String(of.length),
    ...VERDICTS.map((verdict) => String(of.filter(({ result }) => result.verdict === verdict).length)),
  ];
  const formats = [...new Set(rows.map(({ result }) => result.format))].sort();
  const counts = formats.map((format) => countsOf(format, rows.filter(({ result }) => result.format === format))); // prettier-ignore
  return formatTable([["format", "files", ...VERDICTS], ...counts, countsOf("all", rows)]);
}

const shortName = (name: string): string => name.replace(EXPORT, "").replace(/\.export$/, "");

const WIDTH = 118;
const INDENT = 11;

/** Wraps a text into lines; the first line starts with a label. */
function wrapped(of: string, text: string): string[] {
  const lines = [""];
  for (const word of text.split(/\s+/)) {
    const last = lines.at(-1) ?? "";
    if (last !== "" && INDENT + last.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = last === "" ? word : `${last} ${word}`;
  }
  return lines.map((line, at) => `${`  ${at === 0 ? of : ""}`.padEnd(INDENT)}${line}`);
}
