import { setTimeout as delay } from "node:timers/promises";
import pRetry from "p-retry";
import { EngineUnavailableError, type Engine } from "../engine.js";
import { type TemplateJson } from "../template-text.js";
import { isTimeout, isUnsent } from "../unavailable.js";
import { prepareEngine, type TemplateOptions } from "../templates.js";
import { copyName, refuseUnusableData, type SurveyedIndex, surveyIndices } from "./index-survey.js";
import { bulk, type Put } from "../bulk.js";
import {
  blockWrites,
  createIndex,
  deleteIndex,
  flush,
  indexAgain,
  putMapping,
  putSettings,
  refresh,
  replaceIndex,
} from "../indices.js";
import { scan } from "../point-in-time.js";
import { countDocuments } from "../search-documents.js";

export interface MigrateDeps {
  readonly engine: Engine;
  /** Of the templates. */
  readonly folder: string;
  readonly options: TemplateOptions;
  /** One process at a time migrates; undefined while another does. */
  acquire(): Promise<(MigrationLease & { release(): Promise<void> }) | undefined>;
  /** Told once when another process is at it. */
  readonly onWaiting: () => void;
  /**
   * Called for every index before it is migrated; the function it returns is called with the documents copied so far.
   */
  readonly onIndex: (surveyed: SurveyedIndex) => OnCopyProgress;
}

/**
 * Does something again that the engine has answered with 503: of two processes that start at once, one may read an index that
 * the other has just made. An engine that cannot be reached, or says nothing, is not asked again.
 */
export const patiently = <T>(work: () => Promise<T>): Promise<T> =>
  pRetry(work, {
    retries: 10,
    minTimeout: 50,
    maxTimeout: 2_000,
    randomize: true,
    shouldRetry: ({ error }) =>
      error instanceof EngineUnavailableError && !isUnsent(error.cause) && !isTimeout(error.cause),
  });

const PAUSE_MS = 200;

/**
 * Brings everything to the state of this release that has to be before it serves: templates, the indices that are not made by
 * jobs, and what is stored. Live catalogues that must be built anew are left to whoever holds their leases. Whatever dies in
 * between, it can be done again.
 * @returns the names of templates installed
 * @throws NewerDataError or UnfinishedRestoreError before anything is changed
 */
export async function migrateIndices(deps: MigrateDeps): Promise<string[]> {
  const { engine, folder, options } = deps;
  await refuseUnusableData(engine, folder);
  const installed = await prepareEngine(engine, folder, options);
  const pending = async () => (await surveyIndices(engine, folder, options)).filter(isPending);
  for (let round = 0; (await pending()).length > 0; round += 1) {
    const lease = await deps.acquire();
    if (lease === undefined) {
      if (round === 0) deps.onWaiting();
      await delay(PAUSE_MS);
      continue;
    }
    try {
      await refuseUnusableData(engine, folder);
      for (const surveyed of await pending()) {
        const onProgress = deps.onIndex(surveyed);
        if (surveyed.action === "copy") await copyIndex(engine, lease, surveyed, onProgress);
        else await updateIndex(engine, lease, surveyed);
      }
    } finally {
      await lease.release();
    }
  }
  return installed;
}

const isPending = ({ action }: SurveyedIndex) => action === "update" || action === "copy";

/** The right to migrate, held by one process at a time. `check` throws once it is lost. */
interface MigrationLease {
  check(): Promise<void>;
}

/** Told of documents so far. */
type OnCopyProgress = (done: number, of: number) => void;

/**
 * Adds what can be added to an index and changes what can be changed. Documents that are stored already are indexed once more
 * where fields came in, so that they are found by them: whoever writes one meanwhile under its version reads it again. Not in an
 * index that is read in order, where that would number them anew; there new fields find what is stored from now on.
 */
async function updateIndex(engine: Engine, lease: MigrationLease, surveyed: SurveyedIndex): Promise<void> {
  const { index, mappings, settings, meta, version, wanted, added, isReadInOrder } = surveyed;
  await lease.check();
  if (Object.keys(settings).length > 0) await putSettings(engine, index, settings);
  const isUnfilled = (added.length > 0 || surveyed.isUnfilled) && !isReadInOrder;
  if (isUnfilled) {
    // The mark and the fields are written in one step, so that a process that dies leaves both or none.
    await putMapping(engine, index, { ...mappings, _meta: { ...meta, ...version, unfilled: true } });
    await lease.check();
    await indexAgain(engine, index);
  }
  const done = Object.fromEntries(Object.entries(meta).filter(([name]) => name !== "unfilled"));
  await putMapping(engine, index, { ...(isUnfilled ? {} : mappings), _meta: { ...done, ...wanted } });
}

const PAGE = 500;

/**
 * Copies an index into one of the template and puts that in its place, in one step. Meanwhile writes are refused as
 * while the engine is away, and retried by their callers. A copy that a dead process left is made anew.
 */
async function copyIndex(
  engine: Engine,
  lease: MigrationLease,
  { index, name, template, wanted }: SurveyedIndex,
  onProgress: OnCopyProgress,
): Promise<void> {
  const to = copyName(name, wanted.version);
  if (to === index) throw new Error(`${index} differs from its template, whose version it has: raise the version`);
  await lease.check();
  await deleteIndex(engine, to);
  await createIndex(engine, to, template.body.template as Readonly<Record<string, TemplateJson>>);
  try {
    await blockWrites(engine, index);
    await refresh(engine, index);
    const total = await countDocuments(engine, index);
    let done = 0;
    for await (const hits of scan<object>(engine, index, PAGE)) {
      const writes = hits.map(({ _id, _source }): Put => {
        return { id: _id, document: JSON.stringify(_source), precondition: "absent" };
      });
      await lease.check();
      const refused = (await bulk(engine, writes, { index: to, onBusy: "retry" })).find((outcome) => outcome.status === "refused");
      if (refused !== undefined) throw new Error(`${index}: the document ${refused.id} does not fit into ${to}`);
      onProgress((done += hits.length), total);
    }
    await refresh(engine, to);
    const copied = await countDocuments(engine, to);
    if (copied !== total) throw new Error(`${to} holds ${copied} documents where ${total} were expected`);
    await flush(engine, to);
    await lease.check();
    await replaceIndex(engine, { from: index, to, alias: name });
  } catch (error) {
    // Unless another process has taken over, which needs the block.
    await lease
      .check()
      .then(() => putSettings(engine, index, { "index.blocks.write": null }))
      .catch(() => undefined);
    throw error;
  }
}
