import { Argument, Command, InvalidArgumentError, Option } from "commander";
import type { Config } from "./config.js";
import { MODES, type FeedMode } from "./catalog/ingestion/ingestion-record.js";
import { clientIdOf, type KeyKind } from "./storefront/client.js";
import {
  applyStorefrontCommand,
  checkStorefrontCommand,
  proposeStorefrontCommand,
  showStorefrontCommand,
} from "../packages/import/command/storefront-command.js";
import { CommandError, readTextFile } from "./commands/command-error.js";
import {
  addClientCommand,
  addKeyCommand,
  listClientsCommand,
  revokeKeyCommand,
  type AddOptions,
} from "./commands/clients-command.js";
import { backupCommand, listBackupsCommand, type BackupOptions } from "./commands/backup-command.js";
import { connected, demoFile, findRunningService, shopFile } from "./commands/instance.js";
import { importAddress, intervalOf, isAddress, repeated } from "../packages/import/command/import-address.js";
import { importCommand } from "../packages/import/command/import-command.js";
import { MAX_REMOVED_SHARE, type ImportCommandOptions } from "../packages/import/command/import-options.js";
import { exitCodeOf, ingestFile, reportLines } from "./commands/ingest-command.js";
import { type Language, LANGUAGE_NAMES } from "./languages/index.js";
import { asker, type CountProgress, settingsHelp, withCountBar } from "./commands/output.js";
import { ROLES } from "../console/server/people/roles.js";
import { FORMAT_NAMES } from "../packages/import/src/import-file.js";
import { ENCODINGS } from "../packages/import/src/text-source.js";
import { restoreCommand, type RestoreOptions } from "./commands/restore-command.js";
import type { RepositoryOptions } from "./commands/snapshot-repository.js";
import { serve, type Running } from "./commands/serve.js";
import { inviteToConsole, type Invited, type ServiceAccess } from "./commands/service-client.js";

export interface ProgramDeps {
  /**
   * Reads and validates the configuration in the environment variables.
   * @throws {ConfigError}
   */
  readonly config: () => Config;
  /** VITRINE_PRIVATE_KEY */
  readonly privateKey: string | undefined;
  readonly print: (text: string) => void;
  /** Keeps a started service running until a stop signal arrives, and for `lameDuckMs` after the signal. */
  readonly untilSignal: (running: Running, lameDuckMs: number) => Promise<void>;
}

interface ImportFlags extends ImportCommandOptions {
  readonly url?: string;
  readonly key?: string;
  /** Milliseconds. */
  readonly every?: number;
  readonly allowPrivate: boolean;
}

/** @throws {InvalidArgumentError} */
function interval(text: string): number {
  const ms = intervalOf(text);
  if (ms === undefined)
    throw new InvalidArgumentError("expected an interval of at least one minute, like 15m, 1h or 1d.");
  return ms;
}

