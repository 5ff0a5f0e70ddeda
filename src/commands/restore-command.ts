import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { EngineUnavailableError, type Engine } from "../engine/engine.js";
import { deleteIndex, listIndices, stateIndex } from "../engine/indices.js";
import { createLeases } from "../engine/lease.js";
import {
  beginRestore,
  isRestoreMark,
  markRestore,
  primaryShards,
  unfinishedRestore,
  unmarkRestore,
  type PrimaryShard,
  type Snapshot,
  type UnfinishedRestore,
} from "../engine/snapshots.js";
import { leaseNames, ownBackups } from "./backup-command.js";
import { CommandError } from "./command-error.js";
import { explained, openRepository, type RepositoryOptions, snapshotsIn } from "./snapshot-repository.js";

export interface RestoreOptions extends RepositoryOptions {
  /** Name of a snapshot, or "latest". */
  readonly snapshot: string;
}

const POLL_MS = 200;
/** Milliseconds without progress after which the restore fails: the cluster cannot restore the remaining shards. */
const STUCK_MS = 30_000;
const SHOWN = 5;
const LEASE_SECONDS = 30;

export interface RestoreRun {
  /** Called with the number of restored shards and the total number of shards. */
  readonly onProgress: (done: number, of: number) => void;
  /** Milliseconds without progress after which the restore fails while shards are missing. Default: 30 s. */
  readonly stuckMs?: number;
}

/**
 * Restores all indices of this installation from a backup. The cluster must not contain indices of the installation, except from an
 * unfinished restore. Until the restore is complete, no service starts and no other command runs, because a cluster that restarts during
 * the restore creates empty shards in place of missing ones.
 */
export async function restoreCommand(engine: Engine, options: RestoreOptions, run: RestoreRun): Promise<string> {
  const { repository } = options;
  const earlier = await unfinishedRestore(engine);
  await refuseOccupied(engine, earlier?.indices);
  await openRepository(engine, options, "read");
  const { snapshot, indices, start_time } = await findSnapshot(engine, options);
  if (earlier !== undefined) await removeUnfinished(engine, earlier);
  const own = indices.filter((index) => index.startsWith(engine.prefix));
  const restore: UnfinishedRestore = { id: randomUUID(), repository, snapshot, indices: own };
  try {
    await begin(engine, restore);
    await untilRestored(engine, own, run);
    await releaseLeases(engine);
    if ((await unfinishedRestore(engine))?.id !== restore.id)
      throw new CommandError("another restore has started in the meantime; this one is incomplete");
    await unmarkRestore(engine);
  } catch (error) {
    if (!(error instanceof EngineUnavailableError)) throw error;
    throw new CommandError(`the restore did not complete: ${error.message}. ${RUN_AGAIN}`, { cause: error });
  }
  return [
    `Restored ${own.length} indices of ${snapshot}, as they were at ${start_time.slice(0, 19)} UTC. Start the service now.`,
    "Send later feeds again, and repeat later erasures (docs/operators/backup.md, Restore).",
  ].join("\n");
}

const RUN_AGAIN = "Run it again; services start only after a restore has completed";

/**
 * Marks the cluster as being restored and starts the restore.
 * @throws {CommandError} if the engine rejects the restore
 */
async function begin(engine: Engine, restore: UnfinishedRestore): Promise<void> {
  await markRestore(engine, restore);
  try {
    // Checks again, because a service may have started before the mark was set. The mark prevents service starts.
    await refuseOccupied(engine);
    const { repository, snapshot, indices } = restore;
    await explained(`failed to restore the backup ${snapshot}`, () =>
      beginRestore(engine, repository, snapshot, indices),
    );
  } catch (error) {
    if (!(error instanceof EngineUnavailableError)) await unmarkRestore(engine);
    throw error;
  }
}

/**
 * Deletes the indices of an unfinished restore. The mark of the unfinished restore is removed last, so that it still
 * exists after an interruption.
 */
