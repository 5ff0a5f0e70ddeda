import { randomUUID } from "node:crypto";
import { liveGeneration, readCatalogState } from "../catalog/ingestion/generations.js";
import type { LostLeaf } from "../catalog/flatten.js";
import { createLeases, type Lease } from "../engine/lease.js";
import {
  generationDifferences,
  RebuildError,
  rebuildGeneration,
  seenDifferences,
  showRebuilt,
  typeDifferences,
} from "../catalog/ingestion/rebuild.js";
import { acquireWithRetries, RollbackError } from "../catalog/ingestion/rollback.js";
import { changesIn } from "../catalog/edition.js";
import { readLeafTypes, type LiveCatalog } from "../catalog/live.js";
import type { Config } from "../config.js";
import { differences, type MappingDifference } from "../engine/migrations/compare.js";
import { deleteDocument, getDocument, putDocument } from "../engine/documents.js";
import type { Engine } from "../engine/engine.js";
import { deleteIndex, stateIndex } from "../engine/indices.js";
import { applyTemplates, catalogTemplate, TEMPLATES_FOLDER } from "../engine/templates.js";
import type { Judgements } from "../evaluation/judgements.js";
import { checkConfiguration } from "../storefront/check-configuration.js";
import type { Storefront } from "../storefront/client.js";
import { getStorefront } from "../storefront/clients.js";
import type { StorefrontConfiguration } from "../storefront/configuration.js";
import { CommandError } from "./command-error.js";
import { judgeChange } from "./judge-change.js";
import { publishByCommand, refuseLosses } from "./publish-by-command.js";

/** A change of how texts are found and ranked: of templates, and of what a storefront configures. */
export interface TextChange {
  readonly clientId: string;
  /** The whole configuration that shall be in force; the one that is unless given. */
  readonly configuration?: unknown;
}

export interface ApplyOptions {
  /** Judges the change first; a worse one is not applied. */
  readonly judgements?: Judgements;
  readonly evenIfWorse: boolean;
  /** Of the losses that this very change was refused for. */
  readonly acceptLosses: string | undefined;
  /** Told of products so far. */
  readonly onProgress: (done: number, of: number) => void;
}

/** The record of an applied change, for rolling it back. */
interface AppliedChange {
  /** Generations; the same where documents did not have to be built anew. */
  readonly from: string;
  readonly to: string;
  /** The configuration before the change. */
  readonly configuration: StorefrontConfiguration;
}

/** Of a value that differs. */
const SHOWN_CHARACTERS = 120;

const recordId = (clientId: string) => `text-change:${clientId}`;

/** Lists what a change would modify: settings of the storefront, and mapping and analysis of its catalogue. */
export async function diffText(engine: Engine, config: Config, change: TextChange): Promise<string> {
  const { now, then, generation } = await lookAt(engine, config, change);
  const settings = differences(textSettings(now.configuration), textSettings(then));
  const parts = [
    ...section("Settings", settings),
    ...section("Mapping and analysis of the catalogue, which would be built anew", generation),
  ];
  return parts.length === 0 ? "Nothing would change." : parts.join("\n");
}

/** Builds what must be built, judges it, and puts it in force. @throws CommandError with the figures where it is worse */
export async function applyText(
  engine: Engine,
  config: Config,
  change: TextChange,
  { judgements, evenIfWorse, acceptLosses, onProgress }: ApplyOptions,
): Promise<string> {
  const { clientId } = change;
  const { configuration } = change;
  return holding(engine, clientId, async (lease) => {
    const { now, then, from, generation } = await lookAt(engine, config, change);
    const given = { clientId, configuration: configuration ?? now.configuration, acceptLosses };
    let accepted = await refuseLosses(engine, given, await catalogAt(engine, clientId, from));
    await applyTemplates(engine, TEMPLATES_FOLDER, { languages: [then.language], shards: config.opensearchShards });
    const isRebuilt = generation.length > 0 || now.configuration.language !== then.language;
    const lost = new Map<string, number>();
    const onLost = ({ leaf }: LostLeaf) => void lost.set(leaf, (lost.get(leaf) ?? 0) + 1);
    const rebuild = { clientId, from, rules: then, onProgress, onLost };
    const to = isRebuilt ? await rebuildGeneration(engine, lease, rebuild) : from;
    const lines = [...lost].map(
      ([leaf, values]) =>
        `${leaf}: as a ${then.field_types[leaf]}, ${values} of its values cannot be filtered on any more.`,
    );
    try {
      if (judgements !== undefined) {
        const [before, after] = [await catalogAt(engine, clientId, from), await catalogAt(engine, clientId, to)];
        const candidate = { live: after, storefront: { ...now, configuration: then } };
        const verdict = await judgeChange(engine, judgements, { live: before, storefront: now }, candidate);
        lines.push(...verdict.lines);
        if (verdict.isWorse && !evenIfWorse)
          throw new CommandError([...lines, "It is worse and was not applied; --even-if-worse does."].join("\n"));
      }
      if (to !== from) accepted = await refuseLosses(engine, given, await catalogAt(engine, clientId, to));
      await lease.check();
    } catch (error) {
      if (to !== from) await deleteIndex(engine, to).catch(() => undefined);
      throw error;
    }
    const applied: AppliedChange = { from, to, configuration: now.configuration };
    await putDocument(engine, stateIndex(engine), recordId(clientId), applied);
    if (to !== from) await showRebuilt(engine, clientId, { from, to }, new Date().toISOString());
    if (configuration !== undefined) await publishByCommand(engine, { ...given, acceptLosses: accepted });
    lines.push(
      `The change of ${clientId} is in force within two seconds${to === from ? "" : `; shoppers see ${to}`}.`,
      "Back: vitrine templates rollback",
    );
    return lines.join("\n");
  });
}

