import { setTimeout as delay } from "node:timers/promises";
import pRetry from "p-retry";
import { EngineUnavailableError, type Engine } from "../engine.js";
import { isTimeout, isUnsent } from "../nodes.js";
import { prepareEngine, type TemplateOptions } from "../templates.js";
import { copyIndex, updateIndex, type MigrationLease, type OnCopyProgress } from "./carry-out.js";
import { refuseUnusableData, surveyIndices, type SurveyedIndex } from "./index-survey.js";

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
