import { Command } from "commander";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { MissingDataError } from "../../src/evaluation/judgements.js";
import { formatTable } from "../../harness/table.js";
import { measured, type Expected, type Measured } from "./measure.js";

interface Options {
  readonly folder: readonly string[];
  readonly expected?: string;
  readonly facets: boolean;
}

/** Sales with a term are judged as of a day that does not move. */
const NOW = new Date("2026-11-15T12:00:00Z");

/** Feeds and judgements are no exports of shops. */
const EXPORT = /\.(?:csv|tsv|txt|json|jsonl|ndjson|xml|yml|xlsx)(?:\.gz)?$/;
const FEED = /\.feed\./;

/** `npm run evaluate -- imports` */
export function importsCommand(): Command {
  return new Command("imports")
    .description(
      "What becomes of exports of shops without a hand: read right, asked about, refused, or wrong without a word.",
    )
    .option("--folder <folder...>", "where exports are", ["data/exports", "data/catalogs"])
    .option("--expected <file>", "JSON of what a person found in each file; without it results are only looked at")
    .option("--facets", "print the storefront that is proposed for each", false)
    .action(run);
}

async function run({ folder, expected: path, facets }: Options): Promise<void> {
  const expected = path === undefined ? {} : (JSON.parse(await readFile(path, "utf8")) as Record<string, Expected>);
  const files = (await Promise.all(folder.map(exportsIn))).flat();
  const rows: { readonly name: string; readonly result: Measured }[] = [];
  for (const { name, path: file } of files) rows.push({ name, result: await measured(file, NOW, expected[name]) });
  process.stdout.write(`${formatImports(rows)}\n`);
  if (facets) for (const { name, result } of rows) process.stdout.write(`\n${name}\n${storefrontLines(result)}\n`);
}

async function exportsIn(folder: string): Promise<{ name: string; path: string }[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw new MissingDataError(`there is no folder ${folder}`, { cause: error });
  });
  return names
    .filter((name) => EXPORT.test(name) && !FEED.test(name))
    .sort()
    .map((name) => ({ name, path: join(folder, name) }));
}

const percent = (share: number): string => `${Math.round(share * 100)} %`;

/** A row a file, the shares of each verdict, and why what is not right is not. */
export function formatImports(rows: readonly { readonly name: string; readonly result: Measured }[]): string {
  const header = ["file", "read as", "products", "variants", "price", "category", "image", "verdict"];
  const lines = rows.map(
    ({ name, result: { format, products, variants, price, category, image, verdict } }) =>
    [name, format, String(products), String(variants), percent(price), percent(category), percent(image), verdict], // prettier-ignore
  );
  const verdicts = ["right", "asked", "refused", "wrong", "unjudged"] as const;
  const counts = verdicts.map((verdict) => ({
    verdict,
    count: rows.filter(({ result }) => result.verdict === verdict).length,
  }));
  const shares = counts
    .filter(({ count }) => count > 0)
    .map(({ verdict, count }) => `${verdict} ${count} of ${rows.length}`);
  const remarks = rows.flatMap(({ name, result }) => result.remarks.map((remark) => `  ${name}: ${remark}`));
  return [formatTable([header, ...lines]), "", shares.join(", "), ...remarks].join("\n");
}

function storefrontLines({ storefront }: Measured): string {
  if (storefront === undefined) return "  nothing is proposed";
  const { facets = [], sort_keys = [], currency = "–", language = "english" } = storefront;
  const labels = facets.map(({ label, field, type }) => `${label} (${field}${type === "list" ? "" : `, ${type}`})`);
  return `  ${language}, ${currency}\n  ${labels.join("; ")}\n  ${sort_keys.map(({ label }) => label).join("; ")}`;
}
