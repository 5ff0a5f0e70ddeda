import { randomUUID } from "node:crypto";
import { createLeases } from "../engine/lease.js";
import { RebuildError } from "../catalog/ingestion/rebuild.js";
import { rebuildStale } from "../catalog/ingestion/rebuild-stale.js";
import { migrating, templateOptions } from "../composition/maintenance-domain.js";
import type { Config } from "../config.js";
import type { MappingDifference } from "../engine/migrations/compare.js";
import { type Engine, EngineError } from "../engine/engine.js";
import { migrateIndices, patiently } from "../engine/migrations/migrate.js";
import { refuseUnusableData, type SurveyedIndex, surveyIndices } from "../engine/migrations/index-survey.js";
import { countDocuments } from "../engine/search-documents.js";
import { applyTemplates, TEMPLATES_FOLDER, templateStatus } from "../engine/templates.js";
import { getStorefront } from "../storefront/clients.js";
import { CommandError } from "./command-error.js";
import { section } from "./text-change.js";

interface MigrateOptions {
  /** Of the templates. */
  readonly folder: string;
  readonly print: (line: string) => void;
  /** Told of documents or products so far, where they are copied or built. */
  readonly onProgress: (done: number, of: number) => void;
}

/**
 * Lists the changes that starting this release would make, a line for each template to be installed and for each index.
 */
export async function migrateDryRunCommand(engine: Engine, config: Config, folder: string): Promise<string> {
  await refuseUnusableData(engine, folder);
  const options = await templateOptions(engine, config);
  const templates = (await templateStatus(engine, folder, options)).flatMap(({ name, state }) => {
    if (state === "missing") return [`${name}: the template would be installed`];
    return state === "differs" ? [`${name}: the template would be replaced`] : [];
  });
  return [...templates, ...(await indexLines(engine, await surveyIndices(engine, folder, options)))].join("\n");
}

/** Does now what starting the service does, live catalogues included. @throws CommandError naming those that a job is changing */
export async function migrateCommand(engine: Engine, config: Config, options: MigrateOptions): Promise<void> {
  const { folder, print, onProgress } = options;
  const owner = `command ${randomUUID()}`;
  const { base, installed } = await patiently(async () => {
    const deps = await migrating(engine, config, folder, owner);
    const templates = await migrateIndices({
      ...deps,
      onWaiting: () => print("Another process migrates; waiting for it."),
      onIndex: ({ index, action }) => {
        print(`${index}: ${action === "copy" ? "copied; nobody writes to it meanwhile" : "changed in place"}`);
        return onProgress;
      },
    });
    return { base: deps, installed: templates };
  });
  for (const name of installed) print(`${name}: template installed`);
  const leases = createLeases(engine, owner, config.ingestionLeaseSeconds);
  const stale = (await surveyIndices(engine, folder, base.options)).filter(({ action }) => action === "rebuild");
  const left: string[] = [];
  for (const { index } of stale) {
    print(`${index}: built anew; shoppers see it as it is until then`);
    const rebuilding = {
      engine,
      leases,
      onProgress,
      now: () => new Date().toISOString(),
      configurationOf: async (clientId: string) => (await getStorefront({ engine }, clientId))?.configuration,
    };
    try {
      if (!(await rebuildStale(rebuilding, index))) left.push(`${index}: a job or another process is changing it`);
    } catch (error) {
      if (!(error instanceof RebuildError)) throw error;
      left.push(`${index}: ${error.message}`);
    }
  }
  if (left.length > 0) throw new CommandError(["Not everything could be migrated:", ...left].join("\n"));
  print("Everything is current.");
}

/** A line for each index: whether it is as its template would make it now, and what becomes of it with the next start. */
export async function indexLines(engine: Engine, surveyed: readonly SurveyedIndex[]): Promise<string[]> {
  return Promise.all(
    surveyed.map(async (one) => `${one.index}: ${whatBecomes(one, await documents(engine, one.index))}`),
  );
}

/** It may have been deleted meanwhile. */
async function documents(engine: Engine, index: string): Promise<number> {
  try {
    return await countDocuments(engine, index);
  } catch (error) {
    if (error instanceof EngineError && error.status === 404) return 0;
    throw error;
  }
}

function whatBecomes(surveyed: SurveyedIndex, total: number): string {
  const { action, added, updated, changed, isUnfilled, isReadInOrder, version, wanted } = surveyed;
  const fields = added.length === 0 ? [] : [`would add ${added.join(", ")}`];
  switch (action) {
    case "current":
      return "current";
    case "newer":
      return `left as it is: a newer release has migrated it (version ${version.version}, here ${wanted.version})`;
    case "keep":
      return `current as far as it can be; keeps ${listed(changed)} until it is deleted`;
    case "copy":
      return `would be copied into a new index for ${listed(changed)}, ${counted(total, "document")}; nobody writes meanwhile`;
    case "rebuild": {
      const why = [...fields, ...(changed.length === 0 ? [] : [`differs in ${listed(changed)}`])].join("; ");
      return `would be built anew, ${counted(total, "product")}: ${why}`;
    }
    case "update": {
      const filled = added.length > 0 || isUnfilled;
      const parts = [
        ...fields,
        ...(updated.length === 0 ? [] : [`would change ${listed(updated)}`]),
        ...(filled && !isReadInOrder ? [`would index ${counted(total, "document")} again`] : []),
        ...(filled && isReadInOrder ? ["documents stored until then are not found by new fields"] : []),
        ...(changed.length === 0 ? [] : [`would keep ${listed(changed)}`]),
      ];
      return parts.length === 0 ? `would be marked as version ${wanted.version}` : parts.join("; ");
    }
  }
}

/** Filters and analyzers only by name: rules of stemmers fill pages. */
const listed = (found: readonly MappingDifference[]) => {
  const lines = found.map(({ path, now, then }) => {
    const [part] = ANALYSIS_PART.exec(path) ?? [];
    return part ?? `${path} (${now ?? "nothing"} → ${then ?? "nothing"})`;
  });
  return [...new Set(lines)].join(", ");
};
const ANALYSIS_PART = /^analysis\.[^.]+\.[^.]+/;

const counted = (total: number, what: string) => `${total.toLocaleString("en-US")} ${what}${total === 1 ? "" : "s"}`;

/** A line for each template, whether the engine has it as its file is, and for each index, whether it is as its template is. */
export async function templateStatusCommand(engine: Engine, config: Config): Promise<string> {
  const options = await templateOptions(engine, config);
  const templates = await templateStatus(engine, TEMPLATES_FOLDER, options);
  const indices = await indexLines(engine, await surveyIndices(engine, TEMPLATES_FOLDER, options));
  const lines = templates.map(({ name, state, hash }) => `${state.padEnd(8)} ${name}  ${hash}`);
  return ["Templates", ...lines, "Indices", ...indices].join("\n");
}

/** Lists the changes that installing the files would make to each template. */
export async function diffTemplatesCommand(engine: Engine, config: Config): Promise<string> {
  const templates = await templateStatus(engine, TEMPLATES_FOLDER, await templateOptions(engine, config));
  const lines = templates.flatMap(({ name, state, differences }) =>
    state === "missing" ? [`${name} would be new.`] : section(name, differences),
  );
  return lines.length === 0 ? "All templates are current." : lines.join("\n");
}

export async function applyTemplatesCommand(engine: Engine, config: Config): Promise<string> {
  const installed = await applyTemplates(engine, TEMPLATES_FOLDER, await templateOptions(engine, config));
  if (installed.length === 0) return "All templates are current.";
  return `Installed: ${installed.join(", ")}. Indices take them with the next start, or with: vitrine migrate`;
}
