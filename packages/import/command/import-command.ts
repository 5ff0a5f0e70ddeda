import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Language } from "../../../src/languages/index.js";
import { type DetectedLanguage, formatDetected } from "../convert/detect-language.js";
import { STATUS, type IngestionRecord } from "../../../src/catalog/ingestion/ingestion-record.js";
import { proposeConfiguration } from "../convert/propose-configuration.js";
import type { Config } from "../../../src/config.js";
import type { OpenedImport } from "../src/import-file.js";
import { proposalDocument } from "../src/mapping.js";
import { clientIdOf } from "../../../src/storefront/client.js";
import type { ConfigurationDocument } from "../../../src/storefront/configuration.js";
import { ensureClient } from "../../../src/commands/clients-command.js";
import { CommandError } from "../../../src/commands/command-error.js";
import { connected, shopFile } from "../../../src/commands/instance.js";
import { differenceLines, headingOf, proposalLines, reportedLines, sampleLines } from "./import-report-lines.js";
import { type ImportCommandOptions, MAX_REMOVED_SHARE } from "./import-options.js";
import type { Answers } from "../convert/open-file.js";
import { openExport, type Opening } from "./open-export.js";
import { answersOf, odditiesOf, readExport } from "./read-export.js";
import { type Prompt, askAboutLanguage, askAboutResult } from "./questions.js";
import { exitCodeOf, ingestFile, reportLines } from "../../../src/commands/ingest-command.js";
import { LANGUAGE_HINT } from "./storefront-command.js";
import { checkReachable, type IngestionGuards, type ServiceAccess } from "../../../src/commands/service-client.js";

export interface ImportCommandDeps {
  readonly config: Config;
  readonly print: (text: string) => void;
  /** Returns the address of the service. @throws {CommandError} if no service is running */
  readonly address: () => Promise<string>;
  /** Private key of an existing client. If undefined, the import uses or creates a local client. */
  readonly privateKey: string | undefined;
  /** Display name of the imported file; by default, the path of the file. */
  readonly name?: string;
  /**
   * Time of the file's content (RFC 3339), if known. The import does not overwrite product updates that are newer than
   * this time.
   */
  readonly snapshot?: string;
  /** Prompts on the terminal; undefined if no terminal is available. */
  readonly prompt?: Prompt | undefined;
}

/** Exit code if the service rejected some lines of the file. */
const IN_PART = 3;

/**
 * Imports a shop's export: converts the whole file to a temporary feed, creates the client if it is missing, and
 * ingests the feed. The service therefore stays unchanged if the file is unreadable.
 * @param path path of the export, or "-" for standard input
 * @returns the exit code
 */
