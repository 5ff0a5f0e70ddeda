import { existsSync } from "node:fs";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { catalogAlias } from "../../src/catalog/live.js";
import { importCommand } from "../../packages/import/command/import-command.js";
import { MAX_REMOVED_SHARE } from "../../packages/import/command/import-options.js";
import { parseConfig } from "../../src/config.js";
import { searchDocuments } from "../../src/engine/search-documents.js";
import type { Random } from "../../demo/random.js";
import { CHECKOUT } from "../../test/support/process.js";
import { atLeast, exactly, none, reported, type Check } from "./scenario.js";
import type { ServiceAddress, TestBed } from "./test-bed.js";

const FILES = 10;
const CUTS = { full: 1_000, short: 30 } as const;
/** Exports of real shops, which are not part of the repository. */
const EXPORTS = join(CHECKOUT, "../shared/data/exports");

/** A shop with a live catalogue and its export file. */
interface Shop {
  readonly client: string;
  readonly file: Buffer;
  /** Lengths at which the truncated file ends with a complete row. */
  readonly whole: ReadonlySet<number>;
  readonly sold: ReadonlySet<string>;
}

const KINDS = ["anywhere", "in a quoted value", "in a character", "behind a row", "gzip file"] as const;
type Kind = (typeof KINDS)[number];

/**
 * Truncates files and imports them into shops whose catalogues were imported from the complete files. A truncated file
 * may only go live if all its rows are complete and at most the allowed share of products is missing.
 */
export async function cutImports(ground: TestBed): Promise<Check[]> {
  const service = await ground.service();
  await service.start();
  const shops: Shop[] = [];
  const unread: string[] = [];
  const { files, from } = await filesToCut();
  for (const [name, file] of files) {
    const client = `cut-${shops.length}`;
    const failure = await imported(ground, service, client, file, 1);
    if (failure !== undefined) unread.push(`${name}: ${failure}`);
    else shops.push({ client, file, whole: wholeLengths(file), sold: await soldProducts(ground, client) });
    if (shops.length === FILES) break;
  }
  const outcomes = new Map<string, number>();
  const wrong: string[] = [];
  const done = await ground.rounds("cuts", CUTS[ground.isShort ? "short" : "full"], async () => {
    const shop = ground.random.pick(shops);
    const kind = ground.random.pick(KINDS);
    const length = cutOf(shop.file, kind, ground.random);
    const packed = gzipSync(shop.file);
    const cut = kind === "gzip file" ? packed.subarray(0, 1 + Math.floor((length / shop.file.length) * (packed.length - 1))) : shop.file.subarray(0, length); // prettier-ignore
    const refused = await imported(ground, service, shop.client, cut, MAX_REMOVED_SHARE);
    const now = await soldProducts(ground, shop.client);
    const gone = [...shop.sold].filter((id) => !now.has(id)).length;
    const isWhole = kind === "gzip file" ? cut.length === packed.length : shop.whole.has(length);
    const outcome = `${kind}: ${refused !== undefined ? "refused" : isWhole ? "published with complete rows" : "published with a truncated row"}`;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    const where = `${shop.client} at ${cut.length} of ${shop.file.length} bytes`;
    if (refused !== undefined && gone > 0) wrong.push(`${where} was rejected but removed ${gone} products`);
    if (refused !== undefined) return;
    if (!isWhole) wrong.push(`${where} went live with a truncated row`);
    if (gone > MAX_REMOVED_SHARE * shop.sold.size) wrong.push(`${where} removed ${gone} of ${shop.sold.size} products`);
    const back = await imported(ground, service, shop.client, shop.file, 1);
    if (back !== undefined) wrong.push(`${where}: the complete file was rejected afterwards: ${back}`);
  });
  return [
    reported("files", `${shops.length}, ${from}`),
    reported("complete files without product identifiers or titles", unread.length === 0 ? "none" : unread.join("; ")),
    exactly("shops with a live catalogue", shops.length, FILES),
    atLeast("cuts", done, 1),
    ...[...outcomes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([outcome, count]) => reported(outcome, String(count))),
    none("truncated files that went live or removed products", wrong),
  ];
}

async function filesToCut(): Promise<{ files: (readonly [name: string, file: Buffer])[]; from: string }> {
  if (!existsSync(EXPORTS)) {
    return { files: await madeFiles(), from: `examples and generated files; no real exports at ${EXPORTS}` };
  }
  const names = (await readdir(EXPORTS)).filter((name) => name.endsWith(".gz"));
  const sized = await Promise.all(names.map(async (name) => ({ name, size: (await stat(join(EXPORTS, name))).size })));
  const smallest = sized.sort((a, b) => a.size - b.size);
  const read = async ({ name }: { name: string }) => [name, gunzipSync(await readFile(join(EXPORTS, name)))] as const;
  return { files: await Promise.all(smallest.map(read)), from: "real exports" };
}