/** Creates the command line. Every action resolves when its command is complete; `main.ts` prints errors. */
export function createProgram({ config, privateKey, print, untilSignal }: ProgramDeps): Command {
  const access = (options: ServiceOptions) => serviceAccess(config(), options, privateKey);
  const program = new Command("vitrine")
    .description("Product listing, search and recommendation for storefronts")
    .addHelpText("after", `\nEnvironment variables:\n${settingsHelp()}`)
    .showHelpAfterError("(use --help for more information)");

  program
    .command("serve")
    .description(
      "start the service with OpenSearch at OPENSEARCH_URL or, if unset, a local OpenSearch; without the demo",
    )
    .action(async () => {
      const settings = config();
      const running = await serve(settings);
      print(`Serving at ${running.service.base_url}, operations at ${running.service.operations_url}.`);
      await untilSignal(running, settings.lameDuckSeconds * 1_000);
    });

  const client = program.command("clients").description("manage storefronts and their API keys");
  client
    .command("add")
    .description("add a storefront and print its keys, which cannot be shown again")
    .argument("<name>", "name of the storefront; the client id is derived from it")
    .option("--origin <url...>", "origins from which browsers may call the API", [])
    .option("--json", "print JSON", false)
    .action(async (name: string, options: AddOptions) => {
      print(await connected(config(), (engine) => addClientCommand(engine, name, options)));
    });
  client
    .command("list")
    .description("list storefronts with the prefixes of their keys")
    .option("--json", "print JSON", false)
    .action(async ({ json }: { json: boolean }) => {
      print(await connected(config(), (engine) => listClientsCommand(engine, json)));
    });
  client
    .command("new-key")
    .description("add a key to a storefront and print it")
    .argument("<client>", "client id of the storefront")
    .addArgument(new Argument("<kind>", "type of the key").choices(["public", "private"]))
    .action(async (clientId: string, kind: KeyKind) => {
      print(await connected(config(), (engine) => addKeyCommand(engine, clientId, kind)));
    });
  client
    .command("revoke")
    .description("revoke a key")
    .argument("<key>", "the key, or its prefix as listed by `clients list`")
    .action(async (key: string) => {
      print(await connected(config(), (engine) => revokeKeyCommand(engine, key)));
    });

  withService(program.command("people").description("manage access to the console").command("invite"))
    .description("print an invitation link; owners can invite more people in the console")
    .option("--email <address>", "sign-in email address; by default, the invited person enters it")
    .option("--name <name>", "display name; by default, the invited person enters it")
    .addOption(new Option("--role <role>", "role of the invited person").choices(ROLES).default("owner"))
    .action(async (options: Invited & ServiceOptions) => {
      const { email, name, role } = options;
      print(await inviteToConsole(await access(options), { email, name, role }));
    });

  withService(program.command("ingest"))
    .description("send a feed to the service and wait until its ingestion has ended")
    .addHelpText(
      "after",
      "\nExit codes: 0 if all lines were accepted, 1 if the ingestion failed or was cancelled, 3 if some lines were rejected.",
    )
    .argument("<file>", `path of the feed: ${FEED}`)
    .addOption(
      new Option("--mode <mode>", "insert adds and changes products; soft_replace replaces the catalogue")
        .choices(MODES)
        .default("insert"),
    )
    .option("--json", "print the ingestion record as JSON", false)
    .action(async (file: string, options: ServiceOptions & { mode: FeedMode; json: boolean }) => {
      const record = await ingestFile(await access(options), file, options.mode);
      print(options.json ? JSON.stringify(record) : reportLines(record).join("\n"));
      process.exitCode = exitCodeOf(record);
    });
  program
    .command("import")
    .description(
      "import a shop's export file: convert it, create the client if it does not exist, and ingest the products",
    )
    .addHelpText(
      "after",
      "\nExit codes: 0 if all lines were imported, 1 if the import failed, 3 if lines were left out. See docs/import.md.",
    )
    .argument("<file>", "path or https:// URL of the export: text, gzip or an Excel workbook; - reads standard input")
    .option(
      "--every <time>",
      "for a URL: interval (15m, 1h or 1d) at which the import is repeated if the file has changed",
      interval,
    )
    .option("--allow-private", "allow URLs in private networks and unencrypted http:// URLs", false)
    .addOption(new Option("--from <format>", "format of the file; detected by default").choices(FORMAT_NAMES))
    .option("--mapping <file>", "JSON file that maps columns to fields, for plain CSV or JSON; proposed by default")
    .option("--column <field=column...>", "map a column to a field, like price=amount; `price=` leaves the field empty")
    .option("--currency <code>", "currency, like EUR, for prices without a currency in the file")
    .addOption(
      new Option("--language <language>", "language of the product texts; detected by default").choices(LANGUAGE_NAMES),
    )
    .option("--pictures <address>", "base URL of relative image paths")
    .option(
      "--accept <oddity...>",
      "import despite a problem in the file; the error message contains the name of the problem",
    )
    .option("--suggest", "print the proposed mapping, for use with --mapping, without importing", false)
    .option("--dry-run", "show ten products and the changes to the live catalogue without importing", false)
    .addOption(
      new Option(
        "--max-removed <percent>",
        "maximum percentage of live products, and of records in the previous file, that may be missing in the new file",
      )
        .argParser(share)
        .default(MAX_REMOVED_SHARE, String(MAX_REMOVED_SHARE * 100)),
    )
    .addOption(
      new Option("--mode <mode>", "soft_replace replaces the catalogue; insert adds and changes products")
        .choices(MODES)
        .default("soft_replace"),
    )
    .addOption(new Option("--encoding <encoding>", "text encoding of the file; detected by default").choices(ENCODINGS))
    .option("--client <client>", "client id; its keys are stored in DATA_DIR", "my-shop")
    .option("--url <url>", "URL of the service (default: the service running with DATA_DIR)")
    .option("--key <key>", "private key of an existing client (default: VITRINE_PRIVATE_KEY)")
    .action(async (file: string, { url, key, every, allowPrivate, ...options }: ImportFlags) => {
      const settings = config();
      const deps = {
        config: settings,
        print,
        address: () => addressOf(settings, url),
        privateKey: key ?? privateKey,
        request: asker(),
      };
      if (!isAddress(file)) {
        if (every !== undefined) throw new CommandError("--every requires a URL, like https://shop.example/feed.xml");
        process.exitCode = await importCommand(deps, file, options);
        return;
      }
      const run = () => importAddress(deps, file, { ...options, allowPrivate });
      process.exitCode =
        every === undefined || options.dryRun || options.suggest ? await run() : await repeated(run, every, print);
    });

  const configuration = program.command("storefront").description("manage the configuration of a storefront");
  withService(configuration.command("show"))
    .description("print the live configuration")
    .action(async (options: ServiceOptions) => {
      print(await showStorefrontCommand(await access(options)));
    });
  configuration
    .command("propose")
    .description("print a proposed configuration for a feed")
    .argument("<feed>", `path of the feed: ${FEED}`)
    .addOption(
      new Option("--language <language>", "language of the product texts; detected by default").choices(LANGUAGE_NAMES),
    )
    .action(async (feed: string, { language }: { language?: Language }) => {
      print(await proposeStorefrontCommand(feed, language));
    });
  configuration
    .command("check")
    .description("validate a configuration file without applying it")
    .argument("<file>", "path of the configuration (JSON)")
    .option("--feed <feed>", `feed to check the configured fields against: ${FEED}`)
    .action(async (file: string, { feed }: { feed?: string }) => {
      print(await checkStorefrontCommand(await readTextFile(file), feed));
    });
  withService(configuration.command("apply"))
    .description("validate a configuration file and make it live")
    .argument("<file>", "path of the configuration (JSON)")
    .option(
      "--accept-impact <change>",
      "apply a configuration change that was rejected because of its impact; the error message contains the id of the change",
    )
    .action(async (file: string, options: ServiceOptions & { acceptImpact?: string }) => {
      print(await applyStorefrontCommand(await access(options), await readTextFile(file), options.acceptImpact));
    });

  const backup = program
    .command("backup")
    .description("back up all data in OpenSearch as snapshots; see docs/operators/backup.md");
  const inRepository = (command: Command) =>
    command
      .requiredOption("--repository <name>", "snapshot repository in OpenSearch")
      .option("--location <folder>", "shared folder below path.repo of all nodes; registers it as the repository");
  inRepository(backup.command("create", { isDefault: true }))
    .description("create a backup and wait until it is complete; ingestion jobs wait until then")
    .option("--snapshot <name>", "name of the snapshot (default: INDEX_PREFIX and the time)")
    .option("--keep <number>", "number of backups of this installation to keep; deletes older ones", atLeastOne)
    .action(async (options: BackupOptions) => {
      const settings = config();
      const stop = new AbortController();
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());
      const run = { print, signal: stop.signal, now: new Date() };
      const takeBackup = (onProgress: CountProgress) =>
        connected(settings, (engine) => backupCommand(engine, settings, options, { ...run, onProgress }));
      await withCountBar("Backup", takeBackup);
    });
  inRepository(backup.command("list"))
    .description("list the backups of this installation, oldest first")
    .action(async (options: RepositoryOptions) => {
      print(await connected(config(), (engine) => listBackupsCommand(engine, options)));
    });

  inRepository(program.command("restore"))
    .description(
      "restore a backup into a cluster that contains no data of this installation; no service may be running",
    )
    .requiredOption("--snapshot <name>", "name of the snapshot to restore, or latest for the newest snapshot")
    .action(async (options: RestoreOptions) => {
      const restore = (onProgress: CountProgress) =>
        connected(config(), (engine) => restoreCommand(engine, options, { onProgress }), "any");
      print(await withCountBar("Restore", restore));
    });

  return program;
}

