import { Argument, Command, InvalidArgumentError, Option } from "commander";
import type { Config } from "./config.js";
import { MODES, type FeedMode } from "./catalog/ingestion/ingestion-record.js";
import type { KeyKind } from "./storefront/client.js";
import { listGenerations, rollbackCatalog } from "./commands/catalog-command.js";
import { checkRulesCommand } from "./commands/rules-command.js";
import {
  applyStorefrontCommand,
  checkStorefrontCommand,
  proposeStorefrontCommand,
  showStorefrontCommand,
} from "../packages/import/command/storefront-command.js";
import { CommandError, readTextFile } from "./commands/command-error.js";
import { checkEvents, checkLines, importEventFile, importLines } from "./commands/events-command.js";
import {
  addClientCommand,
  addKeyCommand,
  listClientsCommand,
  revokeKeyCommand,
  type AddOptions,
} from "./commands/clients-command.js";
import { backupCommand, listBackupsCommand, type BackupOptions } from "./commands/backup-command.js";
import { connected, demoFile, findRunningService } from "./commands/instance.js";
import { importAddress, intervalOf, isAddress, repeated } from "../packages/import/command/import-address.js";
import {
  importCommand,
  MAX_REMOVED_SHARE,
  type ImportCommandOptions,
} from "../packages/import/command/import-command.js";
import { cancelJobById, exitCodeOf, ingestFile, reportLines } from "./commands/ingest-command.js";
import { type Language, LANGUAGE_NAMES } from "./languages/languages.js";
import { asker, type CountProgress, settingsHelp, withCountBar } from "./commands/output.js";
import { ROLES } from "../console/server/people/roles.js";
import { FORMAT_NAMES } from "../packages/import/src/import-file.js";
import { ENCODINGS } from "../packages/import/src/text-source.js";
import { recommendCommand, type RecommendCommandOptions } from "./commands/recommend-command.js";
import { restoreCommand, type RestoreOptions } from "./commands/restore-command.js";
import type { RepositoryOptions } from "./commands/snapshot-repository.js";
import { serve, type Running } from "./commands/serve.js";
import { inviteToConsole, type Invited } from "./commands/service-client.js";
import {
  type EraseOptions,
  eraseShopperCommand,
  forgetTasteCommand,
  showTasteCommand,
  type TasteOptions,
} from "./commands/taste-command.js";
import { whyCommand, type WhyOptions } from "./commands/why-command.js";

