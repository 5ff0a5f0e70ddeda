import { type Engine, unlessAbsent } from "./engine.js";
import { createIndex, deleteIndex, getMappingMeta } from "./indices.js";

/** A snapshot repository as registered in the engine. */
export interface Repository {
  readonly type: string;
  readonly settings: Readonly<Record<string, string>>;
}

type SnapshotState = "IN_PROGRESS" | "SUCCESS" | "PARTIAL" | "FAILED" | "INCOMPATIBLE";

export interface Snapshot {
  readonly snapshot: string;
  readonly state: SnapshotState;
  readonly indices: readonly string[];
  readonly start_time: string;
  readonly start_time_in_millis: number;
  readonly duration_in_millis: number;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly reason?: string;
  readonly failures: readonly { readonly index: string; readonly shard_id: number; readonly reason: string }[];
}

const PATIENCE_MS = 120_000;
const at = (...names: string[]) => ["/_snapshot", ...names.map(encodeURIComponent)].join("/");

export const listRepositories = (engine: Engine): Promise<Readonly<Record<string, Repository>>> =>
  engine.call("get_repositories", { method: "GET", path: "/_snapshot" });

/** Registers or replaces a repository. First, all nodes write a test file to the repository, unless the repository is read-only. */
export async function putRepository(engine: Engine, name: string, repository: Repository): Promise<void> {
  await engine.call("put_repository", { method: "PUT", path: at(name), body: repository, timeout: PATIENCE_MS });
}

/** Checks that all nodes can write to a repository. @throws {EngineError} if a node cannot write to it */
export async function verifyRepository(engine: Engine, name: string): Promise<void> {
  await engine.call("verify_repository", { method: "POST", path: at(name, "_verify"), timeout: PATIENCE_MS });
}

/** Lists all snapshots of a repository, oldest first. */
export async function listSnapshots(engine: Engine, repository: string): Promise<readonly Snapshot[]> {
  const { snapshots } = await engine.call<{ snapshots: Snapshot[] }>("list_snapshots", {
    method: "GET",
    path: at(repository, "_all"),
    timeout: PATIENCE_MS,
  });
  return snapshots.sort((a, b) => a.start_time_in_millis - b.start_time_in_millis);
}

/** Starts a snapshot of all indices of this installation, without the global cluster state. */
export async function beginSnapshot(
  engine: Engine,
  repository: string,
  name: string,
  metadata: Snapshot["metadata"],
): Promise<void> {
  const body = { indices: `${engine.prefix}*`, include_global_state: false, partial: false, metadata };
  await engine.call("create_snapshot", { method: "PUT", path: at(repository, name), body, timeout: PATIENCE_MS });
}

export async function readSnapshot(engine: Engine, repository: string, name: string): Promise<Snapshot> {
  const { snapshots } = await engine.call<{ snapshots: [Snapshot] }>("get_snapshot", {
    method: "GET",
    path: at(repository, name),
    timeout: PATIENCE_MS,
  });
  return snapshots[0];
}

export interface SnapshotProgress {
  readonly shards: { readonly done: number; readonly total: number };
  /** Size in bytes of the whole snapshot, and of the files that earlier snapshots do not contain. */
  readonly bytes: { readonly total: number; readonly added: number };
}

export async function snapshotProgress(engine: Engine, repository: string, name: string): Promise<SnapshotProgress> {
  type Bytes = { readonly size_in_bytes: number };
  const { snapshots } = await engine.call<{
    snapshots: [
      {
        readonly shards_stats: SnapshotProgress["shards"];
        readonly stats: { readonly total: Bytes; readonly incremental: Bytes };
      },
    ];
  }>("snapshot_status", { method: "GET", path: at(repository, name, "_status"), timeout: PATIENCE_MS });
  const { shards_stats, stats } = snapshots[0];
  return {
    shards: { done: shards_stats.done, total: shards_stats.total },
    bytes: { total: stats.total.size_in_bytes, added: stats.incremental.size_in_bytes },
  };
}

/** Deletes a snapshot and cancels it if it is in progress. A missing snapshot is not an error. */
export async function deleteSnapshot(engine: Engine, repository: string, name: string): Promise<void> {
  const call = { method: "DELETE", path: at(repository, name), timeout: PATIENCE_MS } as const;
  await unlessAbsent(engine.call("delete_snapshot", call));
}

/** Starts restoring indices with their aliases. @throws {EngineError} if one of the indices already exists */
export async function beginRestore(
  engine: Engine,
  repository: string,
  name: string,
  indices: readonly string[],
): Promise<void> {
  const body = { indices: indices.join(), include_global_state: false, include_aliases: true, partial: false };
  await engine.call("restore", {
    method: "POST",
    path: at(repository, name, "_restore"),
    timeout: PATIENCE_MS,
    querystring: { wait_for_completion: false },
    body,
  });
}

/** A restore that has started and has not been confirmed as complete. */
export interface UnfinishedRestore {
  /** Id that distinguishes this restore attempt from other attempts. */
  readonly id: string;
  readonly repository: string;
  readonly snapshot: string;
  /** Names of all indices to restore from the snapshot. */
  readonly indices: readonly string[];
}

/**
 * Index that marks a restore as unfinished. The index is created before the restore starts and deleted after all data is restored, so the
 * mark survives crashes.
 */
const restoringIndex = ({ prefix }: Engine): string => `${prefix}restoring`;

/** Marks a restore as unfinished. @throws {EngineError} if an unfinished restore is already marked */
export const markRestore = (engine: Engine, restore: UnfinishedRestore): Promise<void> =>
  createIndex(engine, restoringIndex(engine), {
    settings: { number_of_shards: 1, number_of_replicas: 0 },
    mappings: { _meta: { restore } },
  });

export const unmarkRestore = (engine: Engine): Promise<void> => deleteIndex(engine, restoringIndex(engine));

export async function unfinishedRestore(engine: Engine): Promise<UnfinishedRestore | undefined> {
  return (await getMappingMeta(engine, restoringIndex(engine)))["restore"] as UnfinishedRestore | undefined;
}

export const isRestoreMark = (engine: Engine, index: string): boolean => index === restoringIndex(engine);

/** Error for an unfinished restore. The data may be incomplete: indices may be missing or empty. */
export class UnfinishedRestoreError extends Error {
  override readonly name = "UnfinishedRestoreError";
  constructor({ prefix }: Engine, { repository, snapshot }: UnfinishedRestore) {
    super(
      `the restore of ${snapshot} is not complete, so data in the indices ${prefix}* may be missing. ` +
        `If the restore is still running, wait until it has completed. Otherwise run the restore again: vitrine restore --repository ${repository} --snapshot ${snapshot}`,
    );
  }
}

export interface PrimaryShard {
  readonly index: string;
  readonly shard: string;
  readonly state: "STARTED" | "INITIALIZING" | "RELOCATING" | "UNASSIGNED";
  /** Reason why the shard is unassigned. */
  readonly "unassigned.reason": string | null;
  readonly "unassigned.details": string | null;
}

export async function primaryShards(engine: Engine): Promise<readonly PrimaryShard[]> {
  const rows = await engine.call<readonly (PrimaryShard & { readonly prirep: string })[]>("cat_shards", {
    method: "GET",
    path: `/_cat/shards/${encodeURIComponent(engine.prefix)}*`,
    querystring: { format: "json", h: "index,shard,prirep,state,unassigned.reason,unassigned.details" },
  });
  return rows.filter(({ prirep }) => prirep === "p");
}
