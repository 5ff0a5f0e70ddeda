import { getDocument, putDocument } from "../../../src/engine/documents.js";
import type { Engine } from "../../../src/engine/engine.js";
import { searchDocuments } from "../../../src/engine/search-documents.js";
import type { Experiment } from "../../../src/storefront/experiment.js";

/** Ended experiment as stored in the engine. `_id` is the experiment's id. */
interface StoredExperiment extends Experiment {
  readonly client_id: string;
}

/** Experiment without its configurations, which may be large. */
export type ExperimentEntry = Omit<Experiment, "base" | "configuration">;

const MAX_LISTED = 100;

const indexOf = ({ prefix }: Pick<Engine, "prefix">) => `${prefix}experiments`;

/** Stores an ended experiment. Storing it again is harmless. */
export async function storeEnded(engine: Engine, client_id: string, experiment: Experiment): Promise<void> {
  const stored: StoredExperiment = { client_id, ...experiment };
  await putDocument(engine, indexOf(engine), experiment.id, stored, "none", true);
}

/** Returns the last hundred ended experiments, latest first. */
export async function listEnded(engine: Engine, client_id: string): Promise<ExperimentEntry[]> {
  const { hits } = await searchDocuments<StoredExperiment>(engine, indexOf(engine), {
    size: MAX_LISTED,
    sort: [{ ended_at: "desc" }],
    query: { term: { client_id } },
    _source: { excludes: ["base", "configuration"] },
  });
  return hits.hits.map(({ _source }) => entryOf(_source));
}

/** Returns an ended experiment of the client, or `undefined`. */
export async function readEnded(engine: Engine, client_id: string, id: string): Promise<Experiment | undefined> {
  const found = await getDocument<StoredExperiment>(engine, indexOf(engine), id);
  return found?.source.client_id === client_id ? found.source : undefined;
}

export function entryOf(experiment: ExperimentEntry): ExperimentEntry {
  const { base, configuration, client_id, ...entry } = experiment as StoredExperiment;
  return entry;
}