export interface ProgramDeps {
  /** Reads and checks the environment. @throws ConfigError */
  readonly config: () => Config;
  /** VITRINE_PRIVATE_KEY */
  readonly privateKey: string | undefined;
  readonly print: (text: string) => void;
  /** Keeps a started service until a signal ends the process, and for `lameDuckMs` after it. */
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

/** The command line. Every action resolves when its command is done; errors are for `main.ts` to show. */
export function createProgram({ config, privateKey, print, untilSignal }: ProgramDeps): Command {
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

  program
    .command("people")
    .description("who may open the console")
    .command("invite")
    .description(
      "print a link for somebody, an owner unless another role is given; owners invite others in the console",
    )
    .option("--email <address>", "what they sign in with; whoever opens the link says it, unless given")
    .option("--name <name>", "as others see it; the same")
    .addOption(new Option("--role <role>", "what they may do").choices(ROLES).default("owner"))
    .option("--url <url>", "address of the service; the one that runs with DATA_DIR unless given")
    .option("--key <key>", "private key; VITRINE_PRIVATE_KEY, else that of the demo storefront, unless given")
    .action(async ({ url, key, ...invited }: Invited & { url?: string; key?: string }) => {
      print(await inviteToConsole(await serviceAccess(config(), url, key ?? privateKey), invited));
    });

  const ingest = program
    .command("ingest")
    .description("send a feed (NDJSON, plain or gzip) to the running service and wait for its job")
    .addHelpText(
      "after",
      "\nEnds with 0 when every line was taken, 1 when the ingestion failed or was cancelled, 3 when it completed without some lines.",
    )
    .argument("<file>", "the feed")
    .addOption(new Option("--mode <mode>", "how it is processed").choices(MODES).default("insert"))
    .option("--url <url>", "the service; the one that runs with DATA_DIR unless given")
    .option("--key <key>", "private key; VITRINE_PRIVATE_KEY, else that of the demo storefront, unless given")
    .option("--json", "print the finished record as JSON", false)
    .action(async (file: string, options: { mode: FeedMode; url?: string; key?: string; json: boolean }) => {
      const access = await serviceAccess(config(), options.url, options.key ?? privateKey);
      const record = await ingestFile(access, file, options.mode);
      print(options.json ? JSON.stringify(record) : reportLines(record).join("\n"));
      process.exitCode = exitCodeOf(record);
    });
  ingest
    .command("cancel")
    .description("cancel an ingestion and wait until it has ended; the options are those of `ingest`")
    .argument("<id>", "its id", wholeNumber)
    .action(async (id: number, _options: object, command: Command) => {
      const { url, key, json } = command.optsWithGlobals<{ url?: string; key?: string; json: boolean }>();
      const record = await cancelJobById(await serviceAccess(config(), url, key ?? privateKey), id);
      print(json ? JSON.stringify(record) : reportLines(record).join("\n"));
      if (record.product_metrics?.cancelled !== true) process.exitCode = 1;
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
        ask: asker(),
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

  const events = program.command("events").description("what shoppers do");
  events
    .command("check")
    .description("say what the collector would make of what a tracker sends, and store nothing; see docs/events.md")
    .argument("<sent>", "a file with the body of a POST, or the address of a GET, copied from a browser's network log")
    .option("--json", "print JSON", false)
    .action(async (sent: string, { json }: { json: boolean }) => {
      const checked = await connected(config(), (engine) => checkEvents(engine, sent));
      print(json ? JSON.stringify(checked) : checkLines(checked).join("\n"));
      if (checked.some(({ outcome }) => outcome === "rejected")) process.exitCode = 1;
    });
  events
    .command("import")
    .description("send events of the past (NDJSON, plain or gzip) to the running service; see docs/events.md")
    .argument("<file>", "one event a line")
    .option("--url <url>", "the service; the one that runs with DATA_DIR unless given")
    .option("--key <key>", "private key; VITRINE_PRIVATE_KEY, else that of the demo storefront, unless given")
    .option("--json", "print the answer as JSON", false)
    .action(async (file: string, options: { url?: string; key?: string; json: boolean }) => {
      const access = await serviceAccess(config(), options.url, options.key ?? privateKey);
      const result = await importEventFile(access, file);
      print(options.json ? JSON.stringify(result) : importLines(result).join("\n"));
      if (result.events.rejected > 0) process.exitCode = 1;
    });

  const catalog = program.command("catalog").description("generations of a storefront's catalogue");
  catalog
    .command("list")
    .description("list the generations that are kept, the newest first")
    .argument("<client>", "its client id")
    .option("--json", "print JSON", false)
    .action(async (clientId: string, { json }: { json: boolean }) => {
      const settings = config();
      const hours = settings.generationRetentionHours;
      print(await connected(settings, (engine) => listGenerations(engine, clientId, hours, json)));
    });
  catalog
    .command("rollback")
    .description("show shoppers an earlier generation again; twice goes forward again")
    .argument("<client>", "its client id")
    .argument(
      "[generation]",
      "as `catalog list` shows it, or its job; the one before the last soft_replace unless given",
    )
    .action(async (clientId: string, generation: string | undefined) => {
      print(await connected(config(), (engine) => rollbackCatalog(engine, clientId, generation)));
    });

  const configuration = program.command("storefront").description("what merchandisers configure");
  configuration
    .command("show")
    .description("print a storefront's configuration")
    .argument("<client>", "its client id")
    .action(async (clientId: string) => {
      print(await connected(config(), (engine) => showStorefrontCommand(engine, clientId)));
    });
  configuration
    .command("propose")
    .description("print a configuration that fits a storefront's catalogue; nothing is changed")
    .argument("<client>", "its client id")
    .addOption(new Option("--language <language>", "of the texts; told by them unless given").choices(LANGUAGE_NAMES))
    .action(async (clientId: string, { language }: { language?: Language }) => {
      print(await connected(config(), (engine) => proposeStorefrontCommand(engine, clientId, language)));
    });
  configuration
    .command("check")
    .description("check a configuration file without applying it, and its fields with a catalogue or a feed")
    .argument("<file>", "JSON")
    .option("--client <client>", "a client id: check the fields with its catalogue")
    .option("--feed <file>", "a feed, NDJSON, plain or .gz: check the fields with its values")
    .action(async (file: string, { client: clientId, feed }: { client?: string; feed?: string }) => {
      const text = await readTextFile(file);
      const withFeed = feed === undefined ? {} : { feed };
      print(
        clientId === undefined
          ? await checkStorefrontCommand(text, withFeed)
          : await connected(config(), (engine) =>
              checkStorefrontCommand(text, { ...withFeed, running: { engine, clientId } }),
            ),
      );
    });
  configuration
    .command("apply")
    .description("check a configuration file and put it in force")
    .argument("<client>", "its client id")
    .argument("<file>", "JSON")
    .option(...ACCEPT_LOSSES)
    .action(async (clientId: string, file: string, { acceptLosses }: { acceptLosses?: string }) => {
      const text = await readTextFile(file);
      print(await connected(config(), (engine) => applyStorefrontCommand(engine, clientId, text, acceptLosses)));
    });

  program
    .command("rules")
    .description("merchandising rules of a storefront")
    .command("check")
    .description("list rules with their state: ended, without products, or without the position that they want")
    .argument("<client>", "its client id")
    .option("--json", "print JSON", false)
    .action(async (clientId: string, { json }: { json: boolean }) => {
      print(await connected(config(), (engine) => checkRulesCommand(engine, clientId, json)));
    });

  const likes = program.command("taste").description("what is known of a shopper");
  const ofWhom = (command: Command) =>
    command
      .argument("<device-or-user>", "a device_id or a user_id")
      .requiredOption("--client <client>", "the storefront's client id")
      .addOption(new Option("--kind <kind>", "only as the one or the other").choices(["device", "user"]));
  ofWhom(likes.command("show"))
    .description("print what was learnt and how much it counts now")
    .option("--json", "print JSON", false)
    .action(async (name: string, options: TasteOptions & { json: boolean }) => {
      print(await connected(config(), (engine) => showTasteCommand(engine, name, options)));
    });
  ofWhom(likes.command("forget"))
    .description("erase it, and never learn what happened until now again")
    .action(async (name: string, options: TasteOptions) => {
      print(await connected(config(), (engine) => forgetTasteCommand(engine, name, options)));
    });

  program
    .command("shoppers")
    .description("all that is stored of a shopper")
    .command("erase")
    .description("erase it, and never store what happened until now again; see docs/events.md")
    .requiredOption("--client <client>", "the storefront's client id")
    .option("--device <id>", "a device_id: all that it did, whoever was logged in")
    .option("--user <id>", "a user_id: all that the user did, on whatever device")
    .option("--json", "print JSON", false)
    .action(async (options: EraseOptions) => {
      print(await connected(config(), (engine) => eraseShopperCommand(engine, options)));
    });

  program
    .command("recommend")
    .description("show what a page would recommend, as the running service answers it")
    .option(
      "--profile <profile>",
      "one block: similar, for_you, … (similar with seeds and for_you without, unless given)",
    )
    .option("--placement <placement>", "all blocks of a page: home, product_page, …")
    .option("--seed <product...>", "what the page is about: product identifiers, oldest first", [])
    .option("--as <device>", "whose taste counts: a device_id; nobody's unless given", "anonymous")
    .option("--words <words>", "what the shopper was looking for, for profiles such as not_found")
    .option("--limit <number>", "products at most, in each slot of a placement", wholeNumber)
    .option("--url <url>", "the service; the one that runs with DATA_DIR unless given")
    .option("--client <client>", "client id; that of the demo storefront unless given")
    .option("--key <key>", "its public key; that of the demo storefront unless given")
    .option("--json", "print the answer as JSON", false)
    .action(async (options: RecommendCommandOptions & { url?: string; client?: string; key?: string }) => {
      print(await recommendCommand(await pageAccess(config(), options), options));
    });

  program
    .command("why")
    .description("say why a product is where it is in a listing or search, or why it is not there")
    .argument("<product>", "its product identifier")
    .requiredOption("--client <client>", "the storefront's client id")
    .option("--listing <json>", "the search request, as pages send it, without `user`", "{}")
    .option("--as <device>", "whose taste counts: a device_id; nobody's unless given", "anonymous")
    .option("--user <user>", "the logged-in shopper's user_id")
    .option("--json", "print JSON", false)
    .action(async (product: string, options: WhyOptions) => {
      print(await connected(config(), (engine) => whyCommand(engine, product, options)));
    });

  const backup = program
    .command("backup")
    .description("snapshots of everything that the engine keeps; see docs/operations.md");
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
      await withCountBar(takeBackup, "shards", "Backup");
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
      print(await withCountBar(restore, "shards", "Restore"));
    });

  return program;
}

const ACCEPT_LOSSES = [
  "--accept-losses <change>",
  "put it in force though shoppers lose something by it; a refusal names the change",
] as const;

/** "15" and "15%" are 0.15. */
function share(text: string): number {
  const percent = /^(\d{1,3}(?:\.\d+)?)\s*%?$/.exec(text)?.[1];
  if (percent !== undefined && Number(percent) <= 100) return Number(percent) / 100;
  throw new InvalidArgumentError("expected a percentage from 0 to 100");
}

function atLeastOne(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("expected a whole number of at least 1");
}

function wholeNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("expected a whole number");
}