/**
 * Goes back to the settings and the analysis from before the last change. The catalogue is built anew once more, from what is
 * live, so that nothing is lost that was ingested since.
 */
export async function rollBackText(
  engine: Engine,
  clientId: string,
  { acceptLosses, onProgress }: Pick<ApplyOptions, "acceptLosses" | "onProgress">,
): Promise<string> {
  return holding(engine, clientId, async (lease) => {
    const found = await getDocument<AppliedChange>(engine, stateIndex(engine), recordId(clientId));
    if (found === undefined) throw new CommandError(`${clientId} has no change to go back from`);
    const { from: like, to: changed, configuration } = found.source;
    const from = await liveIndex(engine, clientId);
    const given = { clientId, configuration, acceptLosses };
    const accepted = await refuseLosses(engine, given, await catalogAt(engine, clientId, from));
    const isRebuilt = like !== changed;
    if (isRebuilt) {
      const to = await rebuildGeneration(engine, lease, { clientId, from, rules: configuration, like, onProgress });
      await showRebuilt(engine, clientId, { from, to }, new Date().toISOString());
    }
    await publishByCommand(engine, { ...given, acceptLosses: accepted });
    await deleteDocument(engine, stateIndex(engine), recordId(clientId));
    return `${clientId} is searched as before the last change${isRebuilt ? ", with today's products" : ""}.`;
  });
}

const LEASE_SECONDS = 30;

/** Keeps jobs from writing meanwhile. @throws CommandError for errors to be shown at the terminal */
async function holding(engine: Engine, clientId: string, work: (lease: Lease) => Promise<string>): Promise<string> {
  try {
    const lease = await acquireWithRetries(createLeases(engine, `command ${randomUUID()}`, LEASE_SECONDS), clientId);
    try {
      return await work(lease);
    } finally {
      await lease.release();
    }
  } catch (error) {
    const isExpected = error instanceof RollbackError || error instanceof RebuildError;
    throw isExpected ? new CommandError(error.message, { cause: error }) : error;
  }
}

interface Looked {
  readonly now: Storefront;
  readonly then: StorefrontConfiguration;
  /** The live generation. */
  readonly from: string;
  readonly generation: readonly MappingDifference[];
}

async function lookAt(engine: Engine, config: Config, { clientId, configuration }: TextChange): Promise<Looked> {
  const now = await getStorefront({ engine }, clientId);
  if (now === undefined) throw new CommandError(`there is no client ${clientId}`);
  const checked = configuration === undefined ? now : checkConfiguration(configuration);
  if ("mistakes" in checked)
    throw new CommandError("the configuration has mistakes: vitrine storefront check tells them");
  const then = checked.configuration;
  const from = await liveIndex(engine, clientId);
  const template = await catalogTemplate(engine.prefix, TEMPLATES_FOLDER, then.language, config.opensearchShards);
  const generation = [
    ...(await generationDifferences(engine, from, template)),
    ...(await typeDifferences(engine, from, then)),
    ...(await seenDifferences(engine, from, now.configuration.fields, then)),
  ];
  return { now, then, from, generation };
}

async function liveIndex(engine: Engine, clientId: string): Promise<string> {
  const index = await liveGeneration(engine, clientId);
  if (index === undefined) throw new CommandError(`${clientId} has no catalogue yet`);
  return index;
}

async function catalogAt(engine: Engine, clientId: string, index: string): Promise<LiveCatalog> {
  const [leaves, { multi_variant, version, edition = 0, changes }] = await Promise.all([
    readLeafTypes(engine, index),
    readCatalogState(engine, clientId),
  ]);
  return {
    index,
    leaves: leaves ?? new Map(),
    multi_variant,
    version,
    edition,
    changes: changesIn(edition, changes ?? []),
  };
}

/** The sections of a configuration that concern text. */
const TEXT_SECTIONS = ["language", "field_weights", "search", "suggest", "redirects", "availability"] as const;

const textSettings = (configuration: StorefrontConfiguration) =>
  Object.fromEntries(TEXT_SECTIONS.map((section) => [section, configuration[section]]));

/** Lines for a person. */
export function section(title: string, found: readonly MappingDifference[]): string[] {
  if (found.length === 0) return [];
  const lines = found.map(({ path, now, then }) => `  ${path}: ${shortened(now)} → ${shortened(then)}`);
  return [title, ...lines];
}

/** Lists of word forms are hundreds of words long. */
function shortened(value: string | null): string {
  if (value === null) return "nothing";
  return value.length <= SHOWN_CHARACTERS ? value : `${value.slice(0, SHOWN_CHARACTERS)}… (${value.length} characters)`;
}