const FEED = "NDJSON, plain or gzip";

interface ServiceOptions {
  readonly url?: string;
  readonly client?: string;
  readonly key?: string;
}

const withService = (command: Command): Command =>
  command
    .option("--url <url>", "URL of the service (default: the service running with DATA_DIR)")
    .option("--client <client>", "id of a client whose keys are stored in DATA_DIR: an imported client or the demo")
    .option(
      "--key <key>",
      "private key of a client, instead of --client (default: VITRINE_PRIVATE_KEY, or else the key of the demo)",
    );

/** Parses a percentage: "15" and "15%" are 0.15. */
function share(text: string): number {
  const percent = /^(\d{1,3}(?:\.\d+)?)\s*%?$/.exec(text)?.[1];
  if (percent !== undefined && Number(percent) <= 100) return Number(percent) / 100;
  throw new InvalidArgumentError("expected a percentage from 0 to 100");
}

function atLeastOne(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("expected a whole number of at least 1");
}

async function addressOf(config: Config, url: string | undefined): Promise<string> {
  const base_url = url ?? (await findRunningService(config.dataDir))?.base_url;
  if (base_url !== undefined) return base_url;
  throw new CommandError(
    `no service is running for the data folder ${config.dataDir}: start one (npm start), set DATA_DIR, or give --url`,
  );
}

async function serviceAccess(
  config: Config,
  { url, client, key }: ServiceOptions,
  privateKey: string | undefined,
): Promise<ServiceAccess> {
  const base_url = await addressOf(config, url);
  const demo = await demoFile.read(config.dataDir);
  const isDemo = client === undefined || client === demo?.client_id;
  const kept = isDemo ? demo : await shopFile(clientIdOf(client)).read(config.dataDir);
  const private_key = key ?? (client === undefined ? privateKey : undefined) ?? kept?.private_key;
  if (private_key !== undefined) return { base_url, private_key };
  const whose = client === undefined ? "" : ` of ${client}`;
  throw new CommandError(
    `no private key${whose} found: set --key or VITRINE_PRIVATE_KEY (vitrine clients add prints the keys of a new client)`,
  );
}
