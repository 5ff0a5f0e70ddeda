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
   * Reads and validates the environment.
   * @throws ConfigError
   */
  readonly config: () => Config;
  /** VITRINE_PRIVATE_KEY */
  readonly privateKey: string | undefined;
  readonly print: (text: string) => void;
  /** Keeps a started service running until a signal arrives, and for `lameDuckMs` after it. */
  readonly untilSignal: (running: Running, lameDuckMs: number) => Promise<void>;
}

interface ImportFlags extends ImportCommandOptions {
  readonly url?: string;
  readonly key?: string;
  /** Milliseconds. */
  readonly every?: number;
  readonly allowPrivate: boolean;
}

/** @throws InvalidArgumentError */
function interval(text: string): number {
  const ms = intervalOf(text);
  if (ms === undefined) throw new InvalidArgumentError("expected a time from a minute on, like 15m, 1h or 1d.");
  return ms;
}

/** Creates the command line. Every action resolves when its command is complete; `main.ts` prints errors. */
export function createProgram({ config, privateKey, print, untilSignal }: ProgramDeps): Command {
  const access = (options: ServiceOptions) => serviceAccess(config(), options, privateKey);
  const program = new Command("vitrine")
    .description("Product listing, search and recommendation for storefronts")
    .addHelpText("after", `\nSettings come from the environment:\n${settingsHelp()}`)
    .showHelpAfterError("(--help tells more)");

  program
    .command("serve")
    .description("serve with the engine at OPENSEARCH_URL, or one that is found or started; no demo")
    .action(async () => {
      const settings = config();
      const running = await serve(settings);
      print(`Serving at ${running.service.base_url}, operations at ${running.service.operations_url}.`);
      await untilSignal(running, settings.lameDuckSeconds * 1_000);
    });

  const client = program.command("clients").description("storefronts and their keys");
  client
    .command("add")
    .description("add a storefront and print its keys, which cannot be shown again")
    .argument("<name>", "its name; the client id is made from it")
    .option("--origin <url...>", "origins whose pages may call from a browser", [])
    .option("--json", "print JSON", false)
    .action(async (name: string, options: AddOptions) => {
      print(await connected(config(), (engine) => addClientCommand(engine, name, options)));
    });
  client
    .command("list")
    .description("list storefronts and the beginnings of their keys")
    .option("--json", "print JSON", false)
    .action(async ({ json }: { json: boolean }) => {
      print(await connected(config(), (engine) => listClientsCommand(engine, json)));
    });
  client
    .command("new-key")
    .description("add one more key to a storefront and print it")
    .argument("<client>", "its client id")
    .addArgument(new Argument("<kind>", "which").choices(["public", "private"]))
    .action(async (clientId: string, kind: KeyKind) => {
      print(await connected(config(), (engine) => addKeyCommand(engine, clientId, kind)));
    });
  client
    .command("revoke")
    .description("revoke a key")
    .argument("<key>", "the whole key, or its beginning as `clients list` shows it")
    .action(async (key: string) => {
      print(await connected(config(), (engine) => revokeKeyCommand(engine, key)));
    });

  withService(program.command("people").description("who may open the console").command("invite"))
    .description(
      "print a link for somebody, an owner unless another role is given; owners invite others in the console",
    )
    .option("--email <address>", "what they sign in with; whoever opens the link says it, unless given")
    .option("--name <name>", "as others see it; the same")
    .addOption(new Option("--role <role>", "what they may do").choices(ROLES).default("owner"))
    .action(async (options: Invited & ServiceOptions) => {
      const { email, name, role } = options;
      print(await inviteToConsole(await access(options), { email, name, role }));
    });

  withService(program.command("ingest"))
    .description("send a feed (NDJSON, plain or gzip) to the running service and wait for its job")
    .addHelpText(
      "after",
      "\nEnds with 0 when every line was taken, 1 when the ingestion failed or was cancelled, 3 when it completed without some lines.",
    )
    .argument("<file>", "the feed")
    .addOption(new Option("--mode <mode>", "how it is processed").choices(MODES).default("insert"))
    .option("--json", "print the finished record as JSON", false)
    .action(async (file: string, options: ServiceOptions & { mode: FeedMode; json: boolean }) => {
      const record = await ingestFile(await access(options), file, options.mode);
      print(options.json ? JSON.stringify(record) : reportLines(record).join("\n"));
      process.exitCode = exitCodeOf(record);
    });
  program
    .command("import")
    .description("import an export of your shop: reads it, makes its client where there is none, and ingests it")
    .addHelpText(
      "after",
      "\nEnds with 0 when everything was taken, 1 when the import failed, 3 when it left out lines. See docs/import.md.",
    )
    .argument("<file>", "plain, gzip or an Excel workbook; - is standard input, https://… an address to read it from")
    .option(
      "--every <time>",
      "of an address: import it again and again, like 15m, 1h or 1d, when it has changed",
      interval,
    )
    .option("--allow-private", "read an address also from a private network, and without encryption", false)
    .addOption(new Option("--from <format>", "what it is; recognized unless given").choices(FORMAT_NAMES))
    .option("--mapping <file>", "of plain CSV or JSON: which field is read from which column; proposed unless given")
    .option("--column <field=column...>", "read a field from this column; `price=` reads it from none")
    .option("--currency <code>", "of the prices, where the file does not say it, like EUR")
    .addOption(new Option("--language <language>", "of the texts; told by them unless given").choices(LANGUAGE_NAMES))
    .option("--pictures <address>", "where pictures are that the file has without a host")
    .option("--accept <oddity...>", "take what looks wrong, by the name that the refusal gives")
    .option("--suggest", "print the proposed mapping, to be changed and given with --mapping, and stop", false)
    .option("--dry-run", "show ten products, and what would change in the live catalogue; change nothing", false)
    .option(
      "--max-removed <percent>",
      "of the products (and of the records of the file before) at most so many may be missing",
      share,
      MAX_REMOVED_SHARE,
    )
    .addOption(
      new Option("--mode <mode>", "the export is all of the catalogue, or adds to it")
        .choices(MODES)
        .default("soft_replace"),
    )
    .addOption(new Option("--encoding <encoding>", "of its text; recognized unless given").choices(ENCODINGS))
    .option("--client <client>", "the client; its keys are kept in DATA_DIR", "my-shop")
    .option("--url <url>", "the service; the one that runs with DATA_DIR unless given")
    .option("--key <key>", "private key of a client that exists; VITRINE_PRIVATE_KEY unless given")
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
        if (every !== undefined) throw new CommandError("--every reads an address, like https://shop.example/feed.xml");
        process.exitCode = await importCommand(deps, file, options);
        return;
      }
      const run = () => importAddress(deps, file, { ...options, allowPrivate });
      process.exitCode =
        every === undefined || options.dryRun || options.suggest ? await run() : await repeated(run, every, print);
    });

  const configuration = program.command("storefront").description("the configuration of a storefront");
  withService(configuration.command("show"))
    .description("print the configuration in force")
    .action(async (options: ServiceOptions) => {
      print(await showStorefrontCommand(await access(options)));
    });
  configuration
    .command("propose")
    .description("print a configuration that fits a feed")
    .argument("<feed>", FEED)
    .addOption(new Option("--language <language>", "of the texts; told by them unless given").choices(LANGUAGE_NAMES))
    .action(async (feed: string, { language }: { language?: Language }) => {
      print(await proposeStorefrontCommand(feed, language));
    });
  configuration
    .command("check")
    .description("check a configuration file without applying it")
    .argument("<file>", "JSON")
    .option("--feed <feed>", `check the fields with its values: ${FEED}`)
    .action(async (file: string, { feed }: { feed?: string }) => {
      print(await checkStorefrontCommand(await readTextFile(file), feed));
    });
  withService(configuration.command("apply"))
    .description("check a configuration file and put it in force")
    .argument("<file>", "JSON")
    .option(
      "--accept-impact <change>",
      "put it in force though shoppers lose something by it; a refusal names the change",
    )
    .action(async (file: string, options: ServiceOptions & { acceptImpact?: string }) => {
      print(await applyStorefrontCommand(await access(options), await readTextFile(file), options.acceptImpact));
    });

  const backup = program
    .command("backup")
    .description("snapshots of everything that the engine keeps; see docs/operators/backup.md");
  const inRepository = (command: Command) =>
    command
      .requiredOption("--repository <name>", "a snapshot repository of the cluster")
      .option(
        "--location <folder>",
        "a folder that all nodes share, below their path.repo: registered under that name",
      );
  inRepository(backup.command("create", { isDefault: true }))
    .description("take a backup and wait for it; feeds that come meanwhile wait until it is taken")
    .option("--snapshot <name>", "its name; INDEX_PREFIX and the time unless given")
    .option("--keep <number>", "delete the oldest backups of this installation, all but so many", atLeastOne)
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
    .description("list the backups of this installation, the oldest first")
    .action(async (options: RepositoryOptions) => {
      print(await connected(config(), (engine) => listBackupsCommand(engine, options)));
    });

  inRepository(program.command("restore"))
    .description("restore a backup into a cluster that has nothing of this installation; no service may run meanwhile")
    .requiredOption("--snapshot <name>", "its name, or latest")
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
    .option("--url <url>", "the service; the one that runs with DATA_DIR unless given")
    .option("--client <client>", "a client whose keys are kept in DATA_DIR: one that was imported, or the demo's")
    .option("--key <key>", "private key, instead; VITRINE_PRIVATE_KEY, else that of the demo, unless either is given");

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
    `no service runs with the data folder ${config.dataDir}: start one (npm start), set DATA_DIR, or give --url`,
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
    `no private key${whose} is known: give --key or set VITRINE_PRIVATE_KEY (vitrine clients add prints one)`,
  );
}