export async function importCommand(
  deps: ImportCommandDeps,
  path: string,
  options: ImportCommandOptions,
): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "vitrine-import-"));
  try {
    if (path !== "-") return await importFile(deps, path, options, folder);
    // Saves standard input to a file, because the input is read twice: to find questions and to apply the answers.
    const file = join(folder, "input");
    await writeFile(file, process.stdin, { mode: 0o600 });
    return await importFile({ name: path, ...deps }, file, options, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Converts and imports a file. @param folder temporary folder for the converted feed */
async function importFile(
  deps: ImportCommandDeps,
  path: string,
  options: ImportCommandOptions,
  folder: string,
): Promise<number> {
  const { config, print, address, privateKey, prompt, name = path, snapshot } = deps;
  const base_url = options.dryRun || options.suggest ? undefined : await address();
  if (base_url !== undefined) await checkReachable({ base_url });
  const answers = answersOf(options.column);
  if (options.suggest) {
    const opened = await openExport(path, options, answers);
    print(JSON.stringify(await suggestion(path, options, opened, answers), null, 2));
    return 0;
  }
  const feed = join(folder, "feed.ndjson");
  const isNew = privateKey === undefined && (await shopFile(clientIdOf(options.client)).read(config.dataDir)) === undefined; // prettier-ignore
  const exported = await readExport({ prompt, name, isNew }, path, options, feed);
  const { opened, converted, detected, currency } = exported;
  const proposalIn = (language: Language) => withCurrency(proposeConfiguration(converted.scan, language), currency);
  const read = [...reportedLines(converted.counts, opened), ...converted.discounts.lines()];
  print([headingOf(name, opened), "", ...sampleLines(converted.sample), ...read].join("\n"));
  if (converted.counts.variants === 0) throw new CommandError("the file has no products to import");
  if (prompt !== undefined) await askAboutResult(odditiesOf(converted, options), prompt);
  const inPart = opened.report.leftOut.size > 0 ? IN_PART : 0;
  const guards = {
    ...guardsOf(opened, options),
    ...(snapshot !== undefined && options.mode === "soft_replace" && { snapshot }),
  };
  const ingest = (access: ServiceAccess) => ingestFile(access, feed, options.mode, guards);
  if (base_url === undefined) {
    const access = await accessToCompare({ config, address, privateKey }, options.client);
    const record = typeof access === "string" ? undefined : await ingest(access);
    if (record !== undefined) print(differenceLines(record).join("\n"));
    if (typeof access === "string") print(`\nNot compared with a live catalogue: ${access}.\n`);
    const language = options.language ?? detected?.language ?? "other";
    print(
      [
        ...proposalLines(proposalIn(language), detected),
        "",
        "The catalogue is unchanged. Run the command without --dry-run to import the file.",
      ].join("\n"),
    );
    return (record && exitCodeOf(record)) || inPart;
  }
  const key = privateKey ?? (await ownKey({ config, print, prompt }, options, detected, proposalIn));
  const record = await ingest({ base_url, private_key: key });
  print(["", ...reportLines(record)].join("\n"));
  if (record.status === STATUS.FAILED && options.mode === "soft_replace") print(WHAT_HELPS);
  if (record.status === STATUS.COMPLETED) print(["", ...(await whereToSee(config, base_url, record))].join("\n"));
  return exitCodeOf(record) || inPart;
}

const WHAT_HELPS =
  "  List the changes with --dry-run. To remove up to 50 percent of the products, add --max-removed 50.\n" +
  "  To add products without removing any, use --mode insert.";

function guardsOf(
  { format, report: { records, isOpen, last } }: OpenedImport,
  { dryRun, mode, maxRemoved = MAX_REMOVED_SHARE }: ImportCommandOptions,
): IngestionGuards {
  return {
    ...(dryRun && { dry_run: true as const }),
    ...(mode === "soft_replace" && { max_removed_share: maxRemoved }),
    source: { format, records, is_open: isOpen, last },
  };
}

/**
 * Looks up the service address and the private key with which a dry run compares the feed to the live catalogue.
 * @returns the address and key, or the reason why the comparison is not possible
 * @throws {ServiceCallError} if a configured service does not respond
 */
async function accessToCompare(
  { config, address, privateKey }: Pick<ImportCommandDeps, "config" | "address" | "privateKey">,
  client: string,
): Promise<ServiceAccess | string> {
  const private_key = privateKey ?? (await shopFile(clientIdOf(client)).read(config.dataDir))?.private_key;
  if (private_key === undefined)
    return `no key of ${client} was found, so all products count as new; set --key to compare`;
  try {
    const base_url = await address();
    await checkReachable({ base_url });
    return { base_url, private_key };
  } catch (error) {
    if (error instanceof CommandError) return error.message;
    throw error;
  }
}

/**
 * Returns the private key of a local client. If the client does not exist, creates the client with the proposed
 * configuration.
 */
async function ownKey(
  { config, print, prompt }: Pick<ImportCommandDeps, "config" | "print" | "prompt">,
  options: Pick<ImportCommandOptions, "client" | "language">,
  detected: DetectedLanguage | undefined,
  proposalIn: (language: Language) => ConfigurationDocument,
): Promise<string> {
  const client_id = clientIdOf(options.client);
  const file = shopFile(client_id);
  const known = await file.read(config.dataDir);
  let proposal: ConfigurationDocument | undefined;
  const propose = async () => (proposal = proposalIn(options.language ?? (await languageOf(detected, prompt))));
  const client = await connected(config, (engine) => ensureClient(engine, client_id, known, propose));
  const { public_key, private_key } = client;
  await file.write(config.dataDir, { client_id, public_key, private_key });
  print(
    proposal !== undefined
      ? ["", ...proposalLines(proposal, detected), `The client ${client_id} was added with this configuration.`].join(
          "\n",
        )
      : `\nThe configuration of ${client_id} is unchanged; --dry-run shows the configuration proposed for the file.`,
  );
  return private_key;
}

/**
 * Returns the detected language, or prompts the user for the language.
 * @throws {CommandError} if the language was not detected and no terminal is available
 */
async function languageOf(
  detected: DetectedLanguage | undefined,
  prompt: ImportCommandDeps["prompt"],
): Promise<Language> {
  if (detected?.language) return detected.language;
  if (detected !== undefined && prompt !== undefined) return askAboutLanguage(detected, prompt);
  const words = detected === undefined ? "unknown" : formatDetected(detected);
  throw new CommandError(`The file was not imported: the language of the texts is ${words}; ${LANGUAGE_HINT}`);
}

/**
 * Formats the next step after an import: the URL of the demo shop, or the URL of the API documentation if the service
 * has no demo shop.
 */
async function whereToSee({ dataDir }: Config, base_url: string, { client_id }: IngestionRecord): Promise<string[]> {
  const page = new URL(`/shops/${client_id}/`, base_url);
  const response = await fetch(page, { headers: { Accept: "text/html" } });
  const isPage = response.ok && response.headers.get("content-type")?.startsWith("text/html") === true;
  await response.body?.cancel();
  const known = await shopFile(client_id).read(dataDir);
  return [
    ...(isPage ? [`See it     ${page.href}`] : []),
    ...(known === undefined ? [] : [`Keys       ${shopFile(client_id).path(dataDir)}`]),
    ...(isPage ? [] : [`API docs   ${new URL("/docs", base_url).href}`]),
  ];
}

function withCurrency(proposal: ConfigurationDocument, currency: string | undefined): ConfigurationDocument {
  if (currency === undefined) return proposal;
  if (!/^[A-Z]{3}$/.test(currency)) throw new CommandError(`--currency ${currency}: expected three letters, like EUR`);
  return { ...proposal, currency };
}

/**
 * Proposes an editable mapping of columns to feed fields. Files in the format of a shop platform are treated as generic
 * CSV or JSON.
 */
async function suggestion(path: string, options: ImportCommandOptions, opened: Opening, answers: Answers) {
  opened.close();
  if (opened.mapping !== undefined) return proposalDocument({ mapping: opened.mapping, questions: opened.questions });
  if (opened.shape === "xml") throw new CommandError(`${headingOf(path, opened)}: this format needs no mapping`);
  const plain = await openExport(path, { ...options, from: opened.shape === "json" ? "json" : "csv" }, answers);
  return proposalDocument({ mapping: plain.mapping ?? { fields: {} }, questions: plain.questions });
}