async function addressOf(config: Config, url: string | undefined): Promise<string> {
  const base_url = url ?? (await findRunningService(config.dataDir))?.base_url;
  if (base_url !== undefined) return base_url;
  throw new CommandError(
    `no service runs with the data folder ${config.dataDir}: start one (npm start), set DATA_DIR, or give --url`,
  );
}

async function pageAccess(config: Config, given: { url?: string; client?: string; key?: string }) {
  const base_url = await addressOf(config, given.url);
  if ((given.client === undefined) !== (given.key === undefined)) {
    throw new CommandError("give --client and --key together, or neither for the demo storefront");
  }
  const demo = given.client === undefined ? await demoFile.read(config.dataDir) : undefined;
  const client_id = given.client ?? demo?.client_id;
  const public_key = given.key ?? demo?.public_key;
  if (client_id === undefined || public_key === undefined) {
    throw new CommandError(
      "there is no demo storefront here: give --client and --key (vitrine clients add prints both)",
    );
  }
  return { base_url, client_id, public_key };
}

async function serviceAccess(config: Config, url: string | undefined, key: string | undefined) {
  const base_url = await addressOf(config, url);
  const private_key = key ?? (await demoFile.read(config.dataDir))?.private_key;
  if (private_key === undefined) {
    throw new CommandError("no private key: give --key or set VITRINE_PRIVATE_KEY (vitrine clients add prints one)");
  }
  return { base_url, private_key };
}