async function removeUnfinished(engine: Engine, { indices }: UnfinishedRestore): Promise<void> {
  for (const index of indices) await deleteIndex(engine, index);
  await unmarkRestore(engine);
}

/**
 * Rejects a restore into a cluster that contains indices of a service.
 * @param expected indices that are ignored
 */
async function refuseOccupied(engine: Engine, expected: readonly string[] = []): Promise<void> {
  const all = await listIndices(engine, `${engine.prefix}*`);
  const there = all.filter((index) => !expected.includes(index) && !isRestoreMark(engine, index));
  if (there.length === 0) return;
  throw new CommandError(
    `expected a cluster without indices ${engine.prefix}*, got ${listed(there)}: stop all services that use the cluster ` +
      "and delete the indices, or restore into an empty cluster",
  );
}

async function findSnapshot(engine: Engine, { repository, snapshot }: RestoreOptions): Promise<Snapshot> {
  if (snapshot === "latest") {
    const latest = (await ownBackups(engine, repository)).at(-1);
    if (latest !== undefined) return latest;
  }
  const all = await snapshotsIn(engine, repository);
  const found = all.find((one) => one.snapshot === snapshot);
  if (found === undefined) {
    throw new CommandError(
      snapshot === "latest"
        ? `the repository ${repository} has no backup of ${engine.prefix}*; it has ${listed(all.map((one) => one.snapshot))}`
        : `the repository ${repository} has no snapshot ${snapshot}; it has ${listed(all.map((one) => one.snapshot))}`,
    );
  }
  if (found.state !== "SUCCESS") {
    throw new CommandError(`expected a snapshot in the state SUCCESS; ${snapshot} has the state ${found.state}`);
  }
  if (!found.indices.includes(stateIndex(engine))) {
    throw new CommandError(
      `the snapshot ${snapshot} has no indices of INDEX_PREFIX ${engine.prefix}; it has ${listed(found.indices)}`,
    );
  }
  return found;
}

/** Releases the leases that were restored from the backup, so that services need not wait until the leases expire. */
async function releaseLeases(engine: Engine): Promise<void> {
  const leases = createLeases(engine, "restore", LEASE_SECONDS);
  const { waited, seized } = await leaseNames(engine);
  for (const name of [...waited, ...seized]) {
    const lease = await leases.seize(name);
    await lease?.release();
  }
}

/** Waits until all shards are restored. @throws {CommandError} if a shard or an index cannot be restored */
async function untilRestored(
  engine: Engine,
  indices: readonly string[],
  { onProgress, stuckMs = STUCK_MS }: RestoreRun,
): Promise<void> {
  let aliveAt = performance.now();
  for (let done = 0; ;) {
    await delay(POLL_MS);
    const shards = (await primaryShards(engine)).filter(({ index }) => indices.includes(index));
    const absent = indices.filter((index) => !shards.some((shard) => shard.index === index));
    const started = shards.filter(({ state }) => state === "STARTED" || state === "RELOCATING").length;
    onProgress(started, shards.length);
    if (started === shards.length && absent.length === 0) return;
    if (started > done || shards.some(({ state }) => state === "INITIALIZING")) aliveAt = performance.now();
    done = started;
    if (performance.now() - aliveAt < stuckMs) continue;
    const missing = shards.filter(({ state }) => state === "UNASSIGNED");
    throw new CommandError(
      `${missing.length} of ${shards.length} shards cannot be restored: ${listed([...missing.map(described), ...absent])}. ${RUN_AGAIN}`,
    );
  }
}

const described = (shard: PrimaryShard) =>
  `${shard.index}[${shard.shard}] (${shard["unassigned.details"] ?? shard["unassigned.reason"] ?? "no reason"})`;

function listed(names: readonly string[]): string {
  if (names.length === 0) return "none";
  const more = names.length > SHOWN ? ` and ${names.length - SHOWN} more` : "";
  return `${names.slice(0, SHOWN).join(", ")}${more}`;
}
