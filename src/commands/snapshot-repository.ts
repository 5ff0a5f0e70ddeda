import { type Engine, EngineError } from "../engine/engine.js";
import { listRepositories, listSnapshots, putRepository, type Snapshot } from "../engine/snapshots.js";
import { CommandError } from "./command-error.js";

/**
 * Location of backups: a snapshot repository of the cluster, or a folder that all nodes share. The folder is registered under the
 * repository name.
 */
export interface RepositoryOptions {
  readonly repository: string;
  readonly location?: string;
}

/**
 * Makes sure that the repository is registered in the cluster.
 * @param access "read" for restoring: only one cluster at a time may write to a repository
 */
export async function openRepository(
  engine: Engine,
  { repository, location }: RepositoryOptions,
  access: "write" | "read",
): Promise<void> {
  const all = await listRepositories(engine);
  const found = all[repository];
  if (location === undefined) {
    if (found !== undefined) return;
    const names = Object.keys(all).sort().join(", ");
    throw new CommandError(
      `the cluster has no snapshot repository ${repository} (it has ${names === "" ? "none" : names}): ` +
        "register the repository in OpenSearch, or set --location to a folder that all nodes share and list under path.repo",
    );
  }
  if (found !== undefined && (found.type !== "fs" || found.settings["location"] !== location)) {
    const where = found.settings["location"] ?? found.settings["bucket"] ?? "elsewhere";
    throw new CommandError(
      `the repository ${repository} is registered as ${found.type} at ${where}, not at ${location}: ` +
        "omit --location, or use another repository name",
    );
  }
  if (found !== undefined && access === "read") return;
  await explained(`the folder ${location} cannot be used as snapshot repository ${repository}`, () =>
    putRepository(engine, repository, { type: "fs", settings: { location, readonly: String(access === "read") } }),
  );
}

/**
 * Runs an engine operation. If the engine rejects the operation, the reason from the engine is part of the error message.
 * @param what description of the failure at the start of the error message
 */
export async function explained<T>(what: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    const { root_cause } = (error.body as { error?: { root_cause?: { reason?: string }[] } } | undefined)?.error ?? {};
    throw new CommandError(`${what}; OpenSearch reports: ${root_cause?.[0]?.reason ?? error.reason}`);
  }
}

/** Returns all snapshots of a repository, oldest first. */
export const snapshotsIn = (engine: Engine, repository: string): Promise<readonly Snapshot[]> =>
  explained(`failed to read the snapshot repository ${repository}`, () => listSnapshots(engine, repository));