/**
 * The bundled examples, and generated files with additional features: JSON Lines, long quoted values, and a table
 * without a final line break. The language of each file can be detected, so the import needs no user input.
 */
async function madeFiles(): Promise<(readonly [string, Buffer])[]> {
  const examples = ["shopify-csv/products_export.csv", "shopify-json/products.json", "google-merchant/products.tsv", "google-merchant/products.xml", "woocommerce/wc-product-export.csv", "csv/products.csv", "json/products.json"]; // prettier-ignore
  const rows = Array.from({ length: 120 }, (_, at) => ({
    id: `P${at}`,
    name: `Table lamp ${at} ☂ with a linen shade and a warm light for your bedroom`,
    price: 10 + at,
  }));
  const quoted = rows.map(({ id, name, price }) => `${id},"${name}, ""bright""\nand warm",${price},"été ${id}"`);
  const made = {
    "lines.ndjson": `${rows.map((row) => JSON.stringify(row)).join("\n")}\n`,
    "quoted.csv": `id,name,price,season\n${quoted.join("\n")}\n`,
    "open.csv": `id,name,price,season\n${quoted.join("\n")}`,
  };
  const read = async (name: string) => [name, await readFile(join(CHECKOUT, "packages/examples", name))] as const;
  return [...(await Promise.all(examples.map(read))), ...Object.entries(made).map(([name, text]) => [name, Buffer.from(text)] as const)]; // prettier-ignore
}

const [QUOTE, LINE_FEED, RETURN, SPACE] = [0x22, 0x0a, 0x0d, 0x20];

/**
 * Returns the lengths at which a truncated file still has only complete rows. JSON and XML documents are complete only
 * at their full length.
 */
function wholeLengths(file: Buffer): Set<number> {
  const text = file.toString("utf8").trimStart();
  const isDocument = text.startsWith("<") || text.startsWith("[") || /^\{(?![^\n]*\}\r?\n\{)/.test(text);
  const whole = new Set([file.length]);
  let isQuoted = false;
  for (let at = 0; at < file.length && !isDocument; at += 1) {
    if (file[at] === QUOTE && !text.startsWith("{")) isQuoted = !isQuoted;
    if (file[at] !== LINE_FEED || isQuoted) continue;
    whole.add(at + 1).add(at);
    if (file[at - 1] === RETURN) whole.add(at - 1);
  }
  for (let end = file.length; end > 0 && (file[end - 1] ?? 0) <= SPACE; end -= 1) whole.add(end - 1);
  return whole;
}

const NEAR_THE_END = 0.93;

function cutOf(file: Buffer, kind: Kind, random: Random): number {
  const isThere = (at: number): boolean => {
    switch (kind) {
      case "anywhere":
      case "gzip file":
        return true;
      case "in a quoted value":
        return file.subarray(0, at).filter((byte) => byte === QUOTE).length % 2 === 1;
      case "in a character":
        return ((file[at] ?? 0) & 0xc0) === 0x80;
      case "behind a row":
        return file[at - 1] === LINE_FEED;
    }
  };
  // Make half of the cuts near the end, where they remove so few products that the import may accept the file.
  const from = kind === "behind a row" && random.chance(1 / 2) ? Math.floor(file.length * NEAR_THE_END) : 1;
  const start = random.integer(Math.max(1, from - 1), file.length - 2);
  for (let step = 0; step < file.length; step += 1) {
    const at = 1 + ((start + step) % (file.length - 1));
    if (isThere(at)) return at;
  }
  return start;
}

/**
 * Imports a file like the command line does.
 * @returns the reason if the import was rejected; undefined if it succeeded
 */
async function imported(
  { node, engine, dataDir }: TestBed,
  { url }: ServiceAddress,
  client: string,
  file: Buffer,
  maxRemoved: number,
): Promise<string | undefined> {
  const path = join(dataDir, `${client}.export`);
  await writeFile(path, file);
  const printed: string[] = [];
  const config = parseConfig({ DATA_DIR: dataDir, INDEX_PREFIX: engine.prefix, OPENSEARCH_URL: node.url() });
  const print = (text: string) => printed.push(text);
  const deps = { config, print, address: () => Promise.resolve(url), privateKey: undefined };
  const options = { suggest: false, dryRun: false, mode: "soft_replace", client, maxRemoved } as const;
  try {
    const code = await importCommand(deps, path, options);
    return code === 1 ? printed.slice(-2).join(" ") : undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

const MOST = 10_000;

async function soldProducts({ engine }: TestBed, client: string): Promise<ReadonlySet<string>> {
  const { hits } = await searchDocuments<{ product_identifier: string }>(engine, catalogAlias(engine, client), {
    size: MOST,
    query: { term: { active: true } },
    _source: ["product_identifier"],
  });
  return new Set(hits.hits.map((hit) => hit._source.product_identifier));
}
